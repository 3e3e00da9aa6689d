// Package exec runs PTX functionally: whole grids at full speed with counters,
// or one warp instruction at a time for a timing model.
//
// A warp is vectorised: an instruction is decoded once and executed for all of
// its active lanes. Divergent lanes keep their own program counters; the group
// at the lowest one runs, with fairness against starvation. The results are
// exact for all that the PTX ISA defines; approximate functions return the
// correctly rounded value.
package exec
