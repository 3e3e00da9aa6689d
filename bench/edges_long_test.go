//go:build long

package bench

import "testing"

// The edges of the caches of five SKUs.
func TestCacheEdgesOfSKUs(t *testing.T) {
	for _, sku := range []string{"v100-sxm2", "t4", "a100-80-sxm", "l4", "h100-sxm"} {
		t.Run(sku, func(t *testing.T) { requireEdges(t, sku, 16, 512, 2048, 16384, 65536) })
	}
}
