package cuda

import (
	"fmt"
	"strconv"
	"strings"
)

// NormalPCIBusID writes the address of a device on the PCI bus in the form of
// Info.PCIBusID, domain:bus:device.function with 8 hex digits of domain in lower
// case, whichever of the usual forms it comes in: 4 or 8 digits of domain or
// none, either case, with or without the function. Two devices are the same
// where these strings are.
func NormalPCIBusID(id string) (string, error) {
	address, function, hasFunction := strings.Cut(strings.TrimSpace(id), ".")
	if !hasFunction {
		function = "0"
	}
	parts := strings.Split(address, ":")
	if len(parts) == 2 {
		parts = append([]string{"0"}, parts...)
	}
	if len(parts) != 3 {
		return "", fmt.Errorf("PCI bus id %q is not domain:bus:device.function", id)
	}
	var fields [4]uint64
	for i, bits := range [4]int{32, 8, 5, 3} {
		var err error
		if fields[i], err = strconv.ParseUint(append(parts, function)[i], 16, bits); err != nil {
			return "", fmt.Errorf("PCI bus id %q is not domain:bus:device.function: %w", id, err)
		}
	}
	return fmt.Sprintf("%08x:%02x:%02x.%x", fields[0], fields[1], fields[2], fields[3]), nil
}
