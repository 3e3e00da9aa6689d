package cuda

// InstructionCounters is what one instruction of a kernel did in a launch.
type InstructionCounters struct {
	Line   int    // of the PTX, from 1
	Source string // "file:line" of the source; "" where the compiler left no .loc
	Text   string // as written
	Counters
}
