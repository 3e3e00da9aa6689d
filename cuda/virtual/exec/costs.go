package exec

// The expansion table. An instruction counts as so many machine instructions
// of one pipe. The numbers follow what the assembler makes of each form for
// sm_80 and later; those of divisions and square roots, which are calls or
// long sequences, are the length of the usual path, rounded.
//
//	32-bit integer add, logic, shift, compare, select, min, max   1 ALU
//	the same on 64 bits: add, logic, compare, select              2 ALU
//	64-bit shift 3 ALU, min and max 4 ALU
//	32-bit multiply, multiply-add, wide multiply                  1 FMA pipe
//	64-bit multiply and multiply-add                              4 FMA pipe
//	integer division and remainder: 32 bits 20 ALU, 64 bits 70 ALU
//	bit field extract and insert                                  2 ALU
//	popc, clz, bfind, brev                                        1 XU
//	fp32 add, multiply, fma                                       1 FMA pipe
//	fp32 division 10, reciprocal 6, square root 8 on the FMA pipe
//	fp64 add, multiply, fma 1, division 12, reciprocal 8, square root 10
//	fp32 min, max, abs, neg                                       1 ALU
//	approximate functions                                         1 XU; division 2
//	four or two products of bytes and their sum (dp4a, dp2a)      1 FMA pipe
//	conversions with a float, to or from 8, 32 or 64 bits         1 XU
//	conversions among integers, and of halves                     1 ALU
//	loads, stores, atomics, shuffles                              1 LSU
//	branches, barriers, exit                                      1 branch
//	moves, cvta and ld.param                                      none
//	mma and wmma.mma: 1 tensor for each 16 x 8 elements of D, at least 1
//	ldmatrix, stmatrix, cp.async and its commit_group             1 LSU
//	wmma.load of A and B: 1 LSU for each 4 registers without copies; of C, and
//	wmma.store: 1 LSU for each pair of elements of a lane
//	cp.async.wait_group and wait_all                              1 branch
//
// Operations a lane: an add or multiply is 1, a fused multiply-add 2, and so
// are their integer forms; a division, reciprocal or root counts as 1; a packed
// instruction counts twice as much, dp4a is 8 and dp2a 4, and a tensor instruction
// of the shape m, n, k is 2*m*n*k for the warp. Compare, select, min, max, logic
// and shifts are no operations. An approximate function is 1 on a path of its own,
// sfu. Packed singles, halves, bfloats and dot products of bytes have paths of
// their own, too; a single half or bfloat counts on that of its pairs.

func aluCost(issues uint8) cost { return cost{pipe: PipeALU, issues: issues} }
func xuCost() cost              { return cost{pipe: PipeXU, issues: 1} }
func functionCost() cost        { return cost{pipe: PipeXU, issues: 1, path: pathSFU, ops: 1} }
func lsuCost() cost             { return cost{pipe: PipeLSU, issues: 1} }
func branchCost() cost          { return cost{pipe: PipeBranch, issues: 1} }

// wideCost is the cost on the ALU of a form that a 64-bit type makes longer.
func wideCost(t typ, narrow, wide uint8) cost {
	if t.bits == 64 {
		return aluCost(wide)
	}
	return aluCost(narrow)
}

// addCost is that of an integer addition.
func addCost(t typ) cost {
	c := wideCost(t, 1, 2)
	c.path, c.ops = pathInt32, 1
	return c
}

// multiplyCost is that of an integer multiplication, with so many operations.
func multiplyCost(t typ, wide bool, ops uint16) cost {
	c := cost{pipe: PipeFMA, issues: 1, path: pathInt32, ops: ops}
	if t.bits == 64 && !wide {
		c.issues = 4
	}
	return c
}

// dotCost is that of the sum of so many products of bytes.
func dotCost(products uint16) cost {
	return cost{pipe: PipeFMA, issues: 1, path: pathDP4A, ops: 2 * products}
}

func divideCost(t typ) cost {
	c := wideCost(t, 20, 70)
	c.path, c.ops = pathInt32, 1
	return c
}

// floatCost is that of a float operation on its type's own pipe.
func floatCost(t typ, issues uint8, ops uint16) cost {
	switch {
	case t.kind == kindFloat && t.bits == 64:
		return cost{pipe: PipeFP64, issues: issues, path: pathFP64, ops: ops}
	case t.kind == kindFloat && t.bits == 32 && t.lanes == 1:
		return cost{pipe: PipeFMA, issues: issues, path: pathFP32, ops: ops}
	}
	half := cost{pipe: PipeFP16, issues: issues, path: pathFP16, ops: ops * uint16(t.lanes)}
	if t.kind == kindBFloat {
		half.path = pathBF16
	}
	return half
}
