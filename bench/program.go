package bench

import (
	"fmt"

	"ridgeline/cuda"
	"ridgeline/kernels"
	"ridgeline/kernels/sass"
	"ridgeline/results"
)

// programs are the modules that a run has loaded on its device, by name.
type programs struct {
	dev    cuda.Device
	lib    *kernels.Library
	loaded map[string]program
}

// program is a loaded module and what its machine code is made of.
type program struct {
	cuda.Module
	audit moduleAudit
}

// function finds a kernel for the device and loads its module, once.
func (p *programs) function(symbol string) (cuda.Function, *results.Kernel, error) {
	capability := p.dev.Info().ComputeCapability
	module, entry, ptx, err := p.lib.Find(symbol, capability.Number())
	if err != nil {
		return nil, nil, err
	}
	m, ok := p.loaded[module.Name]
	if !ok {
		loaded, err := p.dev.Load(image(module, ptx, capability))
		if err != nil {
			return nil, nil, err
		}
		m = program{loaded, auditOf(module, loaded, p.dev.Info().Provenance)}
		p.loaded[module.Name] = m
	}
	f, err := m.Function(symbol)
	if err != nil {
		return nil, nil, err
	}
	a, err := f.Attributes()
	if err != nil {
		return nil, nil, err
	}
	kernel := identity(module, entry, a)
	kernel.OpcodeAudit = m.audit.of(symbol)
	if c, ok := m.Module.(cuda.Compiled); ok {
		kernel.CompilerWarnings = c.Compilation().Warnings
	}
	return f, kernel, nil
}

// image is a module with what the assembler said of its kernels on the device's
// architecture or on the nearest older one.
func image(m kernels.Module, ptx []byte, c cuda.ComputeCapability) cuda.Image {
	assembled := map[string]cuda.Attributes{}
	for _, e := range m.Entries {
		build, _, err := e.BuildFor(fmt.Sprintf("sm_%d", c.Number()))
		if err != nil {
			continue // the device estimates, and says so
		}
		assembled[e.Symbol] = cuda.Attributes{
			Registers:         build.Registers,
			StaticSharedBytes: build.SharedBytes,
			LocalBytes:        build.StackBytes,
			ConstBytes:        build.ConstBytes,
			SpillStoreBytes:   build.SpillStoreBytes,
			SpillLoadBytes:    build.SpillLoadBytes,
			Local:             localTraffic(build.Local),
			RegistersSource:   "manifest",
		}
	}
	return cuda.Image{Name: m.PTX, PTX: ptx, Assembled: assembled}
}

// emulates says that the machine code of a kernel for the device, or for the nearest older
// architecture, lacks the opcode that it is about; "" where it holds it, or nobody knows.
func (p *programs) emulates(symbol string, opcode sass.Pattern) string {
	capability := p.dev.Info().ComputeCapability.Number()
	_, entry, _, err := p.lib.Find(symbol, capability)
	if opcode == "" || err != nil {
		return ""
	}
	_, target, err := entry.BuildFor(fmt.Sprintf("sm_%d", capability))
	audit, known := entry.AuditFor(target)
	if err != nil || !known || audit.Holds(opcode) {
		return ""
	}
	return fmt.Sprintf("emulated: the machine code for %s has no %s, but other instructions in its place", target, opcode)
}

// localTraffic is what the manifest says of local memory; nil where it says nothing.
func localTraffic(l *sass.Local) *cuda.LocalTraffic {
	if l == nil {
		return nil
	}
	return &cuda.LocalTraffic{Outside: cuda.LocalAccesses(l.Outside), PerTrip: cuda.LocalAccesses(l.PerTrip)}
}

func identity(m kernels.Module, e kernels.Entry, a cuda.Attributes) *results.Kernel {
	return &results.Kernel{
		Symbol:          e.Symbol,
		Module:          m.PTX,
		PTXSHA256:       m.PTXSHA256,
		Target:          m.Target,
		PTXVersion:      m.PTXVersion,
		Registers:       a.Registers,
		LocalBytes:      a.LocalBytes,
		SharedBytes:     a.StaticSharedBytes,
		RegistersSource: a.RegistersSource,
		BinaryVersion:   a.BinaryVersion,
	}
}

// unload gives every module back.
func (p *programs) unload() error {
	var first error
	for name, m := range p.loaded {
		if err := m.Unload(); err != nil && first == nil {
			first = err
		}
		delete(p.loaded, name)
	}
	return first
}
