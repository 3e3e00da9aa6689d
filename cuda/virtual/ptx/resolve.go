package ptx

import "fmt"

// resolver gives every name of a module its Ref.
type resolver struct {
	module  *Module
	globals *scope // of the module
	scope   *scope // the innermost one
	// first holds the place of the earliest declaration of each name of the
	// module, which may have several: a name may be used from there on.
	first map[string]Pos
	err   *SyntaxError
}

// resolve finds what every name in m stands for. It refuses a name that is not
// declared, or twice in one scope.
func resolve(m *Module) error {
	globals := newScope(nil)
	r := &resolver{module: m, globals: globals, scope: globals, first: map[string]Pos{}}
	r.moduleScope()
	for _, v := range m.Variables {
		r.initializer(v.Init)
	}
	for _, f := range m.Functions {
		if f.Body != nil {
			r.function(f)
		}
	}
	for _, a := range m.Aliases {
		if f := r.functionName(a.Name, a.Pos); f != nil && f.Body != nil {
			r.fail(a.Pos, "an alias must have no body of its own: "+a.Name)
		}
		r.functionName(a.Aliasee, a.Pos)
	}
	if r.err != nil {
		return r.err
	}
	return nil
}

func (r *resolver) fail(pos Pos, detail string) {
	if r.err == nil {
		r.err = &SyntaxError{File: r.module.Name, Pos: pos, Detail: detail}
	}
}

// moduleScope enters the functions and variables of the module. Where a name
// has a declaration and a definition, it stands for the definition.
func (r *resolver) moduleScope() {
	for _, v := range r.module.Variables {
		r.moduleName(v.Name, v, v.Linkage != Extern)
	}
	for _, f := range r.module.Functions {
		r.moduleName(f.Name, f, f.Body != nil)
	}
}

func (r *resolver) moduleName(name string, d Declaration, defines bool) {
	old, ok := r.scope.plain[name]
	if !ok {
		if !r.scope.declare(name, d) {
			r.duplicate(d.Position(), name)
		}
		r.first[name] = d.Position()
		return
	}
	if !compatible(old, d) || defines && isDefinition(old) {
		r.duplicate(d.Position(), name)
	}
	if defines {
		r.scope.plain[name] = d
	}
}

// compatible tells whether two declarations may name the same thing: two
// variables, two kernels, or two device functions that both are external or
// both are not.
func compatible(a, b Declaration) bool {
	f, okF := a.(*Function)
	g, okG := b.(*Function)
	if !okF || !okG {
		return !okF && !okG
	}
	return f.Entry == g.Entry && (f.Linkage == Extern) == (g.Linkage == Extern)
}

func isDefinition(d Declaration) bool {
	switch d := d.(type) {
	case *Function:
		return d.Body != nil
	case *Variable:
		return d.Linkage != Extern
	}
	return true
}

func (r *resolver) duplicate(pos Pos, name string) {
	r.fail(pos, "duplicate definition of "+name)
}

func (r *resolver) functionName(name string, pos Pos) *Function {
	f, ok := r.find(name, pos).Decl.(*Function)
	if !ok {
		r.fail(pos, "no function: "+name)
	}
	return f
}

func (r *resolver) initializer(init *Initializer) {
	if init == nil {
		return
	}
	for _, e := range init.List {
		r.initializer(e)
	}
	n, ok := init.Elem.(*Name)
	if !ok || init.Key != "" {
		return
	}
	r.operand(n)
	if v, ok := n.Ref.Decl.(*Variable); ok && v.Space != SpaceGlobal && v.Space != SpaceConst {
		r.fail(n.Pos, "an initial value can only hold the address of a .global or .const variable or a function, not of "+n.Text)
	}
}

// function resolves a body. The parameters and the outermost names of the body
// share one scope.
func (r *resolver) function(f *Function) {
	r.scope = newScope(r.scope)
	for _, v := range f.Return {
		r.declare(v.Name, v)
	}
	for _, v := range f.Params {
		r.declare(v.Name, v)
	}
	r.statements(f.Body.Statements)
	r.scope = r.scope.parent
}

func (r *resolver) declare(name string, d Declaration) {
	if !r.scope.declare(name, d) {
		if v, ok := d.(*Variable); ok && v.Count > 0 {
			name = fmt.Sprintf("%s<%d>", name, v.Count)
		}
		r.duplicate(d.Position(), name)
	}
}

// statements resolves in two passes, since a label may be used before it
// stands; a variable or a list of targets may not.
func (r *resolver) statements(list []Statement) {
	for _, s := range list {
		if label, ok := s.(*Label); ok {
			r.declare(label.Name, label)
		}
	}
	for _, s := range list {
		r.statement(s)
	}
}

func (r *resolver) statement(s Statement) {
	switch s := s.(type) {
	case *Variable:
		r.declare(s.Name, s)
		r.initializer(s.Init)
	case *Block:
		r.scope = newScope(r.scope)
		r.statements(s.Statements)
		r.scope = r.scope.parent
	case *TargetList:
		r.declare(s.Name, s)
		r.targets(s)
	case *Instruction:
		r.instruction(s)
	}
}

func (r *resolver) targets(list *TargetList) {
	for _, name := range list.Targets {
		list.Refs = append(list.Refs, r.find(name, list.Pos))
	}
}

// find gives what a name stands for at a place, or fails.
func (r *resolver) find(name string, pos Pos) Ref {
	ref, ok := r.scope.find(name)
	if ok && !r.isLater(name, ref, pos) {
		return ref
	}
	if !ok && isSpecial(name) {
		return Ref{}
	}
	r.fail(pos, "unknown symbol "+name)
	return Ref{}
}

// isLater tells whether ref is a name of the module that is declared only after
// the place of its use.
func (r *resolver) isLater(name string, ref Ref, use Pos) bool {
	return r.globals.plain[name] == ref.Decl && before(use, r.first[name])
}

func before(a, b Pos) bool {
	return a.Line < b.Line || a.Line == b.Line && a.Column < b.Column
}
