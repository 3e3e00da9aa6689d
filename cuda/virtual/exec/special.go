package exec

import (
	"strings"

	"ridgeline/cuda/virtual/ptx"
)

// special is a special register.
type special uint8

const (
	specialNone special = iota
	specialTidX
	specialTidY
	specialTidZ
	specialNtidX
	specialNtidY
	specialNtidZ
	specialCtaidX
	specialCtaidY
	specialCtaidZ
	specialNctaidX
	specialNctaidY
	specialNctaidZ
	specialLane
	specialWarp
	specialWarps
	specialSM
	specialSMs
	specialGrid
	specialMaskEqual
	specialMaskLess
	specialMaskAtMost
	specialMaskGreater
	specialMaskAtLeast
	specialClock
	specialClockHigh
	specialClock64
	specialTime
	specialTimeLow
	specialTimeHigh
	specialDynamicShared
	specialTotalShared
	specialZero
	specialOne
	specialGridWorkHigh
	specialGridWorkLow
)

// specialOf finds the register of a name, and its width.
func specialOf(name, component string) (special, int) {
	axis, ok := map[string]special{"x": 0, "y": 1, "z": 2}[component]
	switch name {
	case "%tid":
		return vectorSpecial(specialTidX+axis, ok)
	case "%ntid":
		return vectorSpecial(specialNtidX+axis, ok)
	case "%ctaid":
		return vectorSpecial(specialCtaidX+axis, ok)
	case "%nctaid":
		return vectorSpecial(specialNctaidX+axis, ok)
	}
	if s, bits := clusterSpecial(name, axis, ok); s != specialNone {
		return s, bits
	}
	if component != "" {
		return specialNone, 0
	}
	if number, ok := strings.CutPrefix(name, "%envreg"); ok {
		return environmentSpecial(number), 32
	}
	s := map[string]special{
		"%laneid": specialLane, "%warpid": specialWarp, "%nwarpid": specialWarps, "%smid": specialSM, "%nsmid": specialSMs,
		"%lanemask_eq": specialMaskEqual, "%lanemask_lt": specialMaskLess, "%lanemask_le": specialMaskAtMost,
		"%lanemask_gt": specialMaskGreater, "%lanemask_ge": specialMaskAtLeast,
		"%clock": specialClock, "%clock_hi": specialClockHigh, "%globaltimer_lo": specialTimeLow, "%globaltimer_hi": specialTimeHigh,
		"%dynamic_smem_size": specialDynamicShared, "%total_smem_size": specialTotalShared,
	}[name]
	if s != specialNone {
		return s, 32
	}
	s = map[string]special{"%clock64": specialClock64, "%globaltimer": specialTime, "%gridid": specialGrid}[name]
	return s, 64
}

// clusterSpecial finds the registers that tell of clusters, which have one block.
func clusterSpecial(name string, axis special, vector bool) (special, int) {
	switch name {
	case "%clusterid":
		return vectorSpecial(specialCtaidX+axis, vector)
	case "%nclusterid":
		return vectorSpecial(specialNctaidX+axis, vector)
	case "%cluster_ctaid":
		return vectorSpecial(specialZero, vector)
	case "%cluster_nctaid":
		return vectorSpecial(specialOne, vector)
	case "%cluster_ctarank":
		return specialZero, 32
	case "%cluster_nctarank":
		return specialOne, 32
	}
	return specialNone, 0
}

// environmentSpecial gives an environment register. Two hold the address of what
// the blocks of a grid synchronise with, as cooperative groups take it; the
// others are zero.
func environmentSpecial(number string) special {
	switch number {
	case "1":
		return specialGridWorkHigh
	case "2":
		return specialGridWorkLow
	}
	return specialZero
}

func vectorSpecial(s special, ok bool) (special, int) {
	if !ok {
		return specialNone, 0
	}
	return s, 32
}

// special makes a special register an operand: it is read into a register of
// its own first.
func (d *decoder) special(n *ptx.Name, t typ) int32 {
	r := d.scratch(t.class(), t.bits)
	d.readSpecial(n, t, r, true)
	return r
}

func (d *decoder) moveSpecial(n *ptx.Name, t typ) { d.readSpecial(n, t, d.dst(0, t), false) }

