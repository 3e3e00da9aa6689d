//go:build cuda && linux

package nvidia

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"unsafe"

	"gorgonia.org/cu"

	"ridgeline/cuda"
	"ridgeline/cuda/nvidia/abi"
	"ridgeline/cuda/nvidia/params"
)

// module is a PTX image that the driver has compiled.
type module struct {
	device    *device
	name      string
	handle    cu.Module
	params    map[string][]params.Param
	functions map[string]*function
	compiled  cuda.Compilation
	unloaded  bool
}

var _ cuda.Compiled = (*module)(nil)

// Load compiles a PTX image: by the driver's linker where that gives the machine
// code away, else in one step.
func (d *device) Load(image cuda.Image) (cuda.Module, error) {
	if err := d.enter("Load"); err != nil {
		return nil, err
	}
	defer d.leave()
	if len(image.PTX) == 0 {
		return nil, &cuda.Error{Op: "Load", Kind: cuda.InvalidImage, Module: image.Name, Detail: "the image is empty"}
	}
	takes, err := params.Of(image.PTX)
	if err != nil {
		return nil, &cuda.Error{Op: "Load", Kind: cuda.InvalidImage, Module: image.Name, Err: err}
	}
	sum := sha256.Sum256(image.PTX)
	m := &module{device: d, name: image.Name, params: takes, functions: map[string]*function{}}
	m.compiled.PTXSHA256 = hex.EncodeToString(sum[:])
	if err := m.compile(image); err != nil {
		return nil, d.note(err)
	}
	d.modules[m] = true
	return m, nil
}

func (m *module) compile(image cuda.Image) error {
	code := image.PTX
	if abi.Has("cuLinkCreate_v2") {
		cubin, log, err := link(image)
		if err == nil {
			m.compiled.Cubin, code = cubin, cubin
			m.compiled.Log, m.compiled.Warnings = log, warnings(log)
		} else if !cuda.IsKind(err, cuda.Unsupported) {
			return m.loadError(image, err, log)
		}
	}
	handle, log, err := loadData(code)
	if err != nil {
		return m.loadError(image, err, log)
	}
	m.handle = handle
	if m.compiled.Cubin == nil {
		m.compiled.Log, m.compiled.Warnings = log, warnings(log)
	}
	return nil
}

const logBytes = 16 << 10 // of the compiler's words, good or bad

// loadData hands PTX or machine code to the driver.
func loadData(code []byte) (handle cu.Module, log string, err error) {
	info, bad := make([]byte, logBytes), make([]byte, logBytes)
	handle, err = cu.LoadDataEx(unsafe.String(&code[0], len(code)),
		&cu.JITInfoLogBuffer{Buffer: info}, &cu.JITErrorLogBuffer{Buffer: bad}, &cu.JITLogVerbose{Enabled: true})
	if err != nil {
		return handle, upToNUL(bad), failed("cuModuleLoadDataEx", err)
	}
	return handle, upToNUL(info), nil
}

// Function finds an entry by its name.
func (m *module) Function(name string) (cuda.Function, error) {
	if err := m.enter("Function"); err != nil {
		return nil, err
	}
	defer m.device.leave()
	if f := m.functions[name]; f != nil {
		return f, nil
	}
	handle, err := m.handle.Function(name)
	if err != nil {
		err := failed("cuModuleGetFunction", err)
		if e, ok := errors.AsType[*cuda.Error](err); ok {
			e.Module, e.Kernel = m.name, name
		}
		return nil, m.device.note(err)
	}
	f, err := newFunction(m, name, handle)
	if err != nil {
		return nil, m.device.note(err)
	}
	m.functions[name] = f
	return f, nil
}

// Compilation tells what the driver's compiler said and made.
func (m *module) Compilation() cuda.Compilation { return m.compiled }

// Unload frees the module. Its functions are invalid from then on.
func (m *module) Unload() error {
	if err := m.enter("Unload"); err != nil {
		return err
	}
	defer m.device.leave()
	m.device.dropGraph(m)
	m.forget()
	delete(m.device.modules, m)
	return m.device.note(failed("cuModuleUnload", m.handle.Unload()))
}

// forget frees what the module holds beside the driver.
func (m *module) forget() {
	m.unloaded = true
	for _, f := range m.functions {
		f.free()
	}
}

// enter is that of the device, for a module that is still loaded.
func (m *module) enter(call string) error {
	if m.unloaded && m.device.lane != nil {
		e := invalid(call, "the module has been unloaded", "load it again")
		e.Module = m.name
		return e
	}
	return m.device.enter(call)
}
