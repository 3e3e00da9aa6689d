package exec

import (
	"encoding/binary"
	"fmt"

	"ridgeline/cuda"
)

// Read copies memory to host bytes. Memory never written reads as zeros.
func (m *Memory) Read(dst []byte, src cuda.Ptr) error {
	if len(dst) == 0 {
		return nil
	}
	if err := m.checkHost("Read", uint64(src), int64(len(dst))); err != nil {
		return err
	}
	for address := uint64(src); len(dst) > 0; {
		offset := address % PageBytes
		n := min(PageBytes-offset, uint64(len(dst)))
		readWords(dst[:n], m.readable(address/PageBytes-basePage), offset)
		dst, address = dst[n:], address+n
	}
	return nil
}

// Write copies host bytes to memory. Whole pages of the same content share one
// copy until something else is written to them.
func (m *Memory) Write(dst cuda.Ptr, src []byte) error {
	if len(src) == 0 {
		return nil
	}
	if err := m.checkHost("Write", uint64(dst), int64(len(src))); err != nil {
		return err
	}
	for address := uint64(dst); len(src) > 0; {
		offset, index := address%PageBytes, address/PageBytes-basePage
		n := min(PageBytes-offset, uint64(len(src)))
		if n == PageBytes {
			m.makeLeaf(index).pages[index%leafPages].Store(m.twins.page(src[:n]))
		} else {
			writeWords(m.writable(index), offset, src[:n])
		}
		m.changed(index)
		src, address = src[n:], address+n
	}
	return nil
}

// Fill repeats a pattern of 1, 2 or 4 bytes. Whole pages share one copy of the
// pattern until something else is written to them.
func (m *Memory) Fill(dst cuda.Ptr, pattern []byte, bytes int64) error {
	word, err := fillWord(dst, pattern, bytes)
	if err != nil || bytes == 0 {
		return err
	}
	if err := m.checkHost("Fill", uint64(dst), bytes); err != nil {
		return err
	}
	shared := patternPage(word)
	for address, left := uint64(dst), uint64(bytes); left > 0; {
		offset, index := address%PageBytes, address/PageBytes-basePage
		n := min(PageBytes-offset, left)
		if n == PageBytes || offset == 0 && n == uint64(m.limitOf(index)) {
			m.makeLeaf(index).pages[index%leafPages].Store(shared)
		} else {
			fillPart(m.writable(index), word, offset, n)
		}
		m.changed(index)
		left, address = left-n, address+n
	}
	return nil
}

// fillWord repeats a pattern to 32 bits. Because the destination is aligned to
// the pattern, the word is the same wherever the fill begins.
func fillWord(dst cuda.Ptr, pattern []byte, bytes int64) (uint32, error) {
	n := len(pattern)
	if n != 1 && n != 2 && n != 4 {
		return 0, fillError("the pattern has %d bytes, not 1, 2 or 4", n)
	}
	if bytes < 0 || bytes%int64(n) != 0 || uint64(dst)%uint64(n) != 0 {
		return 0, fillError("%d bytes at %#x are not a multiple of the pattern's %d", bytes, uint64(dst), n)
	}
	var four [4]byte
	for i := range four {
		four[i] = pattern[i%n]
	}
	return binary.LittleEndian.Uint32(four[:]), nil
}

func fillError(format string, args ...any) error {
	return &cuda.Error{Op: "Fill", Kind: cuda.InvalidValue, Detail: fmt.Sprintf(format, args...)}
}

func patternPage(word uint32) *page {
	p := &page{words: new([pageWords]uint32)}
	for i := range p.words {
		p.words[i] = word
	}
	return p
}

func fillPart(words *[pageWords]uint32, word uint32, offset, n uint64) {
	for i := offset; i < offset+n; i++ {
		setByte(words, i, byte(word>>(i%4*8)))
	}
}

func setByte(words *[pageWords]uint32, offset uint64, b byte) {
	shift := offset % 4 * 8
	word := &words[offset/4]
	*word = *word&^(0xff<<shift) | uint32(b)<<shift
}

func readWords(dst []byte, words *[pageWords]uint32, offset uint64) {
	for len(dst) > 0 && (offset%4 != 0 || len(dst) < 4) {
		dst[0] = byte(words[offset/4] >> (offset % 4 * 8))
		dst, offset = dst[1:], offset+1
	}
	for ; len(dst) >= 4; dst, offset = dst[4:], offset+4 {
		binary.LittleEndian.PutUint32(dst, words[offset/4])
	}
	if len(dst) > 0 {
		readWords(dst, words, offset)
	}
}

func writeWords(words *[pageWords]uint32, offset uint64, src []byte) {
	for len(src) > 0 && (offset%4 != 0 || len(src) < 4) {
		setByte(words, offset, src[0])
		src, offset = src[1:], offset+1
	}
	for ; len(src) >= 4; src, offset = src[4:], offset+4 {
		words[offset/4] = binary.LittleEndian.Uint32(src)
	}
	if len(src) > 0 {
		writeWords(words, offset, src)
	}
}
