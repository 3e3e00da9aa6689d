package sass

import "fmt"

// Unknown is the opcode of an instruction that a table does not know.
const Unknown = "?"

// Decode names the instructions of an entry and finds where they go. Those that the
// table does not know have the opcode Unknown, and are taken to go on.
func (t Table) Decode(capability int, text Text) (code Code, unknown int) {
	code = make(Code, len(text.Words))
	for i, w := range text.Words {
		in := &code[i]
		in.Guarded = w.Low>>12&0xf != alwaysTrue
		name, ok := t.Opcode(capability, w)
		if !ok {
			in.Opcode = Unknown
			unknown++
			continue
		}
		in.Opcode = name
		in.follow(capability, i, w, text)
	}
	return code, unknown
}

// alwaysTrue is the predicate PT.
const alwaysTrue = 7

// follow says where an instruction goes. Others than these bring threads together
// and go on.
func (in *Instruction) follow(capability, index int, w Word, text Text) {
	switch base(in.Opcode) {
	case "EXIT", "KILL":
		in.Flow = End
	case "BRX", "BRXU", "JMP", "JMX", "JMXU", "RET":
		in.Flow = Lost
	case "CALL":
		in.Flow, in.Target = Jump, target(capability, index, w)
		if text.Subroutines[in.Target] {
			in.Flow, in.Target = Call, 0
		}
	case "BRA":
		in.Flow, in.Target = Jump, target(capability, index, w)
		second := w.High >> (87 - 64) & 0xf // a predicate among the operands
		if in.Opcode != "BRA" || second != alwaysTrue {
			in.Flow = Branch
		}
	}
}

// target is the instruction that a jump goes to. Its distance from the next one,
// in units of 4 bytes, has 48 bits from bit 34 on; since Hopper 8 more at bit 16,
// below those.
func target(capability, index int, w Word) int {
	distance := int64(w.Low>>34|w.High<<30) << 16 >> 16
	if capability >= hopper {
		distance = distance<<8 | int64(w.Low>>16&0xff)
	}
	return index + 1 + int(distance/(wordBytes/4))
}

const hopper = 90

// UnknownError says that a table does not know some instructions.
type UnknownError struct {
	Entry      string
	Capability int
	Count, Of  int // instructions
}

func (e *UnknownError) Error() string {
	return fmt.Sprintf("machine code of %s for compute capability %d.%d: %d of %d instructions are not in the table of opcodes",
		e.Entry, e.Capability/10, e.Capability%10, e.Count, e.Of)
}