func (d *decoder) readSpecial(n *ptx.Name, t typ, to int32, hidden bool) {
	s, bits := specialOf(n.Text, n.Component)
	if s == specialNone {
		d.unsupported("special register " + n.Text)
		return
	}
	if bits != t.bits {
		d.invalid(n.Text + " has " + itoa(bits) + " bits")
		return
	}
	d.gridWork = d.gridWork || s == specialGridWorkLow
	d.timed = d.timed || s >= specialClock && s <= specialTimeHigh
	in := d.begin(execSpecial)
	in.d, in.imm = to, uint64(s)
	in.pure = true
	c := xuCost()
	if s >= specialNtidX && s <= specialNtidZ || s >= specialNctaidX && s <= specialNctaidZ {
		c = cost{} // in the constant bank
	}
	c.hidden = hidden
	d.emit(in, c)
}

// execSpecial reads a special register.
func execSpecial(w *Warp, in *inst) {
	s := special(in.imm)
	switch {
	case s <= specialTidZ:
		w.threadIndex(&w.r32[in.d], int(s-specialTidX))
	case s >= specialMaskEqual && s <= specialMaskAtLeast || s == specialLane:
		d := &w.r32[in.d]
		for i := range d {
			d[i] = laneSpecial(s, uint32(i))
		}
	case in.dClass == class64:
		d, v := &w.r64[in.d], w.uniformSpecial(s, in)
		for i := range d {
			d[i] = v
		}
	default:
		d, v := &w.r32[in.d], uint32(w.uniformSpecial(s, in))
		for i := range d {
			d[i] = v
		}
	}
}

// threadIndex fills in %tid along an axis.
func (w *Warp) threadIndex(d *lanes32, axis int) {
	b := w.core.launch.Block
	for i := range d {
		n := uint32(w.id*warpLanes + i)
		switch axis {
		case 0:
			n %= uint32(b.X)
		case 1:
			n = n / uint32(b.X) % uint32(b.Y)
		default:
			n /= uint32(b.X * b.Y)
		}
		d[i] = n
	}
}

func laneSpecial(s special, lane uint32) uint32 {
	bit := uint32(1) << lane
	switch s {
	case specialMaskEqual:
		return bit
	case specialMaskLess:
		return bit - 1
	case specialMaskAtMost:
		return 2*bit - 1
	case specialMaskGreater:
		return ^(2*bit - 1)
	case specialMaskAtLeast:
		return ^(bit - 1)
	}
	return lane
}

// uniformSpecial gives what is the same for all lanes.
func (w *Warp) uniformSpecial(s special, in *inst) uint64 {
	l, b := &w.core.launch, w.block
	switch s {
	case specialNtidX, specialNtidY, specialNtidZ:
		return uint64([3]int{l.Block.X, l.Block.Y, l.Block.Z}[s-specialNtidX])
	case specialNctaidX, specialNctaidY, specialNctaidZ:
		return uint64([3]int{l.Grid.X, l.Grid.Y, l.Grid.Z}[s-specialNctaidX])
	case specialCtaidX, specialCtaidY, specialCtaidZ:
		return uint64(b.ctaid[s-specialCtaidX])
	case specialWarp:
		return uint64(w.id)
	case specialWarps:
		return uint64(len(b.warps))
	case specialSM:
		return uint64(b.hooks.SM)
	case specialSMs:
		return uint64(b.hooks.SMCount)
	case specialDynamicShared:
		return uint64(l.DynamicSharedBytes)
	case specialTotalShared:
		return uint64(w.core.sharedBytes)
	case specialOne:
		return 1
	case specialGridWorkHigh:
		return w.core.mem.gridWork >> 32
	case specialGridWorkLow:
		return w.core.mem.gridWork & 0xffffffff
	}
	return w.timeSpecial(s, in)
}

// timeSpecial reads a clock. Without a timing model, time passes with the warp
// instructions that the core has executed since the block began.
func (w *Warp) timeSpecial(s special, in *inst) uint64 {
	issued := w.core.issued - w.block.born - uint64(w.prog.blocks[w.current].end-in.index)
	clock, time := w.core.start.clocks(issued)
	if f := w.block.hooks.Clock; f != nil {
		clock = f()
	}
	if f := w.block.hooks.GlobalTime; f != nil {
		time = f()
	}
	switch s {
	case specialClock, specialClock64:
		return clock
	case specialClockHigh:
		return clock >> 32
	case specialTime, specialTimeLow:
		return time
	case specialTimeHigh:
		return time >> 32
	}
	return 0
}
