package exec

import (
	"slices"
	"strings"

	"ridgeline/cuda/virtual/ptx"
)

// A register of 128 bits and a vector register are several registers to the
// program: the halves, the low one first, or the elements. Where an instruction
// names one, it is decoded as if it named the vector of these.

// part is one of the registers that such a register stands for.
type part struct {
	ref   ptx.Ref
	index int
}

// splitRegisters gives the instruction with the parts of its registers as its
// operands. The tree stays as it is.
func (d *decoder) splitRegisters(in *ptx.Instruction) *ptx.Instruction {
	if !slices.ContainsFunc(in.Operands, splits) {
		return in
	}
	split := *in
	split.Operands = make([]ptx.Operand, len(in.Operands))
	for i, o := range in.Operands {
		split.Operands[i] = d.split(o)
	}
	return &split
}

// splits tells whether an operand names a register that has parts.
func splits(o ptx.Operand) bool {
	switch o := o.(type) {
	case *ptx.Name:
		_, count := partsOf(o)
		return count > 1
	case *ptx.Vector:
		return slices.ContainsFunc(o.Elems, splits)
	}
	return false
}

// partsOf gives the type of the parts of a register, and their number.
func partsOf(n *ptx.Name) (typeName string, count int) {
	v, ok := n.Ref.Decl.(*ptx.Variable)
	switch {
	case !ok || v.Space != ptx.SpaceReg || n.Negated:
		return "", 0
	case v.Type == "b128":
		return "b64", 2 * max(v.Vector, 1)
	}
	return v.Type, v.Vector
}

func (d *decoder) split(o ptx.Operand) ptx.Operand {
	switch o := o.(type) {
	case *ptx.Name:
		return d.splitName(o)
	case *ptx.Vector:
		all := &ptx.Vector{}
		for _, e := range o.Elems {
			if v, ok := d.split(e).(*ptx.Vector); ok {
				all.Elems = append(all.Elems, v.Elems...)
			} else {
				all.Elems = append(all.Elems, d.split(e))
			}
		}
		return all
	}
	return o
}

func (d *decoder) splitName(n *ptx.Name) ptx.Operand {
	typeName, count := partsOf(n)
	if count < 2 {
		return n
	}
	if n.Component == "" {
		v := &ptx.Vector{}
		for i := range count {
			v.Elems = append(v.Elems, d.part(n, typeName, i))
		}
		return v
	}
	for _, names := range [...]string{"xyzw", "rgba"} {
		if i := strings.Index(names, n.Component); i >= 0 && i < count {
			return d.part(n, typeName, i)
		}
	}
	return n
}

// part names a part of a register, which has a declaration of its own.
func (d *decoder) part(n *ptx.Name, typeName string, index int) *ptx.Name {
	key := part{n.Ref, index}
	v := d.partDecls[key]
	if v == nil {
		v = &ptx.Variable{Name: n.Text + "." + itoa(index), Space: ptx.SpaceReg, Type: typeName, Pos: n.Pos}
		d.partDecls[key] = v
	}
	return &ptx.Name{Text: v.Name, Ref: ptx.Ref{Decl: v}, Pos: n.Pos}
}
