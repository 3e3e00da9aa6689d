// Package ptx reads PTX, the assembly text of NVIDIA GPUs, into a syntax tree.
//
// It takes the whole grammar (PTX ISA 9.x and older), whether nvcc, clang,
// Triton, Numba or a person wrote the text, and keeps the line of every
// instruction, so that an executor can name it. It knows the grammar, not the
// meaning: whether an instruction with these modifiers exists, and whether an
// executor can run it, is for the executor to say, at load time.
package ptx

// Pos is a place in the source text, both from 1.
type Pos struct{ Line, Column int }

// Module is a parsed translation unit.
type Module struct {
	Name        string // for messages: the file's name
	Version     Version
	Targets     []string // ".target sm_90a, debug" gives {"sm_90a", "debug"}
	AddressBits int      // .address_size; 32 where absent
	Variables   []*Variable
	Functions   []*Function // definitions and declarations, in order
	Aliases     []Alias
	Files       []File
	// Raw are directives that are kept but have no meaning here: .section with
	// its content, .pragma at module level and the like.
	Raw []Directive
}

// Version is the PTX ISA version of a module.
type Version struct{ Major, Minor int }

// Alias is ".alias name, aliasee;".
type Alias struct {
	Name, Aliasee string
	Pos           Pos
}

// File is ".file index "name"".
type File struct {
	Index int
	Name  string
	Pos   Pos
}

// Linkage is how a symbol is seen from outside its module.
type Linkage string

const (
	Internal Linkage = ""
	Extern   Linkage = "extern"
	Visible  Linkage = "visible"
	Weak     Linkage = "weak"
	Common   Linkage = "common"
)

// Space is a state space.
type Space string

const (
	SpaceReg    Space = "reg"
	SpaceSreg   Space = "sreg"
	SpaceConst  Space = "const"
	SpaceGlobal Space = "global"
	SpaceLocal  Space = "local"
	SpaceParam  Space = "param"
	SpaceShared Space = "shared"
	SpaceTex    Space = "tex"
)

// Variable is a variable of any state space: a module variable, a parameter, a
// local array, or registers.
type Variable struct {
	Name    string
	Space   Space
	Type    string  // fundamental type without its dot: "u32", "b8", "pred", "texref"
	Vector  int     // 0 for a scalar, or 2, 4, 8
	Align   int     // bytes; 0 where not given
	Dims    []int64 // array extents; -1 for an empty one, as in x[]
	Linkage Linkage
	Init    *Initializer // nil where there is none
	// Count is n of the form ".reg .b32 %r<n>", which declares %r0 to %r(n-1);
	// 0 for a plain name.
	Count int
	// Ptr describes ".ptr .global .align 16" on a kernel parameter.
	Ptr        *Pointer
	Attributes []string // as in .attribute(.managed)
	Pos        Pos
}

// Pointer is what a kernel parameter says of the memory that it points to.
type Pointer struct {
	Space Space // "" is generic
	Align int
}

// Initializer is the value of a variable: either a list or one element.
type Initializer struct {
	List []*Initializer // non-nil for { … }
	// Elem is an immediate, a symbol, or a symbol plus a constant.
	Elem Operand
	// Mask is m of the form "m(symbol)", which takes one byte of an address,
	// such as 0xFF00; 0 where absent.
	Mask uint64
	// Generic is set for "generic(symbol)": the generic address of the symbol.
	Generic bool
	// Key names the property of an opaque variable that this element sets, as in
	// ".texref t = { filter_mode = nearest }"; Elem is then a Name or Immediate.
	Key string
	Pos Pos
}

// Function is a kernel (.entry) or a device function (.func).
type Function struct {
	Name       string
	Entry      bool
	Linkage    Linkage
	Return     []*Variable
	Params     []*Variable
	Directives []Directive // .maxntid, .reqntid, .minnctapersm, .noreturn, .pragma …
	Body       *Block      // nil for a declaration
	Pos        Pos
}

// Directive is a directive and its arguments, as in ".maxntid 128, 1, 1".
// Numbers are in decimal, strings without their quotes. The arguments of
// "section" are its name and its content as written.
type Directive struct {
	Name string // without its dot
	Args []string
	Pos  Pos
}

