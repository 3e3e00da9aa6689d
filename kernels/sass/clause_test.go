package sass

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestPatternMatches(t *testing.T) {
	for _, c := range []struct {
		pattern Pattern
		opcode  string
		want    bool
	}{
		{"FFMA", "FFMA", true}, {"FFMA", "FFMA2", false}, {"FFMA", "FFMA.FTZ", true}, {"FFMA2", "FFMA", false},
		{"LDG", "LDG.E.128.CONSTANT.SYS", true}, {"LDG.128", "LDG.E.128.CONSTANT", true}, {"LDG.128", "LDG.E.64", false},
		{"LDG.128.E", "LDG.E.128", true}, {"LDG.32", "LDG.E.CONSTANT", true}, {"LDG.32", "LDG.E.64", false},
		{"LDG.32", "LDG.E.U8", false}, {"LDS.32", "LDS.U", true}, {"LDS.64", "LDS.U.64", true}, {"LD", "LDG.E", false},
		{"HMMA.884.F32", "HMMA.884.F32.F32.STEP0", true}, {"HMMA.16816", "HMMA.1688.F32", false},
		{"IMAD", "IMAD.MOV.U32", true}, {"IMAD$", "IMAD.MOV.U32", false}, {"IMAD$", "IMAD", true},
		{"LDG.E$", "LDG.E", true}, {"LDG.E$", "LDG.E.64", false},
	} {
		assert.Equal(t, c.want, c.pattern.Matches(c.opcode), "%s %s", c.pattern, c.opcode)
	}
}

func TestBreach(t *testing.T) {
	a := Audit{
		Outside: Counts{"LDG.E": 1, "EXIT": 1},
		Loops:   []Counts{{"FFMA": 1024, "BRA": 1}, {"LDG.E.128": 4, "BRA": 1}},
	}
	for clause, want := range map[string]string{
		"loop FFMA=1024":         "",
		"loop FFMA>=1000 LDG=0":  "",
		"loop FFMA=512":          "loop 1 has 1024 FFMA, loop 2 has 0 FFMA",
		"loop FFMA=1024 LDG=4":   "loop 1 has 0 LDG, loop 2 has 0 FFMA",
		"loop FFMA=3 LDG=5":      "loop 1 has 1024 FFMA and 0 LDG, loop 2 has 0 FFMA and 4 LDG",
		"loop BRA=1":             "2 of 2 loops do",
		"outside LDG.32=1 LDG=1": "",
		"outside FFMA=1":         "0 FFMA",
		"code LDG=5 FFMA=1024":   "",
		"code LDG=4":             "5 LDG",
		"code FFMA>=1025":        "1024 FFMA",
		"never LDL STL":          "",
		"never FFMA BRA":         "1024 FFMA and 2 BRA",
	} {
		clauses, err := ParseClauses(clause)
		require.NoError(t, err, clause)
		require.Len(t, clauses, 1)
		assert.Equal(t, clause, clauses[0].String())
		assert.Equal(t, want, a.Breach(clauses[0]), clause)
	}
	loop, err := ParseClauses("loop FFMA=1")
	require.NoError(t, err)
	assert.Equal(t, "the kernel has no loop", Audit{}.Breach(loop[0]))
}

func TestProves(t *testing.T) {
	for text, want := range map[string]bool{"loop FFMA=1": true, "loop FFMA=0": false, "never LDL": false, "code A=0 B>=1": true} {
		clauses, err := ParseClauses(text)
		require.NoError(t, err)
		assert.Equal(t, want, clauses[0].Proves(), text)
	}
}

func TestParseClausesRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"":                      `clause "": want "loop", "outside", "code" or "never", and opcodes`,
		"loop":                  `clause "loop": want "loop"`,
		"loops FFMA=1":          `"loops" is not "loop", "outside", "code" or "never"`,
		"loop FFMA=1; ":         `clause "": want`,
		"loop FFMA":             `"FFMA" is no demand such as FFMA=1024 or LDG.128>=4`,
		"loop FFMA=-1":          `"FFMA=-1" is no demand`,
		"loop FFMA=many":        `"FFMA=many" is no demand`,
		"loop ffma=1":           `"ffma" is no opcode such as FFMA, LDG.128 or IMAD$`,
		"loop FFMA.=1":          `"FFMA." is no opcode`,
		"never FFMA=0":          `"FFMA=0" is no opcode`,
		"loop FFMA=1 never LDL": `"never" is no demand`,
	} {
		_, err := ParseClauses(text)
		assert.ErrorContains(t, err, want, text)
	}
}

func FuzzParseClauses(f *testing.F) {
	f.Add("loop FFMA=1024 LDG.128>=4; never LDL STL; code IMAD$=3")
	f.Fuzz(func(t *testing.T, text string) {
		clauses, err := ParseClauses(text)
		if err != nil {
			return
		}
		for _, c := range clauses {
			again, err := ParseClauses(c.String())
			require.NoError(t, err)
			assert.Equal(t, []Clause{c}, again)
			Audit{}.Breach(c)
		}
	})
}
