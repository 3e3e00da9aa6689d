package exec

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ridgeline/cuda"
)

// formsHead declares what the instructions of testdata/forms.txt name.
const formsHead = `.version 9.0
.target sm_100a
.address_size 64
.const .b32 c[4] = {1, 2, 3, 4};
.visible .entry k(.param .u64 n)
{
.reg .pred p<4>; .reg .b8 b<4>; .reg .b16 h<8>; .reg .b32 r<16>; .reg .b64 d<16>; .reg .b128 x<4>;
.shared .align 128 .b8 s[1024]; .local .align 16 .b8 l[64];
`

// headOf is formsHead for the target that has an instruction.
func headOf(line string) string { return strings.Replace(formsHead, "sm_100a", targetOf(line), 1) }

func targetOf(line string) string {
	if strings.HasPrefix(line, "wgmma") {
		return "sm_90a"
	}
	return "sm_100a"
}

// form is an instruction of the list.
type form struct {
	text     string
	executed bool
}

// readForms gives the instructions of testdata/forms.txt. A line stands for all
// that its alternatives, as in <a|b>, make; one that begins with "- " is not
// executed.
func readForms(t testing.TB) (all []form) {
	text, err := os.ReadFile("testdata/forms.txt")
	require.NoError(t, err)
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		pattern, refused := strings.CutPrefix(line, "- ")
		for _, text := range alternatives(pattern) {
			all = append(all, form{text, !refused})
		}
	}
	require.Greater(t, len(all), 2000)
	return all
}

var choice = regexp.MustCompile(`<([^<>]*)>`)

func alternatives(pattern string) (all []string) {
	at := choice.FindStringSubmatchIndex(pattern)
	if at == nil {
		return []string{pattern}
	}
	for a := range strings.SplitSeq(pattern[at[2]:at[3]], "|") {
		all = append(all, alternatives(pattern[:at[0]]+a+pattern[at[1]:])...)
	}
	return all
}

// Every form that the assembler takes is decoded, or refused by its name.
func TestForms(t *testing.T) {
	for _, f := range readForms(t) {
		_, err := compileText(headOf(f.text) + f.text + ";\nret;\n}\n")
		if f.executed {
			assert.NoError(t, err)
			continue
		}
		e := &cuda.Error{}
		if assert.ErrorAs(t, err, &e, f.text) {
			assert.Equal(t, cuda.Unsupported, e.Kind, "%v", err)
			assert.Contains(t, e.Detail, f.text)
			assert.Equal(t, 9, e.Line)
		}
	}
}

// The documentation lists what is left out.
func TestFormsLeftOutAreDocumented(t *testing.T) {
	doc, err := os.ReadFile("../../../docs/virtual-gpu.md")
	require.NoError(t, err)
	packed := regexp.MustCompile(`^(v[a-z]+)[24]$`)
	for _, f := range readForms(t) {
		if f.executed {
			continue
		}
		opcode, _, _ := strings.Cut(f.text, ".")
		if m := packed.FindStringSubmatch(opcode); m != nil && m[1] != "vavrg" {
			opcode = m[1]
		}
		assert.Contains(t, string(doc), "`"+opcode, f.text)
	}
}
