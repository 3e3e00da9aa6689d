package cuda

// Parameterized is a function that knows what arguments it takes.
type Parameterized interface {
	// Parameters are in the order of the arguments of a launch.
	Parameters() []Parameter
}

// Parameter is what a kernel takes in one place.
type Parameter struct {
	Name string
	// Type is the fundamental type in the PTX, such as "u64", "f32" or "b8"; an
	// array of b8 is a structure passed by value.
	Type  string
	Bytes int
	Align int
	Array bool // it has an extent, as structures have
}

// Directory is a module that can list its functions.
type Directory interface {
	// FunctionNames are the entries in the order of the text.
	FunctionNames() []string
}
