package cudatest

import (
	"fmt"
	"runtime"
	"strings"

	"ridgeline/cuda"
)

// Part is a part of the suite and what it found wrong; nothing is well.
type Part struct {
	Name     string   `json:"name"`
	Failures []string `json:"failures"` // never nil
}

// Check asks a device of a driver what Conformance asks, and hands each part to
// done when it is finished.
func Check(d cuda.Driver, index int, done func(Part)) {
	for _, p := range suite() {
		done(p.check(d, index))
	}
}

// check runs a part on a goroutine of its own, which FailNow can end.
func (p part) check(d cuda.Driver, index int) Part {
	r := &report{failures: []string{}}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		defer r.recover()
		p.on(r, d, index)
	}()
	<-ended
	return Part{Name: p.name, Failures: r.failures}
}

// report collects failures in place of a test.
type report struct{ failures []string }

func (r *report) Helper() {}

func (r *report) FailNow() { runtime.Goexit() }

func (r *report) Errorf(format string, args ...any) {
	r.failures = append(r.failures, plain(fmt.Sprintf(format, args...)))
}

// recover takes a driver that panics for one that fails.
func (r *report) recover() {
	if trouble := recover(); trouble != nil {
		r.Errorf("panic: %v", trouble)
	}
}

// plain is a failure of testify in one line and without the place in this
// program, which tells its user nothing.
func plain(failure string) string {
	_, text, found := strings.Cut(failure, "Error:")
	if !found {
		text = failure
	}
	return strings.Join(strings.Fields(text), " ")
}
