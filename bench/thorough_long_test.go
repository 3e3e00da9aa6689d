//go:build long

package bench

// thorough is whether the tests of every case take every point.
const thorough = true
