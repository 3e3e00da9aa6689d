package exec

// stackLimitBytes is how much local memory the activations of routines, and
// alloca, may take in a thread.
const stackLimitBytes = 16 << 10

// activationLimit is how many calls of a thread may be open.
const activationLimit = 4096

// stack is the open calls of the lanes of a warp.
type stack struct {
	base, top lanes32 // of the running activation, in local memory
	high      uint32  // the highest top there was
	open      [warpLanes][]activation
}

// activation is what a call changes and its return restores: where the lane
// goes on, its registers, its call parameters, its local memory.
type activation struct {
	call      *inst
	routine   *routine
	back      int32
	base, top uint32
	r32       []uint32
	r64       []uint64
	pred      []bool
	frame     []uint32
}

func (s *stack) reset(p *program) {
	s.high = uint32(p.localBytes)
	for lane := range s.open {
		s.open[lane], s.base[lane], s.top[lane] = s.open[lane][:0], 0, s.high
	}
}

// call brings the lanes that the guard lets pass into the routine that each of
// them calls.
func (w *Warp) call(in *inst) error {
	m := w.guard(in)
	back := w.current + 1
	if rest := w.active &^ m; rest != 0 {
		w.join(back, rest)
	}
	w.active = 0
	for ; m != 0; m &= m - 1 {
		lane := firstLane(m) & 31
		r := in.x.call.routine
		if r == nil {
			if r = w.prog.routines[w.r64[in.a][lane]]; r == nil {
				return w.failed(in, lane, "there is no function at the address "+hex(w.r64[in.a][lane]))
			}
		}
		if detail := w.enterRoutine(in, r, lane, back); detail != "" {
			return w.failed(in, lane, detail)
		}
		w.join(r.block, 1<<lane)
	}
	return nil
}

// enterRoutine opens an activation of a lane. It says what stands in the way.
func (w *Warp) enterRoutine(in *inst, r *routine, lane int, back int32) string {
	s := w.stack
	if !fits(in.x.call.args, r.parameters) || !fits(in.x.call.returned, r.returned) {
		return "the call does not match the parameters of " + r.f.Name
	}
	a := s.push(lane)
	if a == nil {
		return "more than " + itoa(activationLimit) + " calls are open: the recursion does not end"
	}
	a.call, a.routine, a.back, a.base, a.top = in, r, back, s.base[lane], s.top[lane]
	w.saveLane(a, lane)
	s.base[lane] = uint32(alignUp(int64(a.top), 16))
	if detail := w.grow(lane, s.base[lane]+uint32(r.localBytes)); detail != "" {
		return detail
	}
	w.moveParameters(a.frame, in.x.call.args, r.parameters, lane)
	return ""
}

func fits(actual, formal []stretch) bool {
	if len(actual) != len(formal) {
		return false
	}
	for i := range actual {
		if actual[i].bytes != formal[i].bytes {
			return false
		}
	}
	return true
}

// push opens a call, with the memory of an earlier one. It is nil where too
// many are open.
func (s *stack) push(lane int) *activation {
	n := len(s.open[lane])
	if n == activationLimit {
		return nil
	}
	if n == cap(s.open[lane]) {
		s.open[lane] = append(s.open[lane], activation{})
	} else {
		s.open[lane] = s.open[lane][:n+1]
	}
	return &s.open[lane][n]
}

// grow moves the top of a lane's local memory. It says when there is no more.
func (w *Warp) grow(lane int, top uint32) string {
	s := w.stack
	if limit := w.prog.localBytes + w.prog.stackBytes; int64(top) > limit {
		return "stack overflow: a thread has " + itoa(int(limit)) + " bytes of local memory"
	}
	s.top[lane], s.high = top, max(s.high, top)
	return ""
}

// giveBack returns from a routine.
func (w *Warp) giveBack(in *inst) {
	m := w.guard(in)
	if rest := w.active &^ m; rest != 0 {
		w.join(w.current+1, rest)
	}
	w.active = 0
	for ; m != 0; m &= m - 1 {
		lane := firstLane(m) & 31
		open := &w.stack.open[lane]
		a := &(*open)[len(*open)-1]
		*open = (*open)[:len(*open)-1]
		w.restoreLane(a, lane)
		w.stack.base[lane], w.stack.top[lane] = a.base, a.top
		w.join(a.back, 1<<lane)
	}
}

// saveLane keeps the registers and the call parameters of a lane.
func (w *Warp) saveLane(a *activation, lane int) {
	p := w.prog
	a.r32, a.r64, a.pred, a.frame = a.r32[:0], a.r64[:0], a.pred[:0], a.frame[:0]
	for i := len(p.const32); i < p.n32; i++ {
		a.r32 = append(a.r32, w.r32[i][lane&31])
	}
	for i := len(p.const64); i < p.n64; i++ {
		a.r64 = append(a.r64, w.r64[i][lane&31])
	}
	for i := len(p.constPred); i < p.nPred; i++ {
		a.pred = append(a.pred, w.pred[i]>>lane&1 != 0)
	}
	for words := w.frameRegion().words; lane < len(words); lane += warpLanes {
		a.frame = append(a.frame, words[lane])
	}
}

// restoreLane puts back what saveLane kept, and what the routine returns.
func (w *Warp) restoreLane(a *activation, lane int) {
	p := w.prog
	for i, v := range a.r32 {
		w.r32[len(p.const32)+i][lane&31] = v
	}
	for i, v := range a.r64 {
		w.r64[len(p.const64)+i][lane&31] = v
	}
	for i, v := range a.pred {
		w.setValue(classPred, int32(len(p.constPred)+i), lane, boolBit(v))
	}
	now := w.frameRegion().words
	old := a.frame
	a.frame = nil
	for at := lane; at < len(now); at += warpLanes {
		a.frame = append(a.frame, now[at])
		now[at] = old[at/warpLanes]
	}
	w.moveParameters(a.frame, a.routine.returned, a.call.x.call.returned, lane)
}

// moveParameters copies from the words of a frame to the lane's own.
func (w *Warp) moveParameters(words []uint32, from, to []stretch, lane int) {
	source, target := region{words: words, stride: 1}, w.frameRegion()
	for i := range from {
		for k := range uint64(from[i].bytes) {
			v := source.load(uint64(from[i].offset)+k, 1, 0)
			target.store(uint64(to[i].offset)+k, 1, lane, v)
		}
	}
}
