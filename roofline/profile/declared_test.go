package profile

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const declaredHeader = "name,time_s,flops,path,bytes,level,ai\n"

// Rows of one name and time are one kernel.
func TestDeclaredRowsJoin(t *testing.T) {
	file, err := readString(t, declaredHeader+"k,1e-3,2e9,fp32,,,\nk,1e-3,,,5e8,dram,\n\n# a remark\nother,1,,,1,l2,\n")
	require.NoError(t, err)
	require.Len(t, file.Kernels, 2)
	k := file.Kernels[0]
	assert.Equal(t, 2e9, k.Work[0].Operations)
	assert.Equal(t, 5e8, dramBytes(k).Or(0))
	assert.Equal(t, TierDeclared, k.Tier)
}

// What cannot be so is refused with its line.
func TestDeclaredRowsThatCannotBe(t *testing.T) {
	for row, want := range map[string]string{
		"k,0,1,fp32,,,":                "time_s of k must be above 0",
		"k,-1,1,fp32,,,":               "time_s of k must be above 0",
		"k,,1,fp32,,,":                 "time_s of k must be above 0",
		",1,1,fp32,,,":                 "the name is missing",
		"k,1,1,,,,":                    "flops of k need a path",
		"k,1,,,1,l3,":                  "bytes of k need a level",
		"k,1,,,-1,dram,":               "must not be negative",
		"k,1,NaN,fp32,,,":              "no number",
		"k,1,\"1,5\",fp32,,,":          "no number",
		"k,1,100e12,fp16,4e12,dram,10": "the ai of k is 10", // N14: it is 25
	} {
		_, err := readString(t, declaredHeader+row+"\n")
		var corrupt *CorruptError
		require.ErrorAs(t, err, &corrupt, row)
		assert.Equal(t, int64(2), corrupt.Line)
		assert.Contains(t, err.Error(), want)
	}
	_, err := readString(t, declaredHeader+"k,1,100e12,fp16,4e12,dram,25\n")
	require.NoError(t, err)
	_, err = readString(t, declaredHeader)
	assert.ErrorAs(t, err, new(*NoKernelsError))
}
