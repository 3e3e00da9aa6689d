package exec

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

const (
	pInf32 = 0x7f800000
	nInf32 = 0xff800000
	one32  = 0x3f800000
	min32  = 0x00000001 // the smallest subnormal
	max32  = 0x7f7fffff
)

// semantics are the traps that emulators fall into, each with a value computed
// by hand.
var semantics = []struct {
	form    string
	d       int
	widths  []int
	in      []uint64
	want    uint64
	because string
}{
	{"add.f32 $d, $a, $b", 32, []int{32, 32}, []uint64{pInf32, nInf32}, nan32, "the one NaN"},
	{"mul.f32 $d, $a, $b", 32, []int{32, 32}, []uint64{0x7fc12345, one32}, nan32, "payloads are lost"},
	{"mul.ftz.f32 $d, $a, $b", 32, []int{32, 32}, []uint64{0x80000001, 0x7f000000}, 0x80000000, "an input is flushed with its sign"},
	{"mul.f32 $d, $a, $b", 32, []int{32, 32}, []uint64{0x00800000, 0x3f000000}, 0x00400000, "subnormals are kept"},
	{"mul.ftz.f32 $d, $a, $b", 32, []int{32, 32}, []uint64{0x00800000, 0xbf000000}, 0x80000000, "a result is flushed with its sign"},
	{"fma.rn.sat.f32 $d, $a, $b, $c", 32, []int{32, 32, 32}, []uint64{nan32, one32, one32}, 0, "NaN saturates to 0"},
	{"add.sat.f32 $d, $a, $b", 32, []int{32, 32}, []uint64{one32, one32}, one32, "clamped to 1"},
	{"fma.rn.f32 $d, $a, $b, $c", 32, []int{32, 32, 32}, []uint64{0x3f800001, 0x3f7fffff, 0xbf800000}, 0x337ffffe, "one rounding"},
	{"add.rm.f32 $d, $a, $b", 32, []int{32, 32}, []uint64{one32, 0xbf800000}, 0x80000000, "an exact zero is negative toward negative"},
	{"add.rm.f32 $d, $a, $b", 32, []int{32, 32}, []uint64{0, 0}, 0, "but not a sum of zeros"},
	{"add.rp.f32 $d, $a, $b", 32, []int{32, 32}, []uint64{one32, min32}, 0x3f800001, "up"},
	{"add.rz.f32 $d, $a, $b", 32, []int{32, 32}, []uint64{max32, max32}, max32, "toward zero does not overflow"},
	{"min.f32 $d, $a, $b", 32, []int{32, 32}, []uint64{0, 0x80000000}, 0x80000000, "-0 is below +0"},
	{"max.f32 $d, $a, $b", 32, []int{32, 32}, []uint64{0x80000000, 0}, 0, "-0 is below +0"},
	{"min.f32 $d, $a, $b", 32, []int{32, 32}, []uint64{nan32, one32}, one32, "the number wins"},
	{"min.NaN.f32 $d, $a, $b", 32, []int{32, 32}, []uint64{0x7fc00001, one32}, nan32, "the NaN wins"},
	{"max.xorsign.abs.f32 $d, $a, $b", 32, []int{32, 32}, []uint64{0xc0000000, one32}, 0xc0000000, "signs before abs"},
	{"min.f64 $d, $a, $b", 64, []int{64, 64}, []uint64{nan64, 1 << 63}, 1 << 63, "the number wins"},
	{"div.approx.f32 $d, $a, $b", 32, []int{32, 32}, []uint64{one32, 0x7f000000}, 0, "a divisor above 2^126"},
	{"div.approx.f32 $d, $a, $b", 32, []int{32, 32}, []uint64{pInf32, 0x7f000000}, nan32, "a divisor above 2^126"},
	{"ex2.approx.f32 $d, $a", 32, []int{32}, []uint64{0x80000000}, one32, "2^-0"},
	{"lg2.approx.f32 $d, $a", 32, []int{32}, []uint64{0x80000000}, nInf32, "log of -0"},
	{"lg2.approx.f32 $d, $a", 32, []int{32}, []uint64{0xbf800000}, nan32, "log of a negative"},
	{"sin.approx.f32 $d, $a", 32, []int{32}, []uint64{0x80000000}, 0x80000000, "sin keeps -0"},
	{"sin.approx.f32 $d, $a", 32, []int{32}, []uint64{pInf32}, nan32, "sin of infinity"},
	{"rsqrt.approx.f32 $d, $a", 32, []int{32}, []uint64{0x80000000}, nInf32, "keeps the sign of zero"},
	{"rcp.approx.ftz.f64 $d, $a", 64, []int{64}, []uint64{0x4000000012345678}, 0x3fe0000000000000, "the high half only"},

	{"setp.lt.f32 $d, $a, $b", 1, []int{32, 32}, []uint64{nan32, one32}, 0, "ordered"},
	{"setp.ltu.f32 $d, $a, $b", 1, []int{32, 32}, []uint64{nan32, one32}, 1, "unordered"},
	{"setp.ne.f32 $d, $a, $b", 1, []int{32, 32}, []uint64{nan32, one32}, 0, "ordered"},
	{"setp.neu.f32 $d, $a, $b", 1, []int{32, 32}, []uint64{nan32, one32}, 1, "unordered"},
	{"setp.equ.f64 $d, $a, $b", 1, []int{64, 64}, []uint64{b64(1), b64(2)}, 0, "numbers differ"},
	{"setp.num.f32 $d, $a, $b", 1, []int{32, 32}, []uint64{0, one32}, 1, "numbers"},
	{"setp.nan.f64 $d, $a, $b", 1, []int{64, 64}, []uint64{nan64, 0}, 1, "a NaN"},
	{"setp.geu.f32 $d, $a, $b", 1, []int{32, 32}, []uint64{0, one32}, 0, "less"},
	{"setp.eq.ftz.f32 $d, $a, $b", 1, []int{32, 32}, []uint64{min32, 0x80000000}, 1, "flushed"},
	{"setp.lo.u32 $d, $a, $b", 1, []int{32, 32}, []uint64{1, 0xffffffff}, 1, "unsigned"},
	{"setp.lt.s32 $d, $a, $b", 1, []int{32, 32}, []uint64{1, 0xffffffff}, 0, "signed"},
	{"setp.hs.u64 $d, $a, $b", 1, []int{64, 64}, []uint64{1 << 63, 1}, 1, "unsigned"},
	{"setp.gt.s16 $d, $a, $b", 1, []int{16, 16}, []uint64{0xffff, 0}, 0, "signed 16 bits"},
	{"{.reg .pred %q; setp.lt.and.s32 %q|$d, $a, $b, $c;}", 1, []int{32, 32, 1}, []uint64{5, 3, 1}, 1, "the second is !t and c"},
	{"{.reg .pred %q; setp.lt.and.s32 %q|$d, $a, $b, $c;}", 1, []int{32, 32, 1}, []uint64{5, 3, 0}, 0, "the second is !t and c"},
	{"{.reg .pred %q; setp.lt.and.s32 %q|$d, $a, $b, !$c;}", 1, []int{32, 32, 1}, []uint64{5, 3, 0}, 1, "c negated"},
	{"setp.lt.xor.s32 $d, $a, $b, $c", 1, []int{32, 32, 1}, []uint64{3, 5, 1}, 0, "xor"},
	{"set.lt.u32.f32 $d, $a, $b", 32, []int{32, 32}, []uint64{0, one32}, 0xffffffff, "all ones"},
	{"set.gt.f32.s32 $d, $a, $b", 32, []int{32, 32}, []uint64{5, 3}, one32, "1.0"},
	{"selp.b32 $d, $a, $b, !$c", 32, []int{32, 32, 1}, []uint64{7, 9, 1}, 9, "negated"},
	{"slct.b32.f32 $d, $a, $b, $c", 32, []int{32, 32, 32}, []uint64{7, 9, nan32}, 9, "NaN takes b"},
	{"slct.u64.s32 $d, $a, $b, $c", 64, []int{64, 64, 32}, []uint64{7, 9, 0}, 7, "not negative"},

	{"shl.b32 $d, $a, $b", 32, []int{32, 32}, []uint64{1, 32}, 0, "clamped"},
	{"shl.b32 $d, $a, $b", 32, []int{32, 32}, []uint64{1, 0x80000000}, 0, "clamped"},
	{"shr.s32 $d, $a, $b", 32, []int{32, 32}, []uint64{0x80000000, 99}, 0xffffffff, "fills with the sign"},
	{"shr.s64 $d, $a, $b", 64, []int{64, 32}, []uint64{1 << 63, 64}, ^uint64(0), "fills with the sign"},
	{"shr.u16 $d, $a, $b", 16, []int{16, 32}, []uint64{0x8000, 16}, 0, "clamped"},
	{"shr.s16 $d, $a, $b", 16, []int{16, 32}, []uint64{0x8000, 4}, 0xf800, "16 bits"},
	{"shl.b64 $d, $a, $b", 64, []int{64, 32}, []uint64{3, 63}, 1 << 63, "64 bits"},
	{"shf.l.clamp.b32 $d, $a, $b, $c", 32, []int{32, 32, 32}, []uint64{0x11111111, 0x22222222, 40}, 0x11111111, "clamped at 32"},
	{"shf.l.wrap.b32 $d, $a, $b, $c", 32, []int{32, 32, 32}, []uint64{0x11111111, 0x22222222, 36}, 0x22222221, "wraps"},
	{"shf.r.wrap.b32 $d, $a, $b, $c", 32, []int{32, 32, 32}, []uint64{0x11111111, 0x22222222, 32}, 0x11111111, "0 after wrapping"},
	{"shf.r.clamp.b32 $d, $a, $b, $c", 32, []int{32, 32, 32}, []uint64{0x11111111, 0x22222222, 32}, 0x22222222, "clamped at 32"},
	{"bfe.u32 $d, $a, $b, $c", 32, []int{32, 32, 32}, []uint64{0xabcdef01, 8, 8}, 0xef, "a byte"},
	{"bfe.s32 $d, $a, $b, $c", 32, []int{32, 32, 32}, []uint64{0xabcdef01, 8, 8}, 0xffffffef, "signed"},
	{"bfe.s32 $d, $a, $b, $c", 32, []int{32, 32, 32}, []uint64{0x80000000, 40, 4}, 0xffffffff, "beyond the end is sign"},
	{"bfe.s32 $d, $a, $b, $c", 32, []int{32, 32, 32}, []uint64{0x80000000, 28, 20}, 0xfffffff8, "runs over the end"},
	{"bfe.u64 $d, $a, $b, $c", 64, []int{64, 32, 32}, []uint64{^uint64(0), 60, 200}, 15, "runs over the end"},
	{"bfe.s32 $d, $a, $b, $c", 32, []int{32, 32, 32}, []uint64{0xffffffff, 0, 256}, 0, "8-bit length 0"},
	{"bfi.b32 $d, $a, $b, 8, $c", 32, []int{32, 32, 32}, []uint64{0xff, 0, 4}, 0xf00, "inserts"},
	{"bfi.b32 $d, $a, $b, 8, $c", 32, []int{32, 32, 32}, []uint64{0xff, 0x12345678, 0}, 0x12345678, "length 0 is b"},
	{"bfi.b64 $d, $a, $b, 60, $c", 64, []int{64, 64, 32}, []uint64{0xff, 1, 99}, 0xf000000000000001, "runs over the end"},
	{"bfi.b32 $d, $a, $b, 32, $c", 32, []int{32, 32, 32}, []uint64{0xff, 5, 8}, 5, "beyond the end"},
	{"prmt.b32 $d, $a, $b, $c", 32, []int{32, 32, 32}, []uint64{0x44332211, 0x88776655, 0x7610}, 0x88772211, "picks"},
	{"prmt.b32 $d, $a, $b, $c", 32, []int{32, 32, 32}, []uint64{0x443322f1, 0, 0x8888}, 0xffffffff, "replicates the sign"},
	{"prmt.b32.f4e $d, $a, $b, $c", 32, []int{32, 32, 32}, []uint64{0x44332211, 0x88776655, 5}, 0x55443322, "two bits of c"},
	{"prmt.b32.rc16 $d, $a, $b, $c", 32, []int{32, 32, 32}, []uint64{0x44332211, 0, 1}, 0x44334433, "mode"},
	{"lop3.b32 $d, $a, $b, $c, 0x80", 32, []int{32, 32, 32}, []uint64{0xf0, 0xcc, 0xaa}, 0x80, "and of three"},
	{"lop3.b32 $d, $a, $b, $c, 0x96", 32, []int{32, 32, 32}, []uint64{0xf0, 0xcc, 0xaa}, 0x96, "xor of three"},
	{"lop3.b32 $d, $a, $b, $c, 0x1a", 32, []int{32, 32, 32}, []uint64{0xf0, 0xcc, 0xaa}, 0x1a, "the table itself"},
	{"popc.b64 $d, $a", 32, []int{64}, []uint64{^uint64(0)}, 64, "a 32-bit result"},
	{"clz.b32 $d, $a", 32, []int{32}, []uint64{0}, 32, "of zero"},
	{"clz.b64 $d, $a", 32, []int{64}, []uint64{1}, 63, "64 bits"},
	{"brev.b32 $d, $a", 32, []int{32}, []uint64{1}, 0x80000000, "reversed"},
	{"bfind.u32 $d, $a", 32, []int{32}, []uint64{0}, 0xffffffff, "none"},
	{"bfind.s32 $d, $a", 32, []int{32}, []uint64{0xfffffff0}, 3, "first bit that is not sign"},
	{"bfind.shiftamt.u32 $d, $a", 32, []int{32}, []uint64{0x10}, 27, "amount"},

	{"mul24.hi.u32 $d, $a, $b", 32, []int{32, 32}, []uint64{0xffffff, 0xffffff}, 0xfffffe00, "bits 47 to 16"},
	{"mul24.lo.s32 $d, $a, $b", 32, []int{32, 32}, []uint64{0x800000, 2}, 0xff000000, "signed 24 bits"},
	{"mad.hi.u32 $d, $a, $b, $c", 32, []int{32, 32, 32}, []uint64{0xffffffff, 0xffffffff, 2}, 0, "high half before the sum"},
	{"mad.hi.sat.s32 $d, $a, $b, $c", 32, []int{32, 32, 32}, []uint64{0x7fffffff, 0x7fffffff, 0x7fffffff}, 0x7fffffff, "saturates"},
	{"mul.hi.s64 $d, $a, $b", 64, []int{64, 64}, []uint64{^uint64(0), 1}, ^uint64(0), "signed"},
	{"mul.hi.u64 $d, $a, $b", 64, []int{64, 64}, []uint64{^uint64(0), 2}, 1, "unsigned"},
	{"mul.wide.s16 $d, $a, $b", 32, []int{16, 16}, []uint64{0xffff, 2}, 0xfffffffe, "extends"},
	{"mul.wide.u16 $d, $a, $b", 32, []int{16, 16}, []uint64{0xffff, 2}, 0x1fffe, "extends"},
	{"mul.wide.s32 $d, $a, $b", 64, []int{32, 32}, []uint64{0xffffffff, 2}, ^uint64(1), "extends"},
	{"mad.wide.s32 $d, $a, $b, $c", 64, []int{32, 32, 64}, []uint64{0xffffffff, 2, 2}, 0, "64-bit sum"},
	{"mad.lo.s64 $d, $a, $b, $c", 64, []int{64, 64, 64}, []uint64{3, 5, 7}, 22, "64 bits"},
	{"add.sat.s32 $d, $a, $b", 32, []int{32, 32}, []uint64{0x7fffffff, 1}, 0x7fffffff, "saturates"},
	{"sub.sat.s32 $d, $a, $b", 32, []int{32, 32}, []uint64{0x80000000, 1}, 0x80000000, "saturates"},
	{"add.u16 $d, $a, $b", 16, []int{16, 16}, []uint64{0xffff, 2}, 1, "wraps at 16 bits"},
	{"neg.s16 $d, $a", 16, []int{16}, []uint64{1}, 0xffff, "16 bits"},
	{"abs.s32 $d, $a", 32, []int{32}, []uint64{0x80000000}, 0x80000000, "the lowest stays"},
	{"div.s32 $d, $a, $b", 32, []int{32, 32}, []uint64{0xfffffff9, 2}, 0xfffffffd, "toward zero"},
	{"div.s32 $d, $a, $b", 32, []int{32, 32}, []uint64{0x80000000, 0xffffffff}, 0x80000000, "overflow wraps"},
	{"rem.s32 $d, $a, $b", 32, []int{32, 32}, []uint64{0xfffffff9, 2}, 0xffffffff, "sign of the dividend"},
	{"rem.s64 $d, $a, $b", 64, []int{64, 64}, []uint64{1 << 63, ^uint64(0)}, 0, "no fault"},
	{"div.u64 $d, $a, $b", 64, []int{64, 64}, []uint64{100, 7}, 14, "64 bits"},
	{"sad.s32 $d, $a, $b, $c", 32, []int{32, 32, 32}, []uint64{0xffffffff, 1, 10}, 12, "|a-b|+c"},
	{"min.s64 $d, $a, $b", 64, []int{64, 64}, []uint64{^uint64(0), 1}, ^uint64(0), "signed"},
	{"max.u16 $d, $a, $b", 16, []int{16, 16}, []uint64{0xffff, 1}, 0xffff, "unsigned"},
	{"min.s32 $d, $a, $b", 32, []int{32, 32}, []uint64{0xffffffff, 1}, 0xffffffff, "signed"},
	{"max.u32 $d, $a, $b", 32, []int{32, 32}, []uint64{0xffffffff, 1}, 0xffffffff, "unsigned"},
	{"not.b16 $d, $a", 16, []int{16}, []uint64{0}, 0xffff, "16 bits"},
	{"cnot.b32 $d, $a", 32, []int{32}, []uint64{0}, 1, "logical"},

	{"{.reg .pred %t, %u; not.pred %t, $a; xor.pred %u, %t, $b; or.pred $d, %u, %t;}", 1, []int{1, 1}, []uint64{1, 0}, 0, "predicates"},
	{"setp.lt.s64 $d, $a, $b", 1, []int{64, 64}, []uint64{^uint64(0), 0}, 1, "signed"},
	{"setp.lt.f64 $d, $a, $b", 1, []int{64, 64}, []uint64{b64(-1), b64(1)}, 1, "double"},
	{"setp.gt.f16 $d, $a, $b", 1, []int{16, 16}, []uint64{0x3c00, 0xbc00}, 1, "half"},
	{"min.u32 $d, $a, $b", 32, []int{32, 32}, []uint64{0xffffffff, 1}, 1, "unsigned"},
	{"sub.s16 $d, $a, $b", 16, []int{16, 16}, []uint64{1, 2}, 0xffff, "wraps at 16 bits"},
	{"mul.lo.s16 $d, $a, $b", 16, []int{16, 16}, []uint64{0xffff, 3}, 0xfffd, "wraps at 16 bits"},
	{"mul.hi.s16 $d, $a, $b", 16, []int{16, 16}, []uint64{0xffff, 3}, 0xffff, "signed"},
	{"mad.wide.u32 $d, $a, $b, $c", 64, []int{32, 32, 64}, []uint64{0xffffffff, 2, 2}, 0x200000000, "unsigned"},
	{"mad.wide.s16 $d, $a, $b, $c", 32, []int{16, 16, 32}, []uint64{0xffff, 2, 1}, 0xffffffff, "16 bits"},
	{"mad24.lo.u32 $d, $a, $b, $c", 32, []int{32, 32, 32}, []uint64{0xff000003, 2, 1}, 7, "24 bits"},
	{"mad24.hi.sat.s32 $d, $a, $b, $c", 32, []int{32, 32, 32}, []uint64{0x7fffff, 0x7fffff, 0x7fffffff}, 0x7fffffff, "saturates"},
	{"rem.u32 $d, $a, $b", 32, []int{32, 32}, []uint64{100, 7}, 2, "unsigned"},
	{"rem.u32 $d, $a, $b", 32, []int{32, 32}, []uint64{100, 0}, 100, "by zero: the dividend"},
	{"div.u32 $d, $a, $b", 32, []int{32, 32}, []uint64{100, 0}, 0xffffffff, "by zero: all ones"},
	{"div.s32 $d, $a, $b", 32, []int{32, 32}, []uint64{100, 0}, 0xffffffff, "by zero: all ones"},
	{"rem.s32 $d, $a, $b", 32, []int{32, 32}, []uint64{100, 0}, 100, "by zero: the dividend"},
	{"prmt.b32.b4e $d, $a, $b, $c", 32, []int{32, 32, 32}, []uint64{0x44332211, 0x88776655, 1}, 0x77881122, "mode"},
	{"prmt.b32.rc8 $d, $a, $b, $c", 32, []int{32, 32, 32}, []uint64{0x44332211, 0, 2}, 0x33333333, "mode"},
	{"prmt.b32.ecl $d, $a, $b, $c", 32, []int{32, 32, 32}, []uint64{0x44332211, 0, 1}, 0x44332222, "mode"},
	{"prmt.b32.ecr $d, $a, $b, $c", 32, []int{32, 32, 32}, []uint64{0x44332211, 0, 1}, 0x22222211, "mode"},
	{"{.reg .b32 %t; lop3.and.b32 %t|$d, $a, $b, $b, 0xc0, $c;}", 1, []int{32, 32, 1}, []uint64{6, 3, 1}, 1, "not zero, and c"},
	{"{.reg .b32 %t; lop3.or.b32 %t|$d, $a, $b, $b, 0xc0, !$c;}", 1, []int{32, 32, 1}, []uint64{4, 3, 1}, 0, "zero, or not c"},
	{"testp.subnormal.f32 $d, $a", 1, []int{32}, []uint64{min32}, 1, "a subnormal"},
	{"testp.subnormal.f32 $d, $a", 1, []int{32}, []uint64{0}, 0, "zero is none"},
	{"testp.normal.f64 $d, $a", 1, []int{64}, []uint64{b64(1)}, 1, "a normal number"},
	{"testp.infinite.f32 $d, $a", 1, []int{32}, []uint64{nInf32}, 1, "infinite"},
	{"testp.finite.f64 $d, $a", 1, []int{64}, []uint64{nan64}, 0, "a NaN is not finite"},
	{"testp.notanumber.f32 $d, $a", 1, []int{32}, []uint64{nan32}, 1, "a NaN"},
	{"testp.number.f32 $d, $a", 1, []int{32}, []uint64{pInf32}, 1, "infinity is a number"},
	{"copysign.f32 $d, $a, $b", 32, []int{32, 32}, []uint64{sign, one32}, 0xbf800000, "sign of a"},
	{"max.f64 $d, $a, $b", 64, []int{64, 64}, []uint64{b64(-2), b64(-1)}, b64(-1), "negatives"},
	{"min.f64 $d, $a, $b", 64, []int{64, 64}, []uint64{nan64, nan64}, nan64, "two NaNs"},
	{"max.f16 $d, $a, $b", 16, []int{16, 16}, []uint64{0x8000, 0}, 0, "-0 is below +0"},
	{"min.f16 $d, $a, $b", 16, []int{16, 16}, []uint64{0x7e00, 0x3c00}, 0x3c00, "the number wins"},
	{"min.NaN.bf16 $d, $a, $b", 16, []int{16, 16}, []uint64{0x7fc0, 0x3f80}, 0x7fff, "the NaN wins"},
	{"max.f16x2 $d, $a, $b", 32, []int{32, 32}, []uint64{0x3c004000, 0x4000bc00}, 0x40004000, "both halves"},
	{"fma.rn.sat.f16 $d, $a, $b, $c", 16, []int{16, 16, 16}, []uint64{0x4000, 0x4000, 0}, 0x3c00, "clamped"},
	{"mul.ftz.f16 $d, $a, $b", 16, []int{16, 16}, []uint64{0x8001, 0x3c00}, 0x8000, "flushed"},
	{"fma.rn.f16x2 $d, $a, $b, $c", 32, []int{32, 32, 32}, []uint64{0x3c004000, 0x40004000, 0x3c003c00}, 0x42004500, "both halves"},
	{"neg.bf16x2 $d, $a", 32, []int{32}, []uint64{0x3f803f80}, 0xbf80bf80, "both halves"},
	{"abs.f64 $d, $a", 64, []int{64}, []uint64{b64(-3)}, b64(3), "double"},
	{"abs.ftz.f32 $d, $a", 32, []int{32}, []uint64{0x80000001}, 0, "flushed"},
	{"cvt.f64.f16 $d, $a", 64, []int{16}, []uint64{0x3c00}, b64(1), "widened"},
	{"{nanosleep.u32 $a; mov.b32 $d, $a;}", 32, []int{32}, []uint64{5}, 5, "nothing happens"},

	{"{.reg .b32 %t; sub.cc.u32 %t, $a, $b; addc.u32 $d, 0, 0;}", 32, []int{32, 32}, []uint64{5, 3}, 1, "1 is no borrow"},
	{"{.reg .b32 %t; sub.cc.u32 %t, $a, $b; subc.u32 $d, 0, 0;}", 32, []int{32, 32}, []uint64{3, 5}, 0xffffffff, "a borrow"},
	{"{.reg .b32 %t; add.cc.u32 %t, $a, $b; addc.u32 $d, $c, 0;}", 32, []int{32, 32, 32}, []uint64{0xffffffff, 1, 7}, 8, "a carry"},
	{"{.reg .b32 %t; mad.lo.cc.u32 %t, $a, $b, $c; madc.hi.u32 $d, $a, $b, 0;}", 32, []int{32, 32, 32}, []uint64{0xffffffff, 0xffffffff, 0xffffffff}, 0xffffffff, "a wide product"},
	{"{.reg .b64 %t; add.cc.u64 %t, $a, $b; addc.u64 $d, 0, 0;}", 64, []int{64, 64}, []uint64{^uint64(0), 1}, 1, "64 bits"},
}

// Each trap gives the value that the ISA names.
func TestSemantics(t *testing.T) {
	for _, c := range semantics {
		got := evaluate(t, c.form, c.d, c.widths, [][]uint64{c.in})
		assert.Equal(t, c.want, got[0], "%s of %#x: %s: got %#x, want %#x", c.form, c.in, c.because, got[0], c.want)
	}
}
