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
	assert.EqualValues(t, 3*PageBytes, m.Reach([]uint64{first + 2, first}), "from the first to the last")
	assert.EqualValues(t, 5+100, m.Reach([]uint64{first + 3, second}), "no farther than the allocation")
	assert.EqualValues(t, 100, m.Overlay().Reach([]uint64{second}))
	require.NoError(t, m.Free(one))
	assert.Zero(t, m.Reach([]uint64{first}))
}
