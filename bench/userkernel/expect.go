package userkernel

import (
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"strconv"
	"strings"

	"ridgeline/results"
)

// Expectation is what a buffer should hold afterwards.
type Expectation struct {
	Name, Path string
	// Absolute and Relative are how far an element may be from the expected one:
	// |got-want| <= Absolute + Relative × |want|. Both 0 is bit by bit.
	Absolute, Relative float64
}

const expectations = "An expectation is NAME=PATH, with ,atol=NUMBER or ,rtol=NUMBER behind it."

// ParseExpectation reads the words of an --expect.
func ParseExpectation(text string) (Expectation, error) {
	parts := strings.Split(text, ",")
	name, path, found := strings.Cut(parts[0], "=")
	if !found || name == "" || path == "" {
		return Expectation{}, wrong(text, expectations, "not an expectation")
	}
	e := Expectation{Name: name, Path: path}
	for _, part := range parts[1:] {
		key, number, _ := strings.Cut(part, "=")
		v, err := strconv.ParseFloat(number, 64)
		if err != nil || v < 0 || math.IsInf(v, 0) || v != v {
			return e, wrong(text, expectations, "%s is no tolerance", part)
		}
		switch key {
		case "atol":
			e.Absolute = v
		case "rtol":
			e.Relative = v
		default:
			return e, wrong(text, expectations, "%s is no tolerance", part)
		}
	}
	return e, nil
}

// Check compares a buffer with a file of elements, little-endian.
func (s *Session) Check(e Expectation) (results.Output, error) {
	out := results.Output{Buffer: e.Name, File: e.Path}
	got, b, err := s.Read(e.Name)
	if err != nil {
		return out, err
	}
	want, err := os.ReadFile(e.Path)
	if err != nil {
		return out, err
	}
	if len(want) != len(got) {
		return out, wrong(e.Name+"="+e.Path, "", "%s has %d bytes, and the buffer %d", e.Path, len(want), len(got))
	}
	e.compare(b, got, want, &out)
	out.Passed = out.Differ == 0
	return out, nil
}

func (e Expectation) compare(b *Buffer, got, want []byte, out *results.Output) {
	t := b.Type
	for i := range b.Count {
		have, wish := t.element(got, i), t.element(want, i)
		out.Checked++
		if e.close(t, have, wish) {
			continue
		}
		if out.Differ++; out.Differ == 1 {
			out.Detail = fmt.Sprintf("element %d is %s and not %s", i, t.text(have), t.text(wish))
		}
	}
}

// close tells whether an element is what was expected, or near enough. A NaN is
// as good as another where a tolerance is given.
func (e Expectation) close(t Type, have, want uint64) bool {
	if have == want {
		return true
	}
	if e.Absolute == 0 && e.Relative == 0 {
		return false
	}
	a, b := t.value(have), t.value(want)
	if a != a && b != b || a == b {
		return true
	}
	return math.Abs(a-b) <= e.Absolute+float64(e.Relative*math.Abs(b))
}

// element gives the bits of an element of a buffer.
func (t Type) element(content []byte, i int64) uint64 {
	if t.Bits < 8 {
		return uint64(content[i/2]>>(i%2*4)) & t.mask()
	}
	size := int64(t.Bits / 8)
	var word [8]byte
	copy(word[:], content[i*size:][:size])
	return binary.LittleEndian.Uint64(word[:])
}

// text writes an element for people, with its bits.
func (t Type) text(bits uint64) string {
	raw := fmt.Sprintf("0x%0*x", (t.Bits+3)/4, bits)
	if t.kind == bitsKind {
		return raw
	}
	return strconv.FormatFloat(t.value(bits), 'g', -1, 64) + " (" + raw + ")"
}

// names lists the buffers.
func (s *Session) names() string {
	if len(s.buffers) == 0 {
		return "none"
	}
	list := make([]string, len(s.buffers))
	for i, b := range s.buffers {
		list[i] = b.Name
	}
	return strings.Join(list, ", ")
}
