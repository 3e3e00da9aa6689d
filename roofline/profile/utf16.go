package profile

import (
	"bufio"
	"encoding/binary"
	"io"
	"unicode/utf16"
	"unicode/utf8"
)

// utf16Order is the byte order of a text in UTF-16, by its mark; nil for other
// inputs. The redirection of Windows PowerShell writes such files.
func utf16Order(head []byte) binary.ByteOrder {
	if len(head) < 2 {
		return nil
	}
	switch {
	case head[0] == 0xff && head[1] == 0xfe:
		return binary.LittleEndian
	case head[0] == 0xfe && head[1] == 0xff:
		return binary.BigEndian
	}
	return nil
}

// utf16Reader gives a text in UTF-16 as UTF-8, without its mark.
type utf16Reader struct {
	source *bufio.Reader
	order  binary.ByteOrder
	ready  []byte // not yet given
}

func newUTF16(source *bufio.Reader, order binary.ByteOrder) *utf16Reader {
	_, _ = source.Discard(2) // the mark, which was seen
	return &utf16Reader{source: source, order: order}
}

func (u *utf16Reader) Read(into []byte) (int, error) {
	for len(u.ready) < len(into) {
		r, err := u.rune()
		if err != nil && len(u.ready) == 0 {
			return 0, err
		}
		if err != nil {
			break
		}
		u.ready = utf8.AppendRune(u.ready, r)
	}
	n := copy(into, u.ready)
	u.ready = append(u.ready[:0], u.ready[n:]...)
	return n, nil
}

// rune reads one rune. Half a surrogate pair becomes U+FFFD.
func (u *utf16Reader) rune() (rune, error) {
	first, err := u.unit()
	if err != nil || !utf16.IsSurrogate(first) {
		return first, err
	}
	second, err := u.unit()
	if err != nil {
		return utf8.RuneError, nil //nolint:nilerr // the next call gives it
	}
	return utf16.DecodeRune(first, second), nil
}

func (u *utf16Reader) unit() (rune, error) {
	var pair [2]byte
	if _, err := io.ReadFull(u.source, pair[:]); err != nil {
		return 0, io.EOF // half a unit at the end is nothing
	}
	return rune(u.order.Uint16(pair[:])), nil
}
