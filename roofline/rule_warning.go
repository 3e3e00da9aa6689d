package roofline

import "strings"

// warningRule hands on what the measuring itself found wrong with a number,
// such as a launch too short to tell its rate from what it costs to start.
func warningRule(e evidence) finding {
	if len(e.record.Warnings) == 0 {
		return finding{}
	}
	return suspect("%s", strings.Join(e.record.Warnings, "; "))
}
