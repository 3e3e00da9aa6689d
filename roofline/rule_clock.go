package roofline

// clockSlack is how far above the highest clock that a device tells a sampled one
// may be: boards boost beyond it (NVIDIA/nvbench issue 193 saw 5 %).
const clockSlack = 0.06

// clockRule holds the sampled SM clock against the highest that the device tells.
// A clock above it was read from another device, or is no SM clock.
func clockRule(e evidence) finding {
	sampled, most := e.record.Estimate.SMClockMHz, e.device.SMClockMHz
	if sampled == nil || most == 0 {
		return finding{}
	}
	found := passed()
	if *sampled > most*(1+clockSlack) {
		found = suspect("the sampled SM clock of %.0f MHz is above the highest of the device, %.0f MHz: it may be another device's", *sampled, most)
	}
	return found.with("sm_clock_mhz", *sampled).with("highest_sm_clock_mhz", most)
}
