package exec

import (
	"context"
	"encoding/binary"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"ridgeline/cuda"
	"ridgeline/cuda/virtual/ptx"
)

// formsStart gives the registers of formsHead values with which most forms run:
// 64-bit ones point into a buffer, 32-bit ones into shared memory.
const formsStart = `ld.param.u64 d0, [n];
mov.u32 r0, %tid.x;
mul.wide.u32 d1, r0, 16;
add.u64 d1, d1, d0;
mov.b64 d2, d1; mov.b64 d3, 96; mov.b64 d4, -1; add.u64 d5, d0, 4096;
mov.u32 r1, s; mad.lo.u32 r1, r0, 16, r1;
mov.b32 r2, r1; mov.b32 r3, 32; mov.b32 r4, -1; mov.b32 r5, 0f3FC00000;
cvt.u16.u32 h0, r0; mov.b16 h1, 0x3c00; mov.b16 h2, 0x8001; mov.b32 {b0, b1, b2, b3}, r1;
mov.b128 x0, {d0, d1}; mov.b128 x1, {d1, d2};
setp.lt.u32 p0, r0, 16; setp.eq.u32 p1, r0, 3; setp.ne.u32 p2, r0, 40;
`

// runForms compiles and runs a kernel of these lines, in full and step by step,
// and says whether the run came to its end.
func runForms(t testing.TB, lines string) (ended bool) {
	text := formsHead + formsStart + lines + "ret;\n}\n"
	tree, err := ptx.Parse("fuzz.ptx", []byte(text))
	if err != nil {
		return false
	}
	m, err := Compile(tree)
	if err != nil {
		return false
	}
	mem := NewMemory(32 << 20)
	buffer, err := mem.Alloc(1 << 16)
	require.NoError(t, err)
	require.NoError(t, m.Bind(mem))
	l := Launch{Kernel: m.Kernels()[0], Grid: cuda.D1(2), Block: cuda.D1(48), Params: binary.LittleEndian.AppendUint64(nil, uint64(buffer))}
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	_, err = Run(ctx, mem, l, Options{Workers: 1, BudgetInstructions: 20000, Checks: cuda.Checks{Memory: true, Races: true}})
	_, plain := Run(ctx, mem, l, Options{Workers: 1, BudgetInstructions: 20000})
	b, block := NewBlock(mem.Overlay(), l, 0, Hooks{TimeOnly: true})
	require.NoError(t, block)
	stepRounds(b, 3000)
	require.NoError(t, ctx.Err(), "it hangs: %s", text)
	return err == nil || plain == nil
}

// stepRounds steps the warps in turns until an error or the limit.
func stepRounds(b *Block, rounds int) {
	var s Step
	for range rounds {
		for _, w := range b.Warps() {
			if w.Status() == Running && w.Step(&s) != nil {
				return
			}
		}
	}
}

// Every form of the list runs, alone and behind a guard, without a panic, and
// most of them come to their end.
func TestFormsRun(t *testing.T) {
	ended, all := 0, 0
	for _, f := range readForms(t) {
		if f.executed {
			all++
			ended += b2i(runForms(t, "@p0 "+f.text+";\n"+f.text+";\n"))
		}
	}
	require.Greater(t, ended, all*8/10, "of %d forms", all)
}

// FuzzForms runs programs made of any forms, with guards and loops.
func FuzzForms(f *testing.F) {
	rnd := rand.New(rand.NewPCG(12, 1))
	for range 200 {
		seed := make([]byte, 3*(1+rnd.IntN(20)))
		for i := range seed {
			seed[i] = byte(rnd.Uint32())
		}
		f.Add(seed)
	}
	var forms []string
	for _, x := range readForms(f) {
		if x.executed {
			forms = append(forms, x.text)
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) { runForms(t, formsProgram(forms, data)) })
}

// formsProgram takes an instruction of each three bytes: two say which, the last
// one its guard, or that a loop ends here.
func formsProgram(forms []string, data []byte) string {
	var b strings.Builder
	b.WriteString("L:\n")
	for ; len(data) >= 3 && b.Len() < 4000; data = data[3:] {
		switch guard := data[2]; {
		case guard < 96:
			b.WriteString([]string{"@p0 ", "@!p1 ", "@p2 "}[guard%3])
		case guard > 250:
			b.WriteString("add.u32 r15, r15, 1;\nsetp.lt.u32 p3, r15, 9;\n@p3 bra L;\n")
		}
		b.WriteString(forms[(int(data[0])<<8|int(data[1]))%len(forms)] + ";\n")
	}
	return b.String()
}
