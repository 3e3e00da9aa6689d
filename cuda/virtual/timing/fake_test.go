package timing

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
	"ridgeline/cuda/virtual/exec"
	"ridgeline/cuda/virtual/spec"
)

// fakeInst is an instruction of a fake kernel. access gives its memory side;
// place tells the warp and the trip, from which an address can be made.
type fakeInst struct {
	meta   exec.Meta
	access func(place place) exec.Access
	bar    bool
	tensor exec.TensorWork
}

type place struct{ block, warp, trip int }

// fakeKernel runs a head once and a body so many times in each warp.
type fakeKernel struct {
	head, body []fakeInst
	trips      int
	warps      int // a block
	clocks     []uint64
	globals    []uint64
}

func (k *fakeKernel) NewBlock(index int, h exec.Hooks) ([]Warp, error) {
	b := &fakeBlock{kernel: k, index: index, hooks: h, live: k.warps}
	warps := make([]Warp, k.warps)
	for i := range warps {
		b.warps = append(b.warps, &fakeWarp{block: b, index: i})
		warps[i] = b.warps[i]
	}
	return warps, nil
}

type fakeBlock struct {
	kernel        *fakeKernel
	index         int
	hooks         exec.Hooks
	warps         []*fakeWarp
	live, arrived int
}

type fakeWarp struct {
	block      *fakeBlock
	index      int
	pc, trip   int
	blocked    bool
	exited     bool
	headIsDone bool
}

var exitMeta = exec.Meta{Pipe: exec.PipeBranch, Issues: 1, Op: "exit"}

func (w *fakeWarp) Status() exec.Status {
	switch {
	case w.exited:
		return exec.Exited
	case w.blocked:
		return exec.Blocked
	}
	return exec.Running
}

func (w *fakeWarp) current() *fakeInst {
	k := w.block.kernel
	if !w.headIsDone {
		if w.pc < len(k.head) {
			return &k.head[w.pc]
		}
		w.headIsDone, w.pc = true, 0
	}
	if w.pc == len(k.body) {
		w.pc, w.trip = 0, w.trip+1
	}
	if w.trip >= k.trips || len(k.body) == 0 {
		return nil
	}
	return &k.body[w.pc]
}

func (w *fakeWarp) Peek() *exec.Meta {
	if i := w.current(); i != nil {
		return &i.meta
	}
	return &exitMeta
}

func (w *fakeWarp) Step(s *exec.Step) error {
	i := w.current()
	*s = exec.Step{Meta: &exitMeta, Lanes: ^uint32(0)}
	if i == nil {
		w.exited = true
		w.block.live--
		w.block.wake()
	} else {
		w.execute(i, s)
	}
	s.Status = w.Status()
	return nil
}

func (w *fakeWarp) execute(i *fakeInst, s *exec.Step) {
	s.Meta = &i.meta
	w.pc++
	s.Tensor = i.tensor
	if i.access != nil {
		s.Access = i.access(place{w.block.index, w.index, w.trip})
	}
	if i.bar {
		w.blocked = true
		w.block.arrived++
		w.block.wake()
	}
	if i.meta.Op == "clock" {
		k := w.block.kernel
		k.clocks = append(k.clocks, w.block.hooks.Clock())
		k.globals = append(k.globals, w.block.hooks.GlobalTime())
	}
}

func (b *fakeBlock) wake() {
	if b.arrived < b.live {
		return
	}
	b.arrived = 0
	for _, w := range b.warps {
		w.blocked = false
	}
}

// Instructions of fake kernels. Slots: 0 to 7 are chains, 8 to 15 are loaded
// data, 16 is the loop counter, 17 a predicate.
func fma(chain int) fakeInst {
	r := uint16(chain)
	return fakeInst{meta: exec.Meta{Pipe: exec.PipeFMA, Issues: 1, Op: "fma.rn.f32", Dst: []uint16{r}, Src: []uint16{r}}}
}

func alu(dst, src int) fakeInst {
	return fakeInst{meta: exec.Meta{Pipe: exec.PipeALU, Issues: 1, Op: "add.s32", Dst: []uint16{uint16(dst)}, Src: []uint16{uint16(src)}}}
}

func barrier() fakeInst {
	return fakeInst{bar: true, meta: exec.Meta{Pipe: exec.PipeBranch, Issues: 1, Op: "bar.sync"}}
}

func loopEnd() []fakeInst {
	return []fakeInst{alu(16, 16), {meta: exec.Meta{Pipe: exec.PipeALU, Issues: 1, Op: "setp", Dst: []uint16{17}, Src: []uint16{16}}},
		{meta: exec.Meta{Pipe: exec.PipeBranch, Issues: 1, Op: "bra", Src: []uint16{17}}}}
}

// load reads so many bytes of a warp into slot dst, at a place in units of so
// many bytes.
func load(dst int, at func(place) int, bytes int) fakeInst {
	sectors := make([]uint64, bytes/SectorBytes)
	return fakeInst{
		meta: exec.Meta{Pipe: exec.PipeLSU, Issues: 1, Op: "ld.global.v4.f32", Dst: []uint16{uint16(dst)}},
		access: func(p place) exec.Access {
			return exec.Access{Space: exec.SpaceGlobal, Bytes: bytes, Sectors: number(sectors, at(p))}
		},
	}
}

func store(src int, at func(place) int) fakeInst {
	i := load(0, at, 512)
	inner := i.access
	i.meta.Dst, i.meta.Src, i.meta.Op = nil, []uint16{uint16(src)}, "st.global.v4.f32"
	i.access = func(p place) exec.Access {
		a := inner(p)
		a.Store = true
		return a
	}
	return i
}

func number(sectors []uint64, at int) []uint64 {
	for i := range sectors {
		sectors[i] = uint64(at*len(sectors) + i)
	}
	return sectors
}

func sharedLoad(dst, passes int) fakeInst {
	return fakeInst{
		meta: exec.Meta{Pipe: exec.PipeLSU, Issues: 1, Op: "ld.shared.f32", Dst: []uint16{uint16(dst)}},
		access: func(place) exec.Access {
			return exec.Access{Space: exec.SpaceShared, Bytes: 128, Passes: passes}
		},
	}
}

const fakeSlots = 18

func mustSpec(t testing.TB, name string) *spec.Spec {
	t.Helper()
	s, err := spec.Open(name)
	require.NoError(t, err)
	return s
}

func simulate(t testing.TB, s *spec.Spec, k *fakeKernel, blocks, resident int) Result {
	t.Helper()
	r, err := Simulate(context.Background(), s, Launch{Program: k, Blocks: blocks, Resident: resident, Slots: fakeSlots})
	require.NoError(t, err)
	return r
}

// repeat writes the instructions so many times.
func repeat(n int, body ...fakeInst) []fakeInst {
	var all []fakeInst
	for range n {
		all = append(all, body...)
	}
	return all
}
