package profile

import (
	"encoding/json"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestNumber(t *testing.T) {
	assert.Equal(t, "the input does not say", Number{}.Why())
	assert.False(t, Known(math.NaN()).Known())
	assert.False(t, Known(math.Inf(-1)).Known())
	assert.Equal(t, 6.0, Known(2).By(Known(3)).Or(0))
	assert.Equal(t, "no clock", Known(2).By(Missing("no clock")).Why())
	assert.Equal(t, "no time", Missing("no time").By(Missing("no clock")).Why())
	assert.Equal(t, 7.0, Missing("x").Or(7))
	assert.Equal(t, 0.25, ratio(Known(1), Known(4)).Or(0))
	assert.Contains(t, ratio(Known(1), Known(0)).Why(), "nothing was counted")
}

func TestNumberJSON(t *testing.T) {
	for text, number := range map[string]Number{
		`{"value":1.5}`:                         Known(1.5),
		`{"value":0}`:                           Known(0),
		`{"value":null,"missing":"no counter"}`: Missing("no counter"),
	} {
		wrote, err := json.Marshal(number)
		require.NoError(t, err)
		assert.Equal(t, text, string(wrote))
		var read Number
		require.NoError(t, json.Unmarshal(wrote, &read))
		assert.Equal(t, number, read)
	}
}
