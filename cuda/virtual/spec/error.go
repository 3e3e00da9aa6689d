package spec

import "fmt"

// Error is a spec file that cannot be used. Its text is one line.
type Error struct {
	File  string
	Field string // such as memory.clock_mhz; empty where the file as a whole is meant
	Value string // as it stands in the file; empty where there is none
	Want  string // what is expected
	Err   error  // the cause, where the file could not be read
}

// Error names the file, the field, its value and what is expected.
func (e *Error) Error() string {
	text := "virtual GPU spec " + e.File
	switch {
	case e.Err != nil:
		return fmt.Sprintf("%s: %v", text, e.Err)
	case e.Field == "":
		return fmt.Sprintf("%s: %s", text, e.Want)
	case e.Value == "":
		return fmt.Sprintf("%s: field %s: %s", text, e.Field, e.Want)
	}
	return fmt.Sprintf("%s: field %s is %s: want %s", text, e.Field, e.Value, e.Want)
}

// Unwrap gives the cause.
func (e *Error) Unwrap() error { return e.Err }
