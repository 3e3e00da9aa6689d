package bench

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"

	"ridgeline/cuda"
	"ridgeline/results"
)

// poison stands in the output before a launch, so that a word that is not
// written is seen.
const poison = 0xdeadbeef

// verify runs a launch once, on a poisoned output, and compares every word that
// it should have written with what the CPU computed. When the device ran only a
// sample of the blocks, the words of those are compared.
func verify(ctx context.Context, dev cuda.Device, l cuda.Launch, out buffer, want expectation) (results.Verification, cuda.Report, error) {
	check := checker{dev: dev, out: out.ptr}
	check.v = results.Verification{Method: "exact", Total: want.outputs}
	pattern := binary.LittleEndian.AppendUint32(nil, poison)
	if err := dev.Fill(out.ptr, pattern, out.bytes); err != nil {
		return check.v, cuda.Report{}, err
	}
	l.NoReplay = true
	report, err := dev.Launch(ctx, l)
	if err != nil {
		return check.v, report, err
	}
	check.v.Sampled = report.Sampled
	if want.whole != nil && !report.Sampled {
		err = check.whole(ctx, want)
	} else {
		err = check.blocks(ctx, want, executed(report, l.Grid.Count()))
	}
	return check.v, report, err
}

// executed gives the indices of the blocks that a launch ran.
func executed(r cuda.Report, grid int) []int {
	if r.Sampled {
		return r.ExecutedBlocks
	}
	all := make([]int, grid)
	for b := range all {
		all[b] = b
	}
	return all
}

// checker compares an output with its expectation.
type checker struct {
	dev cuda.Device
	out cuda.Ptr
	got []byte
	v   results.Verification
}

// blocks compares what these blocks wrote, up to the first mismatch.
func (c *checker) blocks(ctx context.Context, want expectation, blocks []int) error {
	for _, b := range blocks {
		if err := ctx.Err(); err != nil {
			return err
		}
		for offset, bytes := range want.block(b) {
			if same, err := c.stretch(fmt.Sprintf("block %d", b), offset, bytes); err != nil || !same {
				return err
			}
		}
	}
	c.v.Passed = c.v.Checked > 0
	return nil
}

// whole compares what the grid wrote, up to the first mismatch.
func (c *checker) whole(ctx context.Context, want expectation) error {
	for offset, bytes := range want.whole() {
		if err := ctx.Err(); err != nil {
			return err
		}
		if same, err := c.stretch("the grid", offset, bytes); err != nil || !same {
			return err
		}
	}
	c.v.Passed = c.v.Checked > 0
	return nil
}

// stretch compares one stretch of the output and notes its first mismatch.
func (c *checker) stretch(of string, offset int64, want []byte) (same bool, err error) {
	if len(c.got) != len(want) {
		c.got = make([]byte, len(want))
	}
	if err := c.dev.Read(c.got, c.out+cuda.Ptr(offset)); err != nil {
		return false, err
	}
	c.v.Checked += int64(len(want) / wordBytes)
	if bytes.Equal(c.got, want) {
		return true, nil
	}
	c.v.Detail = mismatch(of, offset, c.got, want)
	return false, nil
}

// mismatch describes the first word in which two stretches differ.
func mismatch(of string, offset int64, got, want []byte) string {
	for i := 0; i < len(want); i += wordBytes {
		g, w := binary.LittleEndian.Uint32(got[i:]), binary.LittleEndian.Uint32(want[i:])
		if g == w {
			continue
		}
		note := ""
		if g == poison {
			note = ", as before the launch: it was not written"
		}
		return fmt.Sprintf("word %d of the output, of %s, is %#08x%s; the CPU computed %#08x",
			offset/wordBytes+int64(i/wordBytes), of, g, note, w)
	}
	return ""
}
