package roofline

// Sustained is the rate of a ceiling under a load that goes on.
type Sustained struct {
	PerSecond Quantity `json:"per_second"`
	// PerSMCycle is by the clock under that load; null where none was sampled.
	PerSMCycle *Quantity `json:"per_sm_cycle"`
	// OfBurst is the median over that of the burst.
	OfBurst     float64 `json:"of_burst"`
	LoadSeconds float64 `json:"load_seconds"`
	DutyCycle   float64 `json:"duty_cycle"`
	// Steady tells whether the device had come to rest.
	Steady bool `json:"steady"`
}

// sustained is the rate under load of a claim, if it was measured.
func (c claim) sustained() *Sustained {
	load := c.record.Sustained
	if load == nil {
		return nil
	}
	amount, unit := c.resource.amount(c.record.Work)
	rate := rateOf(amount, &load.Estimate, c.rate.Unit)
	return &Sustained{
		PerSecond: rate, PerSMCycle: perSMCycle(rate, load.Estimate.SMClockMHz, c.device.SMCount, unit+"/SM/clk"),
		OfBurst: rate.Median / c.rate.Median, LoadSeconds: load.LoadSeconds, DutyCycle: load.DutyCycle, Steady: load.Steady,
	}
}
