package bench

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"iter"

	"ridgeline/cuda"
	"ridgeline/cuda/arch"
	"ridgeline/results"
)

const sizeAxis = "size"

// gemmKernel is one way to multiply matrices.
type gemmKernel struct {
	name, way    string
	by           string // of package arch: how the tensor cores are reached; empty is mma.sync
	half         bool   // FP16 operands on the tensor cores
	rows, tile   int    // rows and columns of C that a block computes
	block        int    // threads of a block; 0 is blockThreads
	shared       int64  // dynamic, of a block, in bytes
	from         Preset
	needs        string
	fetchesTiles bool // the bytes that blocks fetch are known
}

// gemmCases are the cases that multiply matrices: one problem, a kernel each. Those of FP32
// are the rungs of a ladder, the lowest first.
func gemmCases() []Case {
	const fp32, fp16 = false, true
	var cases []Case
	for _, k := range []gemmKernel{
		{name: "fp32_naive", half: fp32, rows: 32, tile: 8, from: Standard,
			way: "Each thread computes one element and loads a row and a column for it from global memory, two loads an FMA. " +
				"The lanes of a warp take elements of one column: each reads a row of A of its own, 32 sectors at a time."},
		{name: "fp32_coalesced", half: fp32, rows: 8, tile: 32, from: Standard,
			way: "As fp32_naive, but the lanes of a warp take elements of one row, and read words of B that lie side by side. " +
				"Two loads an FMA remain: the load-store unit is the bound, and L1 answers most of the loads."},
		{name: "fp32_tiled", half: fp32, rows: 16, tile: 16, from: Standard, fetchesTiles: true,
			way: "A block stages tiles of 16 x 16 in shared memory, so that each element is fetched once for 16 uses. Two " +
				"loads from shared memory an FMA remain: the load-store unit is still the bound."},
		{name: "fp32_register", half: fp32, rows: 128, tile: 128, from: Standard, fetchesTiles: true,
			way: "A block computes 128 x 128 elements and a thread 8 x 8 of them in registers: 64 FMAs on 16 loaded " +
				"values, each by a load of its own. Between two tiles all threads wait for global memory."},
		{name: "fp32_vector", half: fp32, rows: 128, tile: 128, from: Standard, fetchesTiles: true,
			way: "As fp32_register, but shared and global memory are read by 16 bytes: a quarter of the loads."},
		{name: "fp32_buffered", half: fp32, rows: 128, tile: 128, from: Quick, fetchesTiles: true,
			way: "As fp32_vector, but with two buffers: the global loads of the next tile are on their way during the FMAs of " +
				"this one. The FMA pipe is now the bound, as far as the blocks divide among the SMs."},
		{name: "fp16_wmma", half: fp16, rows: 128, tile: 128, from: Quick, fetchesTiles: true,
			way: "The tensor cores by the WMMA instructions of 16 x 16 x 16, which every GPU with tensor cores has."},
		{name: "fp16_mma_k8", half: fp16, rows: 128, tile: 128, from: Standard, fetchesTiles: true,
			needs: " It needs compute capability 7.5.",
			way:   "The tensor cores by mma.sync m16n8k8, with ldmatrix and tiles that are swizzled in shared memory."},
		{name: "fp16_mma_k16", half: fp16, rows: 128, tile: 128, block: 128, from: Quick, fetchesTiles: true,
			needs: " It needs compute capability 8.0.",
			way: "The tensor cores by mma.sync m16n8k16, with ldmatrix and tiles that cp.async copies ahead into shared " +
				"memory while others are multiplied. A warp computes 64 x 64 elements, so that shared memory keeps up."},
		{name: "fp16_tcgen05", by: arch.TCGen05, half: fp16, rows: 128, tile: 256, from: Standard, fetchesTiles: true, shared: 4 * 48 << 10,
			needs: " Compute capabilities 10.0, 10.3 and 10.7 have it.",
			way: "The tensor cores by tcgen05.mma of 128 x 256 x 16 on tiles that cp.async copies ahead into swizzled shared " +
				"memory, with the sums in tensor memory. What L2 brings to an SM is the bound: 96 bytes a cycle would be needed."},
	} {
		cases = append(cases, k.build())
	}
	return cases
}

