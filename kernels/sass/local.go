package sass

import (
	"fmt"
	"strings"
)

// Local is what a thread does with local memory: some accesses once, others in
// each trip of the kernel's loop.
type Local struct {
	Outside Accesses `json:"outside"`  // of the loop
	PerTrip Accesses `json:"per_trip"` // for each time that a thread begins the loop's body
}

// Accesses are the instructions that load and store, and the bytes that they
// move, of one thread.
type Accesses struct {
	Loads      int   `json:"loads"`
	Stores     int   `json:"stores"`
	LoadBytes  int64 `json:"load_bytes"`
	StoreBytes int64 `json:"store_bytes"`
}

// VariesError says why the accesses to local memory of a kernel do not follow
// from the number of its trips.
type VariesError struct{ Reason string }

func (e *VariesError) Error() string { return "the local memory traffic varies: " + e.Reason }

// LocalOf gives the accesses to local memory of a kernel which every thread does
// once, or in each trip of its one loop. The error is a *FlowError, or a
// *VariesError where some accesses depend on more than that.
func LocalOf(c Code) (Local, error) {
	g, err := newGraph(c)
	if err != nil {
		return Local{}, err
	}
	loops, err := g.loops()
	if err != nil {
		return Local{}, err
	}
	var l Local
	inner := innermost(g, loops)
	for b := range g {
		accesses, err := accessesOf(c[g[b].start:g[b].end])
		if err != nil {
			return Local{}, err
		}
		switch {
		case accesses == Accesses{}:
		case inner[b] < 0 && !g.always(b):
			return Local{}, &VariesError{"some threads pass an access outside of the loops by"}
		case inner[b] < 0:
			l.Outside.add(accesses)
		case len(loops) > 1:
			return Local{}, &VariesError{fmt.Sprintf("the kernel has %d loops", len(loops))}
		case !g.everyTrip(loops[0], b):
			return Local{}, &VariesError{"some trips pass an access by"}
		default:
			l.PerTrip.add(accesses)
		}
	}
	return l, nil
}

// accessesOf counts the accesses to local memory of instructions in a row. The
// error is a *VariesError.
func accessesOf(c Code) (Accesses, error) {
	var a Accesses
	for _, in := range c {
		switch base(in.Opcode) {
		case "LDL":
			a.Loads++
			a.LoadBytes += accessBytes(in.Opcode)
		case "STL":
			a.Stores++
			a.StoreBytes += accessBytes(in.Opcode)
		default:
			if in.Flow == Call {
				return Accesses{}, &VariesError{"the kernel calls a subroutine"}
			}
			continue
		}
		if in.Guarded {
			return Accesses{}, &VariesError{"a predicate guards an access"}
		}
	}
	return a, nil
}

func (a *Accesses) add(o Accesses) {
	a.Loads += o.Loads
	a.LoadBytes += o.LoadBytes
	a.Stores += o.Stores
	a.StoreBytes += o.StoreBytes
}

// accessBytes is what an instruction loads or stores in each thread, by the
// modifier that says so; without one it is 32 bits.
func accessBytes(opcode string) int64 {
	for modifier := range strings.SplitSeq(opcode, ".") {
		switch modifier {
		case "U8", "S8":
			return 1
		case "U16", "S16":
			return 2
		case "64":
			return 8
		case "128":
			return 16
		}
	}
	return 4
}
