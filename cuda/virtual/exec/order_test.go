package exec

import (
	"context"
	"fmt"
	"math/bits"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"ridgeline/cuda"
)

// statement is a piece of a structured program. A "store" writes to shared memory
// and moves the state of its lanes, of which the others take a bit to decide.
type statement struct {
	kind      string // store, if, loop, break, continue, barrier
	bit       int
	arms      [2][]statement
	loopDepth int
}

func drawStatements(t *rapid.T, depth, loops int) []statement {
	kinds := []string{"store"}
	if depth < 3 {
		kinds = append(kinds, "if", "if", "loop")
	}
	if depth == 0 {
		kinds = append(kinds, "barrier")
	}
	if loops > 0 && depth > 1 {
		kinds = append(kinds, "break", "continue")
	}
	var list []statement
	for range rapid.IntRange(1, 3).Draw(t, "statements") {
		s := statement{kind: rapid.SampledFrom(kinds).Draw(t, "kind"), bit: rapid.IntRange(8, 30).Draw(t, "bit"), loopDepth: loops}
		switch s.kind {
		case "if":
			s.arms = [2][]statement{drawStatements(t, depth+1, loops), drawStatements(t, depth+1, loops)}
			if leaves(s.arms[0]) && leaves(s.arms[1]) {
				s.arms[1] = []statement{{kind: "store"}}
			}
		case "loop":
			s.arms[0] = drawStatements(t, depth+1, loops+1)
		case "break":
			return []statement{s}
		case "continue":
			return append(list, s)
		}
		list = append(list, s)
	}
	return list
}

// leaves tells whether the statements are a break. What leads to nothing else would be
// outside of the loop, and lanes of several trips could go through it together.
func leaves(list []statement) bool { return list[len(list)-1].kind == "break" }

// flow writes a program as basic blocks, each with its label and each ended by a
// branch, so that they can stand in any order.
type flow struct {
	blocks []*strings.Builder
	labels int
}

func (f *flow) label() string { f.labels++; return fmt.Sprintf("L%d", f.labels) }

func (f *flow) block(label string) {
	f.blocks = append(f.blocks, &strings.Builder{})
	f.emit("%s:\n", label)
}

func (f *flow) emit(format string, args ...any) {
	fmt.Fprintf(f.blocks[len(f.blocks)-1], format, args...)
}

// write emits the statements and tells whether lanes can go on behind them.
func (f *flow) write(list []statement, head, exit string) bool {
	for _, s := range list {
		counter := fmt.Sprintf("%%r%d", 20+s.loopDepth)
		again := "sub.u32 %[1]s, %[1]s, 1;\nsetp.ne.u32 %%p2, %[1]s, 0;\n@%%p2 bra %[2]s;\nbra %[3]s;\n"
		switch s.kind {
		case "store":
			f.emit("st.shared.u32 [s], %%r10;\nmad.lo.u32 %%r10, %%r10, 1664525, 1013904223;\n")
		case "barrier":
			f.emit("bar.sync 0;\n")
		case "break":
			f.emit("bra %s;\n", exit)
			return false
		case "continue":
			f.emit(again, fmt.Sprintf("%%r%d", 19+s.loopDepth), head, exit)
			return false
		case "if":
			arms, join := [2]string{f.label(), f.label()}, f.label()
			f.emit("shr.u32 %%r11, %%r10, %d;\nand.b32 %%r11, %%r11, 1;\nsetp.ne.u32 %%p1, %%r11, 0;\n@%%p1 bra %s;\nbra %s;\n", s.bit, arms[0], arms[1])
			for i, arm := range s.arms {
				f.block(arms[i])
				if f.write(arm, head, exit) {
					f.emit("bra %s;\n", join)
				}
			}
			f.block(join)
		case "loop":
			first, behind := f.label(), f.label()
			f.emit("shr.u32 %[1]s, %%r10, %[2]d;\nand.b32 %[1]s, %[1]s, 3;\nadd.u32 %[1]s, %[1]s, 1;\nbra %[3]s;\n", counter, s.bit, first)
			f.block(first)
			if f.write(s.arms[0], first, behind) {
				f.emit(again, counter, first, behind)
			}
			f.block(behind)
		}
	}
	return true
}

// oracle runs the statements as a machine does whose lanes wait for each other at
// the end of every statement.
type oracle struct {
	state  [32]uint32
	stores uint64
}

