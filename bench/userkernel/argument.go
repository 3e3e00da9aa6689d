package userkernel

import (
	"encoding/binary"
	"regexp"
	"strconv"
	"strings"
)

// Argument is what the user gives for one parameter of the kernel: a scalar, a
// buffer, whose address the kernel gets, or a structure.
type Argument struct {
	Text   string // as written
	Scalar *Scalar
	Buffer *Buffer
	Struct *Struct
}

// Scalar is a number, as the bytes that the kernel sees.
type Scalar struct {
	Type  Type
	Bytes []byte
}

// Buffer is device memory with a name.
type Buffer struct {
	Name  string
	Type  Type
	Count int64 // elements
	Bytes int64
	Fill  Fill
}

const forms = "An argument is TYPE=VALUE (f32=1.5), NAME:TYPE[COUNT]=FILL (x:f32[1024]=random) or struct[SIZE]=hex:…."

var bufferForm = regexp.MustCompile(`^([A-Za-z_]\w*):(\w+)\[(\w+)\]=(.+)$`)

// ParseArgument reads the words of an --arg.
func ParseArgument(text string) (Argument, error) {
	a := Argument{Text: text}
	var err error
	before, after, found := strings.Cut(text, "=")
	switch {
	case !found:
		return a, wrong(text, forms, "not an argument")
	case strings.HasPrefix(before, "struct"):
		a.Struct, err = parseStruct(text)
	case strings.Contains(before, ":"):
		a.Buffer, err = ParseBuffer(text)
	default:
		a.Scalar, err = parseScalar(before, after)
	}
	return a, err
}

func parseScalar(name, value string) (*Scalar, error) {
	t, err := ParseType(name)
	if err != nil {
		return nil, err
	}
	if t.Bits < 8 {
		return nil, wrong(name+"="+value, "Pass two of them as b8.", "no argument has %d bits", t.Bits)
	}
	bits, err := t.parse(value)
	if err != nil {
		return nil, err
	}
	return &Scalar{t, littleEndian(bits, t.Bits/8)}, nil
}

func littleEndian(bits uint64, bytes int) []byte {
	return binary.LittleEndian.AppendUint64(nil, bits)[:bytes:bytes]
}

// ParseBuffer reads the words of a --buffer, or of an --arg that is one.
func ParseBuffer(text string) (*Buffer, error) {
	words := bufferForm.FindStringSubmatch(text)
	if words == nil {
		return nil, wrong(text, "A buffer is NAME:TYPE[COUNT]=FILL, such as x:f32[1024]=random.", "not a buffer")
	}
	t, err := ParseType(words[2])
	if err != nil {
		return nil, err
	}
	count, err := strconv.ParseInt(words[3], 0, 64)
	if err != nil || count < 1 || count > maxBufferBytes {
		return nil, wrong(text, "", "%s is no number of elements", words[3])
	}
	bytes, whole := t.Bytes(count)
	if !whole {
		return nil, wrong(text, "A byte holds two of them: take an even number.", "%d elements of %s end within a byte", count, t.Name)
	}
	fill, err := parseFill(t, words[4])
	if err != nil {
		return nil, err
	}
	return &Buffer{words[1], t, count, bytes, fill}, nil
}

// maxBufferBytes is more than any device has, and keeps sizes from overflowing.
const maxBufferBytes = 1 << 44
