//go:build cuda && linux

package nvml_test

import (
	"maps"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ridgeline/cuda"
)

// stateB is what the fake says of its second GPU. The bits of event reasons
// that nobody knows are kept.
func stateB() cuda.State {
	return cuda.State{
		Telemetry: cuda.Telemetry{
			SMClockMHz: new(1001.0), MemoryClockMHz: new(5001.0), EventReasons: new(uint64(0x8000000000000204)),
			TemperatureC: new(41.0), PowerWatts: new(260.25),
		},
		Name: new("Fake B"), DriverVersion: new("570.1.fake"), CUDADriverVersion: new("12.8"), VBIOSVersion: new("96.00.fake"),
		MaxSMClockMHz: new(2001.0), MaxMemoryClockMHz: new(6001.0), PState: new(2),
		PowerLimitWatts: new(350.0), EnforcedPowerLimitWatts: new(300.0), DefaultPowerLimitWatts: new(400.0),
		ECC: new(true), MIG: new(false), Persistence: new(true), ComputeMode: new("default"),
		PCIeGeneration: new(4), PCIeLanes: new(8), MaxPCIeGeneration: new(5), MaxPCIeLanes: new(16),
		UtilizationPercent: new(7.0),
		Processes: []cuda.Process{
			{PID: 100, Kind: "compute", UsedMemoryBytes: new(int64(1 << 20))},
			{PID: 101, Kind: "compute", UsedMemoryBytes: new(int64(2 << 20))},
			{PID: 102, Kind: "compute"},
		},
		Missing: map[string]string{},
	}
}

func TestStateHasEveryField(t *testing.T) {
	a := ask(t, request{Path: fake(t), ID: gpuB})
	require.Nil(t, a.Read)
	assert.Equal(t, stateB(), a.State)
	assert.Equal(t, stateB().Telemetry, a.Telemetry)
	c := ask(t, request{Path: fake(t), ID: gpuC})
	assert.True(t, *c.State.MIG)
}

// clearFields takes fields away.
func clearFields(s *cuda.State, fields ...string) {
	for _, field := range fields {
		switch field {
		case "sm_clock_mhz":
			s.SMClockMHz = nil
		case "memory_clock_mhz":
			s.MemoryClockMHz = nil
		case "event_reasons":
			s.EventReasons = nil
		case "temperature_c":
			s.TemperatureC = nil
		case "power_watts":
			s.PowerWatts = nil
		case "name":
			s.Name = nil
		case "driver_version":
			s.DriverVersion = nil
		case "cuda_driver_version":
			s.CUDADriverVersion = nil
		case "vbios_version":
			s.VBIOSVersion = nil
		case "max_sm_clock_mhz":
			s.MaxSMClockMHz = nil
		case "max_memory_clock_mhz":
			s.MaxMemoryClockMHz = nil
		case "p_state":
			s.PState = nil
		case "power_limit_watts":
			s.PowerLimitWatts = nil
		case "enforced_power_limit_watts":
			s.EnforcedPowerLimitWatts = nil
		case "default_power_limit_watts":
			s.DefaultPowerLimitWatts = nil
		case "ecc":
			s.ECC = nil
		case "mig":
			s.MIG = nil
		case "persistence":
			s.Persistence = nil
		case "compute_mode":
			s.ComputeMode = nil
		case "pcie_generation":
			s.PCIeGeneration = nil
		case "pcie_lanes":
			s.PCIeLanes = nil
		case "max_pcie_generation":
			s.MaxPCIeGeneration = nil
		case "max_pcie_lanes":
			s.MaxPCIeLanes = nil
		case "utilization_percent":
			s.UtilizationPercent = nil
		case "processes":
			s.Processes = nil
		default:
			panic(field)
		}
	}
}

