package bench

import (
	"os"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ridgeline/cuda"
	"ridgeline/kernels"
	"ridgeline/results"
)

// compiledModule is one whose driver gives its machine code away.
type compiledModule struct {
	cuda.Module
	cubin []byte
}

func (m compiledModule) Compilation() cuda.Compilation { return cuda.Compilation{Cubin: m.cubin} }

func TestAudit(t *testing.T) {
	chase, err := os.ReadFile("../kernels/sass/testdata/chase.sm_90.cubin")
	require.NoError(t, err)
	for name, c := range map[string]struct {
		source, symbol string
		loaded         cuda.Module
		from           cuda.Provenance
		want           results.AuditOutcome
		reason         string
	}{
		"its own":       {"chase/chase.cu", "chase_ca", compiledModule{cubin: chase}, cuda.Measured, results.AuditKept, ""},
		"another's":     {"stream/stream.cu", "stream_copy_b128", compiledModule{cubin: chase}, cuda.Measured, results.AuditAbsent, "it is not in the machine code"},
		"damaged":       {"chase/chase.cu", "chase_ca", compiledModule{cubin: chase[:100]}, cuda.Measured, results.AuditUndecided, "kernels: chase.sm_70: cubin"},
		"kept secret":   {"chase/chase.cu", "chase_ca", compiledModule{}, cuda.Measured, results.AuditNone, "the driver keeps"},
		"not compiling": {"chase/chase.cu", "chase_ca", fakeModule{}, cuda.Measured, results.AuditNone, "the driver keeps"},
		"simulated":     {"chase/chase.cu", "chase_ca", compiledModule{}, cuda.Simulated, results.AuditNone, "a simulated device makes no machine code"},
	} {
		t.Run(name, func(t *testing.T) {
			got := auditOf(moduleOf(t, c.source), c.loaded, c.from).of(c.symbol)
			assert.Equal(t, c.want, got.Outcome, got.Reason)
			assert.Contains(t, got.Reason, c.reason)
			assert.Equal(t, c.want == results.AuditKept, got.Reason == "")
			assert.Equal(t, c.want == results.AuditNone, got.CubinSHA256 == "")
		})
	}
}

// A breach outweighs what could not be decided, and an absent instruction a breach.
func TestWorstOfAnAudit(t *testing.T) {
	undecided, broken, absent := os.ErrInvalid, &kernels.ContractError{}, &kernels.ContractError{Absent: true}
	assert.Equal(t, results.AuditUndecided, verdictOf([]error{undecided}))
	assert.Equal(t, results.AuditBroken, verdictOf([]error{undecided, broken, undecided}))
	assert.Equal(t, results.AuditAbsent, verdictOf([]error{broken, absent, broken}))
}

func moduleOf(t *testing.T, source string) kernels.Module {
	t.Helper()
	modules := library(t).Modules()
	i := slices.IndexFunc(modules, func(m kernels.Module) bool { return m.Source == source })
	require.GreaterOrEqual(t, i, 0)
	return modules[i]
}
