package main

import (
	"fmt"
	"strings"

	"ridgeline/roofline/profile"
)

const shownKernels = 10

// printTriage says what a timeline tells before any kernel is looked at.
func (a *app) printTriage(f classifiedFile) {
	if f.Triage == nil {
		return
	}
	a.say("Triage of %s", f.Name)
	if f.Triage.Note != "" {
		a.say("- %s", f.Triage.Note)
	}
	for _, d := range f.Triage.Devices {
		a.printDeviceTriage(d)
	}
	a.say("")
}

func (a *app) printDeviceTriage(d profile.DeviceTriage) {
	if d.SpanSeconds.Known() {
		a.say("GPU %s: span %s, busy %s, idle %s, copies %s, communication %s (%s of it overlaps with kernels)",
			orUnknown(strings.TrimSpace(d.Device.Index+" "+d.Device.Name)), microseconds(d.SpanSeconds), percent(d.BusyShare), percent(d.IdleShare),
			percent(d.CopyShare), percent(d.CommunicationShare), percent(d.CommunicationOverlap))
		a.say("- %s", d.Why)
	}
	if d.LaunchBound {
		a.say("- the GPU waits for launches: fuse kernels or use CUDA graphs before looking at any of them")
	}
	t := newTable("KERNEL", "LAUNCHES", "TOTAL", "OF KERNELS", "OF SPAN", "P50", "P90", "P99", "RUN AT MOST")
	for _, k := range d.Kernels[:min(len(d.Kernels), shownKernels)] {
		t.AppendRow([]any{
			shorten(k.Name), k.Launches, microseconds(profile.Known(k.TotalSeconds)), percent(profile.Known(k.ShareOfKernels)), percent(k.ShareOfSpan),
			microseconds(k.P50Seconds), microseconds(k.P90Seconds), microseconds(k.P99Seconds), timesFaster(k.AmdahlBound),
		})
	}
	a.say("%s", t.Render())
	if more := len(d.Kernels) - shownKernels; more > 0 {
		a.say("- and %d more kernels", more)
	}
	a.sayDeepLook(d.Kernels)
}

// sayDeepLook names the kernels worth a profile of their own: those that compute
// and take a tenth of the kernels' time.
func (a *app) sayDeepLook(kernels []profile.KernelShare) {
	const worth = 0.1
	for _, k := range kernels {
		if !k.Communication && k.ShareOfKernels >= worth {
			a.say("- worth a deep look, with ncu --set full: %s", k.Name)
		}
	}
}

// timesFaster is an Amdahl bound in words.
func timesFaster(n profile.Number) string {
	if bound, known := n.Get(); known {
		return fmt.Sprintf("%.3g times faster", bound)
	}
	return unknown
}
