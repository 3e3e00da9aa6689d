package results

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
)

// finite fails at the first number of a document, or of a part of one, that JSON
// cannot hold.
func finite(part any) error { return finiteValue(reflect.ValueOf(part), "") }

func finiteValue(v reflect.Value, path string) error {
	switch v.Kind() {
	case reflect.Float64:
		if f := v.Float(); math.IsNaN(f) || math.IsInf(f, 0) {
			return fmt.Errorf("%s: %v is not a finite number", path, f)
		}
	case reflect.Pointer:
		if !v.IsNil() {
			return finiteValue(v.Elem(), path)
		}
	case reflect.Slice:
		for i := range v.Len() {
			if err := finiteValue(v.Index(i), fmt.Sprintf("%s[%d]", path, i)); err != nil {
				return err
			}
		}
	case reflect.Map:
		names := v.MapKeys()
		slices.SortFunc(names, func(a, b reflect.Value) int { return strings.Compare(a.String(), b.String()) })
		for _, name := range names {
			if err := finiteValue(v.MapIndex(name), join(path, name.String())); err != nil {
				return err
			}
		}
	case reflect.Struct:
		for _, key := range keysOf(v.Type()) {
			if err := finiteValue(v.Field(key.field), join(path, key.name)); err != nil {
				return err
			}
		}
	}
	return nil
}
