package main

import (
	"fmt"

	"ridgeline/cuda/cudatest"
	"ridgeline/results"
)

// checked is what came of asking a driver everything, as --json prints it.
type checked struct {
	Device     string             `json:"device"`
	Provenance results.Provenance `json:"provenance"`
	Parts      []cudatest.Part    `json:"parts"`
}

// checkDevice asks the driver of a device what Ridgeline needs of it, one line a
// part, and fails where an answer is wrong.
func (a *app) checkDevice(name string, asJSON bool) error {
	driver, index, because, err := a.openDriver(name)
	if err != nil {
		return err
	}
	devices, err := driver.Devices()
	if err != nil {
		return err
	}
	report := checked{Device: devices[index].Name, Provenance: results.Provenance(devices[index].Provenance)}
	fmt.Fprintf(a.stderr, "%s\n", opening("checking the driver of", report.Device, report.Provenance, because))
	failed := 0
	cudatest.Check(driver, index, func(p cudatest.Part) {
		report.Parts = append(report.Parts, p)
		if len(p.Failures) > 0 {
			failed++
		}
		if !asJSON {
			a.printPart(p)
		}
	})
	if asJSON {
		if err := a.printJSON(report); err != nil {
			return err
		}
	}
	if failed > 0 {
		return failf(exitUnexpected, "the driver of %s failed in %d of %d parts", report.Device, failed, len(report.Parts))
	}
	return nil
}

// printPart shows a part as soon as it is known: the next may hang.
func (a *app) printPart(p cudatest.Part) {
	verdict := "ok"
	if len(p.Failures) > 0 {
		verdict = "FAILED"
	}
	fmt.Fprintf(a.stdout, "%-10s %s\n", p.Name, verdict)
	for _, failure := range p.Failures {
		fmt.Fprintf(a.stdout, "           %s\n", failure)
	}
	_ = a.stdout.Flush() // run says what is wrong with the output
}
