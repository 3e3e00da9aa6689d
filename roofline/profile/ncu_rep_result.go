package profile

import (
	"errors"
	"maps"
	"math"
)

// errLaterString is a metric whose name stands in a later string table.
var errLaterString = errors.New("a name of a later string table")

// maxDeferredBytes bounds the results that wait for a later string table.
const maxDeferredBytes = 256 << 20

// The fields of a result.
const (
	resultMangled   = 5
	resultFunction  = 6
	resultDemangled = 7
	resultGrid      = 10
	resultBlock     = 11
	resultMetric    = 13
	resultRule      = 19
	resultContext   = 22
	resultStream    = 23
)

// result reads the result of one launch, or keeps it for later.
func (r *ncuRep) result(message []byte) error {
	r.results++
	if len(r.deferred) == 0 {
		err := r.launch(message, r.results-1)
		if err != errLaterString { //nolint:errorlint // never wrapped
			return err
		}
	}
	r.deferredBytes += int64(len(message))
	if r.deferredBytes > maxDeferredBytes {
		return &LimitError{"the results before their string table", maxDeferredBytes}
	}
	r.deferred = append(r.deferred, message)
	return nil
}

// flushDeferred reads the results that waited for the string tables.
func (r *ncuRep) flushDeferred() error {
	first := r.results - int64(len(r.deferred))
	for i, message := range r.deferred {
		err := r.launch(message, first+int64(i))
		if err == errLaterString { //nolint:errorlint // never wrapped
			return &CorruptError{Offset: r.offset, What: "result " + itoa(first+int64(i)) + " names a metric that no string table has"}
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// launch turns a result into a Kernel.
func (r *ncuRep) launch(message []byte, index int64) error {
	k := Kernel{Process: r.process, LaunchID: itoa(index), Source: Source{Row: index + 1}}
	m := newMetrics()
	err := eachField(message, func(f wireField) error {
		switch f.number {
		case resultMangled:
			k.Mangled = string(f.data)
		case resultFunction:
			k.Function = string(f.data)
		case resultDemangled:
			k.Name = string(f.data)
		case resultGrid:
			return readDim3(f.data, &k.Launch.Grid)
		case resultBlock:
			return readDim3(f.data, &k.Launch.Block)
		case resultMetric:
			return r.metric(m, f.data)
		case resultRule:
			return readRule(&k, f.data)
		case resultContext:
			k.Context = itoa(int64(f.value))
		case resultStream:
			k.Stream = itoa(int64(f.value))
		}
		return nil
	})
	if err != nil {
		return r.orCorrupt(err, "result "+itoa(index))
	}
	k.Name = firstWord(k.Name, k.Function, k.Mangled)
	r.addDevice(&k, m)
	fillKernel(&k, m)
	return r.out.kernel(k)
}

func firstWord(words ...string) string {
	for _, word := range words {
		if word != "" {
			return word
		}
	}
	return ""
}

// addDevice finds the GPU of a launch: that of its device id, or the only one.
func (r *ncuRep) addDevice(k *Kernel, m *metrics) {
	k.Device.Driver, k.Device.CUDA = r.driver, r.cuda
	id, told := m.values["launch__device_id"]
	for i := range r.devices {
		d := &r.devices[i]
		if told && float64(d.id) != id || !told && len(r.devices) > 1 {
			continue
		}
		k.Device.Index = itoa(int64(d.id))
		for name, value := range d.attributes.values {
			m.set(name, value)
		}
		maps.Copy(m.texts, d.attributes.texts)
		if k.Device.Name = m.texts["device__attribute_display_name"]; k.Device.Name == "" {
			k.Device.Name = d.name
		}
		return
	}
}

func readDim3(message []byte, into **Dim3) error {
	var d Dim3
	err := eachField(message, func(f wireField) error {
		switch f.number {
		case 1:
			d.X = int64(f.value)
		case 2:
			d.Y = int64(f.value)
		case 3:
			d.Z = int64(f.value)
		}
		return nil
	})
	if d.X > 0 && d.Y > 0 && d.Z > 0 {
		*into = &d
	}
	return err
}

// metric reads one metric: the place of its name and its value.
func (r *ncuRep) metric(m *metrics, message []byte) error {
	id := uint64(0)
	var value []byte
	err := eachField(message, func(f wireField) error {
		switch f.number {
		case 1:
			id = f.value
		case 2:
			value = f.data
		}
		return nil
	})
	if err != nil {
		return err
	}
	if id >= uint64(len(r.strings)) {
		return errLaterString
	}
	return setValue(m, r.strings[id], value)
}

// setValue reads the value of a metric: one of a string, a float, a double and
// two unsigned integers. No value, or one that is not a number, is absent.
func setValue(m *metrics, name string, message []byte) error {
	m.lack(name)
	return eachField(message, func(f wireField) error {
		value := math.NaN()
		switch {
		case f.number == 1 && f.kind == wireBytes:
			if !isAbsent(f.data) {
				m.texts[name] = string(f.data)
			}
			return nil
		case f.number == 2 && f.kind == wireFixed32, f.number == 3 && f.kind == wireFixed64:
			value = f.float()
		case (f.number == 4 || f.number == 5) && f.kind == wireVarint:
			value = float64(f.value)
		}
		if !math.IsNaN(value) && !math.IsInf(value, 0) {
			m.set(name, value)
			delete(m.absent, name)
		}
		return nil
	})
}
