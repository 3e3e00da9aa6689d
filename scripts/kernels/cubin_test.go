package main

import (
	"bytes"
	"debug/elf"
	"encoding/binary"
	"testing"

	"github.com/stretchr/testify/require"
)

// fakeCubin is a cubin with an entry k of so many instructions, which no table of
// opcodes knows. It says its architecture where the old format does for 7.0, else
// where the new one does.
func fakeCubin(t *testing.T, capability, instructions int) []byte {
	t.Helper()
	var b bytes.Buffer
	names := "\x00.text.k\x00.symtab\x00.strtab\x00"
	text := make([]byte, 16*instructions)
	for i := range instructions {
		copy(text[16*i:], []byte{0xff, byte(i), 0xff, 0xff})
	}
	const header, sectionSize, symbolSize = 64, 64, 24
	put := func(v any) { require.NoError(t, binary.Write(&b, binary.LittleEndian, v)) }
	h := elf.Header64{Type: uint16(elf.ET_EXEC), Machine: uint16(elf.EM_CUDA), Version: 1, Ehsize: header,
		Shentsize: sectionSize, Shnum: 4, Shstrndx: 3, Shoff: uint64(header + len(text) + symbolSize + len(names))}
	copy(h.Ident[:], "\x7fELF\x02\x01\x01\x41\x08")
	h.Flags = uint32(capability) << 8
	if capability == 70 {
		h.Ident[8], h.Version, h.Flags = 7, 129, 70|5<<8|70<<16
	}
	put(h)
	b.Write(text)
	b.Write(make([]byte, symbolSize))
	b.WriteString(names)
	put(elf.Section64{})
	put(elf.Section64{Name: 1, Type: uint32(elf.SHT_PROGBITS), Off: header, Size: uint64(len(text))})
	put(elf.Section64{Name: 9, Type: uint32(elf.SHT_SYMTAB), Off: uint64(header + len(text)), Size: symbolSize, Link: 3, Entsize: symbolSize})
	put(elf.Section64{Name: 17, Type: uint32(elf.SHT_STRTAB), Off: uint64(header + len(text) + symbolSize), Size: uint64(len(names))})
	return b.Bytes()
}
