package timing

import "ridgeline/cuda/virtual/exec"

// OfKernel is the program of a real launch. Its memory should be an overlay, as
// the blocks that are simulated write to it.
func OfKernel(mem *exec.Memory, l exec.Launch) Program { return kernelProgram{mem, l} }

type kernelProgram struct {
	mem    *exec.Memory
	launch exec.Launch
}

func (p kernelProgram) NewBlock(index int, h exec.Hooks) ([]Warp, error) {
	b, err := exec.NewBlock(p.mem, p.launch, index, h)
	if err != nil {
		return nil, err
	}
	warps := make([]Warp, len(b.Warps()))
	for i, w := range b.Warps() {
		warps[i] = w
	}
	return warps, nil
}
