//go:build cuda && linux

package nvidia

import (
	"context"
	"encoding/json"
	"fmt"

	"ridgeline/cuda"
	"ridgeline/cuda/nvidia/abi"
)

// describe adds to the facts of a device what only a driver that stands in for
// a real one can tell: what simulates, and facts in the form that it has them.
func describe(info *cuda.Info) {
	info.Model, info.SpecName = "a stand-in for a CUDA driver", "unknown"
	info.SpecSHA256 = "0000000000000000000000000000000000000000000000000000000000000000"
	tell(facts(*info), info)
	info.Provenance = cuda.Simulated
}

func facts(info cuda.Info) string { return fmt.Sprintf("facts %d", info.Index) }

// talks tells whether a device is behind a stand-in that has more to say than
// the driver API has room for.
func talks(info cuda.Info) bool {
	return info.Provenance == cuda.Simulated && abi.Ask(facts(info)) != nil
}

// tell asks a stand-in and decodes its answer, if it has one.
func tell(question string, into any) bool {
	answer := abi.Ask(question)
	return answer != nil && json.Unmarshal(answer, into) == nil
}

// standIn is a device behind a driver that stands in for a real one. Such a
// driver may know more than the driver API can say: what it counted, the exact
// time, its clocks. All of it is simulated.
type standIn struct {
	cuda.Device
	own *device
}

var (
	_ cuda.Telemeter    = standIn{}
	_ cuda.PathLimiter  = standIn{}
	_ cuda.LevelLimiter = standIn{}
)

// Load gives modules whose functions say where their registers are from.
func (s standIn) Load(image cuda.Image) (cuda.Module, error) {
	m, err := s.own.Load(image)
	if err != nil {
		return nil, err
	}
	return standInModule{m, s}, nil
}

// Launch adds what the launch did.
func (s standIn) Launch(ctx context.Context, l cuda.Launch) (cuda.Report, error) {
	r, err := s.own.Launch(ctx, l)
	if err == nil {
		s.ask("report", &r)
	}
	return r, err
}

// Time gives the time as the stand-in has it, which a driver gives in 32 bits.
func (s standIn) Time(ctx context.Context, l cuda.Launch, launches int) (cuda.Window, error) {
	w, err := s.own.Time(ctx, l, launches)
	if err == nil {
		s.ask("window", &w)
	}
	return w, err
}

// Telemetry is that of the stand-in, where it has any.
func (s standIn) Telemetry() (cuda.Telemetry, error) {
	var t cuda.Telemetry
	if s.ask("telemetry", &t) {
		return t, nil
	}
	return s.own.Telemetry()
}

// PathLimit is that of the stand-in; unknown where it has none.
func (s standIn) PathLimit(path string) (flopPerSMCycle float64, source string, ok bool) {
	return s.limit("path " + path)
}

// LevelLimit is that of the stand-in; unknown where it has none.
func (s standIn) LevelLimit(level string) (bytesPerSMCycle float64, source string, ok bool) {
	return s.limit("level " + level)
}

func (s standIn) limit(question string) (perSMCycle float64, source string, ok bool) {
	var limit struct {
		PerSMCycle float64
		Source     string
	}
	ok = s.ask(question, &limit)
	return limit.PerSMCycle, limit.Source, ok
}

func (s standIn) ask(question string, into any) bool {
	if s.own.enter("ask") != nil {
		return false
	}
	defer s.own.leave()
	return tell(question, into)
}

// standInModule is a module of such a device.
type standInModule struct {
	cuda.Module
	device standIn
}

// Function gives a function that says where its registers are from.
func (m standInModule) Function(name string) (cuda.Function, error) {
	f, err := m.Module.Function(name)
	if own, ok := f.(*function); ok && err == nil {
		m.device.ask(fmt.Sprintf("attributes %d", uintptr(word(own.handle))), &own.attributes)
	}
	return f, err
}
