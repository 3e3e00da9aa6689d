package userkernel

import "fmt"

// ArgumentError is a fault in what the user wrote: what is wrong, and in a
// second line what to write instead.
type ArgumentError struct {
	Text   string // as the user wrote it; "" where something is missing
	Detail string
	Remedy string
}

// Error gives the fault and, in a second line, the way on.
func (e *ArgumentError) Error() string {
	text := e.Detail
	if e.Text != "" {
		text = fmt.Sprintf("%q: %s", e.Text, e.Detail)
	}
	if e.Remedy != "" {
		text += "\n" + e.Remedy
	}
	return text
}

func wrong(text, remedy, format string, args ...any) error {
	return &ArgumentError{Text: text, Detail: fmt.Sprintf(format, args...), Remedy: remedy}
}
