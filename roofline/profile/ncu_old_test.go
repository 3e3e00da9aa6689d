package profile

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The details page of 2020, as Nsight Compute 2019.5 and 2020.1 print it: other
// labels, no shapes, units in words.
func TestNCUDetailsOf2020(t *testing.T) {
	text := `"ID","Process ID","Process Name","Host Name","Kernel Name","Kernel Time","Context","Stream","Section Name","Metric Name","Metric Unit","Metric Value"` + "\n"
	for _, row := range [][3]string{
		{"Memory Frequency", "cycle/second", "768683274.02"}, {"SOL FB", "%", "46.47"}, {"Elapsed Cycles", "cycle", "10251"},
		{"SM Frequency", "cycle/second", "1138271055.75"}, {"Memory [%]", "%", "46.48"}, {"Duration", "nsecond", "8992"}, {"SOL L2", "%", "13.61"},
		{"SM [%]", "%", "22.48"}, {"SOL TEX", "%", "11.33"}, {"Registers Per Thread", "register/thread", "20"}, {"Waves Per SM", "", "0.63"},
		{"Achieved Occupancy", "%", "48.00"}, {"Block Limit Registers", "block", "14"},
	} {
		text += `"0","5","cfd","127.0.0.1","step(int,float*)","2020-May-29 12:02:46","1","7","Any Section","` + strings.Join(row[:], `","`) + "\"\n"
	}
	k := readOne(t, text)
	assert.InDelta(t, 8.992e-6, k.TimeSeconds.Or(0), 1e-18)
	assert.Equal(t, 1138271055.75, k.Clocks.SMHertz.Or(0))
	assert.Equal(t, 768683274.02, k.Clocks.DRAMHertz.Or(0))
	assert.Equal(t, 46.47, k.SpeedOfLight.DRAMPercent.Or(0), "FB is the frame buffer, DRAM")
	assert.Equal(t, 46.48, k.SpeedOfLight.MemoryPercent.Or(0))
	assert.Equal(t, 13.61, k.SpeedOfLight.L2Percent.Or(0))
	assert.Equal(t, 11.33, k.SpeedOfLight.L1Percent.Or(0))
	assert.Equal(t, 22.48, k.SpeedOfLight.SMPercent.Or(0))
	assert.Equal(t, 0.63, k.Launch.Waves.Or(0))
	assert.Equal(t, 48.0, k.Occupancy.AchievedPercent.Or(0))
	assert.Equal(t, TierSOL, k.Tier)
}

// A table that another program wrote with spaces after the commas, and a wide one
// without the row of units.
func TestNCUOfOtherPrograms(t *testing.T) {
	k := readOne(t, `"ID", "Kernel Name", "Metric Name", "Metric Unit", "Metric Value"`+"\n"+`"0", "k(int, int)", "gpu__time_duration.sum", "us", "1.5"`+"\n")
	assert.Equal(t, "k(int, int)", k.Name)
	assert.InDelta(t, 1.5e-6, k.TimeSeconds.Or(0), 1e-18)

	file, err := readString(t, `"ID","Process ID","Kernel Name","gpu__time_duration.sum"`+"\n"+`1,10,"a",5.0`+"\n"+`2,10,"b",6.0`+"\n")
	require.NoError(t, err)
	require.Len(t, file.Kernels, 2)
	assert.InDelta(t, 6e-9, file.Kernels[1].TimeSeconds.Or(0), 1e-18)
	require.Len(t, file.Warnings, 1)
	assert.Contains(t, file.Warnings[0].Text, "no row of units")
}

// A process id but no launch id: a repeated metric begins the next launch.
func TestNCUWithoutLaunchIDs(t *testing.T) {
	head := `"Process ID","Kernel Name","Context","Stream","Block Size","Grid Size","CC","Metric Name","Metric Unit","Metric Value"` + "\n"
	row := `"42","k","1","7","(128, 1, 1)","(1, 1, 1)","8.9","gpu__time_duration.sum","ns","` // and a value
	file, err := readString(t, head+row+"1000\"\n"+row+"2000\"\n")
	require.NoError(t, err)
	require.Len(t, file.Kernels, 2)
	assert.Equal(t, &Dim3{128, 1, 1}, file.Kernels[0].Launch.Block)
}

// nsys stats from scripts that do not quote: the name is the last column.
func TestNsysNameWithoutQuotes(t *testing.T) {
	file, err := readString(t, "Generating CUDA GPU Kernel Summary...\nTime (%),Total Time (ns),Instances,Name\n"+
		"50,10000000,88,void gemm<4>(half const*, int)\n10,2000000,73,\"k<int, 4>\"\n")
	require.NoError(t, err)
	require.Len(t, file.Kernels, 2)
	assert.Equal(t, "void gemm<4>(half const*, int)", file.Kernels[0].Name)
	assert.Equal(t, "k<int, 4>", file.Kernels[1].Name)
	assert.Equal(t, int64(88), file.Kernels[0].Launches)
}
