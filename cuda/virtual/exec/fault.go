package exec

import (
	"fmt"
	"strconv"

	"ridgeline/cuda"
)

func itoa(n int) string   { return strconv.Itoa(n) }
func hex(v uint64) string { return "0x" + strconv.FormatUint(v, 16) }

// fault is an error at an instruction and a lane.
func (w *Warp) fault(k cuda.Kind, in *inst, lane int, detail string) error {
	return w.faultAt(k, in, lane, detail)
}

func (w *Warp) faultAt(k cuda.Kind, in *inst, lane int, detail string) *cuda.Error {
	kernel := w.core.launch.Kernel
	return &cuda.Error{
		Op: "Launch", Kind: k, Module: kernel.module.name, Kernel: kernel.Name, Line: in.meta.Line,
		Lane:   w.place(lane),
		Detail: fmt.Sprintf("%s%s: %s", in.meta.Text, in.meta.from(), detail),
	}
}

// from tells of which source line the compiler made the instruction.
func (m *Meta) from() string {
	if m.Source == "" {
		return ""
	}
	return " (" + m.Source + ")"
}

// place names a lane by its block, thread and warp.
func (w *Warp) place(lane int) string {
	c, t := w.block.ctaid, w.thread(lane)
	return fmt.Sprintf("block (%d,%d,%d) thread (%d,%d,%d) warp %d lane %d", c[0], c[1], c[2], t[0], t[1], t[2], w.id, lane)
}

// thread gives the index of a lane in its block.
func (w *Warp) thread(lane int) [3]int {
	n, b := w.id*warpLanes+lane, w.core.launch.Block
	return [3]int{n % b.X, n / b.X % b.Y, n / b.X / b.Y}
}
