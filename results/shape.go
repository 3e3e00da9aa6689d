package results

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
)

// shape walks JSON text beside the Go type that it is to fill and notes what
// encoding/json passes over in silence: unknown, missing and repeated keys.
// Wrong types are left to encoding/json, which reports them well.
type shape struct {
	dec   *json.Decoder
	depth int
	// faults are the unexpected keys in the order found, with their places.
	faults []fault
}

type fault struct {
	offset int64
	text   string
	// unknown keys are allowed in a document of a newer minor version.
	unknown bool
}

func newShape(text []byte) *shape {
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.UseNumber() // a number out of range is for encoding/json to report
	return &shape{dec: dec}
}

// maxDepth is how deep values may be nested; no document comes near it. The path
// of a value is as long as it is deep, so that a hostile text would make the walk
// take the square of its size.
const maxDepth = 100

// errDepth is a text that is nested deeper.
var errDepth = errors.New("nested more than 100 deep, as no document is")

// value reads one JSON value. A nil type is one that nothing is known of.
func (s *shape) value(t reflect.Type, path string) error {
	if s.depth++; s.depth > maxDepth {
		return errDepth
	}
	defer func() { s.depth-- }()
	token, err := s.dec.Token()
	if err != nil {
		return err
	}
	for t != nil && t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch token {
	case json.Delim('{'):
		return s.object(t, path)
	case json.Delim('['):
		return s.array(t, path)
	}
	return nil
}

func (s *shape) array(t reflect.Type, path string) error {
	var element reflect.Type
	if t != nil && (t.Kind() == reflect.Slice || t.Kind() == reflect.Array) {
		element = t.Elem()
	}
	for i := 0; s.dec.More(); i++ {
		if err := s.value(element, fmt.Sprintf("%s[%d]", path, i)); err != nil {
			return err
		}
	}
	_, err := s.dec.Token()
	return err
}

func (s *shape) object(t reflect.Type, path string) error {
	keys := keysOf(t)
	seen := map[string]bool{}
	for s.dec.More() {
		token, err := s.dec.Token()
		if err != nil {
			return err
		}
		name, _ := token.(string)
		if seen[name] {
			s.note(false, "key %q stands twice in %s", name, orDocument(path))
		}
		seen[name] = true
		if err := s.value(s.member(t, keys, name, path), join(path, name)); err != nil {
			return err
		}
	}
	if _, err := s.dec.Token(); err != nil {
		return err
	}
	for _, key := range keys {
		if key.required && !seen[key.name] {
			s.note(false, "key %q is missing in %s", key.name, orDocument(path))
		}
	}
	return nil
}

// member is the type of one member of an object; it notes a key that the type
// does not have.
func (s *shape) member(t reflect.Type, keys []key, name, path string) reflect.Type {
	if t == nil {
		return nil
	}
	if t.Kind() == reflect.Map {
		return t.Elem()
	}
	for _, key := range keys {
		if key.name == name {
			return key.kind
		}
	}
	if t.Kind() == reflect.Struct {
		s.note(true, "unknown key %q in %s", name, orDocument(path))
	}
	return nil
}

func (s *shape) note(unknown bool, format string, args ...any) {
	s.faults = append(s.faults, fault{s.dec.InputOffset(), fmt.Sprintf(format, args...), unknown})
}

// key is one field of a struct as JSON sees it.
type key struct {
	field    int // its index in the struct
	name     string
	kind     reflect.Type
	required bool
}

// keysOf lists the keys of a struct; other types have none.
func keysOf(t reflect.Type) []key {
	if t == nil || t.Kind() != reflect.Struct {
		return nil
	}
	var keys []key
	for i := range t.NumField() {
		field := t.Field(i)
		name, options, _ := strings.Cut(field.Tag.Get("json"), ",")
		if name != "" {
			keys = append(keys, key{i, name, field.Type, options != "omitempty"})
		}
	}
	return keys
}

func join(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}
