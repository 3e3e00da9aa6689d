package virtual_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ridgeline/cuda"
	"ridgeline/cuda/cudatest"
	"ridgeline/cuda/virtual"
)

// panicky is a device that breaks in the middle of a call.
type panicky struct{ cuda.Device }

func (panicky) Fill(cuda.Ptr, []byte, int64) error { panic("out of\nideas") }

// failures runs the suite without a test and gives what each part found.
func failures(d cuda.Driver, index int) map[string][]string {
	found := map[string][]string{}
	cudatest.Check(d, index, func(p cudatest.Part) { found[p.Name] = p.Failures })
	return found
}

func TestCheckPasses(t *testing.T) {
	found := failures(openSKU(t, "t4"), 0)
	assert.Len(t, found, 13)
	for name, failed := range found {
		assert.Equal(t, []string{}, failed, name)
	}
}

// A second device of a driver is judged by itself.
func TestCheckAnotherDevice(t *testing.T) {
	several, err := virtual.Embedded()
	require.NoError(t, err)
	for name, failed := range failures(several, 1) {
		assert.Empty(t, failed, name)
	}
	for name, failed := range failures(several, 99) {
		require.Len(t, failed, 1, name)
		assert.Contains(t, failed[0], "99")
	}
}

// Each failure is one line, and the parts after it are asked as well.
func TestCheckFindsWrongDrivers(t *testing.T) {
	for name, spoil := range wrongDrivers() {
		driver := cudatest.Wrap(openSKU(t, "t4"), cudatest.Faults{WrongAfter: 1})
		if spoil != nil {
			driver = wrongDriver{openSKU(t, "t4"), spoil}
		}
		var failed []string
		for _, more := range failures(driver, 0) {
			failed = append(failed, more...)
		}
		assert.NotEmpty(t, failed, name)
		for _, failure := range failed {
			assert.False(t, strings.ContainsAny(failure, "\n\t"), failure)
			assert.NotContains(t, failure, ".go:", failure)
		}
	}
	found := failures(wrongDriver{openSKU(t, "t4"), func(d cuda.Device) cuda.Device { return panicky{d} }}, 0)
	assert.Equal(t, []string{"panic: out of ideas"}, found["repeats"])
	assert.Empty(t, found["driver"])
	assert.Empty(t, found["endless"])
}
