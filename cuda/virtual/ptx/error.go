package ptx

import "fmt"

// SyntaxError is text that is no PTX.
type SyntaxError struct {
	File   string
	Pos    Pos
	Detail string
}

// Error gives "file:line:column: detail".
func (e *SyntaxError) Error() string {
	return fmt.Sprintf("%s:%d:%d: %s", e.File, e.Pos.Line, e.Pos.Column, e.Detail)
}
