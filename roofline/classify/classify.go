package classify

import (
	"fmt"

	"ridgeline/results"
	"ridgeline/roofline"
	"ridgeline/roofline/profile"
)

// Result is the verdict on one launch with all that it rests on.
type Result struct {
	Name        string         `json:"name"`
	LaunchID    string         `json:"launch_id,omitempty"`
	TimeSeconds profile.Number `json:"time_seconds"`
	Verdict     Verdict        `json:"verdict"`
	// Confidence is null where no verdict was reached.
	Confidence *Confidence `json:"confidence"`
	// Uses is the share of every roof, the highest first; empty where the launch
	// could not be measured against them.
	Uses []Use `json:"uses"`
	// Missing is the paths and levels of which the document has no ceiling.
	Missing []string `json:"missing"`
	// Intensities is the operations of a path per byte of a level.
	Intensities []Intensity    `json:"intensities"`
	Above       []AboveCeiling `json:"above_ceiling"`
	Findings    []Finding      `json:"findings"`
	Tensor      TensorVerdict  `json:"tensor"`
	Warnings    []string       `json:"warnings"`
}

// Classify judges one launch. It is a pure function of the two.
func Classify(k *profile.Kernel, c *Ceilings) Result {
	r := Result{
		Name: k.Name, LaunchID: k.LaunchID, TimeSeconds: k.TimeSeconds, Uses: []Use{}, Missing: []string{},
		Intensities: []Intensity{}, Above: []AboveCeiling{}, Findings: []Finding{},
		Warnings: append(assumptions(k, c), k.Warnings...), Tensor: judgeTensor(k, c),
	}
	verdict, ok := gate(k, c)
	if !ok {
		r.Verdict = verdict
		return r
	}
	u := measure(k, c)
	r.Uses, r.Missing = append(r.Uses, u.list...), append(r.Missing, u.missing...)
	r.Intensities, r.Above = intensities(k, &u), above(k, c, &u)
	if r.Verdict, ok = contradiction(&u); !ok {
		return r
	}
	if r.Verdict = judge(k, &u); r.Verdict.Class != ClassUnknown {
		r.Confidence = confidence(k, c, &u, r.Verdict)
	}
	if u.top() != nil { // a spill is one whatever binds the kernel
		r.Findings = findings(&subject{k, c, &u, r.Verdict, r.Tensor})
	}
	return r
}

// assumptions is what a reader must grant for the verdict to hold.
func assumptions(k *profile.Kernel, c *Ceilings) []string {
	warnings := []string{}
	if !namesDevice(k.Device) {
		warnings = append(warnings, fmt.Sprintf("the input does not name its GPU: it is taken to be that of the ceilings, %s", c.Device.Name))
	}
	if c.Provenance == results.Simulated {
		warnings = append(warnings, "the ceilings are SIMULATED: the verdict is of a virtual GPU")
	}
	return warnings
}

// Doubt says what a verdict of low confidence may be instead; empty where the
// confidence is not low.
func (r Result) Doubt() string {
	if r.Confidence == nil || r.Confidence.Level != "low" {
		return ""
	}
	return fmt.Sprintf("low confidence: undecided between %s and %s", r.Verdict.Label(), r.alternative())
}

// alternative is the next best reading of the uses: the best of the other side, if
// it is at least half as high, or else latency.
func (r Result) alternative() string {
	const near = 0.5
	top := r.Uses[0]
	if r.Verdict.Code == Latency {
		return "bound by " + top.Name
	}
	for _, u := range r.Uses[1:] {
		if u.Side != top.Side && u.Share.Median >= near*top.Share.Median {
			return "bound by " + u.Name
		}
	}
	return "latency"
}

// ShareOf is the share of one roof, such as "dram" or "fp32"; false where the
// launch was not held against it.
func (r Result) ShareOf(roof string) (roofline.Quantity, bool) {
	use, held := r.UseOf(roof)
	return use.Share, held
}

// UseOf is all that the launch took of one roof; false where it was not held
// against it.
func (r Result) UseOf(roof string) (Use, bool) {
	for _, u := range r.Uses {
		if u.Name == roof {
			return u, true
		}
	}
	return Use{}, false
}
