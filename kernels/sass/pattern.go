package sass

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// Pattern stands for the opcodes that have its name and, in any order, each of its
// modifiers: "LDG.128" for LDG.E.128.CONSTANT. The modifier 32 is that of an
// opcode which names no width. A "$" at the end admits no other modifier:
// "IMAD$" is IMAD, and not IMAD.MOV.U32.
type Pattern string

var patternText = regexp.MustCompile(`^[A-Z][A-Z0-9]*(\.[A-Z0-9_]+)*\$?$`)

func parsePattern(text string) (Pattern, error) {
	if !patternText.MatchString(text) {
		return "", fmt.Errorf("%q is no opcode such as FFMA, LDG.128 or IMAD$", text)
	}
	return Pattern(text), nil
}

// widths are the modifiers that say how much a load or store moves.
func widths() []string { return []string{"U8", "S8", "U16", "S16", "64", "96", "128", "256"} }

// Matches tells whether the pattern stands for an opcode.
func (p Pattern) Matches(opcode string) bool {
	text, exact := strings.CutSuffix(string(p), "$")
	want, have := strings.Split(text, "."), strings.Split(opcode, ".")
	if want[0] != have[0] || exact && len(want) != len(have) {
		return false
	}
	for _, modifier := range want[1:] {
		wide := slices.ContainsFunc(have, func(m string) bool { return slices.Contains(widths(), m) })
		if !slices.Contains(have[1:], modifier) && (modifier != "32" || wide) {
			return false
		}
	}
	return true
}

// Of is how many instructions the pattern stands for.
func (c Counts) Of(p Pattern) int {
	sum := 0
	for opcode, n := range c {
		if p.Matches(opcode) {
			sum += n
		}
	}
	return sum
}
