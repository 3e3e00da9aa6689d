package spec

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// Value is what a field of a derived spec has, and where it is from.
type Value struct {
	Field  []string // the keys on the way to it
	Number float64  // rounded where the field takes whole numbers, or lanes
	Source string
}

// Derive gives the text of a spec file that has these values and, where there is
// none, those of this spec, as assumptions. It is read before it is given: an
// error names the field whose value cannot be.
func (s *Spec) Derive(name, capability string, values []Value) ([]byte, error) {
	root, err := parseTree(s.file, s.text)
	if err != nil {
		return nil, err
	}
	sources := object{values: map[string]any{}}
	for _, field := range s.Fields() {
		sources.set(field, fmt.Sprintf("assumed: of virtual %s, where it is %q", s.Name, s.Sources[field]))
	}
	sources.set("name", "as the document calls the device")
	root.set("name", name)
	sources.set("compute_capability", "told by the device")
	root.set("compute_capability", capability)
	for _, v := range values {
		if root, err = s.replace(root, v.Field, v); err != nil {
			return nil, err
		}
		sources.set(strings.Join(v.Field, "."), v.Source)
	}
	root.set("sources", sources)
	var out bytes.Buffer
	root.write(&out, "")
	out.WriteByte('\n')
	_, err = Parse(name, out.Bytes())
	return out.Bytes(), err
}

// replace puts a value in its place, and gives the object with it; a path or
// family of the tensor cores may be new there.
func (s *Spec) replace(o object, path []string, v Value) (object, error) {
	if len(path) == 1 {
		o.set(path[0], s.number(v))
		return o, nil
	}
	inner, ok := o.values[path[0]].(object)
	if !ok && v.Field[0] == "tensor" && s.Tensor != nil {
		inner, ok = object{values: map[string]any{}}, true
	}
	if !ok {
		return o, &Error{File: s.file, Field: strings.Join(v.Field, "."), Want: "is not a field of " + Format}
	}
	inner, err := s.replace(inner, path[1:], v)
	o.set(path[0], inner)
	return o, err
}

// number writes a value as its field takes it.
func (s *Spec) number(v Value) json.Number {
	last := v.Field[len(v.Field)-1]
	switch {
	case last == "lanes" || last == "integer_lanes":
		return json.Number(strconv.Itoa(s.lanes(v.Number)))
	case isWhole(v.Field):
		return json.Number(strconv.FormatInt(int64(math.Round(v.Number)), 10))
	}
	return json.Number(strconv.FormatFloat(v.Number, 'g', 6, 64))
}

// lanes is the number nearest to a measured one that the sub-cores can share.
func (s *Spec) lanes(measured float64) int {
	n := s.SM.Schedulers
	best := n
	consider := func(lanes int) {
		if math.Abs(math.Log(float64(lanes)/measured)) < math.Abs(math.Log(float64(best)/measured)) {
			best = lanes
		}
	}
	for d := 1; d < n; d++ {
		if n%d == 0 {
			consider(d)
		}
	}
	below := max(int(measured)/n, 1) * n
	consider(below)
	consider(below + n)
	return best
}

// isWhole tells whether a field is of a type of whole numbers.
func isWhole(path []string) bool {
	t := reflect.TypeFor[Spec]()
	for _, key := range path {
		if t.Kind() == reflect.Pointer {
			t = t.Elem()
		}
		if t.Kind() != reflect.Struct {
			return false
		}
		i := slices.IndexFunc(reflect.VisibleFields(t), func(f reflect.StructField) bool { return f.Tag.Get("json") == key })
		if i < 0 {
			return false
		}
		t = reflect.VisibleFields(t)[i].Type
	}
	return t.Kind() == reflect.Int || t.Kind() == reflect.Int64
}
