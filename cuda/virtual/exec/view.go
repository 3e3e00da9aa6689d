package exec

// LocalSectorBase is the number of the first sector of local memory. A warp has
// LocalSectors of its kernel; those of the warps follow each other.
const LocalSectorBase = localWindow >> sectorShift

// GlobalSectorBase is the number of the first sector of device memory.
const GlobalSectorBase = baseAddress >> sectorShift

// LocalSectors is the local memory that a warp declares, in sectors: each
// 32-bit word of its threads is a line.
func (k *Kernel) LocalSectors() uint64 { return k.prog.localSectors() }

// TensorInstructions lists the kernel's tensor instructions, one for each path
// and opcode.
func (k *Kernel) TensorInstructions() []*Meta {
	type key struct{ path, op string }
	met := map[key]bool{}
	var all []*Meta
	for i := range k.prog.code {
		m := k.prog.code[i].meta
		if id := (key{m.TensorPath, m.Op}); m.Pipe == PipeTensor && m.TensorPath != "" && !met[id] {
			met[id] = true
			all = append(all, m)
		}
	}
	return all
}
