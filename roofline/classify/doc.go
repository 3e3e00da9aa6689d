// Package classify says what binds a kernel, held against measured ceilings, how
// sure that is, and what a change could gain.
//
// NewCeilings takes the roofs of a results document, Classify judges one launch
// of package profile, and Group joins the launches of one kernel. All are pure
// functions: the same inputs give the same verdict, whatever the file format was.
//
// The share of a roof is the least time that the work needs at the ceiling over
// the time it took, each ceiling scaled to the clock of the kernel (Williams,
// Waterman and Patterson, CACM 52(4), 2009, for each level of memory). Below 60 %
// of every roof a kernel is bound by latency, from 80 % on it is bound by the
// highest; where the intervals of both sides overlap, both are named. What cannot
// be judged is said to be so, with the reason.
package classify
