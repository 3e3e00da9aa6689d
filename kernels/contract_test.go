package kernels

import (
	"errors"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ridgeline/kernels/sass"
)

func contract(t *testing.T, text string) Contract {
	t.Helper()
	var c Contract
	require.NoError(t, c.UnmarshalText([]byte(text)), text)
	assert.Equal(t, text, c.String())
	return c
}

func TestContractCovers(t *testing.T) {
	for _, c := range []struct {
		contract, symbol, machine string
		want                      bool
	}{
		{": loop FFMA=1", "k", "sm_70", true},
		{"k_[12]: loop FFMA=1", "k_2", "sm_70", true},
		{"k_[12]: loop FFMA=1", "k_4", "sm_70", false},
		{"sm_80: loop FFMA=1", "k", "sm_80", true},
		{"sm_80: loop FFMA=1", "k", "sm_86", false},
		{"sm_80+: loop FFMA=1", "k", "sm_121", true},
		{"sm_80+: loop FFMA=1", "k", "sm_75", false},
		{"sm_75-sm_89: loop FFMA=1", "k", "sm_75", true},
		{"sm_75-sm_89: loop FFMA=1", "k", "sm_89", true},
		{"sm_75-sm_89: loop FFMA=1", "k", "sm_90a", false},
		{"k* sm_70 sm_90+: loop FFMA=1", "kernel", "sm_90a", true},
		{"k* sm_70 sm_90+: loop FFMA=1", "kernel", "sm_80", false},
		{"k* sm_70: loop FFMA=1", "other", "sm_70", false},
	} {
		assert.Equal(t, c.want, contract(t, c.contract).covers(c.symbol, c.machine), "%v", c)
	}
}

func TestReadSourceTakesContracts(t *testing.T) {
	const head = "// targets: plain\n// registers: 9\n"
	read := func(lines string) (Source, error) {
		return ReadSource(fstest.MapFS{"a/a.cu": file(head + lines)}, "a/a.cu")
	}
	s, err := read("// contract: loop FFMA=4; never LDG\n// contract k_* sm_80+: code BAR>=1\n// contracted: no\n// contract without a colon\n")
	require.NoError(t, err)
	assert.Equal(t, []Contract{contract(t, ": loop FFMA=4; never LDG"), contract(t, "k_* sm_80+: code BAR>=1")}, s.Contracts)

	for line, want := range map[string]string{
		"// contract: loop":               `header line "// contract: loop": clause "loop": want`,
		"// contract k_* l_*: loop A=1":   `"l_*": want one pattern of entries such as fma_*_chains8`,
		"// contract k_[: loop A=1":       `"k_[": want one pattern of entries`,
		"// contract sm_80-: loop A=1":    `"sm_80-" is none of sm_80, sm_80+ and sm_75-sm_89`,
		"// contract sm_9-sm_8: loop A=1": `"sm_9" is no target`,
		"// contract sm_90-sm_80: loop A": `"sm_90-sm_80" does not rise`,
	} {
		_, err := read(line + "\n")
		assert.ErrorContains(t, err, want, line)
	}
}

func TestCheckContracts(t *testing.T) {
	looped := sass.Audit{Outside: sass.Counts{"STG.E": 1}, Loops: []sass.Counts{{"FFMA": 4}}}
	spilled := sass.Audit{Outside: sass.Counts{"STL": 1}, Loops: []sass.Counts{{"FFMA": 4}}}
	check := func(audit sass.Audit, build Build, contracts ...string) string {
		m := Module{Source: "a/a.cu", Entries: []Entry{{
			Symbol: "k", Builds: map[string]Build{"sm_80": build}, Audits: []Audit{{Targets: []string{"sm_80"}, Audit: audit}},
		}}}
		for _, text := range contracts {
			m.Contracts = append(m.Contracts, contract(t, text))
		}
		err := errors.Join(Manifest{Modules: []Module{m}}.CheckContracts()...)
		if err == nil {
			return ""
		}
		return err.Error()
	}
	assert.Empty(t, check(looped, Build{}, ": loop FFMA=4"))
	assert.Empty(t, check(spilled, Build{StackBytes: 8}, ": loop FFMA=4"), "it has local memory")
	assert.Equal(t, `kernels/a/a.cu: k on sm_80: contract "never LDL STL": 1 STL`, check(spilled, Build{}, ": loop FFMA=4"))
	assert.Equal(t, `kernels/a/a.cu: k on sm_80: contract "loop FFMA=5": loop 1 has 4 FFMA`, check(looped, Build{}, ": loop FFMA=5"))
	const none = `kernels/a/a.cu: k on sm_80: no line "// contract: ..." of the header names an instruction that it must have`
	assert.Equal(t, none, check(looped, Build{}))
	assert.Equal(t, none, check(looped, Build{}, ": never LDG"))
	assert.Equal(t, `kernels/a/a.cu: contract "l: loop FFMA=5": it is for no entry on any target`,
		check(looped, Build{}, ": loop FFMA=4", "l: loop FFMA=5"))

	unread := Manifest{Modules: []Module{{Source: "a/a.cu", Entries: []Entry{{Symbol: "k", Builds: map[string]Build{"sm_80": {}}}}}}}
	assert.EqualError(t, errors.Join(unread.CheckContracts()...), "kernels/a/a.cu: k on sm_80: its machine code has not been read")
}

// Every kernel of the suite is proved on every target.
func TestTheSuiteKeepsItsContracts(t *testing.T) {
	l, err := Load()
	require.NoError(t, err)
	require.NoError(t, errors.Join(l.manifest.CheckContracts()...))
	for _, m := range l.Modules() {
		for _, e := range m.Entries {
			for machine := range e.Builds {
				assert.NotEmpty(t, m.Contract(e, machine), "%s %s", e.Symbol, machine)
			}
		}
	}
}
