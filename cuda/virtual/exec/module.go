package exec

import (
	"errors"
	"fmt"
	"slices"
	"strconv"

	"ridgeline/cuda"
	"ridgeline/cuda/virtual/ptx"
)

// Module is a decoded module.
type Module struct {
	name      string
	kernels   []*Kernel
	variables []placed // .global and .const
	bound     bool
	constBase uint64
	constEnd  uint64
}

// Compile decodes a parsed module. What is no PTX is a *cuda.Error of kind
// InvalidImage, naming the instruction and its line. A kernel that is right but
// cannot be executed has its error in Kernel.Err and leaves the others usable;
// where this is so of every kernel, it is the error of the module.
func Compile(m *ptx.Module) (*Module, error) {
	out := &Module{name: m.Name}
	if m.AddressBits != 64 {
		return nil, &cuda.Error{Op: "Load", Kind: cuda.Unsupported, Module: m.Name,
			Detail: fmt.Sprintf(".address_size %d", m.AddressBits), Remedy: "compile for 64-bit addresses"}
	}
	layout, err := layoutModule(m)
	if err != nil {
		return nil, err
	}
	out.variables = layout.device
	for _, f := range m.Functions {
		if !f.Entry || f.Body == nil {
			continue
		}
		k, err := compileKernel(out, layout, f)
		if err != nil {
			return nil, err
		}
		out.kernels = append(out.kernels, k)
	}
	if err := out.unusable(); err != nil {
		return nil, err
	}
	return out, nil
}

// unusable is the error of the first kernel if no kernel can run.
func (m *Module) unusable() error {
	for _, k := range m.kernels {
		if k.Err == nil {
			return nil
		}
	}
	if len(m.kernels) == 0 {
		return nil
	}
	return m.kernels[0].Err
}

// Kernels gives the entries in the order of the text.
func (m *Module) Kernels() []*Kernel { return m.kernels }

// Bind lays out the module's .global and .const variables in device memory.
// It must be called once, before a kernel of the module runs.
func (m *Module) Bind(mem *Memory) error {
	addresses := map[string]uint64{}
	for _, constant := range []bool{true, false} {
		base, size, err := m.bindSpace(mem, constant, addresses)
		if err != nil {
			return err
		}
		if constant {
			m.constBase, m.constEnd = base, base+size
		}
	}
	for _, v := range m.variables {
		if err := v.initialise(mem, addresses); err != nil {
			return err
		}
	}
	for _, k := range m.kernels {
		if k.Err != nil {
			continue
		}
		for _, r := range k.prog.relocations {
			k.prog.const64[r.slot] = addresses[r.symbol] + uint64(r.offset)
		}
	}
	if err := m.bindRuntime(mem); err != nil {
		return err
	}
	m.bound = true
	return nil
}

// bindRuntime reserves what the functions of the runtime need.
func (m *Module) bindRuntime(mem *Memory) error {
	if mem.heap == nil && m.anyKernel(func(p *program) bool { return p.heap }) {
		p, err := mem.Alloc(heapBytes)
		if err != nil {
			return err
		}
		mem.heap = &heap{base: uint64(p)}
	}
	if mem.gridWork == 0 && m.anyKernel(func(p *program) bool { return p.gridWork }) {
		p, err := mem.Alloc(gridWorkBytes)
		if err != nil {
			return err
		}
		mem.gridWork = uint64(p)
	}
	return nil
}

// gridWorkBytes is more than the barrier of cooperative groups takes.
const gridWorkBytes = 256

func (m *Module) anyKernel(has func(*program) bool) bool {
	return slices.ContainsFunc(m.kernels, func(k *Kernel) bool { return k.prog != nil && has(k.prog) })
}

// bindSpace reserves memory for the variables of one space.
func (m *Module) bindSpace(mem *Memory, constant bool, addresses map[string]uint64) (base, size uint64, err error) {
	var end int64
	for _, v := range m.variables {
		if v.constant == constant {
			end = max(end, v.offset+v.bytes)
		}
	}
	if end == 0 {
		return 0, 0, nil
	}
	p, err := mem.Alloc(end)
	if err != nil {
		return 0, 0, err
	}
	for _, v := range m.variables {
		if v.constant == constant {
			addresses[v.name] = uint64(p) + uint64(v.offset)
		}
	}
	return uint64(p), uint64(end), nil
}

