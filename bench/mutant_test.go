package bench

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ridgeline/cuda"
)

// mutant loads PTX that was changed.
type mutant struct {
	cuda.Device
	change func(ptx []byte) []byte
}

func (m mutant) Load(image cuda.Image) (cuda.Module, error) {
	image.PTX = m.change(image.PTX)
	return m.Device.Load(image)
}

// mutation is a wrong instruction.
type mutation struct {
	name     string
	old, new string // a regular expression, and what comes in its place
}

const anyOperands = `\s+(%\w+), (%\w+), %\w+, %\w+;`

// The mutations of the cases, by the names of the kernels.
var (
	noStores    = mutation{"no store", `(?:st\.global|wmma\.store\.d)[^\n]*`, ""}
	lessXOR     = mutation{"a word left out", `xor\.b(64|32|16)\s+(%\w+), (%\w+), %\w+;`, "mov.b$1 $2, $3;"}
	lessFMA     = mutation{"a step left out", `fma\.rn\.f32` + anyOperands, "mov.f32 $1, $2;"}
	lessFMA64   = mutation{"a step left out", `fma\.rn\.f64` + anyOperands, "mov.f64 $1, $2;"}
	lessHFMA    = mutation{"a step left out", `fma\.rn\.f16x2` + anyOperands, "mov.b32 $1, $2;"}
	lessMAD     = mutation{"a step left out", `mad\.lo\.s32` + anyOperands, "mov.b32 $1, $2;"}
	lessSpecial = mutation{"a step left out", `(?:ex2|rsqrt|sin)\.approx\.ftz\.f32 (%r\d+), (%r\d+);`, "mov.b32 $1, $2;"}
	lessMMA     = mutation{"a product left out", `(?s)(?:wmma\.mma|mma(?:\.sp::ordered_metadata)?)\.sync.*?;`, ""}
	lessBlock   = mutation{"a product left out", `tcgen05\.mma\.[^;]*;`, ""}
	sameSigns   = mutation{"signs that stay", `xor\.b(32|16)\s+(%\w+), (%\w+), -?\d+;`, "mov.b$1 $2, $3;"}
	fewerHop    = mutation{"a hop left out", `ld\.global\.c[ag]\.u64\s+(%\w+), \[(%\w+)\];`, "mov.u64 $1, $2;"}
	sameTrip    = mutation{"every trip at one place", `selp\.b32\s+(%\w+), 0, (%\w+), (%\w+);`, ""}
	twice       = mutation{"rounded twice", `fma\.rn\.f32\s+(%f\d+), (%f\d+), (%f\d+), (%f\d+);`,
		"{ .reg .f32 %product; mul.rn.f32 %product, $2, $3; add.rn.f32 $1, %product, $4; }"}
	towardZero = mutation{"towards zero", `fma\.rn\.f32`, "fma.rz.f32"}
)

// halved runs half of the trips: half of the last parameter.
func halved(parameters int) mutation {
	return mutation{"half of the work", fmt.Sprintf(`(ld\.param\.[ub]32\s+)(%%r\d+)(, \[\w+_param_%d\];)`, parameters-1),
		"$1$2$3 shr.u32 $2, $2, 1;"}
}