// run gives the lanes that go on, that break and that continue.
func (o *oracle) run(list []statement, lanes uint32) (on, broken, continued uint32) {
	for _, s := range list {
		if lanes == 0 {
			break
		}
		switch s.kind {
		case "store":
			o.stores++
			for m := lanes; m != 0; m &= m - 1 {
				o.state[bits.TrailingZeros32(m)] = o.state[bits.TrailingZeros32(m)]*1664525 + 1013904223
			}
		case "break":
			return 0, broken | lanes, continued
		case "continue":
			return 0, broken, continued | lanes
		case "if":
			var yes uint32
			for m := lanes; m != 0; m &= m - 1 {
				yes |= o.state[bits.TrailingZeros32(m)] >> s.bit & 1 << bits.TrailingZeros32(m)
			}
			on1, broken1, continued1 := o.run(s.arms[0], lanes&yes)
			on2, broken2, continued2 := o.run(s.arms[1], lanes&^yes)
			lanes, broken, continued = on1|on2, broken|broken1|broken2, continued|continued1|continued2
		case "loop":
			o.loop(s, lanes)
		}
	}
	return lanes, broken, continued
}

func (o *oracle) loop(s statement, lanes uint32) {
	var trips [32]uint32
	for m := lanes; m != 0; m &= m - 1 {
		trips[bits.TrailingZeros32(m)] = o.state[bits.TrailingZeros32(m)]>>s.bit&3 + 1
	}
	for lanes != 0 {
		on, _, continued := o.run(s.arms[0], lanes)
		lanes = 0
		for m := on | continued; m != 0; m &= m - 1 {
			lane := bits.TrailingZeros32(m)
			if trips[lane]--; trips[lane] != 0 {
				lanes |= 1 << lane
			}
		}
	}
}

// Lanes that part meet again where their ways join, and begin each trip of a loop
// together, wherever the basic blocks lie.
func TestLanesMeetWhereWaysJoin(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		program := drawStatements(rt, 0, 0)
		f := &flow{}
		f.block("begin")
		f.write(program, "", "")
		f.emit("mul.lo.u32 %%r3, %%r1, 4;\ncvt.u64.u32 %%rd3, %%r3;\nadd.s64 %%rd4, %%rd1, %%rd3;\nst.global.u32 [%%rd4], %%r10;\nret;\n")
		text := ".shared .b32 s;\nmul.lo.u32 %r10, %r1, 747796405;\nadd.u32 %r10, %r10, 12345;\nbra begin;\n"
		for _, b := range rapid.Permutation(f.blocks).Draw(rt, "layout") {
			text += b.String()
		}
		o := &oracle{}
		for lane := range o.state {
			o.state[lane] = uint32(lane)*747796405 + 12345
		}
		o.run(program, allLanes)

		r := newRig(t, kernelText(text))
		out := r.alloc(128)
		l := r.launch("k", 1, 32, cuda.ArgPtr(out), cuda.ArgPtr(out), cuda.ArgU32(0))
		res, err := Run(context.Background(), r.mem, l, Options{Workers: 1, Checks: cuda.Checks{Memory: true}})
		require.NoError(t, err, text)
		require.Equal(t, o.stores, res.Counters.SharedStore.Requests, text)
		require.Equal(t, o.state[:], r.read32(out, 32), text)
		require.Equal(t, uint64(1), res.Counters.GlobalStore.Requests, text)
	})
}

// A barrier waits for the lanes of its warp that are still on their way.
func TestBarrierWaitsForLateLanes(t *testing.T) {
	for name, body := range map[string]string{
		"code behind what follows it": "and.b32 %r3, %r1, 1;\nsetp.ne.u32 %p1, %r3, 0;\n@%p1 bra FAR;\nJOIN: st.shared.u32 [s], %r1;\nbar.sync 0;\nret;\nFAR: add.u32 %r4, %r1, 1;\nbra JOIN;",
		"one thread waits for the others": "setp.eq.u32 %p1, %r1, 32;\n@%p1 st.shared.u32 [s], 0;\nbar.sync 0;\nsetp.ne.u32 %p1, %r1, 0;\n@%p1 bra OUT;\n" +
			"SPIN: ld.volatile.shared.u32 %r5, [s];\nsetp.eq.u32 %p2, %r5, 0;\n@%p2 bra SPIN;\nOUT: setp.eq.u32 %p1, %r1, 32;\n@%p1 st.volatile.shared.u32 [s], 1;\nbar.sync 1;",
	} {
		t.Run(name, func(t *testing.T) {
			r := newRig(t, kernelText(".shared .b32 s;\n"+body+"\nret;"))
			p := r.alloc(64)
			l := r.launch("k", 1, 64, cuda.ArgPtr(p), cuda.ArgPtr(p), cuda.ArgU32(0))
			res, err := Run(context.Background(), r.mem, l, Options{Workers: 1, Checks: cuda.Checks{Memory: true}})
			require.NoError(t, err)
			assert.Equal(t, uint64(2*strings.Count(body, "bar.sync")), res.Counters.Barriers, "each warp arrives once")
		})
	}
}
