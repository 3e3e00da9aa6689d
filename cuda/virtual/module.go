package virtual

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"ridgeline/cuda"
	"ridgeline/cuda/virtual/exec"
	"ridgeline/cuda/virtual/ptx"
)

// module is a loaded PTX image.
type module struct {
	device   *device
	name     string
	target   int // 70 for sm_70
	code     *exec.Module
	image    cuda.Image
	unloaded bool
}

// Load parses and decodes a PTX image.
func (d *device) Load(image cuda.Image) (cuda.Module, error) {
	if err := d.open("Load"); err != nil {
		return nil, err
	}
	tree, err := ptx.Parse(image.Name, image.PTX)
	if err != nil {
		return nil, parseError(image.Name, err)
	}
	target, err := d.checkTarget(tree)
	if err != nil {
		return nil, err
	}
	code, err := exec.Compile(tree)
	if err != nil {
		return nil, err
	}
	d.changes++
	if err := code.Bind(d.memory); err != nil {
		return nil, err
	}
	return &module{device: d, name: image.Name, target: target, code: code, image: image}, nil
}

func parseError(name string, err error) error {
	e := &cuda.Error{Op: "Load", Kind: cuda.InvalidImage, Module: name, Detail: err.Error()}
	if syntax, ok := errors.AsType[*ptx.SyntaxError](err); ok {
		e.Line = syntax.Pos.Line
		e.Detail = fmt.Sprintf("column %d: %s", syntax.Pos.Column, syntax.Detail)
	}
	return e
}

// checkTarget refuses an image for an architecture that this device is not:
// "sm_80" runs on 8.0 and all later ones, "sm_90a" on 9.0 alone, "sm_100f" on
// its family, 10.x.
func (d *device) checkTarget(m *ptx.Module) (int, error) {
	if len(m.Targets) == 0 {
		return 0, &cuda.Error{Op: "Load", Kind: cuda.InvalidImage, Module: m.Name, Detail: "there is no .target"}
	}
	have := d.info.ComputeCapability
	name := m.Targets[0]
	digits := strings.TrimRight(strings.TrimPrefix(name, "sm_"), "af")
	target, err := strconv.Atoi(digits)
	if err != nil || !strings.HasPrefix(name, "sm_") {
		return 0, &cuda.Error{Op: "Load", Kind: cuda.InvalidImage, Module: m.Name, Detail: "target " + name + " is no architecture"}
	}
	fits := have.Number() >= target
	switch name[len(name)-1] {
	case 'a':
		fits = have.Number() == target
	case 'f':
		fits = fits && have.Major == target/10
	}
	if !fits {
		return 0, &cuda.Error{Op: "Load", Kind: cuda.InvalidImage, Module: m.Name,
			Detail: fmt.Sprintf("target %s does not run on compute capability %s", name, have),
			Remedy: "load an image for a target that this device has"}
	}
	return target, nil
}

// Function finds an entry by its name.
func (m *module) Function(name string) (cuda.Function, error) {
	if err := m.loaded("Function"); err != nil {
		return nil, err
	}
	for _, k := range m.code.Kernels() {
		if k.Name == name && k.Err != nil {
			return nil, k.Err
		}
		if k.Name == name {
			return &function{module: m, kernel: k}, nil
		}
	}
	return nil, &cuda.Error{Op: "Function", Kind: cuda.NotFound, Module: m.name, Kernel: name,
		Detail: "there is no such entry", Remedy: "the module has " + strings.Join(m.FunctionNames(), ", ")}
}

var _ cuda.Directory = (*module)(nil)

// FunctionNames are the entries in the order of the text.
func (m *module) FunctionNames() []string {
	kernels := m.code.Kernels()
	names := make([]string, len(kernels))
	for i, k := range kernels {
		names[i] = k.Name
	}
	return names
}

// Unload frees the module. Its functions are invalid from then on.
func (m *module) Unload() error {
	if err := m.loaded("Unload"); err != nil {
		return err
	}
	m.unloaded = true
	for key := range m.device.records {
		if key.module == m {
			delete(m.device.records, key)
		}
	}
	return nil
}

// loaded is an error on a module that is gone.
func (m *module) loaded(op string) error {
	if err := m.device.open(op); err != nil {
		return err
	}
	if m.unloaded {
		e := invalid(op, "the module has been unloaded", "load it again")
		e.Module = m.name
		return e
	}
	return nil
}
