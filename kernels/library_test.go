package kernels

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ridgeline/kernels/sass"
)

// suite is the name of every kernel, sorted.
func suite() []string {
	symbols := slices.Concat(
		named("stream_", []string{"read", "copy", "write", "fill", "triad"}, "_b32", "_b64", "_b128"),
		[]string{"stride_read_b32", "stride_offset_b32"},
		named("bank_read_", []string{"b32", "b64", "b128"}, ""),
		named("bank_transpose_", []string{"naive", "shared", "padded", "swizzled"}, ""),
		named("fma_", []string{"fp32", "fp64", "fp16x2", "int32", "fp32_muladd", "fp32x2", "bf16x2", "dp4a", "ex2", "rsqrt", "sin"}, "_chains1", "_chains2", "_chains4", "_chains8"),
		named("intensity_", []string{"fp32", "fp64"}, "_half", "_f1", "_f2", "_f4", "_f8", "_f16", "_f32",
			"_f64", "_f128", "_f256", "_f512", "_f1024"),
		named("intensity_", []string{"fp16x2", "bf16x2", "int32"}, "_f1", "_f4", "_f16", "_f64", "_f256", "_f1024"),
		named("intensity_", []string{"fp32", "fp64", "fp16x2", "bf16x2", "int32"}, "_l1_f1", "_l1_f4", "_l1_f16", "_l1_f64",
			"_l2_f1", "_l2_f4", "_l2_f16", "_l2_f64"),
		[]string{"chase_ca", "chase_cg", "l2_read_b128", "l1_read_b128"},
		named("tensor_", []string{"fp16_fp32_wmma", "fp16_fp32_k8", "fp16_fp32_k16", "fp16_fp16_wmma", "fp16_fp16_k8", "fp16_fp16_k16",
			"bf16_fp32", "tf32_fp32", "fp64", "int8_k16", "int8_k32", "int4_k32", "int4_k64", "e4m3_fp32", "e4m3_fp16", "e5m2_fp32",
			"e2m3_fp32", "e2m1_fp32", "mxfp8_fp32", "mxfp6_fp32", "mxfp4_fp32", "nvfp4_fp32", "fp16_fp32_sparse", "bf16_fp32_sparse",
			"tf32_fp32_sparse", "int8_sparse", "e4m3_fp32_sparse"}, "_chains1", "_chains2", "_chains4"),
		named("gemm_fp32_", []string{"naive", "coalesced", "tiled", "register", "vector", "buffered"}, ""),
		[]string{"gemm_fp16_wmma", "gemm_fp16_mma_k8", "gemm_fp16_mma_k16", "gemm_fp16_tcgen05"},
		named("tensor_", []string{"fp16_fp32", "fp16_fp16", "bf16_fp32", "tf32_fp32", "int8", "e4m3_fp32", "e5m2_fp32", "e2m3_fp32",
			"e2m1_fp32", "mxfp8_fp32", "mxfp6_fp32", "mxfp4_fp32", "nvfp4_fp32"}, "_tcgen05"),
		named("spill_fp32_live", []string{"32", "64", "96", "128", "160", "192", "224"},
			"_regs32", "_regs64", "_regs128", "_regs255"),
		[]string{"spill_array_live32", "spill_array_live64", "launch_empty", "launch_tail", "launch_busy", "clock_stamp"},
		named("reduce_", []string{"interleaved", "sequential", "shuffle", "vector"}, ""),
		named("divergence_paths", []string{"1", "2", "4", "8", "16", "32"}, ""),
		named("occupancy_read_loads", []string{"1", "2", "4"}, ""),
		memorySuite(),
	)
	slices.Sort(symbols)
	return symbols
}

// named joins a prefix with every name and each of these endings.
func named(prefix string, names []string, endings ...string) []string {
	var symbols []string
	for _, name := range names {
		for _, ending := range endings {
			symbols = append(symbols, prefix+name+ending)
		}
	}
	return symbols
}

