package spec

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// object is a JSON object with its keys in order. encoding/json alone would let
// a key stand twice, and would not say which fields are missing.
type object struct {
	keys   []string
	values map[string]any // object, []any, json.Number, string, bool or nil
}

// parseTree reads one JSON object that fills the whole input.
func parseTree(file string, data []byte) (object, error) {
	p := treeParser{file: file, data: data, dec: json.NewDecoder(bytes.NewReader(data))}
	p.dec.UseNumber()
	v, err := p.value("")
	if err != nil {
		return object{}, err
	}
	root, ok := v.(object)
	if !ok {
		return object{}, &Error{File: file, Want: "want a JSON object"}
	}
	if _, err := p.dec.Token(); !errors.Is(err, io.EOF) {
		return object{}, &Error{File: file, Want: "there is more after the JSON object"}
	}
	return root, nil
}

type treeParser struct {
	file string
	data []byte
	dec  *json.Decoder
}

func (p *treeParser) value(path string) (any, error) {
	token, err := p.dec.Token()
	if err != nil {
		return nil, p.syntax(err)
	}
	switch token {
	case json.Delim('{'):
		return p.object(path)
	case json.Delim('['):
		return p.array(path)
	}
	return token, nil
}

func (p *treeParser) object(path string) (any, error) {
	o := object{values: map[string]any{}}
	for p.dec.More() {
		token, err := p.dec.Token()
		if err != nil {
			return nil, p.syntax(err)
		}
		key, _ := token.(string)
		inner := join(path, key)
		if _, twice := o.values[key]; twice {
			return nil, &Error{File: p.file, Field: quotePath(inner), Want: "stands twice"}
		}
		v, err := p.value(inner)
		if err != nil {
			return nil, err
		}
		o.keys = append(o.keys, key)
		o.values[key] = v
	}
	_, err := p.dec.Token()
	return o, p.syntax(err)
}

func (p *treeParser) array(path string) (any, error) {
	list := []any{}
	for p.dec.More() {
		v, err := p.value(path)
		if err != nil {
			return nil, err
		}
		list = append(list, v)
	}
	_, err := p.dec.Token()
	return list, p.syntax(err)
}

// syntax adds the line to a JSON error.
func (p *treeParser) syntax(err error) error {
	if err == nil {
		return nil
	}
	at := p.dec.InputOffset()
	if bad, ok := errors.AsType[*json.SyntaxError](err); ok {
		at = max(at, bad.Offset)
	}
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		at, err = int64(len(p.data)), errors.New("the file ends early")
	}
	line := 1 + bytes.Count(p.data[:min(at, int64(len(p.data)))], []byte("\n"))
	return &Error{File: p.file, Want: fmt.Sprintf("line %d is not JSON: %v", line, err)}
}

func join(path, key string) string {
	if path == "" {
		return key
	}
	return path + "." + key
}

// quotePath keeps an error on one line whatever the keys hold.
func quotePath(path string) string {
	quoted := strconv.Quote(path)
	if inner := quoted[1 : len(quoted)-1]; inner == path && !strings.ContainsRune(path, ' ') {
		return path
	}
	return quoted
}
