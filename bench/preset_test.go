package bench

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestParsePreset(t *testing.T) {
	for _, name := range PresetNames() {
		p, err := ParsePreset(name)
		require.NoError(t, err)
		assert.Equal(t, name, string(p))
	}
	for _, name := range []string{"", "quik", "Full"} {
		_, err := ParsePreset(name)
		var unknown *UnknownPresetError
		require.ErrorAs(t, err, &unknown, name)
		assert.Equal(t, name, unknown.Name)
		assert.Contains(t, err.Error(), "quick, standard, full")
	}
}
