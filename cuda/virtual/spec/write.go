package spec

import (
	"bytes"
	"encoding/json"
)

// set puts a value under a key, at the end where the key is new.
func (o *object) set(key string, v any) {
	if _, have := o.values[key]; !have {
		o.keys = append(o.keys, key)
	}
	o.values[key] = v
}

// write puts the object into text, its keys in their order.
func (o object) write(out *bytes.Buffer, indent string) {
	inner := indent + "  "
	out.WriteString("{")
	for i, key := range o.keys {
		if i > 0 {
			out.WriteString(",")
		}
		out.WriteString("\n" + inner)
		writeText(out, key)
		out.WriteString(": ")
		switch v := o.values[key].(type) {
		case object:
			v.write(out, inner)
		case json.Number:
			out.WriteString(v.String())
		case string:
			writeText(out, v)
		default:
			out.WriteString("null") // the only other value that a spec has
		}
	}
	out.WriteString("\n" + indent + "}")
}

func writeText(out *bytes.Buffer, text string) {
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	_ = encoder.Encode(text) // a text is always JSON
	out.Truncate(out.Len() - 1)
}
