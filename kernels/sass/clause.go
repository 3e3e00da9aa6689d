package sass

import (
	"fmt"
	"strconv"
	"strings"
)

// Clause is a demand on the machine code of a kernel: how many instructions of
// some opcodes it has, and where. Its text is "loop FFMA=1024 LDG.128>=4" or
// "never LDL STL".
type Clause struct {
	Where   Where
	Demands []Demand
}

// Where is the part of a kernel that a clause speaks of.
type Where string

const (
	InLoop  Where = "loop"    // just one loop of the kernel, what is in an inner one left out
	Outside Where = "outside" // of all loops
	InCode  Where = "code"    // the whole kernel
	Never   Where = "never"   // the whole kernel has none
)

// Demand is a number of instructions.
type Demand struct {
	Opcode Pattern
	Count  int
	OrMore bool
}

func (d Demand) String() string {
	if d.OrMore {
		return fmt.Sprintf("%s>=%d", d.Opcode, d.Count)
	}
	return fmt.Sprintf("%s=%d", d.Opcode, d.Count)
}

func (d Demand) met(c Counts) bool {
	n := c.Of(d.Opcode)
	return n == d.Count || d.OrMore && n > d.Count
}

// ParseClauses reads clauses that semicolons separate.
func ParseClauses(text string) ([]Clause, error) {
	var clauses []Clause
	for part := range strings.SplitSeq(text, ";") {
		c, err := parseClause(strings.Fields(part))
		if err != nil {
			return nil, fmt.Errorf("clause %q: %w", strings.TrimSpace(part), err)
		}
		clauses = append(clauses, c)
	}
	return clauses, nil
}

func parseClause(words []string) (Clause, error) {
	if len(words) < 2 {
		return Clause{}, fmt.Errorf(`want "loop", "outside", "code" or "never", and opcodes`)
	}
	c := Clause{Where: Where(words[0])}
	parse := parseDemand
	switch c.Where {
	case InLoop, Outside, InCode:
	case Never:
		parse = func(word string) (d Demand, err error) {
			d.Opcode, err = parsePattern(word)
			return d, err
		}
	default:
		return Clause{}, fmt.Errorf(`%q is not "loop", "outside", "code" or "never"`, words[0])
	}
	for _, word := range words[1:] {
		d, err := parse(word)
		if err != nil {
			return Clause{}, err
		}
		c.Demands = append(c.Demands, d)
	}
	return c, nil
}

func parseDemand(word string) (d Demand, err error) {
	opcode, digits, ok := strings.Cut(word, "=")
	opcode, d.OrMore = strings.CutSuffix(opcode, ">")
	if d.Count, err = strconv.Atoi(digits); !ok || err != nil || d.Count < 0 {
		return d, fmt.Errorf("%q is no demand such as FFMA=1024 or LDG.128>=4", word)
	}
	d.Opcode, err = parsePattern(opcode)
	return d, err
}

func (c Clause) String() string {
	words := []string{string(c.Where)}
	for _, d := range c.Demands {
		if c.Where == Never {
			words = append(words, string(d.Opcode))
		} else {
			words = append(words, d.String())
		}
	}
	return strings.Join(words, " ")
}

// Proves tells whether the clause asks for an instruction to be there.
func (c Clause) Proves() bool {
	for _, d := range c.Demands {
		if d.Count > 0 {
			return true
		}
	}
	return false
}
