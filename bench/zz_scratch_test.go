package bench

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"ridgeline/cuda/virtual"
	"ridgeline/results"
)

func TestScratch(t *testing.T) {
	sku := os.Getenv("SKU")
	if sku == "" {
		t.Skip()
	}
	d, _ := virtual.Open(sku)
	dev, _ := d.Open(0)
	p, _ := ParsePreset(os.Getenv("PRESET"))
	var cases []Case
	if c := os.Getenv("CASES"); c != "" {
		var err error
		if cases, err = Select(strings.Split(c, " ")); err != nil {
			t.Fatal(err)
		}
	}
	last := time.Now()
	begin := last
	err := Run(t.Context(), dev, library(t), Options{Cases: cases, Preset: p, Seed: 1}, func(r results.Record) error {
		now := time.Now()
		line := fmt.Sprintf("%5.2fs %-22s %v %s", now.Sub(last).Seconds(), r.Case, r.Axes, r.Outcome)
		last = now
		if r.Outcome == "ok" {
			sec := r.Estimate.SecondsMedian
			line += fmt.Sprintf(" %s %.1fus", r.Work.Measures, sec*1e6)
			if r.Work.Operations > 0 {
				line += fmt.Sprintf(" %.3f T/s", r.Work.Operations/sec/1e12)
			}
			for _, l := range []string{"dram", "l2", "shared"} {
				if b := r.Work.Bytes[l]; b > 0 {
					line += fmt.Sprintf(" %s %.1f GB/s", l, b/sec/1e9)
				}
			}
			if r.Limit != nil && r.Limit.PerSecond != nil {
				line += fmt.Sprintf(" limit %.3g", *r.Limit.PerSecond)
			}
			line += fmt.Sprintf(" grid %v sampled %v ck %d/%d", r.Launch.Grid, r.Verification.Sampled, r.Verification.Checked, r.Verification.Total)
			c := r.Counters
			line += fmt.Sprintf(" ops %v", c.Operations)
		}
		fmt.Println(line, r.Reason, r.Warnings)
		return nil
	})
	fmt.Println("total", time.Since(begin).Seconds(), err)
}
