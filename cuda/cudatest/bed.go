package cudatest

import (
	"context"
	_ "embed"
	"encoding/binary"
	"errors"

	"github.com/stretchr/testify/require"

	"ridgeline/cuda"
)

//go:embed conformance.ptx
var conformancePTX []byte

// T is what the suite needs of a test: a *testing.T, or the report of Check.
type T interface {
	Helper()
	Errorf(format string, args ...any)
	FailNow()
}

// bed is a device under test.
type bed struct {
	T
	driver cuda.Driver
	index  int // of the device
	dev    cuda.Device
	mod    cuda.Module
}

func image() cuda.Image { return cuda.Image{Name: "conformance.ptx", PTX: conformancePTX} }

// function loads the kernels of the suite and finds one.
func (b *bed) function(name string) cuda.Function {
	b.Helper()
	if b.mod == nil {
		var err error
		b.mod, err = b.dev.Load(image())
		require.NoError(b, err)
	}
	f, err := b.mod.Function(name)
	require.NoError(b, err)
	return f
}

// alloc reserves memory that holds these words.
func (b *bed) alloc(words ...uint32) cuda.Ptr {
	b.Helper()
	p, err := b.dev.Alloc(int64(max(4*len(words), 4)))
	require.NoError(b, err)
	b.write(p, words...)
	return p
}

func (b *bed) write(p cuda.Ptr, words ...uint32) {
	b.Helper()
	require.NoError(b, b.dev.Write(p, bytesOf(words)))
}

func (b *bed) read(p cuda.Ptr, n int) []uint32 {
	b.Helper()
	raw := make([]byte, 4*n)
	require.NoError(b, b.dev.Read(raw, p))
	words := make([]uint32, n)
	for i := range words {
		words[i] = binary.LittleEndian.Uint32(raw[4*i:])
	}
	return words
}

func (b *bed) launch(name string, grid, block int, args ...cuda.Arg) cuda.Launch {
	b.Helper()
	return cuda.Launch{Function: b.function(name), Grid: cuda.D1(grid), Block: cuda.D1(block), Args: args}
}

// run launches and wants no error.
func (b *bed) run(l cuda.Launch) cuda.Report {
	b.Helper()
	r, err := b.dev.Launch(context.Background(), l)
	require.NoError(b, err)
	return r
}

// wants checks that an error is a *cuda.Error of one of these kinds.
func (b *bed) wants(err error, kinds ...cuda.Kind) {
	b.Helper()
	require.Error(b, err)
	var e *cuda.Error
	require.True(b, errors.As(err, &e), "not a *cuda.Error: %v", err)
	require.Contains(b, kinds, e.Kind, "%v", err)
}

func bytesOf(words []uint32) []byte {
	raw := make([]byte, 0, 4*len(words))
	for _, w := range words {
		raw = binary.LittleEndian.AppendUint32(raw, w)
	}
	return raw
}

// count gives n words: from, from+1, ...
func count(from uint32, n int) []uint32 {
	words := make([]uint32, n)
	for i := range words {
		words[i] = from + uint32(i)
	}
	return words
}
