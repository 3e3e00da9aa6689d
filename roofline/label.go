package roofline

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Label names a record for people: the case and its axes, such as
// "fma/fp32 chains=8 warps_per_sm=0".
func Label(name string, axes map[string]int64) string {
	var text strings.Builder
	text.WriteString(name)
	for _, axis := range slices.Sorted(maps.Keys(axes)) {
		fmt.Fprintf(&text, " %s=%d", axis, axes[axis])
	}
	return text.String()
}
