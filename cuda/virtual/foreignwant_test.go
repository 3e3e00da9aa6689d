package virtual

import "math"

// What the kernels of testdata/foreign compute, in Go.

func wantSums(a, b []float32) []float32 {
	out := make([]float32, len(a))
	for i := range a {
		out[i] = a[i] + b[i]
	}
	return out
}

// wantReduced is the sum and the maximum.
func wantReduced(in []int32) []int32 {
	out := []int32{0, math.MinInt32}
	for _, v := range in {
		out[0] += v
		out[1] = max(out[1], v)
	}
	return out
}

func wantTransposed[T any](in []T, n int) []T {
	out := make([]T, len(in))
	for i := range in {
		out[i%n*n+i/n] = in[i]
	}
	return out
}

func wantHistogram[T uint8 | int32](in []T) []int32 {
	out := make([]int32, 64)
	for _, v := range in {
		out[v%64]++
	}
	return out
}

// wantSoftmax works on rows of n, with powers of a base.
func wantSoftmax(in []float32, n int, base float64) []float64 {
	out := make([]float64, len(in))
	for row := 0; row < len(in); row += n {
		sum := 0.0
		for k := row; k < row+n; k++ {
			out[k] = math.Pow(base, float64(in[k]))
			sum += out[k]
		}
		for k := row; k < row+n; k++ {
			out[k] /= sum
		}
	}
	return out
}

// wantProduct is that of an m by k matrix by rows with one of k by n.
func wantProduct(a, b []float32, m, n, k int) []float32 {
	out := make([]float32, m*n)
	for i := range out {
		for j := range k {
			out[i] += float32(a[i/n*k+j] * b[j*n+i%n])
		}
	}
	return out
}

func wantDiverged(x uint32) uint32 {
	steps := uint32(0)
	for x > 1 {
		if steps++; steps > 100 {
			break
		}
		if x%7 == 6 {
			x -= 5
			continue
		}
		for k := range x % 3 {
			steps += k
		}
		if x%2 == 1 {
			x = 3*x + 1
		} else {
			x /= 2
		}
	}
	return steps*1000 + x%1000
}

func wantCalls(in int32, i int) uint64 {
	a, b, c := in, uint64(in)*3, float32(i)
	for k := range int32(3) {
		by := k + in%5
		a, b, c = int32(b)+by, uint64(a*by), -c
	}
	return uint64(a) + b*7 + uint64(int64(c))
}

func wantFibonacci(n uint32) uint32 {
	a, b := uint32(0), uint32(1)
	for range n {
		a, b = b, a+b
	}
	return a
}

func wantIndirect(x int32) int32 {
	return [3]int32{2 * x, x * x, -x}[x%3]
}

func wantChosen(a uint32) uint32 {
	r := uint32(0)
	for k := range 3 {
		switch a >> (4 * k) % 11 {
		case 0:
			r += 5
		case 1:
			r = (r ^ 99) * 3
		case 2:
			r *= 3
		case 3:
			r -= a
		case 4:
			r = ^r
		case 5:
			r <<= 3
		case 6:
			r = r>>5 | 1024
		case 7:
			r |= 1024
		case 8:
			r = r%1000 + a
		default:
			r += 77
		}
	}
	return r
}

// halfValues are the finite halves that are not negative, rising.
func halfValues() []float64 {
	out := make([]float64, 0x7c00)
	for i := range out {
		fraction, exponent := float64(i&0x3ff), i>>10
		if exponent > 0 {
			fraction, exponent = fraction+1024, exponent-1
		}
		out[i] = math.Ldexp(fraction, exponent-24)
	}
	return out
}

// wantHalf is the bits of the half nearest to x, ties to even.
func wantHalf(x float32, values []float64) uint16 {
	v, sign := math.Abs(float64(x)), uint16(0)
	if math.Signbit(float64(x)) {
		sign = 0x8000
	}
	for low, high := 0, len(values)-1; ; {
		if high-low <= 1 {
			if below, above := v-values[low], values[high]-v; below < above || below == above && low%2 == 0 {
				high = low
			}
			return sign | uint16(high)
		}
		if mid := (low + high) / 2; values[mid] <= v {
			low = mid
		} else {
			high = mid
		}
	}
}

func toHalves(v []float32) []uint16 {
	out, values := make([]uint16, len(v)), halfValues()
	for i, x := range v {
		out[i] = wantHalf(x, values)
	}
	return out
}

func wantBFloat(x float32) uint16 {
	b := math.Float32bits(x)
	return uint16((b + 0x7fff + b>>16&1) >> 16)
}
