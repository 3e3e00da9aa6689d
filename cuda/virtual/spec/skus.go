package spec

import (
	"embed"
	"fmt"
	"strings"
)

//go:embed skus/*.json
var skus embed.FS

// Names lists the embedded SKUs, in alphabetical order.
func Names() ([]string, error) {
	entries, err := skus.ReadDir("skus")
	if err != nil {
		return nil, err
	}
	names := make([]string, len(entries))
	for i, e := range entries {
		names[i] = strings.TrimSuffix(e.Name(), ".json")
	}
	return names, nil
}

// Open finds a spec: an embedded SKU by its name, or a file whose path ends in
// .json.
func Open(nameOrFile string) (*Spec, error) {
	if strings.HasSuffix(nameOrFile, ".json") {
		return ReadFile(nameOrFile)
	}
	names, err := Names()
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		if name == nameOrFile {
			return embedded(name)
		}
	}
	return nil, &Error{File: fmt.Sprintf("%q", nameOrFile), Want: fmt.Sprintf(
		"there is no such virtual SKU: %swant one of %s, or a file that ends in .json", meant(nameOrFile, names), strings.Join(names, ", "))}
}

// meant asks whether a SKU was meant that begins so, whatever the case.
func meant(name string, names []string) string {
	for _, known := range names {
		if name != "" && strings.HasPrefix(known, strings.ToLower(name)) {
			return "did you mean " + known + "? "
		}
	}
	return ""
}

// Embedded gives all embedded SKUs, in alphabetical order.
func Embedded() ([]*Spec, error) {
	names, err := Names()
	if err != nil {
		return nil, err
	}
	specs := make([]*Spec, len(names))
	for i, name := range names {
		if specs[i], err = embedded(name); err != nil {
			return nil, err
		}
	}
	return specs, nil
}

func embedded(name string) (*Spec, error) {
	data, err := skus.ReadFile("skus/" + name + ".json")
	if err != nil {
		return nil, err
	}
	return Parse(name+".json", data)
}
