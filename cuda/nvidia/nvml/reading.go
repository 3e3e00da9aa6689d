//go:build cuda && linux

package nvml

import "ridgeline/cuda"

// reading collects why fields could not be read.
type reading struct {
	missing map[string]string
	fatal   error
}

func newReading() *reading { return &reading{missing: map[string]string{}} }

// note keeps why a field is missing.
func (r *reading) note(field string, err error) {
	r.missing[field] = err.Error()
	if r.fatal == nil && cuda.IsKind(err, cuda.DeviceLost) {
		r.fatal = err
	}
}

// lost is the error of a GPU that is gone. Any other trouble, also that of a
// container that has lost its devices, costs the field alone: the measurement
// goes on.
func (r *reading) lost() error { return r.fatal }

// read makes one reading; nil where there is none.
func read[T any](r *reading, field string, from func() (T, error)) *T {
	value, err := from()
	if err != nil {
		r.note(field, err)
		return nil
	}
	return &value
}
