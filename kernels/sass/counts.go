package sass

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Counts is how many instructions there are of each opcode. Its text is
// "BRA=1 FFMA=1024", in alphabetical order.
type Counts map[string]int

// MarshalText writes the text.
func (c Counts) MarshalText() ([]byte, error) {
	var words []string
	for _, opcode := range slices.Sorted(maps.Keys(c)) {
		words = append(words, fmt.Sprintf("%s=%d", opcode, c[opcode]))
	}
	return []byte(strings.Join(words, " ")), nil
}

// UnmarshalText reads it.
func (c *Counts) UnmarshalText(text []byte) error {
	*c = Counts{}
	for word := range strings.FieldsSeq(string(text)) {
		opcode, digits, _ := strings.Cut(word, "=")
		n, err := strconv.Atoi(digits)
		if err != nil || n < 1 || opcode == "" || (*c)[opcode] != 0 {
			return fmt.Errorf("counts of opcodes: %q: want each opcode once, as in FFMA=1024", word)
		}
		(*c)[opcode] = n
	}
	return nil
}

// add counts instructions.
func (c Counts) add(code Code) {
	for _, in := range code {
		c[in.Opcode]++
	}
}
