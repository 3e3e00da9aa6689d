package sass

import (
	"encoding/json"
	"fmt"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// chase reads the machine code of a small module, as the assembler made it for an
// architecture.
func chase(t *testing.T, capability int) Cubin {
	t.Helper()
	image, err := os.ReadFile(fmt.Sprintf("testdata/chase.sm_%d.cubin", capability))
	require.NoError(t, err)
	c, err := ReadCubin(image)
	require.NoError(t, err)
	assert.Equal(t, capability, c.Capability)
	return c
}

// The pointer chase is 32 loads of 64 bits in a loop, on every architecture, and
// the table knows each of its instructions.
func TestCubinsAreRead(t *testing.T) {
	table, err := Opcodes()
	require.NoError(t, err)
	for _, capability := range []int{70, 75, 80, 90, 100, 120} {
		c := chase(t, capability)
		require.Len(t, c.Entries, 2)
		code, unknown := table.Decode(c.Capability, c.Entries["chase_cg"])
		assert.Zero(t, unknown)
		audit, err := AuditOf(code)
		require.NoError(t, err)
		require.Len(t, audit.Loops, 1, "%d", capability)
		assert.Equal(t, 32, audit.Loops[0].Of("LDG.64.STRONG.GPU"), "%d", capability)
		assert.Equal(t, 1, audit.Outside.Of("STG.64"), "%d", capability)
	}
}

// What a table has not seen it does not name.
func TestTheTableDoesNotGuess(t *testing.T) {
	c := chase(t, 90)
	text := c.Entries["chase_cg"]
	code, unknown := Table{}.Decode(90, text)
	assert.Equal(t, len(text.Words), unknown)
	assert.Equal(t, Unknown, code[0].Opcode)

	table, err := Opcodes()
	require.NoError(t, err)
	_, unknown = table.Decode(50, text)
	assert.Equal(t, len(text.Words), unknown, "another architecture")
	changed := Text{Words: []Word{{text.Words[0].Low ^ 0x800, text.Words[0].High ^ 0xff<<8}}}
	_, unknown = table.Decode(90, changed)
	assert.Equal(t, 1, unknown)
}

func TestReadCubinRefuses(t *testing.T) {
	_, err := ReadCubin(nil)
	assert.EqualError(t, err, "cubin: 0 bytes are no ELF file")
	_, err = ReadCubin(make([]byte, 64))
	assert.ErrorContains(t, err, "cubin: bad magic number")
}

// A mask keeps the bits in which all instructions of an opcode agree, whatever
// their order.
func TestTableLearns(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var samples []Sample
		for range rapid.IntRange(1, 20).Draw(t, "samples") {
			samples = append(samples, Sample{
				Capability: rapid.SampledFrom([]int{75, 90}).Draw(t, "capability"),
				Word:       Word{rapid.Uint64().Draw(t, "low"), rapid.Uint64().Draw(t, "high")},
				Opcode:     rapid.SampledFrom([]string{"A", "B.C"}).Draw(t, "opcode"),
			})
		}
		split := rapid.IntRange(0, len(samples)).Draw(t, "split")
		once := Table{}.Learn(samples)
		twice := Table{}.Learn(samples[split:]).Learn(samples[:split])
		assert.Equal(t, once, twice)

		text, err := json.Marshal(once)
		require.NoError(t, err)
		var read Table
		require.NoError(t, json.Unmarshal(text, &read))
		assert.Equal(t, once, read)
		for _, s := range samples {
			_, known := read.Opcode(s.Capability, s.Word)
			assert.True(t, known)
		}
	})
}

func TestTableRefusesALine(t *testing.T) {
	var table Table
	assert.ErrorContains(t, json.Unmarshal([]byte(`{"9": ["xyz FFMA 0 0"]}`), &table), `table of opcodes: "xyz FFMA 0 0"`)
}

func TestJumps(t *testing.T) {
	// As nvdisasm shows them: at 0x1ae0 for sm_75, and at 0x250 for sm_107.
	assert.Equal(t, 0x42c0/16, target(107, 0x250/16, Word{Low: 0x0000004108187547, High: 0x000fea000b800000}))
	assert.Equal(t, 0x290/16, target(107, 0x42b0/16, Word{Low: 0xffffffbd00f47547, High: 0x001fec000b83ffff}))
}

func FuzzReadCubin(f *testing.F) {
	image, err := os.ReadFile("testdata/chase.sm_90.cubin")
	require.NoError(f, err)
	f.Add(image)
	table, err := Opcodes()
	require.NoError(f, err)
	f.Fuzz(func(_ *testing.T, image []byte) {
		c, err := ReadCubin(image)
		if err != nil {
			return
		}
		for _, text := range c.Entries {
			code, _ := table.Decode(c.Capability, text)
			_, _ = AuditOf(code)
		}
	})
}
