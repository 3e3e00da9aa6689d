package cuda

import "fmt"

// ComputeCapability is the version of an architecture, such as 9.0.
type ComputeCapability struct {
	Major, Minor int
}

// String gives the usual writing, "9.0".
func (c ComputeCapability) String() string { return fmt.Sprintf("%d.%d", c.Major, c.Minor) }

// Number is ten times the major version plus the minor one: 90 for 9.0, as in
// the target name sm_90.
func (c ComputeCapability) Number() int { return 10*c.Major + c.Minor }
