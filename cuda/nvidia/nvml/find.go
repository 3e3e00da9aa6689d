//go:build cuda && linux

package nvml

import (
	"errors"
	"strings"

	"github.com/NVIDIA/go-nvml/pkg/nvml"

	"ridgeline/cuda"
)

// Sensor is one GPU. Several goroutines may read it at a time.
type Sensor struct {
	lib    *Library
	device nvml.Device // the whole GPU, also of a slice: a slice has no sensors
	id     DeviceID
}

// ID is the GPU's own UUID, or that of the slice that was asked for, and its
// normalised PCI address, as far as the library tells them.
func (s *Sensor) ID() DeviceID { return s.id }

// Find gives the GPU with this UUID, or else at this PCI address, and never
// another: an index is not passed across. The error is a *cuda.Error, NotFound
// where the library does not know the GPU.
func (l *Library) Find(id DeviceID) (*Sensor, error) {
	if id.UUID == "" && id.PCIBusID == "" {
		return nil, &cuda.Error{Op: "find in NVML", Kind: cuda.InvalidValue, Detail: "the device has neither a UUID nor a PCI address"}
	}
	var address string
	if id.PCIBusID != "" {
		var err error
		if address, err = cuda.NormalPCIBusID(id.PCIBusID); err != nil {
			return nil, &cuda.Error{Op: "find in NVML", Kind: cuda.InvalidValue, Err: err}
		}
	}
	handle, uuid, err := l.handle(id.UUID, address)
	if err != nil {
		return nil, notJoined(id, err)
	}
	return l.join(id, handle, uuid, address)
}

// handle looks for the UUID first; where the library does not know it, the
// address must do.
func (l *Library) handle(uuid, address string) (nvml.Device, string, error) {
	if uuid != "" {
		handle, known, err := l.byUUID(uuid)
		if err == nil || address == "" || !missing(err) {
			return handle, known, err
		}
	}
	handle, err := ask(l, func() (nvml.Device, nvml.Return) { return l.nvml.DeviceGetHandleByPciBusId(address) },
		"nvmlDeviceGetHandleByPciBusId_v2", "nvmlDeviceGetHandleByPciBusId")
	return handle, "", err
}

// byUUID finds a GPU or a slice.
func (l *Library) byUUID(uuid string) (handle nvml.Device, known string, err error) {
	for _, known = range namesOf(uuid) {
		handle, err = ask(l, func() (nvml.Device, nvml.Return) { return l.nvml.DeviceGetHandleByUUID(known) }, "nvmlDeviceGetHandleByUUID")
		if err == nil || !missing(err) {
			return handle, known, err
		}
	}
	return handle, uuid, err
}

// namesOf are the names under which the library may know a UUID. CUDA gives its
// 16 bytes without a word on what they name, so that a GPU's that is not known
// may be a slice's. A slice's name of before driver 470 has the GPU's in it.
func namesOf(uuid string) []string {
	if old, ok := strings.CutPrefix(uuid, "MIG-GPU-"); ok {
		gpu, _, _ := strings.Cut(old, "/")
		return []string{uuid, "GPU-" + gpu}
	}
	if bytes, ok := strings.CutPrefix(uuid, "GPU-"); ok {
		return []string{uuid, "MIG-" + bytes}
	}
	return []string{uuid}
}

// missing tells an answer that no device is found by this name: some drivers
// call a UUID of another form an invalid argument.
func missing(err error) bool {
	return cuda.IsKind(err, cuda.NotFound) || cuda.IsKind(err, cuda.InvalidValue) || cuda.IsKind(err, cuda.Unsupported)
}

// join takes the whole GPU for a slice and checks that it is the one asked for.
func (l *Library) join(id DeviceID, handle nvml.Device, uuid, address string) (*Sensor, error) {
	if strings.HasPrefix(uuid, "MIG-") {
		parent, err := ask(l, handle.GetDeviceHandleFromMigDeviceHandle, "nvmlDeviceGetDeviceHandleFromMigDeviceHandle")
		if err != nil {
			return nil, notJoined(id, err)
		}
		handle = parent
	}
	s := &Sensor{lib: l, device: handle, id: DeviceID{UUID: uuid, PCIBusID: address}}
	own, err := s.address()
	switch {
	case err == nil && address != "" && own != address:
		return nil, notJoined(id, &cuda.Error{
			Op: "nvmlDeviceGetPciInfo", Kind: cuda.NotFound, Detail: "the GPU with this UUID is at " + own,
		})
	case err == nil:
		s.id.PCIBusID = own
	case uuid == "": // found by an address that cannot be confirmed
		return nil, notJoined(id, err)
	}
	if uuid == "" {
		s.id.UUID, _ = ask(l, handle.GetUUID, "nvmlDeviceGetUUID") // the address is enough
	}
	return s, nil
}

// address is where the GPU is on the PCI bus, normalised.
func (s *Sensor) address() (string, error) {
	info, err := ask(s.lib, s.device.GetPciInfo, "nvmlDeviceGetPciInfo_v3", "nvmlDeviceGetPciInfo_v2", "nvmlDeviceGetPciInfo")
	if err != nil {
		return "", err
	}
	id := text(info.BusId[:])
	if id == "" { // the first version fills the short form alone
		id = text(info.BusIdLegacy[:])
	}
	return cuda.NormalPCIBusID(id)
}

// text is a C string in a fixed array.
func text(chars []int8) string {
	var b strings.Builder
	for _, c := range chars {
		if c == 0 {
			break
		}
		b.WriteByte(byte(c))
	}
	return b.String()
}

// notJoined says which device has no sensors, beside why.
func notJoined(id DeviceID, err error) error {
	e := &cuda.Error{Op: "find " + id.String() + " in NVML", Kind: cuda.NotFound, Err: err}
	if cause, ok := errors.AsType[*cuda.Error](err); ok {
		e.Kind, e.Code = cause.Kind, cause.Code
	}
	return e
}