func TestLoadGivesTheWholeSuite(t *testing.T) {
	l, err := Load()
	require.NoError(t, err)
	assert.Equal(t, suite(), l.Symbols())
	for _, symbol := range l.Symbols() {
		module, entry, ptx, err := l.Find(symbol, 90)
		for _, other := range []int{100, 120} {
			if errors.As(err, new(*NoModuleError)) {
				module, entry, ptx, err = l.Find(symbol, other)
			}
		}
		require.NoError(t, err)
		assert.Equal(t, symbol, entry.Symbol)
		assert.Contains(t, string(ptx), ".target "+module.Target+"\n")
		assert.Contains(t, string(ptx), ".version "+module.PTXVersion+"\n")
		assert.Contains(t, string(ptx), ".visible .entry "+symbol+"(")
	}
}

// No kernel may touch local memory, on no architecture, unless its source says
// that it asks what that costs: its traffic would count as DRAM traffic, and its
// latency as that of the arithmetic.
func TestNoKernelSpillsUnawares(t *testing.T) {
	l, err := Load()
	require.NoError(t, err)
	for _, m := range l.Modules() {
		src, err := ReadSource(os.DirFS("."), m.Source)
		require.NoError(t, err)
		for _, e := range m.Entries {
			for machine, b := range e.Builds {
				assert.Positive(t, b.Registers, "%s %s", e.Symbol, machine)
				if !src.MaySpill {
					assert.Zero(t, b.StackBytes+b.SpillStoreBytes+b.SpillLoadBytes, "%s %s", e.Symbol, machine)
				}
			}
		}
	}
}

// The ladder spills just where it has as many accumulators as registers or more:
// as many loads as stores, and in each trip as many as CONTRACTS.md says. Those in
// the loop and those out of it are all that the assembler reports.
func TestSpillLadder(t *testing.T) {
	l, err := Load()
	require.NoError(t, err)
	for _, symbol := range l.Symbols() {
		var live, registers int64
		if n, _ := fmt.Sscanf(symbol, "spill_fp32_live%d_regs%d", &live, &registers); n != 2 {
			continue
		}
		_, entry, ptx, err := l.Find(symbol, 90)
		require.NoError(t, err)
		assert.Contains(t, string(ptx), fmt.Sprintf(".maxnreg %d\n", registers))
		for machine, b := range entry.Builds {
			if live < registers {
				assert.Zero(t, b.StackBytes, "%s %s", symbol, machine)
				continue
			}
			require.NotNil(t, b.Local, "%s %s", symbol, machine)
			out, trip := b.Local.Outside, b.Local.PerTrip
			words := tripWords(live-registers, machine)
			assert.Equal(t, sass.Accesses{Loads: words, Stores: words, LoadBytes: int64(4 * words), StoreBytes: int64(4 * words)},
				trip, "%s %s", symbol, machine)
			assert.Equal(t, b.SpillLoadBytes, out.LoadBytes+trip.LoadBytes, "%s %s", symbol, machine)
			assert.Equal(t, b.SpillStoreBytes, out.StoreBytes+trip.StoreBytes, "%s %s", symbol, machine)
			assert.Equal(t, out.LoadBytes, int64(4*out.Loads), "%s %s", symbol, machine)
			assert.Equal(t, out.StoreBytes, int64(4*out.Stores), "%s %s", symbol, machine)
		}
	}
}

// tripWords is the table of CONTRACTS.md: the words that a trip of the ladder loads
// and stores, by how many accumulators there are more than registers.
func tripWords(tooMany int64, machine string) int {
	switch {
	case tooMany == 0 && machine == "sm_70":
		return 8
	case tooMany == 0:
		return 6
	case machine == "sm_70":
		return int(tooMany) + 21
	}
	return int(tooMany) + 20
}

// The PTX holds nothing of the machine or the day that built it.
func TestPTXHasNoTraceOfItsBuild(t *testing.T) {
	l, err := Load()
	require.NoError(t, err)
	for _, m := range l.Modules() {
		text := string(l.images[m.Name])
		assert.True(t, strings.HasPrefix(text, "// Generated by `make kernels` from kernels/"+m.Source+". Do not edit.\n"))
		assert.NotContains(t, text, "Compiler Build ID")
		assert.NotContains(t, text, ".file")
	}
}

