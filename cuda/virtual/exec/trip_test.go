package exec

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestTripLoop(t *testing.T) {
	const head = ".version 6.3\n.target sm_70\n.address_size 64\n.visible .entry k(.param .u32 n)\n{\n" +
		".reg .pred %p;\n.reg .b32 %r;\nld.param.u32 %r, [n];\nsetp.ne.u32 %p, %r, 0;\n"
	for name, c := range map[string]struct {
		body  string
		block int
		ok    bool
	}{
		"a loop behind its guard": {"@!%p bra END; LOOP: add.u32 %r, %r, -1; setp.ne.u32 %p, %r, 0; @%p bra LOOP; END: ret;", 1, true},
		"a branch in the loop":    {"LOOP: add.u32 %r, %r, -1; @%p bra SKIP; add.u32 %r, %r, -1; SKIP: setp.ne.u32 %p, %r, 0; @%p bra LOOP; ret;", 1, true},
		"no loop":                 {"@%p bra END; add.u32 %r, %r, -1; END: ret;", 0, false},
		"left in the middle":      {"LOOP: add.u32 %r, %r, -1; @!%p bra END; setp.ne.u32 %p, %r, 3; bra LOOP; END: ret;", 0, false},
		"entered in the middle":   {"@%p bra MIDDLE; LOOP: add.u32 %r, %r, -1; MIDDLE: setp.ne.u32 %p, %r, 0; @%p bra LOOP; ret;", 0, false},
		"two ways back":           {"LOOP: add.u32 %r, %r, -1; @%p bra LOOP; setp.ne.u32 %p, %r, 0; @%p bra LOOP; ret;", 0, false},
		"two loops":               {"A: add.u32 %r, %r, -1; @%p bra A; B: add.u32 %r, %r, -1; @%p bra B; ret;", 0, false},
	} {
		m, err := compileText(head + strings.ReplaceAll(c.body, "; ", ";\n") + "\n}\n")
		require.NoError(t, err, name)
		block, at, ok := m.Kernels()[0].TripLoop()
		assert.Equal(t, c.ok, ok, name)
		assert.Equal(t, c.block, block, name)
		assert.Equal(t, c.ok, at != nil, name)
	}
}
