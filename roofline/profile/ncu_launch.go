package profile

import (
	"bytes"
	"strconv"
	"strings"
)

// ncuLaunch gathers the rows of one launch.
type ncuLaunch struct {
	id, process, name string
	identity          Kernel // names, shape, device: what the first row says
	metrics           *metrics
	rules             []Rule
	warnings          []string
	// seen is the metrics that came, by section: a table without ids does not say
	// where a launch ends, but none has a metric twice in a section.
	seen map[string]bool
	// shape is the cells of the grid and the block.
	shape string
}

func (l *ncuLaunch) warn(text string) { l.warnings = append(l.warnings, text) }

// is tells whether a row belongs to the launch. Without ids, a new launch begins
// where the name changes.
func (l *ncuLaunch) is(t *ncuTable, cells [][]byte) bool {
	if t.id >= 0 && string(at(cells, t.id)) != l.id {
		return false
	}
	if t.id < 0 && (string(at(cells, t.kernel)) != l.name || shapeCells(t, cells) != l.shape) {
		return false
	}
	return string(at(cells, t.process)) == l.process
}

func shapeCells(t *ncuTable, cells [][]byte) string {
	return string(at(cells, t.grid)) + string(at(cells, t.block))
}

// launch finds the launch that a row belongs to, or begins one.
func (r *ncuCSV) launch(cells [][]byte) (*ncuLaunch, error) {
	process := at(cells, r.table.process)
	for i, open := range r.open {
		if string(process) != open.process {
			continue
		}
		if open.is(r.table, cells) && !r.repeats(open, cells) {
			return open, nil
		}
		if err := r.flush(open); err != nil {
			return nil, err
		}
		r.open = append(r.open[:i], r.open[i+1:]...)
		break
	}
	if len(r.open) == maxOpenLaunches {
		return nil, &LimitError{"the number of processes", maxOpenLaunches}
	}
	launch := r.begin(cells)
	r.open = append(r.open, launch)
	r.repeats(launch, cells)
	return launch, nil
}

// repeats tells whether a row must be of another launch than the open one: each
// row of a wide table is, and so is a metric that comes again in a long table
// without ids.
//
// It also notes the metric of the row.
func (r *ncuCSV) repeats(open *ncuLaunch, cells [][]byte) bool {
	if !r.table.isLong() {
		return true
	}
	if r.table.id >= 0 {
		return false
	}
	if metric := at(cells, r.table.metric); len(metric) > 0 {
		key := string(at(cells, r.table.section)) + "\x00" + string(metric)
		if open.seen[key] {
			return true
		}
		open.seen[key] = true
	}
	return false
}

func (r *ncuCSV) begin(cells [][]byte) *ncuLaunch {
	launch := &ncuLaunch{metrics: newMetrics(), seen: map[string]bool{}}
	if last := len(r.free) - 1; last >= 0 {
		launch, r.free = r.free[last], r.free[:last]
		launch.metrics.reset()
		launch.rules, launch.warnings = nil, nil
		clear(launch.seen)
	}
	t, words := r.table, &r.words
	launch.id = words.keep(at(cells, t.id))
	launch.process = words.keep(at(cells, t.process))
	launch.name = words.keep(at(cells, t.kernel))
	launch.shape = ""
	if t.id < 0 {
		launch.shape = shapeCells(t, cells)
	}
	launch.identity = Kernel{
		Name:     launch.name,
		LaunchID: launch.id,
		Process:  Process{launch.process, words.keep(at(cells, t.processName)), words.keep(at(cells, t.host))},
		Context:  words.keep(at(cells, t.context)),
		Stream:   words.keep(at(cells, t.stream)),
		Source:   Source{Row: r.records.line},
		Device:   Device{Index: words.keep(at(cells, t.device)), ComputeCapability: words.keep(at(cells, t.cc))},
		Launch:   Launch{Grid: parseDim3(at(cells, t.grid)), Block: parseDim3(at(cells, t.block))},
	}
	if n, err := strconv.ParseInt(string(at(cells, t.invocations)), 10, 64); err == nil && n > 0 {
		launch.identity.Launches = n
	}
	return launch
}

// flush gives a launch whose rows are over.
func (r *ncuCSV) flush(launch *ncuLaunch) error {
	kernel := launch.identity
	kernel.Rules, kernel.Warnings = launch.rules, launch.warnings
	fillKernel(&kernel, launch.metrics)
	r.free = append(r.free, launch)
	return r.out.kernel(kernel)
}

func (r *ncuCSV) flushAll() error {
	for _, launch := range r.open {
		if err := r.flush(launch); err != nil {
			return err
		}
	}
	r.open = r.open[:0]
	return nil
}

// parseDim3 reads "(256, 1, 1)"; nil where the cell holds no such thing.
func parseDim3(cell []byte) *Dim3 {
	text := strings.Trim(string(bytes.TrimSpace(cell)), "()[]{}")
	parts := strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ' ' || r == 'x' || r == ';' })
	if len(parts) == 0 || len(parts) > 3 {
		return nil
	}
	size := [3]int64{1, 1, 1}
	for i, part := range parts {
		n, err := strconv.ParseInt(part, 10, 64)
		if err != nil || n < 0 {
			return nil
		}
		size[i] = n
	}
	return &Dim3{size[0], size[1], size[2]}
}

func trimSpace(text []byte) []byte { return bytes.TrimSpace(text) }
