package report

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"ridgeline/results"
)

// unknown stands for what a device does not tell.
const unknown = "not told"

// firstFacts is how many of the facts a reader asks for first.
const firstFacts = 7

// deviceFacts lists what the device says of itself.
func deviceFacts(d results.Device) []fact {
	bus, ecc := unknown, unknown
	if d.BusBytesPerSecond != nil {
		bus = fmt.Sprintf("%.0f GB/s", *d.BusBytesPerSecond/1e9)
	}
	if d.ECC != nil {
		ecc = map[bool]string{true: "on", false: "off"}[*d.ECC]
	}
	facts := []fact{
		{"Compute capability", orUnknown(d.ComputeCapability)},
		{"SMs", positiveFact(float64(d.SMCount), "%.0f")},
		{"SM clock, at most", positiveFact(d.SMClockMHz, "%.0f MHz")},
		{"L2 cache", positiveFact(float64(d.L2Bytes)/(1<<20), "%.4g MiB")},
		{"Memory", positiveFact(float64(d.MemoryBytes)/(1<<30), "%.4g GiB")},
		{"Memory bus", bus},
		{"ECC", ecc},
		{"Memory clock", positiveFact(d.MemoryClockMHz, "%.0f MHz")},
		{"Width of the memory bus", positiveFact(float64(d.BusWidthBits), "%.0f bits")},
	}
	if d.Model != nil {
		return append(facts, fact{"Timing model", d.Model.Version}, fact{"Spec", d.Model.Spec}, fact{"Spec SHA-256", d.Model.SpecSHA256})
	}
	return append(facts, fact{"Driver", orUnknown(d.Driver)}, fact{"UUID", orUnknown(d.UUID)}, fact{"PCI bus", orUnknown(d.PCIBusID)})
}

func orUnknown(text string) string {
	if text == "" {
		return unknown
	}
	return text
}

func positiveFact(value float64, format string) string {
	if value <= 0 {
		return unknown
	}
	return fmt.Sprintf(format, value)
}

// environment lists how the document was made.
func environment(doc *results.Document) []fact {
	run := doc.Run
	const layout = "2006-01-02 15:04:05 UTC"
	finished := "the run did not finish"
	if run.FinishedAt != nil {
		finished = fmt.Sprintf("%s, after %.0f s", run.FinishedAt.UTC().Format(layout), run.FinishedAt.Sub(run.StartedAt).Seconds())
	}
	facts := []fact{
		{"Command", strings.Join(run.CommandLine, " ")},
		{"Version", "ridgeline " + run.Version},
		{"Platform", run.Platform},
		{"Host", run.Host},
		{"Preset", run.Preset},
		{"Seed", strconv.FormatUint(run.Seed, 10)},
		{"Precision asked for", fmt.Sprintf("±%.3g %%", 100*run.Precision)},
		{"Started", run.StartedAt.UTC().Format(layout)},
		{"Finished", finished},
		{"Document", doc.Schema + ", " + count(len(doc.Records), "record")},
	}
	return told(facts)
}

// told leaves out what nobody tells.
func told(facts []fact) []fact {
	return slices.DeleteFunc(facts, func(f fact) bool { return f.Value == "" || f.Value == unknown })
}
