package roofline

import "fmt"

// Ridge is the intensity at which a path and a level bound a kernel alike.
type Ridge struct {
	Path  string `json:"path"`
	Level string `json:"level"`
	// The ridge in FLOP/byte, or OP/byte for an integer path; see Quantity for
	// the interval.
	Quantity
	Method string `json:"method"` // "quotient": path ceiling over level ceiling
	// Status is the worse of the two ceilings'.
	Status  Status   `json:"status"`
	Reasons []string `json:"reasons"`
	Checks  []Check  `json:"checks"`
}

// ridges is every path by every level whose ceilings may be used.
func ridges(all []Ceiling) []Ridge {
	list := []Ridge{}
	for _, path := range all {
		for _, level := range all {
			if path.Kind == KindPath && level.Kind == KindLevel && path.usable() && level.usable() {
				list = append(list, ridgeOf(path, level))
			}
		}
	}
	return list
}

func ridgeOf(path, level Ceiling) Ridge {
	r := Ridge{
		Path: path.Name, Level: level.Name, Method: "quotient", Reasons: []string{}, Checks: []Check{},
		Quantity: path.PerSecond.over(level.PerSecond, OperationUnit(path.Name)+"/byte"),
		Status:   worse(path.Status, level.Status),
	}
	for _, c := range []Ceiling{path, level} {
		if c.Status != OK {
			r.Reasons = append(r.Reasons, fmt.Sprintf("the %s ceiling is %s", c.Name, c.Status))
		}
	}
	return r
}
