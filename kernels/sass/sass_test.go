package sass

import (
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// code reads instructions such as "STL", "@BRA 0" (guarded), "BRA? 0" (either
// way), "EXIT", "CALL", "BRX".
func code(text string) Code {
	var c Code
	for line := range strings.SplitSeq(text, ";") {
		var in Instruction
		line, in.Guarded = strings.CutPrefix(strings.TrimSpace(line), "@")
		in.Opcode, line, _ = strings.Cut(line, " ")
		for _, digit := range line {
			in.Target = 10*in.Target + int(digit-'0')
		}
		switch base(in.Opcode) {
		case "BRA":
			in.Flow = Jump
		case "BRA?":
			in.Flow = Branch
		case "EXIT":
			in.Flow = End
		case "CALL":
			in.Flow = Call
		case "BRX":
			in.Flow = Lost
		}
		c = append(c, in)
	}
	return c
}

func TestAuditOf(t *testing.T) {
	for name, c := range map[string]struct {
		code, outside string
		loops         []string
	}{
		"straight":           {"A; A; B; EXIT", "A=2 B=1 EXIT=1", nil},
		"what fills the end": {"A; EXIT; BRA 2; NOP", "A=1 EXIT=1", nil},
		"a loop":             {"A; B; B; @BRA 1; EXIT", "A=1 EXIT=1", []string{"B=2 BRA=1"}},
		"left by its middle": {"A; B; @BRA 4; BRA 1; EXIT", "A=1 EXIT=1", []string{"B=1 BRA=2"}},
		"one in the other":   {"A; B; @BRA 1; C; @BRA 0; EXIT", "EXIT=1", []string{"A=1 BRA=1 C=1", "B=1 BRA=1"}},
		"two ways back":      {"A; @BRA 0; B; @BRA 0; EXIT", "EXIT=1", []string{"A=1 B=1 BRA=2"}},
		"header not first":   {"BRA 3; B; @BRA 6; A; BRA? 1; EXIT; BRA 3", "BRA=1 EXIT=1", []string{"A=1 B=1 BRA=2 BRA?=1"}},
		"guarded exit":       {"@EXIT; A; BRA? 1; EXIT", "EXIT=2", []string{"A=1 BRA?=1"}},
		"a subroutine":       {"CALL; EXIT; A; BRX", "CALL=1 EXIT=1", nil},
	} {
		a, err := AuditOf(code(c.code))
		require.NoError(t, err, name)
		assert.Equal(t, c.outside, text(t, a.Outside), name)
		var loops []string
		for _, l := range a.Loops {
			loops = append(loops, text(t, l))
		}
		assert.Equal(t, c.loops, loops, name)
	}
}

func text(t *testing.T, c Counts) string {
	t.Helper()
	b, err := c.MarshalText()
	require.NoError(t, err)
	var again Counts
	require.NoError(t, again.UnmarshalText(b))
	assert.Equal(t, c, again)
	return string(b)
}

func TestAuditOfSaysWhatItCannotFollow(t *testing.T) {
	for text, want := range map[string]string{
		"A; BRX":                            "machine code, instruction 1: BRX goes where a register says",
		"A; A":                              "machine code, instruction 2: the kernel ends before it",
		"BRA 7":                             "machine code, instruction 7: the kernel ends before it",
		"BRA? 3; A; BRA 4; B; @BRA 2; EXIT": "is part of a loop with two ways in",
	} {
		_, err := AuditOf(code(text))
		var flow *FlowError
		require.ErrorAs(t, err, &flow, text)
		assert.ErrorContains(t, err, want)
	}
	_, err := AuditOf(nil)
	assert.EqualError(t, err, "machine code, instruction 0: the kernel ends before it")
}

func TestLocalOf(t *testing.T) {
	word := Accesses{Loads: 1, LoadBytes: 4, Stores: 1, StoreBytes: 4}
	for name, c := range map[string]struct {
		code string
		want Local
	}{
		"none":   {"LDG; STG; EXIT", Local{}},
		"widths": {"LDL.64; LDL.LU.128; LDL.U8; STL.S16; STL; EXIT", Local{Outside: Accesses{Loads: 3, LoadBytes: 25, Stores: 2, StoreBytes: 6}}},
		"a loop behind its guard": {"STL; LDL; @BRA 6; STL; LDL; @BRA 3; STL; EXIT",
			Local{Outside: Accesses{Loads: 1, LoadBytes: 4, Stores: 2, StoreBytes: 8}, PerTrip: word}},
		"a loop of two blocks": {"STL; LDL; @BRA 4; BRA 0; EXIT", Local{PerTrip: word}},
		"a branch beside":      {"STL; @BRA 3; A; LDL; @BRA 0; EXIT", Local{PerTrip: word}},
	} {
		l, err := LocalOf(code(c.code))
		require.NoError(t, err, name)
		assert.Equal(t, c.want, l, name)
	}
}

func TestLocalOfSaysWhyItVaries(t *testing.T) {
	for text, want := range map[string]string{
		"@STL; EXIT":                   "a predicate guards an access",
		"@BRA 2; STL; EXIT":            "some threads pass an access outside of the loops by",
		"@EXIT; STL; EXIT":             "some threads pass an access outside of the loops by",
		"@BRA 2; STL; @BRA 0; EXIT":    "some trips pass an access by",
		"A; @BRA 4; LDL; BRA 0; EXIT":  "some trips pass an access by",
		"STL; @BRA 0; A; @BRA 2; EXIT": "the kernel has 2 loops",
		"CALL; EXIT":                   "the kernel calls a subroutine",
	} {
		_, err := LocalOf(code(text))
		var varies *VariesError
		require.ErrorAs(t, err, &varies, text)
		assert.Equal(t, want, varies.Reason, text)
	}
}

func TestCountsRefuseATextThatIsNone(t *testing.T) {
	for _, bad := range []string{"FFMA", "FFMA=0", "FFMA=x", "=1", "A=1 A=2"} {
		var c Counts
		assert.ErrorContains(t, c.UnmarshalText([]byte(bad)), "want each opcode once, as in FFMA=1024", bad)
	}
}

// Whatever the jumps, each instruction is counted at most once, and running the
// kernel meets local memory as often as LocalOf says.
func TestLocalOfAgreesWithRunningTheCode(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := code(strings.Repeat("NOP; ", 11) + "EXIT")
		for i := range c[:11] {
			switch rapid.IntRange(0, 5).Draw(t, "kind") {
			case 0:
				c[i] = Instruction{Opcode: "STL"}
			case 1:
				c[i] = Instruction{Opcode: "BRA", Guarded: rapid.Bool().Draw(t, "guarded"), Flow: Jump, Target: rapid.IntRange(0, 11).Draw(t, "to")}
			}
		}
		a, err := AuditOf(c)
		if flow := (*FlowError)(nil); errors.As(err, &flow) {
			return
		}
		counted := 0
		for _, part := range append(a.Loops, a.Outside) {
			for _, n := range part {
				counted += n
			}
		}
		require.LessOrEqual(t, counted, len(c))
		l, err := LocalOf(c)
		if err != nil {
			return
		}
		stores, trips, ended := walk(t, c)
		if ended {
			require.Equal(t, l.Outside.Stores+trips*l.PerTrip.Stores, stores)
		}
	})
}

// walk runs code with random choices, and counts stores and how often the header of
// the first loop is met.
func walk(t *rapid.T, c Code) (stores, trips int, ended bool) {
	g, err := newGraph(c)
	require.NoError(t, err)
	loops, err := g.loops()
	require.NoError(t, err)
	header := -1
	if len(loops) == 1 {
		header = g[loops[0].header].start
	}
	for i, steps := 0, 0; steps < 1000; steps++ {
		if i == header {
			trips++
		}
		if c[i].Opcode == "STL" {
			stores++
		}
		if c[i].Flow == End {
			return stores, trips, true
		}
		next := c[i].successors(i)
		i = next[rapid.IntRange(0, len(next)-1).Draw(t, "way")]
	}
	return 0, 0, false
}
