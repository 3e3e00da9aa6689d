package report

import (
	"fmt"
	"strings"

	"ridgeline/roofline"
)

// scaled writes a rate with its interval and a readable unit, such as
// "64.91 TFLOP/s [64.88, 64.94]".
func scaled(q roofline.Quantity) string {
	factor, prefix := roofline.Prefix(q.Median, q.Unit)
	return interval(roofline.Quantity{Median: q.Median / factor, Low: q.Low / factor, High: q.High / factor}, prefix+q.Unit)
}

// interval writes a quantity with the unit given. An interval whose ends read
// alike is left out.
func interval(q roofline.Quantity, unit string) string {
	text := strings.TrimSpace(roofline.Significant(q.Median) + " " + unit)
	low, high := roofline.Significant(q.Low), roofline.Significant(q.High)
	if low == high {
		return text
	}
	return text + fmt.Sprintf(" [%s, %s]", low, high)
}
