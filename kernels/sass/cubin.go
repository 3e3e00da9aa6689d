package sass

import (
	"bytes"
	"debug/elf"
	"encoding/binary"
	"fmt"
	"strings"
)

// Word is a machine instruction: 128 bits since Volta.
type Word struct{ Low, High uint64 }

// wordBytes is its size.
const wordBytes = 16

// Cubin is the machine code of a module.
type Cubin struct {
	Capability int // ten times the major version plus the minor one
	Entries    map[string]Text
}

// Text is the instructions of an entry and of the subroutines behind it.
type Text struct {
	Words       []Word
	Subroutines map[int]bool // by the index of their first instruction
}

// Where the header of a cubin has what it is: an ELF file of class 64 whose flags
// carry the architecture, in the second byte since ABI version 8, before in the
// first one. Seen in what ptxas 12.9 and 13.5 write.
const (
	abiVersionAt = 8
	versionAt    = 20
	flagsAt      = 48
	headerBytes  = 64
)

// ReadCubin takes a cubin apart. It reads what ptxas writes for compute capability
// 7.0 and later.
func ReadCubin(image []byte) (Cubin, error) {
	if len(image) < headerBytes {
		return Cubin{}, fmt.Errorf("cubin: %d bytes are no ELF file", len(image))
	}
	c := Cubin{Capability: int(image[flagsAt+1]), Entries: map[string]Text{}}
	if image[abiVersionAt] < 8 {
		c.Capability = int(image[flagsAt])
	}
	// Before ABI version 8 the version of the toolkit stood where the one of ELF
	// belongs.
	image = bytes.Clone(image)
	binary.LittleEndian.PutUint32(image[versionAt:], uint32(elf.EV_CURRENT))
	f, err := elf.NewFile(bytes.NewReader(image))
	if err != nil {
		return Cubin{}, fmt.Errorf("cubin: %w", err)
	}
	symbols, err := f.Symbols()
	if err != nil {
		return Cubin{}, fmt.Errorf("cubin: symbols: %w", err)
	}
	for i, section := range f.Sections {
		name, ok := strings.CutPrefix(section.Name, ".text.")
		if !ok {
			continue
		}
		text := Text{Subroutines: map[int]bool{}}
		if text.Words, err = words(section); err != nil {
			return Cubin{}, fmt.Errorf("cubin: section %s: %w", section.Name, err)
		}
		for _, s := range symbols {
			if int(s.Section) == i && elf.ST_TYPE(s.Info) == elf.STT_FUNC && s.Name != name {
				text.Subroutines[int(s.Value/wordBytes)] = true
			}
		}
		c.Entries[name] = text
	}
	return c, nil
}

func words(s *elf.Section) ([]Word, error) {
	code, err := s.Data()
	if err != nil {
		return nil, err
	}
	if len(code)%wordBytes != 0 {
		return nil, fmt.Errorf("%d bytes are no whole instructions", len(code))
	}
	list := make([]Word, len(code)/wordBytes)
	for i := range list {
		at := code[i*wordBytes:]
		list[i] = Word{binary.LittleEndian.Uint64(at), binary.LittleEndian.Uint64(at[8:])}
	}
	return list, nil
}
