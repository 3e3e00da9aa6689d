package exec

import (
	"bytes"
	"encoding/binary"
	"testing"

	"github.com/stretchr/testify/require"

	"ridgeline/cuda"
)

// numbered is so many pages, each of words that begin with the page's number.
func numbered(pages int) []byte {
	content := make([]byte, pages*PageBytes)
	for i := range len(content) / 4 {
		binary.LittleEndian.PutUint32(content[4*i:], uint32(i/pageWords<<16+i%pageWords))
	}
	return content
}

func TestWrittenTwice(t *testing.T) {
	m := NewMemory(1 << 30)
	p, err := m.Alloc(4 * PageBytes)
	require.NoError(t, err)
	two := numbered(2)
	require.NoError(t, m.Write(p, bytes.Repeat(two, 2)))
	first, third := uint64(p)/PageBytes-basePage, uint64(p)/PageBytes-basePage+2
	require.Same(t, m.readable(first), m.readable(third), "pages of one content are one")

	m.writable(third)[0] = 0xdead
	require.NoError(t, m.Write(p+PageBytes+8, []byte{1, 2, 3}))
	want := bytes.Repeat(two, 2)
	binary.LittleEndian.PutUint32(want[2*PageBytes:], 0xdead)
	copy(want[PageBytes+8:], []byte{1, 2, 3})
	got := make([]byte, len(want))
	require.NoError(t, m.Read(got, p))
	require.True(t, bytes.Equal(want, got), "a write to one page must leave its twins alone")
}

func TestTwinsAreBounded(t *testing.T) {
	m := NewMemory(1 << 30)
	p, err := m.Alloc(PageBytes)
	require.NoError(t, err)
	content := make([]byte, PageBytes)
	for i := range keptPages + 10 {
		binary.LittleEndian.PutUint32(content, uint32(i))
		require.NoError(t, m.Write(p, content))
		require.LessOrEqual(t, len(m.twins.pages), keptPages)
	}
	got := make([]byte, PageBytes)
	require.NoError(t, m.Read(got, p))
	require.Equal(t, content, got)
}

func TestTwinsOfOneHash(t *testing.T) {
	tw := newTwins()
	content := make([]byte, PageBytes)
	p := tw.page(content)
	for _, kept := range tw.pages {
		kept.content[7] = 1 // as if another content had the same hash
	}
	require.NotSame(t, p, tw.page(content))
}

func BenchmarkWriteRepeated(b *testing.B) {
	m := NewMemory(2 << 30)
	p, err := m.Alloc(1 << 30)
	require.NoError(b, err)
	content := numbered(64)
	b.SetBytes(1 << 30)
	for b.Loop() {
		for at := cuda.Ptr(0); at < 1<<30; at += cuda.Ptr(len(content)) {
			require.NoError(b, m.Write(p+at, content))
		}
	}
}
