// Package profile reads what profilers write (Nsight Compute reports and CSV,
// Nsight Systems exports, Proton, PyTorch traces, declared work) into one type,
// Kernel, and timelines into a Triage. It needs no tool of any vendor.
//
// What a file does not say stays unknown, with the reason. What is odd about a
// file is a warning, which is data. A file that cannot be read right is refused
// with the way on: a wrong number is worse than none.
package profile
