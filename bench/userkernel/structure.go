package userkernel

import (
	"encoding/binary"
	"encoding/hex"
	"os"
	"regexp"
	"strconv"
	"strings"
)

// Struct is a structure passed by value, with the addresses of buffers in it.
type Struct struct {
	Bytes     []byte
	Addresses []Address
}

// Address is where the address of a buffer lies in a structure.
type Address struct {
	Offset int
	Buffer string
}

const (
	structHelp = "A structure is struct[SIZE]=hex:0011… or struct[SIZE]=file:PATH, then ,@OFFSET=&NAME for each address of a buffer."
	// maxStructBytes is the largest parameter space of a kernel (PTX ISA, Kernel
	// Function Parameters, from version 8.1 on).
	maxStructBytes = 32764
	addressBytes   = 8
)

var (
	structForm  = regexp.MustCompile(`^struct\[(\w+)\]=(hex|file):([^,]*)((?:,@\w+=&\w+)*)$`)
	addressForm = regexp.MustCompile(`,@(\w+)=&(\w+)`)
)

func parseStruct(text string) (*Struct, error) {
	words := structForm.FindStringSubmatch(text)
	if words == nil {
		return nil, wrong(text, structHelp, "not a structure")
	}
	size, err := strconv.ParseInt(words[1], 0, 32)
	if err != nil || size < 1 || size > maxStructBytes {
		return nil, wrong(text, "", "a structure has 1 to %d bytes, and not %s", maxStructBytes, words[1])
	}
	var content []byte
	if words[2] == "hex" {
		content, err = hex.DecodeString(strings.ReplaceAll(words[3], "_", ""))
	} else {
		content, err = os.ReadFile(words[3])
	}
	if err != nil {
		return nil, wrong(text, "", "%s", err)
	}
	if int64(len(content)) != size {
		return nil, wrong(text, "Give all of its bytes, padding included.", "the structure has %d bytes, and %d were given", size, len(content))
	}
	s := &Struct{Bytes: content}
	for _, m := range addressForm.FindAllStringSubmatch(words[4], -1) {
		offset, err := strconv.ParseInt(m[1], 0, 32)
		if err != nil || offset < 0 || offset+addressBytes > size {
			return nil, wrong(text, "", "no address of %d bytes fits at offset %s of %d", addressBytes, m[1], size)
		}
		s.Addresses = append(s.Addresses, Address{int(offset), m[2]})
	}
	return s, nil
}

// with gives the bytes with the addresses of the buffers in their places.
func (s *Struct) with(address func(name string) (uint64, bool)) ([]byte, error) {
	content := append([]byte(nil), s.Bytes...)
	for _, a := range s.Addresses {
		p, ok := address(a.Buffer)
		if !ok {
			return nil, wrong("&"+a.Buffer, "Make it with --buffer "+a.Buffer+":TYPE[COUNT]=FILL.", "there is no such buffer")
		}
		binary.LittleEndian.PutUint64(content[a.Offset:], p)
	}
	return content, nil
}
