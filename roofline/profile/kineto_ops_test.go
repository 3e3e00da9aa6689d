package profile

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// shapedTrace has an operator with a launch within it, and the kernel.
func shapedTrace(events ...string) string {
	return `{"schemaVersion": 1, "record_shapes": 1, "traceEvents": [` + strings.Join(events, ",\n") + `]}`
}

func torchOp(name string, from, to int, types, dims string) string {
	return fmt.Sprintf(`{"ph":"X","cat":"cpu_op","name":"%s","pid":9,"tid":9,"ts":%d,"dur":%d,"args":{"External id":1,"Input Dims":%s,"Input type":%s}}`,
		name, from, to-from, dims, types)
}

func torchLaunch(at, correlation int) string {
	return fmt.Sprintf(`{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":9,"tid":9,"ts":%d,"dur":2,"args":{"correlation":%d}}`, at, correlation)
}

func torchKernel(name string, correlation int) string {
	return fmt.Sprintf(`{"ph":"X","cat":"kernel","name":"%s","pid":0,"tid":7,"ts":%d,"dur":10,"args":{"device":0,"External id":%d,"correlation":%d}}`,
		name, 1000+20*correlation, correlation, correlation)
}

// The operations of a product follow from its shapes.
func TestKinetoShapes(t *testing.T) {
	const half = `["c10::Half","c10::Half"]`
	for _, test := range []struct {
		name, types, dims string
		operations        float64 // 0 is none
		path              string
	}{
		{"aten::mm", half, "[[2,3],[3,5]]", 60, "fp16"},
		{"aten::mm", `["float","float"]`, "[[2,3],[3,5]]", 60, "32-bit"},
		{"aten::mm", `["double","double"]`, "[[2,3],[3,5]]", 60, "64-bit"},
		{"aten::bmm", `["c10::BFloat16","c10::BFloat16"]`, "[[7,2,3],[7,3,5]]", 420, "bf16"},
		{"aten::addmm", `["float","c10::Half","c10::Half"]`, "[[5],[2,3],[3,5],[],[]]", 60, "fp16"},
		{"aten::linear", half, "[[4,2,3],[5,3]]", 240, "fp16"},
		{"aten::mm", half, "[[2,3],[4,5]]", 0, ""},
		{"aten::mm", `["long int","long int"]`, "[[2,3],[3,5]]", 0, ""},
		{"aten::mm", half, `"none"`, 0, ""},
		{"aten::relu", half, "[[2,3]]", 0, ""},
	} {
		k := readOne(t, shapedTrace(torchOp(test.name, 100, 200, test.types, test.dims), torchLaunch(150, 3), torchKernel("k", 3)))
		if test.operations == 0 {
			assert.Equal(t, TierTriage, k.Tier, "%+v", test)
			continue
		}
		require.Len(t, k.Work, 1, "%+v", test)
		assert.Equal(t, test.operations, k.Work[0].Operations, "%+v", test)
		assert.Equal(t, test.path, k.Work[0].Path)
		assert.Equal(t, TierDeclared, k.Tier)
		assert.Empty(t, k.Traffic, "shapes tell no bytes")
	}
}

// A kernel is of the innermost operator at the time of its launch, and of no
// other: an id that happens to be the same is none.
func TestKinetoOperatorOfAKernel(t *testing.T) {
	const half = `["c10::Half","c10::Half","c10::Half"]`
	mm := torchOp("aten::mm", 100, 200, half, "[[2,3],[3,5]]")
	for name, test := range map[string]struct {
		events     []string
		operations float64
	}{
		"launched later":     {[]string{mm, torchLaunch(201, 1), torchKernel("k", 1)}, 0},
		"never launched":     {[]string{mm, torchKernel("k", 1)}, 0},
		"two kernels":        {[]string{mm, torchLaunch(110, 1), torchLaunch(120, 2), torchKernel("k", 1), torchKernel("split", 2)}, 0},
		"within another":     {[]string{torchOp("aten::linear", 90, 210, half, "[[4,3],[5,3]]"), mm, torchLaunch(150, 1), torchKernel("k", 1)}, 60},
		"events out of turn": {[]string{torchKernel("k", 1), torchLaunch(150, 1), mm}, 60},
	} {
		file, err := readString(t, shapedTrace(test.events...))
		require.NoError(t, err, name)
		operations := 0.0
		for _, w := range file.Kernels[0].Work {
			operations += w.Operations
		}
		assert.Equal(t, test.operations, operations, name)
	}

	// Launches of two sizes: the mean, as of the time. One without shapes: unknown.
	both := []string{mm, torchLaunch(150, 1), torchKernel("k", 1), torchOp("aten::mm", 300, 400, half, "[[4,3],[3,5]]"), torchLaunch(350, 2), torchKernel("k", 2)}
	assert.Equal(t, 90.0, readOne(t, shapedTrace(both...)).Work[0].Operations)
	assert.Empty(t, readOne(t, shapedTrace(append(both, torchLaunch(900, 3), torchKernel("k", 3))...)).Work)
}
