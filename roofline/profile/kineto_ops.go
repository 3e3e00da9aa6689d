package profile

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"
)

// kinetoOp is an operator of PyTorch whose shapes were recorded and whose
// operations follow from them.
type kinetoOp struct {
	start, end int64 // ns
	operations float64
	path       string
	paths      []string
}

// kinetoLaunch is where and when a kernel was launched.
type kinetoLaunch struct {
	thread string
	at     int64 // ns
}

// kinetoKernel is one launch of a kernel.
type kinetoKernel struct {
	correlation string
	key         kernelKey
}

// kinetoWork finds the operations of the kernels of a trace: those of the
// innermost operator that was running on the thread when the kernel was launched,
// if it launched no other. The ids of a trace do not do for it: in older ones a
// kernel's "External id" is its correlation id.
type kinetoWork struct {
	ops      map[string][]kinetoOp // by thread
	launches map[string]kinetoLaunch
	kernels  []kinetoKernel
}

func newKinetoWork() *kinetoWork {
	return &kinetoWork{ops: map[string][]kinetoOp{}, launches: map[string]kinetoLaunch{}}
}

// host takes an event of the host: an operator or a launch.
func (w *kinetoWork) host(e *kinetoEvent) {
	start, okStart := microseconds(anyText(e.Start))
	duration, okDuration := microseconds(anyText(e.Duration))
	if !okStart || !okDuration {
		return
	}
	thread := anyText(e.Process) + "/" + anyText(e.Thread)
	switch e.Category {
	case "cpu_op", "Operator":
		if op, known := shapedOp(e); known {
			op.start, op.end = start, start+duration
			w.ops[thread] = append(w.ops[thread], op)
		}
	case "cuda_runtime", "cuda_driver", "Runtime":
		if id := anyText(e.Args.Correlation); id != "" && strings.Contains(e.Name, "Launch") && len(w.launches) < maxSpans {
			w.launches[id] = kinetoLaunch{thread, start}
		}
	}
}

// assign gives the builder the operations of each kernel all of whose launches
// are known.
func (w *kinetoWork) assign(b *timelineBuilder) {
	if len(w.ops) == 0 {
		return
	}
	for _, ops := range w.ops {
		slices.SortStableFunc(ops, func(a, b kinetoOp) int { return cmp.Compare(a.start, b.start) })
	}
	launched := map[*kinetoOp]int{}
	of := make([]*kinetoOp, len(w.kernels))
	for i, k := range w.kernels {
		if of[i] = w.running(k.correlation); of[i] != nil {
			launched[of[i]]++
		}
	}
	for i, k := range w.kernels {
		sum := b.kernels[k.key]
		if op := of[i]; op == nil || launched[op] > 1 || sum.declared > 0 && sum.path != op.path {
			sum.unknown = true
		} else {
			sum.operations += op.operations
			sum.path, sum.paths = op.path, op.paths
			sum.declared++
		}
	}
}

// running is the innermost operator at the time of a launch; nil where there is
// none whose operations are known.
func (w *kinetoWork) running(correlation string) *kinetoOp {
	launch, known := w.launches[correlation]
	if !known {
		return nil
	}
	ops := w.ops[launch.thread]
	after, _ := slices.BinarySearchFunc(ops, launch.at, func(op kinetoOp, at int64) int {
		if op.start <= at {
			return -1
		}
		return 1
	})
	const deepest = 16 // operators within each other
	for i := after - 1; i >= max(0, after-deepest); i-- {
		if ops[i].end >= launch.at {
			return &ops[i]
		}
	}
	return nil
}

// shapedOp is an operator whose operations follow from the shapes of its inputs:
// 2·M·N·K of a matrix product. Convolutions are left out: which of their algorithms
// ran, and so how much was computed, the shapes do not tell.
func shapedOp(e *kinetoEvent) (kinetoOp, bool) {
	first, isProduct := productOperand(e.Name)
	if !isProduct {
		return kinetoOp{}, false
	}
	var dims []json.RawMessage
	if err := json.Unmarshal(e.Args.Dims, &dims); err != nil || len(dims) < first+2 || len(e.Args.Types) <= first {
		return kinetoOp{}, false
	}
	var a, b []float64
	if json.Unmarshal(dims[first], &a) != nil || json.Unmarshal(dims[first+1], &b) != nil {
		return kinetoOp{}, false
	}
	operations := productOperations(e.Name, a, b)
	path, paths := torchPaths(anyText(e.Args.Types[first]))
	if operations <= 0 || path == "" {
		return kinetoOp{}, false
	}
	return kinetoOp{operations: operations, path: path, paths: paths}, true
}

// productOperand is which input of an operator is the first matrix of its product.
func productOperand(name string) (first int, isProduct bool) {
	switch name {
	case "aten::mm", "aten::bmm", "aten::linear", "aten::_scaled_mm":
		return 0, true
	case "aten::addmm", "aten::baddbmm":
		return 1, true
	}
	return 0, false
}

// productOperations is the operations of a matrix product of these shapes; 0 where
// they do not fit.
func productOperations(name string, a, b []float64) float64 {
	n := len(a)
	switch {
	case name == "aten::linear" && n >= 1 && len(b) == 2 && a[n-1] == b[1]: // the weights are N x K
		rows := 1.0
		for _, size := range a[:n-1] {
			rows *= size
		}
		return 2 * rows * b[0] * b[1]
	case n == 2 && len(b) == 2 && a[1] == b[0]:
		return 2 * a[0] * a[1] * b[1]
	case n == 3 && len(b) == 3 && a[0] == b[0] && a[2] == b[1]:
		return 2 * a[0] * a[1] * a[2] * b[2]
	}
	return 0
}

// torchPaths is the paths on which a product of a type may be computed; whether
// through the tensor cores the trace does not tell.
func torchPaths(kind string) (path string, paths []string) {
	switch kind {
	case "float":
		return "32-bit", []string{"fp32", "tc.tf32.fp32"}
	case "double":
		return "64-bit", []string{"fp64", "tc.fp64"}
	case "c10::Half":
		return "fp16", []string{"fp16x2", "tc.fp16.fp16", "tc.fp16.fp32"}
	case "c10::BFloat16":
		return "bf16", []string{"bf16x2", "tc.bf16.fp32"}
	case "c10::Float8_e4m3fn":
		return "e4m3", []string{"tc.e4m3.fp16", "tc.e4m3.fp32"}
	case "signed char":
		return "int8", []string{"tc.int8.int32"}
	}
	return "", nil
}
