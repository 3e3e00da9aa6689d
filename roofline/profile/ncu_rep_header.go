package profile

import (
	"math"
	"strings"
)

// repDevice is a GPU of a report's session.
type repDevice struct {
	id         uint64
	name       string
	attributes metrics
}

// The fields of a block's header.
const (
	blockSources     = 1
	blockResults     = 2
	blockSession     = 3
	blockStringTable = 4
	blockPayload     = 5
	blockProcess     = 6
	blockRanges      = 7
)

func (r *ncuRep) blockHeader(message []byte) (repBlock, error) {
	var b repBlock
	err := eachField(message, func(f wireField) error {
		switch f.number {
		case blockSources:
			b.sources = f.value
		case blockResults:
			b.results = f.value
		case blockSession:
			return eachField(f.data, r.session)
		case blockStringTable:
			return eachField(f.data, r.addString)
		case blockPayload:
			b.payload = f.value
		case blockProcess:
			r.process = Process{}
			return eachField(f.data, r.processInfo)
		case blockRanges:
			b.ranges = f.value
		}
		return nil
	})
	if err != nil {
		return b, r.orCorrupt(err, "a block header")
	}
	if b.payload > math.MaxInt64/2 {
		return b, r.corrupt("the size of a payload")
	}
	return b, nil
}

// orCorrupt gives an error of the encoding its place, and leaves others alone.
func (r *ncuRep) orCorrupt(err error, what string) error {
	if err == errWire { //nolint:errorlint // never wrapped
		return r.corrupt(what)
	}
	return err
}

func (r *ncuRep) addString(f wireField) error {
	if f.number != 1 || f.kind != wireBytes {
		return nil
	}
	if len(r.strings) == maxRepStrings {
		return &LimitError{"the string table", maxRepStrings}
	}
	r.strings = append(r.strings, string(f.data))
	return nil
}

func (r *ncuRep) processInfo(f wireField) error {
	switch f.number {
	case 1:
		r.process.ID = itoa(int64(f.value))
	case 2:
		r.process.Host = string(f.data)
	case 3:
		r.process.Name = string(f.data)
	}
	return nil
}

// session reads the details of the session: its GPUs and the versions.
func (r *ncuRep) session(f wireField) error {
	const deviceAttributes, versionInfo = 6, 8
	switch f.number {
	case deviceAttributes:
		return r.device(f.data)
	case versionInfo:
		return r.version(f.data)
	}
	return nil
}

func (r *ncuRep) device(message []byte) error {
	if len(r.devices) == maxRepDevices {
		return &LimitError{"the number of devices", maxRepDevices}
	}
	d := repDevice{attributes: *newMetrics()}
	err := eachField(message, func(f wireField) error {
		switch f.number {
		case 1:
			d.id = f.value
		case 2:
			d.name = string(f.data)
		case 3:
			return d.attribute(f.data)
		}
		return nil
	})
	r.devices = append(r.devices, d)
	return err
}

// attribute reads one attribute of a device: a name and a value as of a metric.
func (d *repDevice) attribute(message []byte) error {
	name := ""
	var value []byte
	err := eachField(message, func(f wireField) error {
		switch f.number {
		case 1:
			name = string(f.data)
		case 2:
			value = f.data
		}
		return nil
	})
	if err != nil || name == "" {
		return err
	}
	const prefix = "device__attribute_"
	return setValue(&d.attributes, prefix+strings.TrimPrefix(name, prefix), value)
}

func (r *ncuRep) version(message []byte) error {
	provider, version := "", ""
	err := eachField(message, func(f wireField) error {
		switch f.number {
		case 1:
			provider = string(f.data)
		case 2:
			version = string(f.data)
		}
		return nil
	})
	switch {
	case strings.Contains(provider, "Driver"):
		r.driver = version
	case strings.Contains(provider, "CUDA"):
		r.cuda = version
	case strings.Contains(provider, "Nsight Compute") && (r.out.version == "" || strings.Contains(provider, "Target")):
		r.out.version = version
	}
	return err
}
