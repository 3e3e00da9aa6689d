// Package userkernel runs a kernel that is not one of ours: it reads what the
// user wrote of the arguments, makes the buffers, launches, compares what came
// out, and says what each line of the kernel did.
//
// Counting needs a device that counts, a virtual GPU; the time may be that of
// another one. Faults of the user (too few arguments, one of a wrong type) are
// an *ArgumentError, those of the kernel a *cuda.Error.
package userkernel
