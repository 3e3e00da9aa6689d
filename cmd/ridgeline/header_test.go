package main

import (
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ridgeline/cuda"
	"ridgeline/results"
)

func TestHeader(t *testing.T) {
	host, err := os.Hostname()
	require.NoError(t, err)
	r := &runCommand{Preset: "quick", Seed: 7, Precision: 0.01}
	a := &app{args: []string{"run", "--seed", "7"}}

	measured := r.header(a, cuda.Info{Name: "NVIDIA T4", Provenance: cuda.Measured})
	assert.Equal(t, results.Measured, measured.Provenance)
	assert.Equal(t, host, measured.Run.Host)
	assert.Equal(t, []string{"ridgeline", "run", "--seed", "7"}, measured.Run.CommandLine)
	assert.Equal(t, uint64(7), measured.Run.Seed)
	assert.Equal(t, "quick", measured.Run.Preset)

	simulated := r.header(a, cuda.Info{Name: "virtual t4", Provenance: cuda.Simulated})
	assert.Equal(t, results.Simulated, simulated.Provenance)
	assert.Empty(t, simulated.Run.Host, "a simulation does not depend on its host")
}

func TestDefaultName(t *testing.T) {
	started := time.Date(2026, 1, 2, 15, 4, 5, 6, time.UTC)
	for device, want := range map[string]string{
		"virtual h100-sxm":              "ridgeline-virtual-h100-sxm-20260102T150405Z.json",
		"NVIDIA A100-SXM4-40GB / MIG 1": "ridgeline-nvidia-a100-sxm4-40gb-mig-1-20260102T150405Z.json",
	} {
		header := results.Document{Device: results.Device{Name: device}, Run: results.Run{StartedAt: started}}
		assert.Equal(t, want, defaultName(header))
	}
	header := results.Document{Device: results.Device{Name: "NVIDIA T4", UUID: "GPU-12345678-9abc-def0-1234-56789abcdef0"}, Run: results.Run{StartedAt: started}}
	assert.Equal(t, "ridgeline-nvidia-t4-12345678-20260102T150405Z.json", defaultName(header))
}

func TestOpening(t *testing.T) {
	assert.Equal(t, "measuring NVIDIA T4", opening("measuring", "NVIDIA T4", results.Measured, ""))
	assert.Equal(t, "SIMULATED: checking virtual t4, because none", opening("checking", "virtual t4", results.Simulated, "none"))
}
