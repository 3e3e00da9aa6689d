//go:build cuda && linux

// Package nvidia drives real GPUs through the CUDA driver's library, which it
// opens when it is asked to and not before.
//
// What gorgonia.org/cu has is used through its plain functions; what it lacks
// is C in this package: arguments of any size, many launches between two events
// in one call, clusters, graphs, the linker, newer attributes. Its Ctx is not
// used: it hands every call to another thread, which costs 37 µs.
//
// Every call that fails is a *cuda.Error with the driver's number and name, the
// call, and one hint. A kernel that touches what is not its own takes its
// context with it, and with that its device: every later call gives the same
// error, and the device must be opened again.
package nvidia