// A kernel that is wrong in one instruction is found out by its check: without
// a store, with half of the work, or with a step or a load less.
func TestVirtualCatchesMutants(t *testing.T) {
	special := map[string][]mutation{
		"stream/read":             {lessXOR},
		"stream/triad":            {lessFMA, twice},
		"stride/read":             {lessXOR},
		"stride/offset":           {lessXOR},
		"bank/read":               {lessXOR},
		"fma/fp32":                {lessFMA, lessXOR, twice, towardZero},
		"fma/fp64":                {lessFMA64, lessXOR},
		"fma/fp16x2":              {lessHFMA, lessXOR},
		"fma/int32":               {lessMAD, lessXOR},
		"fma/fp32_muladd":         {mutation{"fused", `(?s)mul\.rn\.f32\s+(%f\d+), (%f\d+), (%f\d+);\s+add\.rn\.f32\s+(%f\d+), (%f\d+), (%f\d+);`, "fma.rn.f32 $4, $2, $3, $6;"}, lessXOR},
		"fma/fp32x2":              {{"a step left out", `fma\.rn\.f32x2 (%rd\d+), (%rd\d+), %rd\d+, %rd\d+;`, "mov.b64 $1, $2;"}, lessXOR},
		"fma/bf16x2":              {{"a step left out", `fma\.rn\.bf16x2 (%r\d+), (%r\d+), %r\d+, %r\d+;`, "mov.b32 $1, $2;"}, lessXOR},
		"fma/dp4a":                {{"a step left out", `dp4a\.u32\.u32 (%r\d+), (%r\d+), %r\d+, %r\d+;`, "mov.b32 $1, $2;"}, {"with signs", `dp4a\.u32\.u32`, "dp4a.s32.s32"}, lessXOR},
		"fma/ex2":                 {lessSpecial, {"another function", `ex2\.approx`, "lg2.approx"}, lessXOR},
		"fma/rsqrt":               {lessSpecial, {"another function", `rsqrt\.approx`, "sqrt.approx"}, lessXOR},
		"fma/sin":                 {lessSpecial, {"another function", `sin\.approx`, "cos.approx"}, lessXOR},
		"l2/read":                 {lessXOR, sameTrip},
		"l1/read":                 {lessXOR, sameTrip},
		"chase/ca":                {fewerHop},
		"chase/cg":                {fewerHop},
		"gemm/fp32_naive":         {lessFMA},
		"gemm/fp32_coalesced":     {lessFMA},
		"gemm/fp32_vector":        {lessFMA},
		"gemm/fp32_buffered":      {lessFMA},
		"gemm/fp32_tiled":         {lessFMA},
		"gemm/fp32_register":      {lessFMA},
		"gemm/fp16_wmma":          {lessMMA},
		"gemm/fp16_mma_k8":        {lessMMA},
		"gemm/fp16_mma_k16":       {lessMMA},
		"gemm/fp16_tcgen05":       {lessBlock},
		"tensor/fp16_fp32_wmma":   {lessMMA, lessXOR, sameSigns},
		"tensor/fp16_fp32_k8":     {lessMMA, lessXOR, sameSigns},
		"tensor/fp16_fp32_k16":    {lessMMA, lessXOR, sameSigns},
		"tensor/fp16_fp16_wmma":   {lessMMA, lessXOR, sameSigns},
		"tensor/fp16_fp16_k8":     {lessMMA, lessXOR, sameSigns},
		"tensor/fp16_fp16_k16":    {lessMMA, lessXOR, sameSigns},
		"tensor/bf16_fp32":        {lessMMA, lessXOR, sameSigns},
		"tensor/tf32_fp32":        {lessMMA, lessXOR, sameSigns},
		"tensor/fp64":             {lessMMA, lessXOR},
		"tensor/int8_k16":         {lessMMA, lessXOR},
		"tensor/int8_k32":         {lessMMA, lessXOR},
		"tensor/int4_k32":         {lessMMA, lessXOR},
		"tensor/int4_k64":         {lessMMA, lessXOR},
		"tensor/e4m3_fp32":        {lessMMA, lessXOR, sameSigns},
		"tensor/e4m3_fp16":        {lessMMA, lessXOR, sameSigns},
		"tensor/e5m2_fp32":        {lessMMA, lessXOR, sameSigns},
		"tensor/e2m3_fp32":        {lessMMA, lessXOR, sameSigns},
		"tensor/e2m1_fp32":        {lessMMA, lessXOR, sameSigns},
		"tensor/mxfp8_fp32":       {lessMMA, lessXOR, sameSigns},
		"tensor/mxfp6_fp32":       {lessMMA, lessXOR, sameSigns},
		"tensor/mxfp4_fp32":       {lessMMA, lessXOR, sameSigns},
		"tensor/nvfp4_fp32":       {lessMMA, lessXOR, sameSigns},
		"tensor/fp16_fp32_sparse": {lessMMA, lessXOR, sameSigns},
		"tensor/bf16_fp32_sparse": {lessMMA, lessXOR, sameSigns},
		"tensor/tf32_fp32_sparse": {lessMMA, lessXOR, sameSigns},
		"tensor/int8_sparse":      {lessMMA, lessXOR},
		"tensor/e4m3_fp32_sparse": {lessMMA, lessXOR, sameSigns},
		"spill/fp32":              {lessFMA, lessXOR, twice},
		"bank/transpose_naive":    nil,
		"bank/transpose_shared":   nil,
		"bank/transpose_padded":   nil,
		"bank/transpose_swizzled": nil,
		"stream/copy":             nil,
		"stream/write":            nil,
		"stream/fill":             nil,
	}
	for _, k := range blockKernels() {
		special["tensor/"+k.name] = []mutation{lessBlock, lessXOR}
	}
	maps.Copy(special, memoryMutations())
	maps.Copy(special, classicMutations())
	maps.Copy(special, intensityMutations())
	const shards = 2 // a device serves one test at a time
	for shard := range shards {
		t.Run(strconv.Itoa(shard), func(t *testing.T) {
			t.Parallel()
			devices := []cuda.Device{openVirtual(t, "h100-sxm"), openVirtual(t, "rtx-5090"), openVirtual(t, "a100-80-sxm"), openVirtual(t, "b200")}
			for i, c := range Cases() {
				more, known := special[c.Name]
				require.True(t, known, "no mutation of %s", c.Name)
				if i%shards == shard {
					catchMutants(t, devices, c, more)
				}
			}
		})
	}
}

