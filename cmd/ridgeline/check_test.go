package main

import (
	"bufio"
	"testing"

	"github.com/stretchr/testify/assert"

	"ridgeline/cuda/cudatest"
)

// writes keeps what each write brought.
type writes []string

func (w *writes) Write(text []byte) (int, error) {
	*w = append(*w, string(text))
	return len(text), nil
}

// What a part found stands below it, and the output is flushed with each part.
func TestPrintPart(t *testing.T) {
	var out writes
	a := &app{stdout: bufio.NewWriter(&out)}
	a.printPart(cudatest.Part{Name: "memory", Failures: []string{"Not equal: 1 and 2", "no error"}})
	a.printPart(cudatest.Part{Name: "window", Failures: []string{}})
	assert.Equal(t, []string{
		"memory     FAILED\n           Not equal: 1 and 2\n           no error\n",
		"window     ok\n",
	}, []string(out))
}