// fieldsOf says which fields are lost with a function of the library. A function
// that is not here has another that takes its place.
func fieldsOf() map[string][]string {
	return map[string][]string{
		"nvmlDeviceGetClockInfo":                   {"sm_clock_mhz", "memory_clock_mhz"},
		"nvmlDeviceGetName":                        {"name"},
		"nvmlSystemGetDriverVersion":               {"driver_version"},
		"nvmlDeviceGetVbiosVersion":                {"vbios_version"},
		"nvmlDeviceGetMaxClockInfo":                {"max_sm_clock_mhz", "max_memory_clock_mhz"},
		"nvmlDeviceGetPerformanceState":            {"p_state"},
		"nvmlDeviceGetPowerManagementLimit":        {"power_limit_watts"},
		"nvmlDeviceGetEnforcedPowerLimit":          {"enforced_power_limit_watts"},
		"nvmlDeviceGetPowerManagementDefaultLimit": {"default_power_limit_watts"},
		"nvmlDeviceGetEccMode":                     {"ecc"},
		"nvmlDeviceGetMigMode":                     {"mig"},
		"nvmlDeviceGetPersistenceMode":             {"persistence"},
		"nvmlDeviceGetComputeMode":                 {"compute_mode"},
		"nvmlDeviceGetCurrPcieLinkGeneration":      {"pcie_generation"},
		"nvmlDeviceGetCurrPcieLinkWidth":           {"pcie_lanes"},
		"nvmlDeviceGetMaxPcieLinkGeneration":       {"max_pcie_generation"},
		"nvmlDeviceGetMaxPcieLinkWidth":            {"max_pcie_lanes"},
		"nvmlDeviceGetUtilizationRates":            {"utilization_percent"},
	}
}

// functions lists what the fake exports.
func functions(t *testing.T) []string {
	t.Helper()
	out, err := exec.Command("nm", "-D", "--defined-only", fake(t)).Output() //nolint:gosec // our own library
	require.NoError(t, err)
	var names []string
	for line := range strings.Lines(string(out)) {
		if fields := strings.Fields(line); strings.HasPrefix(fields[len(fields)-1], "nvml") {
			names = append(names, fields[len(fields)-1])
		}
	}
	require.Greater(t, len(names), 40)
	return names
}

// Whichever function the installed driver lacks, the process lives, and what
// the function alone could tell is null with a reason.
func TestAnyFunctionMayBeMissing(t *testing.T) {
	for _, function := range functions(t) {
		t.Run(function, func(t *testing.T) {
			t.Parallel()
			a := ask(t, request{Path: fake(t, function), ID: gpuB})
			require.Nil(t, a.Open)
			require.Nil(t, a.Find)
			require.Nil(t, a.Read)
			fallen := map[string]func(*cuda.State){
				"nvmlDeviceGetCurrentClocksEventReasons": func(s *cuda.State) { s.EventReasons = new(uint64(4)) },
				"nvmlDeviceGetTemperatureV":              func(s *cuda.State) { s.TemperatureC = new(40.0) },
				"nvmlDeviceGetFieldValues":               func(s *cuda.State) { s.PowerWatts = new(250.5) },
			}
			want := stateB()
			if fall, ok := fallen[function]; ok {
				fall(&want)
			}
			checkMissing(t, want, a.State, "this driver's library has no such function", fieldsOf()[function]...)
		})
	}
}

// checkMissing compares a state with what it should be but for some fields, each
// of which must have this reason.
func checkMissing(t *testing.T, want, got cuda.State, reason string, fields ...string) {
	t.Helper()
	clearFields(&want, fields...)
	assert.ElementsMatch(t, fields, slices.Collect(maps.Keys(got.Missing)))
	for field, why := range got.Missing {
		assert.Contains(t, why, reason, field)
	}
	want.Missing, got.Missing = nil, nil
	assert.Equal(t, want, got)
}

// A library with nothing but its first function still ends no process.
func TestEveryFunctionMayBeMissing(t *testing.T) {
	most := slices.DeleteFunc(functions(t), func(name string) bool { return name == "nvmlInit_v2" })
	a := ask(t, request{Path: fake(t, most...), ID: gpuB})
	require.Nil(t, a.Open)
	require.NotNil(t, a.Find)
	assert.Contains(t, a.Find.Text, "nvmlDeviceGetHandleByPciBusId_v2: unsupported: this driver's library has no such function")

	most = slices.DeleteFunc(most, func(name string) bool { return name == "nvmlDeviceGetHandleByUUID" })
	a = ask(t, request{Path: fake(t, most...), ID: gpuB})
	require.Nil(t, a.Find)
	require.Nil(t, a.Read)
	assert.Len(t, a.State.Missing, 25)
	assert.Equal(t, cuda.State{Missing: a.State.Missing}, a.State)
}

// Driver 470 is the oldest that is meant; what came after it is taken away.
func TestDriver470(t *testing.T) {
	a := ask(t, request{ID: gpuB, Path: fake(t,
		"nvmlDeviceGetCurrentClocksEventReasons", "nvmlDeviceGetTemperatureV",
		"nvmlDeviceGetComputeRunningProcesses_v3", "nvmlDeviceGetGraphicsRunningProcesses_v3")},
		"RIDGELINE_FAKE_NVML=field=3")
	want := stateB()
	want.EventReasons, want.TemperatureC, want.PowerWatts = new(uint64(4)), new(40.0), new(250.5)
	require.Nil(t, a.Read)
	assert.Equal(t, want, a.State)
}