// catchMutants measures a case with each of its mutations, which must not pass; of
// those that are its own with the first, unless the test is to be thorough.
func catchMutants(t *testing.T, devices []cuda.Device, c Case, more []mutation) {
	t.Helper()
	if !thorough {
		more = more[:min(len(more), 1)]
	}
	dev, p := ableAt(t, devices, c)
	parameters := len(c.recipe.args(p.a, p.s, make([]cuda.Ptr, maxInputs), 0))
	for _, m := range append([]mutation{noStores, halved(parameters)}, more...) {
		label := c.Name + ": " + m.name
		wrong := mutant{dev, func(ptx []byte) []byte { return mutate(t, label, ptx, c.recipe.symbol(p.a), m) }}
		e := newEngine(wrong, library(t), Options{})
		r := p.verified(t, e)
		require.NotNil(t, r, label)
		assert.False(t, r.Verification.Passed, label)
		assert.NotEmpty(t, r.Verification.Detail, label)
		require.NoError(t, e.close(nil))
	}
}

// ableAt gives the first device that can run a case, and the last point that it can.
func ableAt(t *testing.T, devices []cuda.Device, c Case) (cuda.Device, smallPoint) {
	t.Helper()
	for _, dev := range devices {
		e := newEngine(dev, library(t), Options{})
		for _, p := range slices.Backward(smallPoints(c)) {
			if p.verified(t, e) != nil {
				require.NoError(t, e.close(nil))
				return dev, p
			}
		}
		require.NoError(t, e.close(nil))
	}
	require.Fail(t, "no device can run it", c.Name)
	return nil, smallPoint{}
}

// mutate changes the first match in one entry of a module. It leaves a module
// without the entry alone.
func mutate(t *testing.T, label string, ptx []byte, symbol string, m mutation) []byte {
	t.Helper()
	where := entryOf(ptx, symbol)
	if where == nil {
		return ptx
	}
	body := ptx[where[0]:where[1]]
	pattern := regexp.MustCompile(m.old)
	at := pattern.FindSubmatchIndex(body)
	require.NotNil(t, at, "%s: the kernel has no %s", label, m.old)
	changed := pattern.Expand(append([]byte{}, body[:at[0]]...), []byte(m.new), body, at)
	changed = append(changed, body[at[1]:]...)
	return append(append(append([]byte{}, ptx[:where[0]]...), changed...), ptx[where[1]:]...)
}

// entryOf gives where an entry begins and ends, or nil.
func entryOf(ptx []byte, symbol string) []int {
	where := regexp.MustCompile(`\.entry ` + symbol + `\(`).FindIndex(ptx)
	if where == nil {
		return nil
	}
	depth := 0
	for i := where[1]; i < len(ptx); i++ {
		switch ptx[i] {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return []int{where[0], i + 1}
			}
		}
	}
	return nil
}
