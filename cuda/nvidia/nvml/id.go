package nvml

import "ridgeline/cuda"

// DeviceID names one GPU, or one slice of a GPU (MIG), as cuda.Info does. At
// least one field must be set; where both are, both must agree.
type DeviceID struct {
	UUID     string // "GPU-…", "MIG-…" or the old "MIG-GPU-…/gi/ci"
	PCIBusID string // in any form that cuda.NormalPCIBusID takes
}

// IDOf is how a CUDA device is found.
func IDOf(info cuda.Info) DeviceID { return DeviceID{UUID: info.UUID, PCIBusID: info.PCIBusID} }

// String names the device in errors.
func (id DeviceID) String() string {
	switch {
	case id.UUID == "":
		return "PCI " + id.PCIBusID
	case id.PCIBusID == "":
		return id.UUID
	}
	return id.UUID + " (PCI " + id.PCIBusID + ")"
}
