package userkernel

import (
	"encoding/binary"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
)

// Fill is what a buffer holds before the launch.
type Fill struct {
	kind     fillKind
	seed     uint64 // of random numbers; 0 is one that follows from the place
	constant uint64 // bits
	path     string
}

type fillKind int

const (
	fillConstant fillKind = iota
	fillIota
	fillRandom
	fillFile
)

const fills = "A FILL is zeros, iota, random, random:SEED, const:VALUE or file:PATH."

func parseFill(t Type, text string) (Fill, error) {
	word, rest, has := strings.Cut(text, ":")
	switch {
	case text == "zeros":
		return Fill{}, nil
	case text == "iota":
		return Fill{kind: fillIota}, nil
	case text == "random":
		return Fill{kind: fillRandom}, nil
	case word == "random" && has:
		seed, err := strconv.ParseUint(rest, 0, 64)
		if err != nil || seed == 0 {
			return Fill{}, wrong(text, "", "a seed is an integer from 1 on")
		}
		return Fill{kind: fillRandom, seed: seed}, nil
	case word == "const" && has:
		bits, err := t.parse(rest)
		return Fill{constant: bits}, err
	case word == "file" && rest != "":
		return Fill{kind: fillFile, path: rest}, nil
	}
	return Fill{}, wrong(text, fills, "no such content")
}

// chunkBytes is how much of a buffer is made at a time.
const chunkBytes = 1 << 20

// reader gives the content of a buffer. Random floats are uniform in [-1, 1),
// random integers over all values of their type; the seed is that of the user,
// or else the place of the buffer, from 1, so that no two hold the same.
func (b *Buffer) reader(place int) (io.ReadCloser, error) {
	if b.Fill.kind == fillFile {
		return b.open()
	}
	seed := b.Fill.seed
	if seed == 0 {
		seed = uint64(place)
	}
	random := rand.New(rand.NewPCG(seed, 0))
	next := func(int64) uint64 { return b.Fill.constant }
	switch {
	case b.Fill.kind == fillIota:
		next = func(i int64) uint64 { return b.Type.fromInteger(uint64(i)) }
	case b.Fill.kind == fillRandom && b.Type.kind == floatKind:
		next = func(int64) uint64 { return b.Type.fromFloat(2*random.Float64() - 1) }
	case b.Fill.kind == fillRandom:
		next = func(int64) uint64 { return random.Uint64() & b.Type.mask() }
	}
	return &elements{typ: b.Type, left: b.Count, next: next}, nil
}

// open opens the file of a buffer, which must have its size.
func (b *Buffer) open() (io.ReadCloser, error) {
	file, err := os.Open(b.Fill.path)
	if err != nil {
		return nil, wrong(b.Name, "", "%s", err)
	}
	info, err := file.Stat()
	if err == nil && info.Size() != b.Bytes {
		err = wrong(b.Name, "Write its elements one after the other, little-endian, and nothing else.",
			"%s has %d bytes, and %d elements of %s have %d", b.Fill.path, info.Size(), b.Count, b.Type.Name, b.Bytes)
	}
	if err != nil {
		_ = file.Close() // nothing was written
		return nil, err
	}
	return file, nil
}

// elements is the content of a buffer as it is made.
type elements struct {
	typ  Type
	at   int64
	left int64
	next func(i int64) uint64
}

// Read fills whole elements, of e2m1 whole pairs.
func (e *elements) Read(into []byte) (n int, err error) {
	size, each := 1, int64(2)
	if e.typ.Bits >= 8 {
		size, each = e.typ.Bits/8, 1
	}
	for ; e.left > 0 && n+size <= len(into); n += size {
		bits := e.next(e.at)
		if each == 2 {
			bits |= e.next(e.at+1) << e.typ.Bits
		}
		var word [8]byte
		binary.LittleEndian.PutUint64(word[:], bits)
		copy(into[n:], word[:size])
		e.at, e.left = e.at+each, e.left-each
	}
	switch {
	case n > 0:
		return n, nil
	case e.left > 0:
		return 0, fmt.Errorf("no element fits into %d bytes", len(into))
	}
	return 0, io.EOF
}

// Close does nothing.
func (*elements) Close() error { return nil }
