// Package profile reads what profilers write into one type, Kernel, and
// timelines into a Triage. It needs no tool of any vendor.
//
// An input's format is found by its content, whatever its name, and it may be
// packed by gzip:
//
//	ncu-rep      report of Nsight Compute, container version 7
//	ncu-csv      Nsight Compute --csv: details, raw, --metrics and --print-summary
//	nsys-sqlite  nsys export --type sqlite                    (triage)
//	nsys-csv     nsys stats: cuda_gpu_trace, cuda_gpu_kern_sum (triage)
//	kineto       trace of the PyTorch profiler                (triage; with recorded
//	             shapes the operations of matrix products, too)
//	proton       hatchet JSON of Triton's Proton
//	ridgeline    results document of this program: its own cases
//	ridgeline-kernel  ridgeline kernel --json
//	declared     name,time_s,flops,path,bytes,level as CSV or JSON
//
// What a file does not say stays unknown, with the reason. What is odd about a
// file is a warning, which is data. A file that cannot be read right is refused
// with the way on: a wrong number is worse than none. So a CSV whose numbers can
// be read in two ways, as 117.344 can, is refused unless another number of the
// file, or the caller, tells which is meant.
package profile
