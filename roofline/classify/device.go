package classify

import (
	"fmt"
	"strings"

	"ridgeline/results"
	"ridgeline/roofline/profile"
)

// deviceMismatch says why a kernel cannot be held against ceilings because of
// where it ran; empty where nothing speaks against it.
func deviceMismatch(k *profile.Kernel, c *Ceilings) string {
	d := k.Device
	switch {
	case c.Provenance == results.Measured && k.Source.Simulated:
		return fmt.Sprintf("the kernel ran on a virtual GPU (%s) and the ceilings are measured: hold it against a simulated document", d.Name)
	case c.Provenance == results.Simulated && isReal(k):
		return fmt.Sprintf("the ceilings are simulated (%s) and the kernel ran on a real GPU: measure the ceilings there with ridgeline run", c.Device.Name)
	case d.ComputeCapability != "" && d.ComputeCapability != c.Device.ComputeCapability:
		return mismatch("compute capability", d.ComputeCapability, c.Device.ComputeCapability)
	case d.SMs.Known() && d.SMs.Or(0) != float64(c.Device.SMCount):
		return mismatch("number of SMs", fmt.Sprint(d.SMs.Or(0)), fmt.Sprint(c.Device.SMCount))
	case d.Name != "" && plainName(d.Name) != plainName(c.Device.Name):
		return mismatch("device", d.Name, c.Device.Name)
	}
	return ""
}

func mismatch(what, kernel, ceilings string) string {
	return fmt.Sprintf("the %s of the kernel is %s and that of the ceilings %s: measure the ceilings on the kernel's GPU with ridgeline run",
		what, kernel, ceilings)
}

// isReal tells a kernel that surely ran on a real GPU: this program says so
// itself, and of the rest only an author's declaration can be of another, and
// only one that names no real device.
func isReal(k *profile.Kernel) bool {
	switch k.Source.Format {
	case profile.FormatResults:
		return !k.Source.Simulated
	case profile.FormatNCUReport, profile.FormatNCUCSV, profile.FormatProton,
		profile.FormatNsysCSV, profile.FormatNsysSQLite, profile.FormatKineto:
		return true
	}
	return k.Device.Name != "" && !strings.Contains(strings.ToLower(k.Device.Name), "virtual")
}

// plainName is a device's name without the vendor, which some tools leave out.
func plainName(name string) string {
	plain := strings.ToLower(strings.Join(strings.Fields(name), " "))
	return strings.TrimPrefix(plain, "nvidia ")
}

// namesDevice tells whether the input says anything of where the kernel ran.
func namesDevice(d profile.Device) bool {
	return d.Name != "" || d.ComputeCapability != "" || d.SMs.Known()
}
