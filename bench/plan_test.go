package bench

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"
)

func TestInWaves(t *testing.T) {
	for name, c := range map[string]struct {
		trips, room, least   int
		wantWaves, wantTrips int
	}{
		"a short launch is one wave":              {trips: 10, room: 100, least: 8, wantWaves: 1, wantTrips: 10},
		"a long one has many":                     {trips: 100, room: 1000, least: 10, wantWaves: 10, wantTrips: 10},
		"no trip is lost":                         {trips: 101, room: 1000, least: 10, wantWaves: 10, wantTrips: 11},
		"but the memory sets the bound":           {trips: 101, room: 101, least: 10, wantWaves: 10, wantTrips: 10},
		"a trip longer than a wave stays whole":   {trips: 5, room: 100, least: 1, wantWaves: 5, wantTrips: 1},
		"an unknown length leaves one block each": {trips: 5, room: 100, least: 9, wantWaves: 1, wantTrips: 5},
	} {
		t.Run(name, func(t *testing.T) {
			s := shape{grid: 4, blocksPerSM: 2, trips: c.trips}.inWaves(c.room, c.least)
			assert.Equal(t, shape{grid: 4 * c.wantWaves, blocksPerSM: 2, trips: c.wantTrips}, s)
		})
	}
}

// A launch in waves does about the same work, keeps its memory, and its blocks
// are long enough.
func TestInWavesKeepsTheWork(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		trips := rapid.IntRange(1, 100000).Draw(t, "trips")
		room := trips + rapid.IntRange(0, 1000).Draw(t, "spare")
		least := rapid.IntRange(1, 1000).Draw(t, "least")
		s := shape{grid: 1, trips: trips}.inWaves(room, least)
		assert.LessOrEqual(t, s.grid*s.trips, room)
		assert.Greater(t, s.grid*s.trips, trips-s.grid)
		assert.GreaterOrEqual(t, s.trips, min(trips, least))
	})
}
