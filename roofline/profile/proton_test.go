package profile

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const protonFile = `[
 {"frame": {"name": "ROOT", "type": "function"}, "metrics": {"count": 0, "time (ns)": 0}, "children": [
   {"frame": {"name": "matmul <grid:4>", "type": "function"}, "metrics": {"flops16": 4000000, "bytes": 2000, "count": 1}, "children": [
     {"frame": {"name": "gemm_kernel", "type": "function"}, "children": [],
      "metrics": {"count": 4, "time (ns)": 8000, "device_id": "0", "device_type": "CUDA"}},
     {"frame": {"name": "__proton_launch_metadata", "type": "function"}, "metrics": {}, "children": [
       {"frame": {"name": "meta", "type": "function"}, "metrics": {"count": 1, "time (ns)": 999}, "children": []}]}]},
   {"frame": {"name": "copy", "type": "function"}, "children": [],
    "metrics": {"count": 2, "time (ns)": 1000, "bytes": 64000, "device_id": "0", "device_type": "CUDA"}},
   {"frame": {"name": "plain", "type": "function"}, "children": [],
    "metrics": {"count": 1, "time (ns)": 500, "device_id": "0", "device_type": "CUDA"}}]},
 {"CUDA": {"0": {"arch": "90", "bus_width": 5120, "clock_rate": 1980000, "memory_clock_rate": 2619000, "num_sms": 132}}}
]`

func TestProton(t *testing.T) {
	file, err := readString(t, protonFile)
	require.NoError(t, err)
	assert.Equal(t, FormatProton, file.Format)
	require.Len(t, file.Kernels, 3)
	scope, copied, plain := file.Kernels[0], file.Kernels[1], file.Kernels[2]

	assert.Equal(t, "matmul <grid:4>", scope.Name, "the work stands on the scope, the time on its kernel")
	assert.Equal(t, int64(4), scope.Launches)
	assert.InDelta(t, 2e-6, scope.TimeSeconds.Or(0), 1e-15)
	assert.Equal(t, TierDeclared, scope.Tier)
	require.Len(t, scope.Work, 1)
	assert.Equal(t, 1e6, scope.Work[0].Operations)
	assert.Contains(t, scope.Work[0].Paths, "tc.bf16.fp32")
	assert.Equal(t, 500.0, dramBytes(scope).Or(0))
	assert.Equal(t, "9.0", scope.Device.ComputeCapability)
	assert.Equal(t, 1.98e9, scope.Device.MaxSMHertz.Or(0))

	assert.Equal(t, "copy", copied.Name)
	assert.Empty(t, copied.Work, "missing work is not no work")
	assert.Equal(t, 32000.0, dramBytes(copied).Or(0))

	assert.Equal(t, "plain", plain.Name)
	assert.Equal(t, TierTriage, plain.Tier)
	assert.InDelta(t, 5e-7, plain.TimeSeconds.Or(0), 1e-15)
}

func TestProtonHIP(t *testing.T) {
	file, err := readString(t, `[{"frame":{"name":"ROOT","type":"function"},"metrics":{},"children":[
		{"frame":{"name":"k","type":"function"},"metrics":{"count":1,"time (ns)":10,"device_id":"0","device_type":"HIP"},"children":[]}]},
		{"HIP":{"0":{"arch":"gfx942","num_sms":304}}}]`)
	require.NoError(t, err)
	assert.Empty(t, file.Kernels[0].Device.ComputeCapability)
	assert.Equal(t, 304.0, file.Kernels[0].Device.SMs.Or(0))
}

func TestDeclared(t *testing.T) {
	for name, text := range map[string]string{
		"csv":      "name,time_s,flops,path,bytes,level\nk,0.001,2e9,fp32,1e6,dram\nk,0.001,,,5e6,l2\nother,0.5,1,fp64,,\n",
		"json":     `[{"name":"k","time_s":0.001,"flops":2e9,"path":"fp32","bytes":1e6,"level":"dram"},{"name":"k","time_s":0.001,"bytes":5e6,"level":"l2"},{"name":"other","time_s":0.5,"flops":1,"path":"fp64"}]`,
		"comments": "# a note\nname,bytes,level,time_s,path,flops\n# another\nk,1e6,dram,0.001,fp32,2e9\nk,5e6,l2,0.001,,\n\nother,,,0.5,fp64,1\n",
	} {
		t.Run(name, func(t *testing.T) {
			file, err := readString(t, text)
			require.NoError(t, err)
			assert.Equal(t, FormatDeclared, file.Format)
			require.Len(t, file.Kernels, 2)
			k := file.Kernels[0]
			assert.Equal(t, 0.001, k.TimeSeconds.Or(0))
			require.Len(t, k.Work, 1)
			assert.Equal(t, 2e9, k.Work[0].Operations)
			require.Len(t, k.Traffic, 2)
			assert.Equal(t, LevelL2, k.Traffic[1].Level)
			assert.Equal(t, 5e6, k.Traffic[1].Bytes.Or(0))
			assert.Empty(t, file.Kernels[1].Traffic)
		})
	}
}

func TestDeclaredRefuses(t *testing.T) {
	for row, want := range map[string]string{
		"k,0,1,fp32,,":         "time_s of k must be above 0",
		"k,,1,fp32,,":          "time_s of k must be above 0",
		",1,1,fp32,,":          "the name is missing",
		"k,1,1,,,":             "need a path",
		"k,1,,,5,hbm":          "need a level",
		"\"k\",\"1,5\",,,5,l2": "time_s is no number with a decimal point",
		"k,NaN,1,fp32,,":       "time_s is no number",
	} {
		_, err := readString(t, "name,time_s,flops,path,bytes,level\n"+row+"\n")
		assert.ErrorContains(t, err, want)
		assert.ErrorContains(t, err, "line 2")
	}
}
