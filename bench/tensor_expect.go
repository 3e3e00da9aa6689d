package bench

import "iter"

const (
	// tensorSteps is how often each chain of a warp is multiplied into in a trip
	// (kernels/tensor/chains.cuh).
	tensorSteps = 16
	// blockWarps are the warps of a full block.
	blockWarps = blockThreads / warpThreads
)

// expect knows a warp's words by what its chains hold: C after an even number of
// trips, and C + 16*A*B after an odd one.
func (k tensorKernel) expect(a axes, s shape, in []input) expectation {
	chains := int(a[chainsAxis])
	pool := in[0].pool
	products := pool.products(k.form)
	power, odd, even := hornerSums(s.trips)
	warps := s.threads() / warpThreads
	return expectation{
		outputs: int64(s.grid*warps) * k.form.writtenBytes() / wordBytes,
		block: func(b int) iter.Seq2[int64, []byte] {
			return func(yield func(int64, []byte) bool) {
				for w := range warps {
					warp := b*blockWarps + w
					var want []byte
					for e := range k.form.rows * k.form.columns {
						var rise, rest uint32
						for c := range chains {
							chain := (warp*chains + c) % poolMatrices
							sum := pool.sums[chain][e]
							rest ^= k.form.sum.word(sum)
							rise ^= k.form.sum.word(sum + tensorSteps*products[warp%poolMatrices][chain][e])
						}
						want = k.form.sum.appendWord(want, power*uint32(warp)+odd*rise+even*rest)
					}
					if !yield(int64(warp)*k.form.writtenBytes(), want) {
						return
					}
				}
			}
		},
	}
}

// hornerSums gives what y = 5*y + x makes in so many trips of a y, of an x that is
// 1 in the odd trips, the first among them, and of one that is so in the even
// ones, modulo 2^32.
func hornerSums(trips int) (power, odd, even uint32) {
	power = 1
	for t := range trips {
		power, odd, even = 5*power, 5*odd, 5*even
		if t%2 == 0 {
			odd++
		} else {
			even++
		}
	}
	return power, odd, even
}