// kernelFor makes a library of one kernel, built for these targets.
func kernelFor(targets ...string) *Library {
	l := &Library{images: map[string][]byte{}}
	for _, target := range targets {
		l.manifest.Modules = append(l.manifest.Modules,
			Module{Name: "gemm." + target, Target: target, Entries: []Entry{{Symbol: "other"}, {Symbol: "gemm"}}})
		l.images["gemm."+target] = []byte(target)
	}
	return l
}

func TestFindPicksTheModuleForTheDevice(t *testing.T) {
	all := []string{"sm_80", "sm_70", "sm_90a", "sm_100f", "sm_90", "sm_100a"}
	for _, c := range []struct {
		capability int
		want       string
	}{
		{70, "sm_70"}, {75, "sm_70"}, {80, "sm_80"}, {89, "sm_80"},
		{90, "sm_90a"},   // exact before plain
		{100, "sm_100a"}, // exact before family
		{103, "sm_100f"}, // family before plain
		{110, "sm_90"}, {121, "sm_90"},
	} {
		m, e, ptx, err := kernelFor(all...).Find("gemm", c.capability)
		require.NoError(t, err)
		assert.Equal(t, "gemm."+c.want, m.Name, "capability %d", c.capability)
		assert.Equal(t, "gemm", e.Symbol)
		assert.Equal(t, c.want, string(ptx))
	}
}

func TestFindSaysWhatIsMissing(t *testing.T) {
	_, _, _, err := kernelFor("sm_70").Find("gem", 90)
	var unknown *UnknownKernelError
	require.ErrorAs(t, err, &unknown)
	assert.EqualError(t, err, `kernels: no kernel "gem"; there are gemm, other`)

	_, _, _, err = kernelFor("sm_70", "sm_90a").Find("gemm", 61)
	var none *NoModuleError
	require.ErrorAs(t, err, &none)
	assert.EqualError(t, err, "kernels: gemm does not run on compute capability 6.1: it is built for sm_70, sm_90a")

	_, _, _, err = kernelFor("sm_90a").Find("gemm", 100)
	require.ErrorAs(t, err, &none)
	assert.Equal(t, 100, none.Capability)
}

func TestBuildForTakesTheNearestOlderTarget(t *testing.T) {
	e := Entry{Symbol: "gemm", Builds: map[string]Build{
		"sm_70": {Registers: 70}, "sm_90": {Registers: 90}, "sm_90a": {Registers: 91}, "sm_100": {Registers: 100},
	}}
	for _, c := range []struct{ target, want string }{
		{"sm_70", "sm_70"}, {"sm_72", "sm_70"}, {"sm_89", "sm_70"},
		{"sm_90", "sm_90"}, {"sm_90a", "sm_90a"}, {"sm_99", "sm_90"}, {"sm_121", "sm_100"},
	} {
		b, target, err := e.BuildFor(c.target)
		require.NoError(t, err)
		assert.Equal(t, c.want, target, c.target)
		assert.Equal(t, e.Builds[c.want], b, c.target)
	}
	exact := Entry{Symbol: "scaled", Builds: map[string]Build{"sm_120a": {Registers: 120}, "sm_121a": {Registers: 121}}}
	b, target, err := exact.BuildFor("sm_121")
	require.NoError(t, err)
	assert.Equal(t, "sm_121a", target)
	assert.Equal(t, 121, b.Registers)
	_, _, err = exact.BuildFor("sm_122")
	require.Error(t, err)
	for _, target := range []string{"sm_61", "sm_100a", "sm_90f", "hopper", ""} {
		_, _, err := e.BuildFor(target)
		var none *NoBuildError
		require.ErrorAs(t, err, &none, target)
		assert.ErrorContains(t, err, "the manifest has sm_100, sm_70, sm_90, sm_90a")
	}
}
