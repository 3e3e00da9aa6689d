package classify

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"ridgeline/roofline/profile"
)

func TestTensorVerdict(t *testing.T) {
	known := profile.Known
	for name, test := range map[string]struct {
		capability string
		tensor     profile.Tensor
		operations float64 // of a tensor path; negative is no row
		want       TensorUse
	}{
		"9.0 wgmma":              {"9.0", profile.Tensor{NewOperations: known(1), LegacyOperations: known(0)}, 1, TensorUsed},
		"9.0 mma.sync":           {"9.0", profile.Tensor{NewOperations: known(0), LegacyOperations: known(1)}, 1, TensorLegacy},
		"9.0 by type alone":      {"9.0", profile.Tensor{}, 1, TensorUsed},
		"9.0 none":               {"9.0", profile.Tensor{Instructions: known(0)}, -1, TensorNotUsed},
		"9.0 a row of 0":         {"9.0", profile.Tensor{}, 0, TensorNotUsed},
		"9.0 silent":             {"9.0", profile.Tensor{}, -1, TensorUnknown},
		"10.0 tcgen05":           {"10.0", profile.Tensor{NewActivePercent: known(60), LegacyActivePercent: known(0)}, -1, TensorUsed},
		"10.0 legacy pipe":       {"10.0", profile.Tensor{NewActivePercent: known(0.9), LegacyActivePercent: known(11)}, -1, TensorLegacy},
		"10.0 legacy pipe, idle": {"10.0", profile.Tensor{NewActivePercent: known(0), LegacyActivePercent: known(0)}, -1, TensorNotUsed},
		"8.0 has one way":        {"8.0", profile.Tensor{LegacyOperations: known(1), NewOperations: known(0)}, 1, TensorUsed},
		"12.0 has one way":       {"12.0", profile.Tensor{LegacyOperations: known(1)}, -1, TensorUsed},
	} {
		k := testKernel(0.1, 0.1)
		k.Device.ComputeCapability, k.Tensor = test.capability, test.tensor
		if test.operations >= 0 {
			k.Work = append(k.Work, profile.Work{Path: "tc.fp16.fp32", Operations: test.operations})
		}
		got := judgeTensor(k, testCeilings())
		assert.Equal(t, test.want, got.Use, "%s: %v", name, got.Evidence)
		assert.NotEmpty(t, got.Evidence, name)
	}
}

// Declared work proves the tensor cores by a rate that nothing else reaches.
func TestTensorVerdictByRate(t *testing.T) {
	k := testKernel(0, 0.1)
	k.Tier = profile.TierDeclared
	k.Work = []profile.Work{{Path: "tc.fp16.fp32", Operations: 5 * fp32Peak}}
	assert.Equal(t, TensorUsed, judgeTensor(k, testCeilings()).Use)
	k.Work[0].Operations = fp32Peak
	assert.Equal(t, TensorUnknown, judgeTensor(k, testCeilings()).Use)
}

func TestTensorFindings(t *testing.T) {
	k := testKernel(0.1, 0.1)
	k.Work = append(k.Work, profile.Work{Path: "tc.fp16.fp32", Operations: 0.8 * tensorPeak})
	k.Tensor = profile.Tensor{NewOperations: profile.Known(0), LegacyOperations: profile.Known(1)}
	assert.NotNil(t, finding(k, "TENSOR_LEGACY"))

	k.Tensor = profile.Tensor{LegacyActivePercent: profile.Known(40)}
	assert.Nil(t, finding(k, "TENSOR_HALF"), "it is no GeForce")
	c := testCeilings()
	k.Device.Name, c.Device.Name = "NVIDIA GeForce RTX 4090", "NVIDIA GeForce RTX 4090"
	ids := []string{}
	for _, f := range Classify(k, c).Findings {
		ids = append(ids, f.ID)
	}
	assert.Contains(t, ids, "TENSOR_HALF")
}
