package userkernel_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ridgeline/bench/userkernel"
	"ridgeline/cuda"
	"ridgeline/cuda/virtual"
	"ridgeline/results"
)

// scatter reads one word in 8 and adds it to what is there: it changes its own
// input, and each of its requests takes 32 sectors.
const scatter = `.version 7.0
.target sm_70
.address_size 64
.visible .entry scatter(.param .u64 p)
{
	.reg .b32 %r<6>;
	.reg .b64 %rd<4>;
	ld.param.u64 %rd1, [p];
	mov.u32 %r1, %ctaid.x;
	mov.u32 %r2, %ntid.x;
	mov.u32 %r3, %tid.x;
	mad.lo.u32 %r4, %r1, %r2, %r3;
	mul.wide.u32 %rd2, %r4, 32;
	add.s64 %rd3, %rd1, %rd2;
	ld.global.u32 %r5, [%rd3];
	add.u32 %r5, %r5, 1;
	st.global.u32 [%rd3], %r5;
	ret;
}
`

func open(t *testing.T, sku string) cuda.Device {
	driver, err := virtual.Open(sku)
	require.NoError(t, err)
	dev, err := driver.Open(0)
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, dev.Close()) })
	return dev
}

func request(t *testing.T) userkernel.Request {
	p, err := userkernel.ParseArgument("p:u32[8192]=iota")
	require.NoError(t, err)
	return userkernel.Request{
		File: "scatter.ptx", PTX: []byte(scatter), Grid: cuda.D1(4), Block: cuda.D1(256),
		Arguments: []userkernel.Argument{p},
	}
}

// What a launch did is counted once, of one launch, by level and by line; the
// lines add up to the whole.
func TestMeasureCounts(t *testing.T) {
	run, err := userkernel.Measure(context.Background(), open(t, "t4"), nil, request(t))
	require.NoError(t, err)
	assert.Equal(t, results.KernelSchema, run.Schema)
	assert.Equal(t, "scatter", run.Kernel)
	c := run.Counted
	load := c.Counters.Traffic["global_load"]
	assert.Equal(t, results.Traffic{Requests: 32, UsefulBytes: 4096, Sectors: 1024}, load)
	bytes := map[string]float64{}
	for _, l := range c.Levels {
		bytes[l.Level] = l.Bytes
	}
	assert.Equal(t, map[string]float64{"dram": 0, "l2": 65536, "l1": 65536, "shared": 0}, bytes, "L2 of a T4 holds 32 KiB")
	var instructions, sectors uint64
	for _, line := range c.Lines {
		instructions += line.Counters.WarpInstructions
		sectors += line.Counters.Traffic["global_load"].Sectors
		if line.Source == "scatter.ptx:15" {
			assert.Equal(t, load, line.Counters.Traffic["global_load"])
		}
	}
	assert.Equal(t, c.Counters.WarpInstructions, instructions+2*32, "ld.param and the move of %ntid become no machine instruction")
	assert.Equal(t, load.Sectors, sectors)
	require.NotNil(t, run.Time)
	assert.Equal(t, results.Simulated, run.Time.Provenance)
	assert.Positive(t, run.Time.Seconds.Median)
	assert.Empty(t, run.Agreement)
}

// Another device that gives the time leaves the same; the kernel changes its
// input, and each launch that is looked at finds it fresh.
func TestMeasureOnTwoDevices(t *testing.T) {
	run, err := userkernel.Measure(context.Background(), open(t, "t4"), open(t, "h100-sxm"), request(t))
	require.NoError(t, err)
	assert.Equal(t, "all buffers are the same bit by bit", run.Agreement)
	assert.Equal(t, "virtual t4", run.Counted.Device.Name)
	assert.Equal(t, "virtual h100-sxm", run.Time.Device.Name)
}

// wrong is a device that leaves a wrong word in the memory.
type wrong struct{ cuda.Device }

func (w wrong) Read(dst []byte, src cuda.Ptr) error {
	err := w.Device.Read(dst, src)
	dst[0] ^= 1
	return err
}

func TestMeasureSeesOtherResults(t *testing.T) {
	run, err := userkernel.Measure(context.Background(), open(t, "t4"), wrong{open(t, "t4")}, request(t))
	require.NoError(t, err)
	assert.Contains(t, run.Agreement, "these buffers differ: p ")
}

func TestMeasureNeedsCounters(t *testing.T) {
	_, err := userkernel.Measure(context.Background(), blind{open(t, "t4")}, nil, request(t))
	assert.ErrorContains(t, err, "virtual t4 does not count what a kernel does")
}

// blind is a device that counts nothing.
type blind struct{ cuda.Device }

func (b blind) Launch(ctx context.Context, l cuda.Launch) (cuda.Report, error) {
	r, err := b.Device.Launch(ctx, l)
	r.Counters, r.Instructions = nil, nil
	return r, err
}
