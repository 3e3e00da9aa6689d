package virtual

import "ridgeline/cuda/virtual/spec"

// Embedded makes a driver with a device for every embedded SKU, in alphabetical
// order. The name that Open takes is the SpecName of its facts.
func Embedded() (*Driver, error) {
	specs, err := spec.Embedded()
	if err != nil {
		return nil, err
	}
	return New(specs...), nil
}
