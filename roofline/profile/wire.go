package profile

import (
	"encoding/binary"
	"errors"
	"math"
)

// wireKind is how a field of a protocol-buffer message is written
// (protobuf.dev/programming-guides/encoding).
type wireKind byte

const (
	wireVarint  wireKind = 0
	wireFixed64 wireKind = 1
	wireBytes   wireKind = 2
	wireFixed32 wireKind = 5
)

// wireField is one field of a message.
type wireField struct {
	number uint64
	kind   wireKind
	value  uint64 // of a varint or a fixed field
	data   []byte // of a bytes field; a part of the message
}

var errWire = errors.New("a message breaks the rules of its encoding")

// eachField calls visit for every field of a message, in order. It allocates
// nothing: a length that points beyond the message is an error.
func eachField(message []byte, visit func(wireField) error) error {
	for len(message) > 0 {
		field, rest, err := nextField(message)
		if err != nil {
			return err
		}
		if err := visit(field); err != nil {
			return err
		}
		message = rest
	}
	return nil
}

func nextField(message []byte) (field wireField, rest []byte, err error) {
	tag, size := binary.Uvarint(message)
	if size <= 0 || tag>>3 == 0 {
		return field, nil, errWire
	}
	message = message[size:]
	field.number, field.kind = tag>>3, wireKind(tag&7)
	switch field.kind {
	case wireVarint:
		field.value, size = binary.Uvarint(message)
		if size <= 0 {
			return field, nil, errWire
		}
		return field, message[size:], nil
	case wireBytes:
		length, size := binary.Uvarint(message)
		if size <= 0 || length > uint64(len(message)-size) {
			return field, nil, errWire
		}
		end := size + int(length)
		field.data = message[size:end]
		return field, message[end:], nil
	case wireFixed64:
		if len(message) < 8 {
			return field, nil, errWire
		}
		field.value = binary.LittleEndian.Uint64(message)
		return field, message[8:], nil
	case wireFixed32:
		if len(message) < 4 {
			return field, nil, errWire
		}
		field.value = uint64(binary.LittleEndian.Uint32(message))
		return field, message[4:], nil
	}
	return field, nil, errWire
}

// float is the value of a fixed32 or fixed64 field.
func (f wireField) float() float64 {
	if f.kind == wireFixed32 {
		return float64(math.Float32frombits(uint32(f.value)))
	}
	return math.Float64frombits(f.value)
}