// compileKernel decodes one entry.
func compileKernel(m *Module, layout *moduleLayout, f *ptx.Function) (*Kernel, error) {
	d := newDecoder(layout, f)
	k := &Kernel{Name: f.Name, module: m}
	for _, v := range f.Params {
		d.param(k, v)
	}
	for _, dir := range f.Directives {
		d.directive(k, dir)
	}
	d.paramBytes = k.ParamBytes
	d.kernelBody(f)
	if d.err == nil {
		k.prog = d.finish()
	}
	if unsupported(d.err) {
		return &Kernel{Name: k.Name, Params: k.Params, ParamBytes: k.ParamBytes, Err: d.err, module: m}, nil
	}
	if d.err != nil {
		return nil, d.err
	}
	k.SharedBytes, k.LocalBytes = k.prog.sharedBytes, k.prog.localBytes
	k.Slots = k.prog.slots()
	k.RegisterEstimate = estimateRegisters(k.prog.maxLive)
	return k, nil
}

// kernelBody decodes the routines that a kernel needs, and the kernel.
func (d *decoder) kernelBody(f *ptx.Function) {
	list := d.layout.functions.outlined(f)
	for _, g := range list {
		d.routines[g] = &routine{f: g}
	}
	var shared []*ptx.Variable
	own := map[*ptx.Function][]*ptx.Variable{}
	for _, g := range append(slices.Clip(list), f) {
		u := newUsage(d.layout.functions, func(h *ptx.Function) bool { return d.routines[h] == nil })
		u.block(g.Body)
		shared, own[g] = append(shared, u.variables...), u.variables
	}
	d.placeShared(shared)
	for _, g := range list {
		d.placeParameters(d.routines[g])
	}
	for _, g := range list {
		d.routineBody(d.routines[g], own[g])
	}
	d.entry = len(d.code)
	d.scope = newScope(d.entry, nil)
	d.placeOwn(own[f])
	d.body(f.Body)
}

func unsupported(err error) bool {
	e, ok := errors.AsType[*cuda.Error](err)
	return ok && e.Kind == cuda.Unsupported
}

// param places a kernel parameter.
func (d *decoder) param(k *Kernel, v *ptx.Variable) {
	bytes, ok := v.Bytes()
	if !ok || bytes <= 0 || bytes > maxParamBytes {
		d.failAt(v.Pos, cuda.InvalidImage, "parameter "+v.Name+" has no size that a kernel can take")
		return
	}
	align := int(max(int64(v.Align), v.ElementBytes(), 1))
	offset := alignUp(int64(k.ParamBytes), int64(align))
	if offset+bytes > maxParamBytes {
		d.failAt(v.Pos, cuda.InvalidImage, "the parameters are larger than "+itoa(maxParamBytes)+" bytes")
		return
	}
	k.Params = append(k.Params, Param{Name: v.Name, Offset: int(offset), Size: int(bytes), Align: align, Type: v.Type, Array: len(v.Dims) > 0})
	k.ParamBytes = int(offset + bytes)
	d.places[v] = place{space: SpaceParam, offset: offset}
}

// maxParamBytes is the largest parameter space, that of sm_70 and later since
// CUDA 12.1 (PTX ISA, ".param").
const maxParamBytes = 32764

// directive reads what limits the block.
func (d *decoder) directive(k *Kernel, dir ptx.Directive) {
	if dir.Name != "maxntid" && dir.Name != "reqntid" && dir.Name != "reqnctapercluster" {
		return
	}
	n := 1
	extent := [3]int{1, 1, 1}
	for i, arg := range dir.Args {
		v, err := strconv.Atoi(arg)
		if err != nil || v < 1 || v > 1<<16 {
			d.failAt(dir.Pos, cuda.InvalidImage, "."+dir.Name+" "+arg+" is no extent of a block")
			return
		}
		n = min(n*v, 1<<20)
		extent[min(i, 2)] = v
	}
	if dir.Name == "reqnctapercluster" {
		if n > 1 {
			d.failAt(dir.Pos, cuda.Unsupported, "the virtual GPU has no clusters of "+itoa(n)+" blocks")
		}
		return
	}
	k.MaxThreads = n
	if dir.Name == "reqntid" {
		k.RequiredBlock = cuda.Dim3{X: extent[0], Y: extent[1], Z: extent[2]}
	}
}

// estimateRegisters makes the register count that the assembler would choose
// out of the largest number of live 32-bit registers: a fit over 61 kernels,
// with a mean error of 3.4 registers.
func estimateRegisters(maxLive int) int {
	return max(8, min(255, int(3.0+1.12*float64(maxLive)+0.5)))
}

func alignUp(n, align int64) int64 { return (n + align - 1) / align * align }
