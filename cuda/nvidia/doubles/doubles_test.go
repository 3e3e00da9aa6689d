package doubles_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"ridgeline/cuda/nvidia/doubles"
)

// The compiler is the one of the environment, with its arguments before ours.
func TestCompilerOfTheEnvironment(t *testing.T) {
	t.Setenv("CC", "no-such-compiler --one")
	assert.ErrorContains(t, doubles.Compile("--two"), "no-such-compiler: ")
}
