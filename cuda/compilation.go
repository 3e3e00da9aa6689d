package cuda

// Compiled is a module whose device says how it compiled it.
type Compiled interface {
	// Compilation tells what the compiler said and made.
	Compilation() Compilation
}

// Compilation is how a device's compiler took a PTX image.
type Compilation struct {
	PTXSHA256 string   // of the image, in hex
	Warnings  []string // of the compiler, a line each
	Log       string   // all that it said
	Cubin     []byte   // the machine code; nil where the driver keeps it to itself
}
