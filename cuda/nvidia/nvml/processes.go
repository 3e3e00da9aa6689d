//go:build cuda && linux

package nvml

import (
	"math"

	"github.com/NVIDIA/go-nvml/pkg/nvml"

	"ridgeline/cuda"
)

// processes are the programs on the GPU, with the compute ones first. Nil is
// unknown: half of them would pass for all.
func (s *Sensor) processes(r *reading) []cuda.Process {
	found := []cuda.Process{}
	for _, list := range []struct {
		kind, name string
		call       func() ([]nvml.ProcessInfo, nvml.Return)
	}{
		{"compute", "nvmlDeviceGetComputeRunningProcesses", s.device.GetComputeRunningProcesses},
		{"graphics", "nvmlDeviceGetGraphicsRunningProcesses", s.device.GetGraphicsRunningProcesses},
	} {
		infos, err := ask(s.lib, list.call, list.name+"_v3", list.name+"_v2", list.name)
		if err != nil {
			r.note("processes", err)
			return nil
		}
		for _, info := range infos {
			found = append(found, processOf(info, list.kind))
		}
	}
	return found
}

func processOf(info nvml.ProcessInfo, kind string) cuda.Process {
	p := cuda.Process{PID: int(info.Pid), Kind: kind}
	if info.UsedGpuMemory <= math.MaxInt64 { // all bits are set where it is not available
		bytes := int64(info.UsedGpuMemory)
		p.UsedMemoryBytes = &bytes
	}
	return p
}
