package ptx

// instruction resolves the guard and the operands of one instruction.
func (r *resolver) instruction(in *Instruction) {
	if g := in.Guard; g != nil {
		g.Ref = r.find(g.Register, g.Pos)
		r.predicate(g.Register, g.Ref, g.Pos)
	}
	for i, o := range in.Operands {
		r.operand(o)
		r.negation(in, o)
		if a, ok := o.(*Address); ok && a.Scale != 0 {
			in.Operands[i] = r.element(in, a)
		}
	}
}

// predicate refuses a guard or "!p" that is no predicate register. The special
// register of this type may be one too.
func (r *resolver) predicate(name string, ref Ref, pos Pos) {
	v, ok := ref.Decl.(*Variable)
	if name == "%is_explicit_cluster" && ref.Decl == nil {
		return
	}
	if !ok || v.Type != "pred" {
		r.fail(pos, "no predicate: "+name)
	}
}

// negation refuses "!a" of what is no predicate, and "-a" but in vmad, which
// alone has it.
func (r *resolver) negation(in *Instruction, o Operand) {
	n, ok := o.(*Name)
	if ok && n.Negated && in.Opcode != "vmad" {
		r.predicate(n.Text, n.Ref, n.Pos)
	}
}

func (r *resolver) operand(o Operand) {
	switch o := o.(type) {
	case *Name:
		if o.Text != "_" {
			o.Ref = r.find(o.Text, o.Pos)
		}
	case *Vector:
		r.operands(o.Elems)
	case *Tuple:
		r.operands(o.Elems)
	case *Pair:
		r.operand(o.First)
		r.operand(o.Second)
	case *Address:
		r.operand(o.Base)
		r.operands(o.Coords)
		r.operands(o.Extra)
		if o.Index != nil {
			r.operand(o.Index)
		}
	}
}

func (r *resolver) operands(list []Operand) {
	for _, o := range list {
		r.operand(o)
	}
}

// element scales the index of "a[2]" by the size of the array's elements. With
// mov it means the element's address, elsewhere the element.
func (r *resolver) element(in *Instruction, a *Address) Operand {
	base := a.Base.(*Name)
	v, ok := base.Ref.Decl.(*Variable)
	if !ok || len(v.Dims) == 0 {
		r.fail(base.Pos, base.Text+" is no array")
		return a
	}
	size := v.ElementBytes()
	a.Offset *= size
	if a.Index != nil {
		a.Scale = size
		return a
	}
	a.Scale = 0
	if in.Opcode == "mov" {
		base.Offset = a.Offset
		return base
	}
	return a
}
