package timing

import "ridgeline/cuda/virtual/exec"

// place moves the sectors of local memory to the place of a warp on the SM.
// Each warp of a grid has numbers of its own; on a GPU those that run one after
// the other at the same place use the same memory.
func (m *sm) place(w *warp, sectors []uint64) {
	if m.launch.LocalSectors == 0 {
		return
	}
	for i, s := range sectors {
		inWarp := (s - exec.LocalSectorBase) % m.launch.LocalSectors
		sectors[i] = exec.LocalSectorBase + uint64(w.place)*m.launch.LocalSectors + inWarp
	}
}

// isLocal tells whether a line is one of local memory or of spilled registers,
// which is no part of the device memory that a launch touches.
func isLocal(line uint64) bool {
	sector := line * lineSectors
	return sector >= exec.LocalSectorBase && sector < exec.GlobalSectorBase || sector >= spillSectorBase
}