// A slice, a guest and a small board say "not supported" to this and that.
func TestAnyFieldMayBeUnsupported(t *testing.T) {
	library := fake(t)
	table := fieldsOf()
	table["nvmlSystemGetCudaDriverVersion"] = []string{"cuda_driver_version"}
	table["nvmlDeviceGetComputeRunningProcesses"] = []string{"processes"}
	table["nvmlDeviceGetGraphicsRunningProcesses"] = []string{"processes"}
	table["nvmlDeviceGetCurrentClocksEventReasons=3,nvmlDeviceGetCurrentClocksThrottleReasons"] = []string{"event_reasons"}
	table["nvmlDeviceGetTemperatureV=3,nvmlDeviceGetTemperature"] = []string{"temperature_c"}
	table["nvmlDeviceGetFieldValues=3,nvmlDeviceGetPowerUsage"] = []string{"power_watts"}
	for call, fields := range table {
		a := ask(t, request{Path: library, ID: gpuB}, "RIDGELINE_FAKE_NVML="+call+"=3")
		require.Nil(t, a.Read, call)
		checkMissing(t, stateB(), a.State, "NVML_ERROR_NOT_SUPPORTED, 3", fields...)
	}
}

// A container that has lost its devices says "unknown error" to everything: the
// measurement goes on without sensors.
func TestUnknownErrorIsNoEnd(t *testing.T) {
	a := ask(t, request{Path: fake(t), ID: gpuB},
		"RIDGELINE_FAKE_NVML=nvmlDeviceGetClockInfo=999,nvmlDeviceGetTemperatureV=999,nvmlDeviceGetTemperature=999")
	require.Nil(t, a.Read)
	assert.Nil(t, a.Telemetry.SMClockMHz)
	assert.Nil(t, a.Telemetry.TemperatureC)
	assert.Contains(t, a.State.Missing["sm_clock_mhz"], "NVML_ERROR_UNKNOWN, 999")
}

// Zeros that come with success are no clocks and no links.
func TestZeroIsNoAnswer(t *testing.T) {
	a := ask(t, request{Path: fake(t), ID: gpuB}, "RIDGELINE_FAKE_NVML=zero=1")
	require.Nil(t, a.Read)
	want := stateB()
	want.PowerWatts = new(250.5)
	checkMissing(t, want, a.State, "with success",
		"sm_clock_mhz", "memory_clock_mhz", "max_sm_clock_mhz", "max_memory_clock_mhz", "driver_version", "power_limit_watts",
		"enforced_power_limit_watts", "default_power_limit_watts", "pcie_generation", "pcie_lanes", "max_pcie_generation", "max_pcie_lanes")
}

func TestModesThatNobodyKnows(t *testing.T) {
	library := fake(t)
	for mode, want := range map[string]string{"1": "exclusive-process", "2": "prohibited", "3": "exclusive-process"} {
		a := ask(t, request{Path: library, ID: gpuB}, "RIDGELINE_FAKE_NVML=compute_mode="+mode)
		assert.Equal(t, want, *a.State.ComputeMode)
	}
	a := ask(t, request{Path: library, ID: gpuB}, "RIDGELINE_FAKE_NVML=compute_mode=9,p_state=32,field_type=0")
	want := stateB()
	want.PowerWatts = new(250.5) // of a type that the driver never gave
	checkMissing(t, want, a.State, "which has no meaning", "compute_mode", "p_state")
}

// A GPU that falls off the bus in the middle keeps what was read before.
func TestLostWhileSampling(t *testing.T) {
	a := ask(t, request{Path: fake(t), ID: gpuB, Sample: true}, "RIDGELINE_FAKE_NVML=lost_at=7")
	require.NotNil(t, a.Sample)
	assert.Equal(t, cuda.DeviceLost, a.Sample.Kind)
	assert.Equal(t, 15, a.Sample.Code)
	require.Len(t, a.Series, 3, "two clocks a reading")
	assert.Equal(t, stateB().Telemetry, a.Series[2].Telemetry)
	a = ask(t, request{Path: fake(t), ID: gpuB}, "RIDGELINE_FAKE_NVML=lost_at=1")
	require.NotNil(t, a.Read)
	assert.Contains(t, a.Read.Text, "fallen off the bus")
}
