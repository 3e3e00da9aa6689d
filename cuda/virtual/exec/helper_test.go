package exec

import (
	"context"
	"encoding/binary"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"ridgeline/cuda"
	"ridgeline/cuda/virtual/ptx"
)

// rig is a memory with a bound module.
type rig struct {
	t   testing.TB
	mem *Memory
	mod *Module
}

func newRig(t testing.TB, text string) *rig {
	t.Helper()
	m, err := compileText(text)
	require.NoError(t, err)
	mem := NewMemory(1 << 30)
	require.NoError(t, m.Bind(mem))
	return &rig{t, mem, m}
}

func newFileRig(t testing.TB, path string) *rig {
	t.Helper()
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	return newRig(t, string(text))
}

func compileText(text string) (*Module, error) {
	tree, err := ptx.Parse("test.ptx", []byte(text))
	if err != nil {
		return nil, err
	}
	return Compile(tree)
}

const header = ".version 8.0\n.target sm_80\n.address_size 64\n"

// kernelText wraps the body of a kernel k(out, in, n) with usual registers.
// %rd1 and %rd2 hold the addresses of out and in, %r1 is tid.x, %r2 is n.
func kernelText(body string) string {
	return header + `.visible .entry k(.param .u64 out, .param .u64 in, .param .u32 n)
{
	.reg .pred %p<20>;
	.reg .b16 %h<20>;
	.reg .b32 %r<40>;
	.reg .f32 %f<40>;
	.reg .b64 %rd<40>;
	.reg .f64 %d<40>;
	ld.param.u64 %rd1, [out];
	ld.param.u64 %rd2, [in];
	ld.param.u32 %r2, [n];
	mov.u32 %r1, %tid.x;
` + body + "\n}\n"
}

func (r *rig) kernel(name string) *Kernel {
	for _, k := range r.mod.Kernels() {
		if k.Name == name {
			return k
		}
	}
	r.t.Fatalf("no kernel %s", name)
	return nil
}

// words puts words into new memory.
func (r *rig) words(v ...uint32) cuda.Ptr {
	p, err := r.mem.Alloc(int64(4 * max(len(v), 1)))
	require.NoError(r.t, err)
	b := make([]byte, 0, 4*len(v))
	for _, x := range v {
		b = binary.LittleEndian.AppendUint32(b, x)
	}
	require.NoError(r.t, r.mem.Write(p, b))
	return p
}

func (r *rig) alloc(bytes int64) cuda.Ptr {
	p, err := r.mem.Alloc(bytes)
	require.NoError(r.t, err)
	return p
}

func (r *rig) read32(p cuda.Ptr, n int) []uint32 {
	b := make([]byte, 4*n)
	require.NoError(r.t, r.mem.Read(b, p))
	out := make([]uint32, n)
	for i := range out {
		out[i] = binary.LittleEndian.Uint32(b[4*i:])
	}
	return out
}

func (r *rig) read64(p cuda.Ptr, n int) []uint64 {
	b := make([]byte, 8*n)
	require.NoError(r.t, r.mem.Read(b, p))
	out := make([]uint64, n)
	for i := range out {
		out[i] = binary.LittleEndian.Uint64(b[8*i:])
	}
	return out
}

// params packs arguments at their natural alignment.
func params(args ...cuda.Arg) []byte {
	var b []byte
	for _, a := range args {
		for len(b)%len(a.Bytes) != 0 {
			b = append(b, 0)
		}
		b = append(b, a.Bytes...)
	}
	return b
}

func (r *rig) launch(name string, grid, block int, args ...cuda.Arg) Launch {
	return Launch{Kernel: r.kernel(name), Grid: cuda.D1(grid), Block: cuda.D1(block), Params: params(args...)}
}

func (r *rig) run(name string, grid, block int, args ...cuda.Arg) Result {
	r.t.Helper()
	res, err := Run(context.Background(), r.mem, r.launch(name, grid, block, args...), Options{Workers: 1, SMCount: 4})
	require.NoError(r.t, err)
	return res
}
