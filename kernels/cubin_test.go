package kernels

import (
	"fmt"
	"os"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ridgeline/kernels/sass"
)

// The machine code of the pointer chase keeps its contract on each architecture;
// and breaks one that asks for more.
func TestCheckCubin(t *testing.T) {
	l, err := Load()
	require.NoError(t, err)
	i := slices.IndexFunc(l.Modules(), func(m Module) bool { return m.Source == "chase/chase.cu" })
	module := l.Modules()[i]
	for _, capability := range []int{70, 75, 80, 90, 100, 120} {
		image, err := os.ReadFile(fmt.Sprintf("sass/testdata/chase.sm_%d.cubin", capability))
		require.NoError(t, err)
		errs, err := module.CheckCubin(image)
		require.NoError(t, err)
		assert.Empty(t, errs, "%d", capability)

		strict := module
		strict.Contracts = append([]Contract{contract(t, "chase_ca: loop LDG.64=33")}, module.Contracts...)
		errs, err = strict.CheckCubin(image)
		require.NoError(t, err)
		require.Len(t, errs, 1)
		require.Len(t, errs["chase_ca"], 1)
		assert.EqualError(t, errs["chase_ca"][0], fmt.Sprintf(
			`kernels/chase/chase.cu: chase_ca on sm_%d: contract "loop LDG.64=33": loop 1 has 32 LDG.64`, capability))
		assert.False(t, absent(t, errs["chase_ca"][0]))

		strict.Contracts = append([]Contract{contract(t, "chase_ca: code HMMA>=1")}, module.Contracts...)
		errs, err = strict.CheckCubin(image)
		require.NoError(t, err)
		require.Len(t, errs["chase_ca"], 1)
		assert.True(t, absent(t, errs["chase_ca"][0]))

		other := l.Modules()[0]
		errs, err = other.CheckCubin(image)
		require.NoError(t, err)
		for _, e := range other.Entries {
			require.Len(t, errs[e.Symbol], 1)
			assert.ErrorContains(t, errs[e.Symbol][0], "it is not in the machine code")
			assert.True(t, absent(t, errs[e.Symbol][0]))
		}
	}
	_, err = module.CheckCubin([]byte("none"))
	assert.ErrorContains(t, err, "kernels: chase.sm_70: cubin: 4 bytes are no ELF file")
}

func absent(t *testing.T, err error) bool {
	t.Helper()
	var breach *ContractError
	require.ErrorAs(t, err, &breach)
	return breach.Absent
}

// An instruction that the table does not know leaves its entry undecided.
func TestCheckCubinSaysWhatItDoesNotKnow(t *testing.T) {
	image, err := os.ReadFile("sass/testdata/chase.sm_90.cubin")
	require.NoError(t, err)
	cubin, err := sass.ReadCubin(image)
	require.NoError(t, err)
	e := Entry{Symbol: "chase_ca", Builds: map[string]Build{"sm_90": {}}}
	var unknown *sass.UnknownError
	errs := Module{}.checkEntry(e, cubin, sass.Table{})
	require.Len(t, errs, 1)
	require.ErrorAs(t, errs[0], &unknown)
	assert.Equal(t, unknown.Of, unknown.Count)
}