// Block is a sequence of statements with a scope of its own.
type Block struct {
	Statements []Statement
	Pos, End   Pos
}

// Statement is a *Variable, *Block, *Label, *Instruction, *Directive, or
// *TargetList.
type Statement interface{ Position() Pos }

// Label is "name:".
type Label struct {
	Name string
	Pos  Pos
}

// TargetList is the labelled directives .branchtargets, .calltargets and
// .callprototype: "name: .branchtargets L1, L2;".
type TargetList struct {
	Name      string
	Kind      string // "branchtargets", "calltargets" or "callprototype"
	Targets   []string
	Refs      []Ref     // what each of the Targets stands for
	Prototype *Function // for a callprototype
	Pos       Pos
}

// Instruction is one instruction with its guard, modifiers and operands.
type Instruction struct {
	Guard     *Guard
	Opcode    string   // "ld"
	Modifiers []string // without dots, in order; "shared::cta" is one
	Operands  []Operand
	Pos       Pos
	Text      string // as written, without guard and ";", one line, single blanks
}

// Guard is "@p" or "@!p".
type Guard struct {
	Register string
	Negated  bool
	Ref      Ref
	Pos      Pos
}

// Ref is what a name stands for where it is written. The scopes of PTX nest and
// an inner one may shadow an outer one, so two equal names need not be the same
// register: compare Refs, not texts. A Ref is comparable and can key a map.
type Ref struct {
	// Decl is a *Variable, *Label, *TargetList or *Function; nil for a special
	// register or the sink.
	Decl Declaration
	// Index is the n of register "%rn" where Decl declares "%r<count>".
	Index int
}

// Declaration is what a name can stand for.
type Declaration interface{ Position() Pos }

// Operand is a *Name, *Immediate, *Vector, *Address, *Pair, or *Tuple.
type Operand interface{ operand() }

// Name is a register, special register, variable, label or function.
type Name struct {
	Text      string // "%r1", "%tid"
	Component string // "x", "y", "z", "w" or "": %tid.x; "b0", "h1" in a video instruction
	Negated   bool   // !%p1, or the arithmetic - of vmad
	Offset    int64  // symbol+8, outside brackets
	Ref       Ref
	Pos       Pos
}

// Immediate is a constant, after constant expressions have been folded.
type Immediate struct {
	Float bool
	Bits  uint64 // two's complement integer, or IEEE double for a float
	// Single is true for the form 0fXXXXXXXX: Bits is then the IEEE single.
	Single   bool
	Unsigned bool // had a U suffix or needs 64 unsigned bits
}

// Vector is "{a, b, c, d}". An element may be the sink "_".
type Vector struct{ Elems []Operand }

// Address is "[base+offset]". The base is a Name or an Immediate. Coords are
// those of a tensor or texture, as in "[map, {x, y}]"; Extra are further
// bracketed names, such as a sampler, or one coordinate without braces.
type Address struct {
	Base   Operand
	Offset int64
	Coords []Operand
	Extra  []Operand
	// Index and Scale are set for an array element that a register selects, as
	// in "a[%r1+1]": the address is base + offset + Index*Scale bytes. An
	// element with a constant index, "a[2]", has only its Offset.
	Index *Name
	Scale int64
}

// Pair is "p|q": two destinations. Either may be the sink "_".
type Pair struct{ First, Second Operand }

// Tuple is the parenthesised list of a call: "(a, b)".
type Tuple struct{ Elems []Operand }

func (*Name) operand()      {}
func (*Immediate) operand() {}
func (*Vector) operand()    {}
func (*Address) operand()   {}
func (*Pair) operand()      {}
func (*Tuple) operand()     {}

// Position gives where the declaration of the name begins.
func (v *Variable) Position() Pos { return v.Pos }

// Position gives where the opening brace stands.
func (b *Block) Position() Pos { return b.Pos }

// Position gives where the label stands.
func (l *Label) Position() Pos { return l.Pos }

// Position gives where the list's label stands.
func (t *TargetList) Position() Pos { return t.Pos }

// Position gives where the opcode stands, after the guard.
func (i *Instruction) Position() Pos { return i.Pos }

// Position gives where the directive begins.
func (d *Directive) Position() Pos { return d.Pos }

// Position gives where the function's declaration begins.
func (f *Function) Position() Pos { return f.Pos }
