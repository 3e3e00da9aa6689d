package exec

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestReach(t *testing.T) {
	m := NewMemory(1 << 30)
	one, err := m.Alloc(3*PageBytes + 5)
	require.NoError(t, err)
	two, err := m.Alloc(100)
	require.NoError(t, err)
	first, second := uint64(one)/PageBytes, uint64(two)/PageBytes
	assert.Zero(t, m.Reach(nil))
	assert.EqualValues(t, 3*PageBytes+5, m.Reach([]uint64{first, first + 2}))
	assert.EqualValues(t, 3*PageBytes+105, m.Reach([]uint64{first + 3, second}))
	assert.EqualValues(t, 100, m.Overlay().Reach([]uint64{second}))
	require.NoError(t, m.Free(one))
	assert.Zero(t, m.Reach([]uint64{first}))
}
