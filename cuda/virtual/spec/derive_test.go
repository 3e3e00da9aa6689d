package spec

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestDerive(t *testing.T) {
	base, err := Open("t4")
	require.NoError(t, err)
	text, err := base.Derive("mine", "7.5", []Value{
		{[]string{"pipes", "fma", "lanes"}, 126.6, "measured: a"}, {[]string{"pipes", "fp64", "lanes"}, 1.9, "b"},
		{[]string{"l1", "bytes_per_cycle"}, 63.6, "c"}, {[]string{"l2", "bytes_per_cycle"}, 90.5, "d"},
		{[]string{"tensor", "flop_per_cycle", "tc.new.fp32", "mma.sync"}, 12.5, "e"}, {[]string{"memory", "bytes"}, 12345678901, "f"},
	})
	require.NoError(t, err)
	s, err := Parse("mine.json", text)
	require.NoError(t, err)
	assert.Equal(t, "mine", s.Name)
	assert.Equal(t, []int{128, 2, 64}, []int{s.Pipes.FMA.Lanes, s.Pipes.FP64.Lanes, s.L1.BytesPerCycle})
	assert.Equal(t, 90.5, s.L2.BytesPerCycle)
	assert.Equal(t, int64(12345678901), s.Memory.Bytes)
	assert.Equal(t, 12.5, s.Tensor.Rate("tc.new.fp32", "mma.sync"))
	assert.Equal(t, base.Limits, s.Limits)
	assert.Equal(t, "measured: a", s.Sources["pipes.fma.lanes"])
	assert.Contains(t, s.Sources["sm.schedulers"], "assumed: of virtual t4, where it is ")
	assert.ElementsMatch(t, s.Fields(), keysOf(s.Sources), "every value has its source")
}

func keysOf(m map[string]string) []string {
	var keys []string
	for key := range m {
		keys = append(keys, key)
	}
	return keys
}

// What cannot be is an error that names the field.
func TestDeriveRefuses(t *testing.T) {
	base, err := Open("t4")
	require.NoError(t, err)
	_, err = base.Derive("mine", "7.5", []Value{{[]string{"l1", "latency_cycles"}, 500, "x"}})
	assert.ErrorContains(t, err, "l2.latency_cycles")
	_, err = base.Derive("mine", "7.5", []Value{{[]string{"nosuch", "field"}, 500, "x"}})
	assert.ErrorContains(t, err, "nosuch.field: is not a field")
}

// Without a value the derived spec is the base under another name.
func TestDeriveKeepsTheBase(t *testing.T) {
	all, err := Embedded()
	require.NoError(t, err)
	for _, base := range all {
		text, err := base.Derive(base.Name, base.ComputeCapability, nil)
		require.NoError(t, err)
		s, err := Parse("same", text)
		require.NoError(t, err)
		s.Sources, s.file, s.text, s.sha256 = base.Sources, base.file, base.text, base.sha256
		assert.Equal(t, base, s)
	}
}

// The lanes that are found can be shared by the sub-cores, and none is nearer.
func TestLanes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := &Spec{SM: SM{Schedulers: rapid.SampledFrom([]int{1, 2, 4, 8}).Draw(t, "schedulers")}}
		exact := rapid.IntRange(1, 64).Draw(t, "n") * s.SM.Schedulers
		if got := s.lanes(float64(exact) * rapid.Float64Range(0.995, 1).Draw(t, "part")); got != exact {
			t.Fatalf("%d lanes, not %d", got, exact)
		}
	})
}
