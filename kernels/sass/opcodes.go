package sass

import (
	"cmp"
	_ "embed"
	"encoding/json"
	"fmt"
	"maps"
	"math/bits"
	"slices"
)

// Table says by which bits an instruction is known. It is learnt from instructions
// whose opcodes a disassembler has told: of all that it saw of one opcode, the bits
// that were the same. What it has not seen it does not know.
type Table struct {
	patterns map[key][]mask
}

// key is the major compute capability, and the twelve bits of an instruction that
// tell the operation and the kinds of its operands.
type key struct {
	major     int
	operation uint16
}

// mask is an opcode and bits that all of its instructions had.
type mask struct {
	opcode     string
	bits, want Word
}

// unheeded are bits that never belong to the opcode: the predicate that guards the
// instruction, the register it writes, and what steers its issue (Jia et al.,
// Dissecting the NVIDIA Turing T4 GPU via Microbenchmarking, 2019, §2).
var unheeded = Word{0xf<<12 | 0xff<<16, 1<<64 - 1<<(105-64)}

func keyOf(capability int, w Word) key { return key{capability / 10, uint16(w.Low & 0xfff)} }

func (m mask) matches(w Word) bool {
	return w.Low&m.bits.Low == m.want.Low && w.High&m.bits.High == m.want.High
}

func (m mask) size() int { return bits.OnesCount64(m.bits.Low) + bits.OnesCount64(m.bits.High) }

// Opcode names an instruction: of all opcodes whose bits it has, the one that asks
// for the most, as MOV is a special case of IMAD. It is false where it knows none.
func (t Table) Opcode(capability int, w Word) (string, bool) {
	var best mask
	for _, m := range t.patterns[keyOf(capability, w)] {
		if m.matches(w) && (best.opcode == "" || m.size() > best.size()) {
			best = m
		}
	}
	return best.opcode, best.opcode != ""
}

// Sample is an instruction and its opcode.
type Sample struct {
	Capability int
	Word       Word
	Opcode     string
}

// Learn gives a table that knows these instructions too. Their order does not
// matter.
func (t Table) Learn(samples []Sample) Table {
	learnt := Table{map[key][]mask{}}
	for k, list := range t.patterns {
		learnt.patterns[k] = slices.Clone(list)
	}
	for _, s := range samples {
		k := keyOf(s.Capability, s.Word)
		list := learnt.patterns[k]
		i := slices.IndexFunc(list, func(m mask) bool { return m.opcode == s.Opcode })
		if i < 0 {
			i = len(list)
			list = append(list, mask{s.Opcode, Word{^unheeded.Low, ^unheeded.High}, s.Word})
		}
		m := &list[i]
		m.bits.Low &^= m.want.Low ^ s.Word.Low
		m.bits.High &^= m.want.High ^ s.Word.High
		m.want.Low &= m.bits.Low
		m.want.High &= m.bits.High
		learnt.patterns[k] = list
	}
	for _, list := range learnt.patterns {
		slices.SortFunc(list, func(a, b mask) int { return cmp.Compare(a.opcode, b.opcode) })
	}
	return learnt
}

// MarshalJSON writes a list of lines for each major compute capability: the twelve
// bits, the opcode, the bits that count and their values, in hexadecimal.
func (t Table) MarshalJSON() ([]byte, error) {
	lines := map[int][]string{}
	for k, list := range t.patterns {
		for _, m := range list {
			lines[k.major] = append(lines[k.major], fmt.Sprintf("%03x %s %016x%016x %016x%016x",
				k.operation, m.opcode, m.bits.High, m.bits.Low, m.want.High, m.want.Low))
		}
	}
	for major := range maps.Keys(lines) {
		slices.Sort(lines[major])
	}
	return json.Marshal(lines)
}

// UnmarshalJSON reads them.
func (t *Table) UnmarshalJSON(text []byte) error {
	var lines map[int][]string
	if err := json.Unmarshal(text, &lines); err != nil {
		return err
	}
	t.patterns = map[key][]mask{}
	for major, list := range lines {
		for _, line := range list {
			k, m := key{major: major}, mask{}
			_, err := fmt.Sscanf(line, "%03x %s %016x%016x %016x%016x",
				&k.operation, &m.opcode, &m.bits.High, &m.bits.Low, &m.want.High, &m.want.Low)
			if err != nil {
				return fmt.Errorf("table of opcodes: %q: %w", line, err)
			}
			t.patterns[k] = append(t.patterns[k], m)
		}
	}
	return nil
}

//go:embed opcodes.json
var embeddedTable []byte

// Opcodes gives the table that was learnt from the kernels of the suite.
func Opcodes() (Table, error) {
	var t Table
	err := json.Unmarshal(embeddedTable, &t)
	return t, err
}
