// Package exec runs PTX functionally: whole grids at full speed with counters,
// or one warp instruction at a time for a timing model.
//
// A warp is vectorised: an instruction is decoded once and executed for all of
// its active lanes. Divergent lanes keep their own program counters; the group
// at the one of the lowest rank (program.rank) runs, with fairness against starvation. The results are
// exact for all that the PTX ISA defines; approximate functions return the
// correctly rounded value.
//
// Where the ISA leaves a result open, it is fixed: an integer division by zero
// gives all ones and its remainder the dividend, a shuffle from a lane that
// does not take part gives what its register holds, registers and shared memory
// begin as zeros, and atomic operations go in the order of lanes. Tensor
// instructions add up as the hardware of the launch's compute capability was
// found to (tensor.go), wmma fragments lie as those of mma do, and asynchronous
// copies arrive at the wait for them and no sooner. Instructions of the whole
// warp are an error where a lane does not take part.
//
// What is counted: instructions are those of the PTX, and a lane whose guard is
// false has not executed one, branches apart. Pipes count machine instructions,
// by the expansion table in costs.go. A form is added in the file of its
// family: a builder that checks modifiers and operands, and a function over the
// lanes, or of one lane where speed does not matter.
package exec
