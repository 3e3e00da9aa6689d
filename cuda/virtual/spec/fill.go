package spec

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strconv"
	"strings"
)

// filler puts a JSON tree into the fields of a Spec, by their tags.
type filler struct{ file string }

func fill(s *Spec, file string, root object) error {
	return filler{file}.structure(reflect.ValueOf(s).Elem(), root, "")
}

func (f filler) structure(v reflect.Value, o object, path string) error {
	fields := map[string]reflect.StructField{}
	for _, field := range reflect.VisibleFields(v.Type()) {
		if name := field.Tag.Get("json"); name != "" {
			fields[name] = field
		}
	}
	for _, key := range o.keys {
		if _, ok := fields[key]; !ok {
			return f.absent(join(path, key), "is not a field of "+Format)
		}
	}
	for _, field := range reflect.VisibleFields(v.Type()) {
		name := field.Tag.Get("json")
		if name == "" {
			continue
		}
		got, ok := o.values[name]
		if !ok && field.Tag.Get("optional") == "" {
			return f.absent(join(path, name), "is missing: want "+wanted(field))
		}
		if !ok {
			continue
		}
		if err := f.value(v.FieldByIndex(field.Index), field, got, join(path, name)); err != nil {
			return err
		}
	}
	return nil
}

func (f filler) value(v reflect.Value, field reflect.StructField, got any, path string) error {
	inner, isObject := got.(object)
	text, isText := got.(string)
	number, isNumber := got.(json.Number)
	switch kind := v.Kind(); {
	case kind == reflect.Struct && isObject:
		return f.structure(v, inner, path)
	case kind == reflect.Pointer && got == nil:
		return nil
	case kind == reflect.Pointer && isObject:
		v.Set(reflect.New(v.Type().Elem()))
		return f.structure(v.Elem(), inner, path)
	case kind == reflect.Map && isObject && v.Type().Elem().Kind() == reflect.Map:
		return f.rates(v, inner, path)
	case kind == reflect.Map && isObject:
		return f.texts(v, inner, path)
	case kind == reflect.String && isText:
		v.SetString(text)
		return nil
	case v.CanInt() && isNumber:
		n, err := strconv.ParseInt(number.String(), 10, 64)
		if err != nil || !inBounds(field, float64(n)) {
			return f.bad(path, got, wanted(field))
		}
		v.SetInt(n)
		return nil
	case v.CanFloat() && isNumber:
		n, err := number.Float64()
		if err != nil || !inBounds(field, n) {
			return f.bad(path, got, wanted(field))
		}
		v.SetFloat(n)
		return nil
	}
	return f.bad(path, got, wanted(field))
}

func (f filler) texts(v reflect.Value, o object, path string) error {
	texts := make(map[string]string, len(o.keys))
	for _, key := range o.keys {
		text, ok := o.values[key].(string)
		if !ok || strings.TrimSpace(text) == "" {
			return f.bad(path+"["+quoted(key)+"]", o.values[key], "a text")
		}
		texts[key] = text
	}
	v.Set(reflect.ValueOf(texts))
	return nil
}

// rates fills a table of numbers by two names.
func (f filler) rates(v reflect.Value, o object, path string) error {
	const most = 1e9
	table := map[string]map[string]float64{}
	for _, row := range o.keys {
		inner, ok := o.values[row].(object)
		if !ok {
			return f.bad(path+"["+quoted(row)+"]", o.values[row], "an object")
		}
		table[row] = map[string]float64{}
		for _, key := range inner.keys {
			number, _ := inner.values[key].(json.Number)
			n, err := number.Float64()
			if err != nil || n <= 0 || n > most {
				return f.bad(path+"["+quoted(row)+"]["+quoted(key)+"]", inner.values[key], "a number above 0 and at most 1000000000")
			}
			table[row][key] = n
		}
	}
	v.Set(reflect.ValueOf(table))
	return nil
}

func (f filler) bad(path string, got any, want string) error {
	return &Error{File: f.file, Field: quotePath(path), Value: show(got), Want: want}
}

// absent is the error for a field that is not there, or should not be.
func (f filler) absent(path, want string) error {
	return &Error{File: f.file, Field: quotePath(path), Want: want}
}

// inBounds holds a number against the tags min, above and max.
func inBounds(field reflect.StructField, n float64) bool {
	bound := func(tag string) (float64, bool) {
		limit, err := strconv.ParseFloat(field.Tag.Get(tag), 64)
		return limit, err == nil
	}
	if limit, ok := bound("min"); ok && n < limit {
		return false
	}
	if limit, ok := bound("above"); ok && n <= limit {
		return false
	}
	limit, ok := bound("max")
	return !ok || n <= limit
}

// wanted says in words what a field takes.
func wanted(field reflect.StructField) string {
	kind := "a number"
	switch field.Type.Kind() {
	case reflect.String:
		return "a text"
	case reflect.Struct, reflect.Map, reflect.Pointer:
		return "an object"
	case reflect.Int, reflect.Int64:
		kind = "a whole number"
	}
	if above := field.Tag.Get("above"); above != "" {
		return fmt.Sprintf("%s above %s and at most %s", kind, above, field.Tag.Get("max"))
	}
	return fmt.Sprintf("%s from %s to %s", kind, field.Tag.Get("min"), field.Tag.Get("max"))
}

// show writes a JSON value in a few characters.
func show(v any) string {
	switch v := v.(type) {
	case object:
		return "an object"
	case []any:
		return "a list"
	case string:
		return strconv.Quote(shorten(v))
	case json.Number:
		return shorten(v.String())
	case nil:
		return "null"
	}
	return fmt.Sprint(v)
}

func shorten(s string) string {
	const most = 40
	if r := []rune(s); len(r) > most {
		return string(r[:most]) + "…"
	}
	return s
}
