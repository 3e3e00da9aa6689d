package exec

import (
	"encoding/binary"
	"math"
	"path/filepath"

	"ridgeline/cuda"
	"ridgeline/cuda/virtual/ptx"
)

// place is where a variable of a kernel's own spaces lies.
type place struct {
	space  Space
	offset int64
}

// placed is a .global or .const variable at an offset in its space.
type placed struct {
	name          string
	offset, bytes int64
	constant      bool
	decl          *ptx.Variable
	layout        *moduleLayout
}

// moduleLayout is where the variables of a module lie.
type moduleLayout struct {
	file   string
	device []placed
	shared []*ptx.Variable // of module scope, placed anew in each kernel
	ends   [2]int64        // of global and const

	functions functionTable
	sources   map[string]string // names of files, by their index in decimal
}

// variableBytes is the largest variable that is laid out.
const variableBytes = 1 << 36

// layoutModule places the module's variables.
func layoutModule(m *ptx.Module) (*moduleLayout, error) {
	l := &moduleLayout{file: m.Name, functions: newFunctionTable(m), sources: map[string]string{}}
	for _, f := range m.Files {
		l.sources[itoa(f.Index)] = filepath.Base(f.Name)
	}
	for _, v := range m.Variables {
		if err := l.add(v); err != nil {
			return nil, err
		}
	}
	return l, nil
}

func (l *moduleLayout) add(v *ptx.Variable) error {
	switch v.Space {
	case ptx.SpaceShared:
		l.shared = append(l.shared, v)
		return nil
	case ptx.SpaceGlobal, ptx.SpaceConst:
	default:
		return moduleError(l.file, v.Pos, cuda.Unsupported, "module variable "+v.Name+" of space ."+string(v.Space))
	}
	if v.Linkage == ptx.Extern {
		return moduleError(l.file, v.Pos, cuda.Unsupported, "extern variable "+v.Name+" needs a linker")
	}
	if isHandle(v) {
		return nil // only the instructions that use it are refused
	}
	bytes, ok := v.Bytes()
	if !ok || bytes > variableBytes || v.ElementBytes() == 0 {
		return moduleError(l.file, v.Pos, cuda.Unsupported, "variable "+v.Name+" of type ."+v.Type)
	}
	constant := v.Space == ptx.SpaceConst
	end := &l.ends[boolBit(constant)]
	offset := alignUp(*end, max(int64(v.Align), v.ElementBytes(), 1))
	*end = offset + max(bytes, 1)
	l.device = append(l.device, placed{v.Name, offset, max(bytes, 1), constant, v, l})
	return nil
}

// isHandle tells the opaque types of textures, samplers and surfaces.
func isHandle(v *ptx.Variable) bool {
	return v.Type == "texref" || v.Type == "samplerref" || v.Type == "surfref"
}

func moduleError(file string, pos ptx.Pos, k cuda.Kind, detail string) error {
	return &cuda.Error{Op: "Load", Kind: k, Module: file, Line: pos.Line, Detail: detail}
}

// initialise writes the initial value of a variable.
func (v placed) initialise(mem *Memory, addresses map[string]uint64) error {
	if v.decl.Init == nil {
		return nil
	}
	var out []byte
	t, _ := parseType(v.decl.Type)
	if err := v.encode(&out, t, v.decl.Init, addresses); err != nil {
		return err
	}
	if int64(len(out)) > v.bytes {
		return moduleError(v.layout.file, v.decl.Pos, cuda.InvalidImage, v.name+" has more initial values than elements")
	}
	return mem.Write(cuda.Ptr(addresses[v.name]), out)
}

// encode appends the bytes of an initialiser.
func (v placed) encode(out *[]byte, t typ, init *ptx.Initializer, addresses map[string]uint64) error {
	if init.List != nil {
		for _, e := range init.List {
			if err := v.encode(out, t, e, addresses); err != nil {
				return err
			}
		}
		return nil
	}
	value, err := v.element(t, init, addresses)
	if err != nil {
		return err
	}
	var eight [8]byte
	binary.LittleEndian.PutUint64(eight[:], value)
	*out = append(*out, eight[:min(t.bytes(), 8)]...)
	return nil
}

func (v placed) element(t typ, init *ptx.Initializer, addresses map[string]uint64) (uint64, error) {
	switch e := init.Elem.(type) {
	case *ptx.Immediate:
		if bits, ok := immediateBits(t, e); ok {
			return bits, nil
		}
	case *ptx.Name:
		base, ok := addresses[e.Text]
		if f, isFunction := e.Ref.Decl.(*ptx.Function); isFunction {
			base, ok = v.layout.functions.address(f), true
		}
		if ok {
			value := base + uint64(e.Offset)
			if init.Mask != 0 {
				value = value & init.Mask >> trailingZeros(init.Mask)
			}
			return value, nil
		}
	}
	return 0, moduleError(v.layout.file, init.Pos, cuda.Unsupported, "this initial value of "+v.name)
}

// immediateBits gives the bits of a constant as a value of the type.
func immediateBits(t typ, i *ptx.Immediate) (uint64, bool) {
	switch {
	case !i.Float:
		return i.Bits & t.mask(), t.kind != kindFloat || t.bits == 16 || t.lanes == 2
	case i.Single:
		return i.Bits, t.bits == 32
	case t.kind == kindFloat && t.bits == 32 && t.lanes == 1:
		return uint64(math.Float32bits(float32(math.Float64frombits(i.Bits)))), true
	case t.bits == 64:
		return i.Bits, true
	}
	return 0, false
}
