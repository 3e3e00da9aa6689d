package exec

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestCommitTakesOverWhatAViewHasWritten(t *testing.T) {
	m := NewMemory(1 << 30)
	p, err := m.Alloc(4 * PageBytes)
	require.NoError(t, err)
	require.NoError(t, m.Fill(p, []byte{1}, 4*PageBytes))
	page := uint64(p) / PageBytes
	before := []uint64{m.Version(page), m.Version(page + 1)}

	view := m.Overlay()
	view.writable(page - basePage + 1)[5] = 77
	view.changed(page - basePage + 1)
	assert.EqualValues(t, 0x01010101, m.readable(page - basePage + 1)[5], "the view is apart")
	m.Commit(view)

	assert.EqualValues(t, 77, m.readable(page - basePage + 1)[5])
	assert.EqualValues(t, 0x01010101, m.readable(page - basePage + 1)[6])
	assert.Equal(t, before[0], m.Version(page))
	assert.Equal(t, before[1]+1, m.Version(page+1))
	// The page is the memory's own from now on: it writes it where it lies.
	words := m.readable(page - basePage + 1)
	assert.Same(t, words, m.writable(page-basePage+1))
}
