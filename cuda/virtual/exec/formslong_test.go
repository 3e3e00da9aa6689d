//go:build long

// Tests against the assembler of the CUDA toolkit, which take a minute:
//
//	go test -tags long ./cuda/virtual/exec -run Assembler
//
// They fail, and do not pass silently, where .tools/cuda has no assembler.

package exec

import (
	"errors"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ridgeline/cuda"
)

var (
	complaint = regexp.MustCompile(`line (\d+); (?:error|fatal)\s*:\s*(.*)`)
	// narrowAddress is a warning at first, and an error of the whole file later.
	narrowAddress = regexp.MustCompile(`32-bit address on line '(\d+)'`)
)

// refusals asks the assembler about instructions, and gives what it says of
// those that it refuses, by their index. As one error may hide another, it is
// asked again about the rest until it takes them all.
func refusals(t *testing.T, lines []string) map[int]string {
	refused := map[int]string{}
	for {
		var left []int
		for i := range lines {
			if _, bad := refused[i]; !bad {
				left = append(left, i)
			}
		}
		known := len(refused)
		for _, target := range []string{"sm_90a", "sm_100a"} {
			var text []string
			var of []int
			for _, i := range left {
				if targetOf(lines[i]) == target {
					text, of = append(text, lines[i]), append(of, i)
				}
			}
			for k, said := range complaints(t, target, text) {
				refused[of[k]] = said
			}
		}
		if len(refused) == known {
			return refused
		}
	}
}

// complaints is what the assembler says of a kernel with these instructions.
func complaints(t *testing.T, target string, lines []string) map[int]string {
	paths, err := filepath.Glob("../../../.tools/cuda/lib/python3.*/site-packages/nvidia/cu13/bin/ptxas")
	require.NoError(t, err)
	require.NotEmpty(t, paths, "no ptxas under .tools/cuda")
	file := filepath.Join(t.TempDir(), "forms.ptx")
	if len(lines) == 0 {
		return nil
	}
	text := headOf(lines[0]) + strings.Join(lines, ";\n") + ";\nret;\n}\n"
	require.NoError(t, os.WriteFile(file, []byte(text), 0o600))
	said, err := exec.Command(paths[0], "-arch="+target, file, "-o", os.DevNull).CombinedOutput()
	all := map[int]string{}
	first := strings.Count(formsHead, "\n") + 1
	for _, m := range complaint.FindAllStringSubmatch(string(said), -1) {
		line, _ := strconv.Atoi(m[1])
		all[line-first] = m[2]
	}
	for _, m := range narrowAddress.FindAllStringSubmatch(string(said), -1) {
		line, _ := strconv.Atoi(m[1])
		all[line-first] = "a 32-bit address"
	}
	require.Equal(t, err != nil, len(all) > 0, "%s", said)
	return all
}

// The assembler takes every form of the list.
func TestFormsOfAssembler(t *testing.T) {
	var lines []string
	for _, f := range readForms(t) {
		lines = append(lines, f.text)
	}
	for i, said := range refusals(t, lines) {
		t.Errorf("%s: %s", lines[i], said)
	}
}

var (
	// stricter is where we refuse, on purpose, what the assembler takes: it passes
	// over modifiers that mean nothing there, and cuts a 128-bit register.
	stricter = regexp.MustCompile(`\.(infinite|finite|number|notanumber|normal|subnormal|pred)\b||[, ]x\d\b|^bar\.any|^(getctarank|setmaxnreg).*\.s32|^rcp\.r.\.ftz\.f64`)
	// laxer is where we take what it refuses: operands of hints, an order of
	// modifiers, matrices without .aligned.
	laxer = regexp.MustCompile(`^(createpolicy|ldmatrix|stmatrix|movmatrix|cp\.c[ag]\.async|barrier\.red.*\.cta|mad\.sat)`)
)

// Instructions with parts exchanged are taken, or refused, by both.
func TestMutantsOfAssembler(t *testing.T) {
	seed := uint64(1)
	if s := os.Getenv("RIDGELINE_MUTANT_SEED"); s != "" {
		seed, _ = strconv.ParseUint(s, 10, 64)
	}
	rnd := rand.New(rand.NewPCG(seed, 2))
	forms := readForms(t)
	for range 4 {
		var lines []string
		for range 2000 {
			lines = append(lines, mutant(rnd, forms))
		}
		refused := refusals(t, lines)
		for i, line := range lines {
			_, err := compileText(headOf(line) + line + ";\nret;\n}\n")
			e, _ := errors.AsType[*cuda.Error](err)
			said, bad := refused[i]
			switch {
			case e != nil && e.Kind == cuda.Unsupported:
			case bad && err == nil && !laxer.MatchString(line):
				t.Errorf("taken: %s: %s", line, said)
			case !bad && err != nil && !stricter.MatchString(line):
				assert.NoError(t, err, "refused: %s", line)
			}
		}
	}
}

// mutant exchanges, drops or doubles one modifier of a form.
func mutant(rnd *rand.Rand, forms []form) string {
	line := forms[rnd.IntN(len(forms))].text
	head, rest, _ := strings.Cut(line, " ")
	parts := strings.Split(head, ".")
	other := strings.Split(strings.Fields(forms[rnd.IntN(len(forms))].text)[0], ".")
	if len(parts) < 2 {
		return line
	}
	at := 1 + rnd.IntN(len(parts)-1)
	switch rnd.IntN(3) {
	case 0:
		parts = append(parts[:at:at], parts[at+1:]...)
	case 1:
		parts[at] = other[rnd.IntN(len(other))]
	default:
		parts = append(parts[:at:at], append([]string{other[rnd.IntN(len(other))]}, parts[at:]...)...)
	}
	return strings.Join(parts, ".") + " " + rest
}
