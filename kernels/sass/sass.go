// Package sass says what the machine code of a kernel holds: which instructions,
// how many of them in each loop, and what they do with local memory. Its input is
// a list of instructions with their opcodes and jumps, whoever has decoded them.
package sass

import (
	"fmt"
	"strings"
)

// Instruction is a machine instruction.
type Instruction struct {
	Opcode  string // with its modifiers, such as "LDG.E.128.CONSTANT"
	Guarded bool   // a predicate decides in each thread whether it is executed
	Flow    Flow
	Target  int // index of the instruction that it may go to, of Jump and Branch
}

// Flow is where an instruction goes.
type Flow int

const (
	Next   Flow = iota // to the one behind it
	Jump               // to its target; where it is guarded, or to the one behind it
	Branch             // to its target or to the one behind it
	End                // nowhere; where it is guarded, or to the one behind it
	Call               // to a subroutine, which is not followed, and to the one behind it
	Lost               // to where a register says
)

// Code is the machine code of one kernel, from its first instruction on.
type Code []Instruction

// FlowError says that a jump of a kernel cannot be followed.
type FlowError struct {
	Index  int // of the instruction
	Opcode string
	Reason string
}

func (e *FlowError) Error() string {
	return fmt.Sprintf("machine code, instruction %d: %s", e.Index, strings.TrimSpace(e.Opcode+" "+e.Reason))
}

// base is an opcode without its modifiers.
func base(opcode string) string {
	name, _, _ := strings.Cut(opcode, ".")
	return name
}
