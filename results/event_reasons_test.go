package results

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestEventReasons(t *testing.T) {
	for bits, want := range map[uint64][]string{
		0:                  nil,
		1:                  {"idle"},
		2:                  {"application clocks"},
		4:                  {"software power cap"},
		0x24:               {"software power cap", "software thermal slowdown"},
		0x48:               {"hardware slowdown", "hardware thermal slowdown"},
		0x88:               {"hardware slowdown", "hardware power brake"},
		0x10:               {"sync boost"},
		0x100:              {"display clock"},
		0x600:              {"board limit", "reliability limit"},
		0x800:              {"unknown 0x800"},
		0x8000000000000000: {"unknown 0x8000000000000000"},
		0x8000000000001001: {"idle", "unknown 0x8000000000001000"},
		0x1ff: {"idle", "application clocks", "software power cap", "hardware slowdown", "sync boost",
			"software thermal slowdown", "hardware thermal slowdown", "hardware power brake", "display clock"},
	} {
		assert.Equal(t, want, EventReasons(bits), "%#x", bits)
	}
}
