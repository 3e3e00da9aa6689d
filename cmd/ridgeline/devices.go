package main

import (
	"fmt"
	"strconv"

	"github.com/jedib0t/go-pretty/v6/table"

	"ridgeline/bench"
	"ridgeline/cuda"
	"ridgeline/results"
)

// devicesCommand prints what can be measured.
type devicesCommand struct {
	Check string `placeholder:"DEVICE" help:"Instead, ask the driver of one device everything that Ridgeline needs of it, and say what it got wrong."`
}

// virtualInfo is a virtual GPU as --json prints it.
type virtualInfo struct {
	Device     string             `json:"device"` // what --device takes
	Provenance results.Provenance `json:"provenance"`
	Facts      results.Device     `json:"facts"`
}

// Run prints the GPUs of the host, then the virtual ones.
func (d devicesCommand) Run(a *app, g *grammar) error {
	if d.Check != "" {
		return a.checkDevice(d.Check, g.JSON)
	}
	skus, err := virtualSKUs()
	if err != nil {
		return err
	}
	_, search := a.searchGPU()
	if g.JSON {
		infos := []virtualInfo{}
		for _, sku := range skus {
			infos = append(infos, virtualInfo{"virtual:" + sku.SpecName, results.Simulated, bench.DeviceFacts(sku)})
		}
		return a.printJSON(map[string]any{"gpu": search, "virtual": infos})
	}
	a.printGPUs(search)
	fmt.Fprintf(a.stdout, "\nVirtual GPUs, which simulate (a file of your own is virtual:FILE.json):\n\n")
	rows := newTable("DEVICE", "NAME", "CAPABILITY", "SMs", "SM CLOCK", "MEMORY BUS", "L2", "MEMORY")
	for _, sku := range skus {
		rows.AppendRow(deviceRow(sku))
	}
	_, err = fmt.Fprintln(a.stdout, rows.Render())
	return err
}

// printGPUs shows the GPUs of the host, or why none is usable.
func (a *app) printGPUs(s gpuSearch) {
	if !s.Usable {
		fmt.Fprintf(a.stdout, "GPUs: none usable: %s.\n", s.Reason)
	}
	for _, t := range s.Tried {
		fmt.Fprintf(a.stdout, "- tried %s: %s\n", t.Library, t.Reason)
	}
	if !s.Usable {
		return
	}
	fmt.Fprintf(a.stdout, "GPUs, by %s:\n\n", s.Library)
	rows := newTable("DEVICE", "UUID", "NAME", "CAPABILITY", "SMs", "PCI ADDRESS", "DRIVER")
	for i, d := range s.Devices {
		name := d.Facts.Name
		if d.Provenance == results.Simulated {
			name += " (SIMULATED)"
		}
		rows.AppendRow(table.Row{strconv.Itoa(i), d.Facts.UUID, name, d.Facts.ComputeCapability, d.Facts.SMCount, d.Facts.PCIBusID, d.Facts.Driver})
	}
	fmt.Fprintln(a.stdout, rows.Render())
}

func deviceRow(i cuda.Info) table.Row {
	return table.Row{
		"virtual:" + i.SpecName, i.Name, i.ComputeCapability, i.SMCount, fmt.Sprintf("%.0f MHz", i.SMClockMHz),
		fmt.Sprintf("%.0f GB/s", i.BusBytesPerSecond()/1e9), gibibytes(i.L2Bytes, 20, "MiB"), gibibytes(i.MemoryBytes, 30, "GiB"),
	}
}

// gibibytes writes a size in units of 2^shift bytes.
func gibibytes(bytes int64, shift int, unit string) string {
	return fmt.Sprintf("%.3g %s", float64(bytes)/float64(int64(1)<<shift), unit)
}