func (g gemmKernel) build() Case {
	symbol := "gemm_" + g.name
	return withPatterns(Case{
		Name:     "gemm/" + g.name,
		Family:   "gemm",
		Question: "How fast is a matrix product, and how much of the peak is left?",
		Explanation: "C = A * B of square matrices, the same problem for each kernel of the family. " + g.way + g.needs +
			" The elements of A and B are random integers from -16 to 15, but where the axis data says otherwise: each sum is " +
			"then exact in FP32 in whatever order it is taken, so that every element of C can be compared bit for bit. " +
			"The rows of A and the columns of B are drawn from 61 different ones, by which the CPU knows the product.",
		Axes: []Axis{{Name: sizeAxis, Values: []int64{1024, 2048, 4096},
			Meaning: "rows and columns of each of the three matrices"}},
		WorkFormula: "FLOPs = 2 * size^3; bytes of DRAM = A and B read once and C written once; " + g.fetches(),
		Check:       "exact: every element of C, on random integers",
		Symbols:     []string{symbol},
		recipe: recipe{
			from:   g.from,
			thin:   map[Preset][]span{Quick: {{sizeAxis: {2048}}}, Standard: {{sizeAxis: {2048, 4096}}}},
			symbol: only(symbol),
			layout: layout{
				grid: func(a axes) cuda.Dim3 {
					return cuda.Dim3{X: int(a[sizeAxis]) / g.tile, Y: int(a[sizeAxis]) / g.rows, Z: 1}
				},
				block:       g.block,
				sharedBytes: g.shared,
				once:        true,
			},
			inputs: []feed{g.operand(false), g.operand(true)},
			output: func(a axes, _ shape) int64 { return a[sizeAxis] * a[sizeAxis] * wordBytes },
			args: func(a axes, s shape, in []cuda.Ptr, out cuda.Ptr) []cuda.Arg {
				return []cuda.Arg{cuda.ArgPtr(in[0]), cuda.ArgPtr(in[1]), cuda.ArgPtr(out),
					cuda.ArgU32(uint32(a[sizeAxis])), cuda.ArgU32(uint32(depth(a, s)))}
			},
			expect: g.expect,
			work:   g.work,
		},
	}, span{sizeAxis: {2048}}, zerosPattern, constantPattern, integerPattern, mantissaPattern)
}

// depth is the k of a product: the size for each trip.
func depth(a axes, s shape) int { return int(a[sizeAxis]) * s.trips }

func (g gemmKernel) elementBytes() int64 {
	if g.half {
		return 2
	}
	return 4
}

// operand is A, of which the lines are the rows, or B with its columns.
func (g gemmKernel) operand(columnwise bool) feed {
	kind := floatMatrixInput
	if g.half {
		kind = halfMatrixInput
	}
	return feed{
		key: func(a axes, s shape) inputKey {
			size := matrixSize{int(a[sizeAxis]), depth(a, s), columnwise}
			if columnwise {
				size.rows, size.columns = size.columns, size.rows
			}
			return inputKey{kind: kind, size: size}
		},
		bytes: func(a axes, s shape) int64 { return a[sizeAxis] * int64(depth(a, s)) * g.elementBytes() },
	}
}

// fetches says what the blocks fetch through L2.
func (g gemmKernel) fetches() string {
	if !g.fetchesTiles {
		return "what the blocks fetch through L2 depends on L1"
	}
	if g.half {
		return fmt.Sprintf("bytes of L2 = 2 * size^3 * (1/%d + 1/%d) fetched by the blocks, and C", g.rows, g.tile)
	}
	if g.tile == 16 {
		return "bytes of L2 = 8 * size^3 / 16 fetched by the blocks, and C"
	}
	return "bytes of L2 = 8 * size^3 / 128 fetched by the blocks, and C"
}

func (g gemmKernel) work(a axes, s shape) results.Work {
	n, k, element := float64(a[sizeAxis]), float64(depth(a, s)), float64(g.elementBytes())
	c := n * n * wordBytes
	compulsory := 2*element*n*k + c
	w := results.Work{
		Path:           "fp32",
		Operations:     2 * n * n * k,
		Bytes:          map[string]float64{"dram": compulsory},
		FootprintBytes: compulsory,
	}
	if g.fetchesTiles {
		w.Bytes["l2"] = element*n*n*k*(1/float64(g.tile)+1/float64(g.rows)) + c
	}
	if g.half {
		w.Path, w.Way = "tc.fp16.fp32", cmp.Or(g.by, arch.MMASync)
	}
	return w
}

// expect knows each element by the lines that meet in it.
func (g gemmKernel) expect(a axes, _ shape, in []input) expectation {
	size := int(a[sizeAxis])
	left, right := in[0].matrix, in[1].matrix
	elements := product(left, right)
	columns := size / g.tile // of blocks
	return expectation{
		outputs: int64(size) * int64(size),
		block: func(b int) iter.Seq2[int64, []byte] {
			return func(yield func(int64, []byte) bool) {
				want := make([]byte, g.tile*wordBytes)
				firstRow, firstColumn := b/columns*g.rows, b%columns*g.tile
				for r := firstRow; r < firstRow+g.rows; r++ {
					of := &elements[left.index[r]]
					for c := range g.tile {
						binary.LittleEndian.PutUint32(want[c*wordBytes:], of[right.index[firstColumn+c]])
					}
					if !yield((int64(r)*int64(size)+int64(firstColumn))*wordBytes, want) {
						return
					}
				}
			}
		},
	}
}
