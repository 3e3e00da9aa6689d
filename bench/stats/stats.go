// Package stats is the arithmetic of measuring: what a series of samples says
// of its median, when there are enough of them, and whether they come from a
// device at rest.
//
// No distribution of the noise is assumed, and no independence: samples taken
// one after another look alike, which makes them worth less than their number.
// All functions are pure; a series is in the order in which it was taken and in
// any one unit.
package stats
