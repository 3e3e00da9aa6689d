package main

import (
	"fmt"
	"os"
	"runtime"
	"strings"
	"time"

	"ridgeline/bench"
	"ridgeline/cuda"
	"ridgeline/results"
)

// header is the document before anything is measured.
func (r *runCommand) header(a *app, info cuda.Info) results.Document {
	header := results.Document{
		Provenance: results.Provenance(info.Provenance),
		Device:     bench.DeviceFacts(info),
		Run: results.Run{
			Version:     version(),
			CommandLine: append([]string{"ridgeline"}, a.args...),
			Platform:    runtime.GOOS + "/" + runtime.GOARCH,
			Seed:        r.Seed,
			Preset:      r.Preset,
			Precision:   r.Precision,
			StartedAt:   time.Now().UTC(),
		},
	}
	if header.Provenance == results.Measured {
		header.Run.Host, _ = os.Hostname() // without a name, the document has none
	}
	return header
}

// defaultName is a name that sorts by device and time, such as
// ridgeline-virtual-t4-20260102T150405Z.json, and for GPUs tells those of the
// same name apart.
func defaultName(header results.Document) string {
	device := strings.Join(strings.FieldsFunc(strings.ToLower(header.Device.Name), notInName), "-")
	if short := shortUUID(header.Device.UUID); short != "" {
		device += "-" + short
	}
	return fmt.Sprintf("ridgeline-%s-%s.json", device, header.Run.StartedAt.Format("20060102T150405Z"))
}

// shortUUID is the beginning of a GPU's UUID, which tells the GPUs of a host
// apart; empty of a virtual one's.
func shortUUID(uuid string) string {
	kind, digits, _ := strings.Cut(uuid, "-")
	if kind != "GPU" && kind != "MIG" {
		return ""
	}
	return digits[:min(len(digits), 8)]
}

func notInName(r rune) bool {
	return (r < 'a' || r > 'z') && (r < '0' || r > '9')
}

// opening is the first line of a run: what is done with which device, and why
// with that.
func opening(doing, device string, provenance results.Provenance, because string) string {
	line := doing + " " + device
	if provenance == results.Simulated {
		line = "SIMULATED: " + line
	}
	if because != "" {
		line += ", because " + because
	}
	return line
}
