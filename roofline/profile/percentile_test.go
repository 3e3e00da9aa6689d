package profile

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestPercentile(t *testing.T) {
	values := make([]float64, 300)
	for i := range values {
		values[i] = float64(i + 1)
	}
	for _, test := range []struct {
		n    int
		rank float64
		want float64 // 0 is missing
	}{
		{0, 0.5, 0}, {1, 0.5, 1}, {2, 0.5, 1}, {3, 0.5, 2}, {29, 0.9, 0}, {30, 0.9, 27}, {299, 0.99, 0}, {300, 0.99, 297}, {300, 0.9, 270},
	} {
		got := Percentile(values[:test.n], test.rank)
		assert.Equal(t, test.want != 0, got.Known(), "%+v", test)
		assert.Equal(t, test.want, got.Or(0), "%+v", test)
	}
	assert.Contains(t, Percentile(values[:29], 0.9).Why(), "29 launches are too few: it needs 30")
}
