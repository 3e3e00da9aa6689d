//go:build cuda && linux && long

package bridge_test

import "testing"

// The whole of the quick preset, which takes minutes.
func TestSameDocumentOfTheSuite(t *testing.T) {
	for _, sku := range []string{"h100-sxm", "t4"} {
		sameDocument(t, sku, "*/*")
	}
}
