//go:build !purego

#include "textflag.h"

// func fmaLanesAVX2(d, a, b, c *lanes32)
//
// Where the result is not equal to itself (predicate 3: unordered) it becomes
// the one NaN that the GPU writes. d may be a, b or c: the eight lanes are read
// before they are written.
TEXT ·fmaLanesAVX2(SB), NOSPLIT, $0-32
	MOVQ d+0(FP), DI
	MOVQ a+8(FP), SI
	MOVQ b+16(FP), DX
	MOVQ c+24(FP), CX
	MOVL $0x7fffffff, AX
	VMOVD AX, X4
	VPBROADCASTD X4, Y4
	VMOVUPS 0(SI), Y0
	VMOVUPS 0(DX), Y1
	VMOVUPS 0(CX), Y2
	VFMADD213PS Y2, Y1, Y0
	VCMPPS $3, Y0, Y0, Y3
	VBLENDVPS Y3, Y4, Y0, Y0
	VMOVUPS Y0, 0(DI)
	VMOVUPS 32(SI), Y0
	VMOVUPS 32(DX), Y1
	VMOVUPS 32(CX), Y2
	VFMADD213PS Y2, Y1, Y0
	VCMPPS $3, Y0, Y0, Y3
	VBLENDVPS Y3, Y4, Y0, Y0
	VMOVUPS Y0, 32(DI)
	VMOVUPS 64(SI), Y0
	VMOVUPS 64(DX), Y1
	VMOVUPS 64(CX), Y2
	VFMADD213PS Y2, Y1, Y0
	VCMPPS $3, Y0, Y0, Y3
	VBLENDVPS Y3, Y4, Y0, Y0
	VMOVUPS Y0, 64(DI)
	VMOVUPS 96(SI), Y0
	VMOVUPS 96(DX), Y1
	VMOVUPS 96(CX), Y2
	VFMADD213PS Y2, Y1, Y0
	VCMPPS $3, Y0, Y0, Y3
	VBLENDVPS Y3, Y4, Y0, Y0
	VMOVUPS Y0, 96(DI)
	VZEROUPPER
	RET
