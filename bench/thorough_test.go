//go:build !long

package bench

// thorough is whether the tests of every case take every point: with the build
// tag long they do, without it the ends of each axis.
const thorough = false
