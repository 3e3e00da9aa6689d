package results

// TensorProof shows whether a record of a tensor path was measured on the tensor
// cores: beside Kernel.OpcodeAudit and, of a virtual GPU, Counters.
type TensorProof struct {
	// Path and Way are as in Work, which a record that did not come so far has not.
	Path string `json:"path"`
	Way  string `json:"way"`
	// Instructions are the tensor instructions, such as "HMMA.16816.F32", of the
	// machine code that the build made for Target, the architecture of the device or
	// the nearest older one.
	Instructions []string `json:"instructions"`
	Target       string   `json:"target,omitempty"`
	// Native is true where they are the path's own, and not those of another type that
	// stand for it, as two of 8 bits for one of 4.
	Native bool `json:"native"`
	// Rate is what the architecture can do on the path by the way of the record.
	Rate ArchitectureRate `json:"rate"`
	// Probe is how the kernel rounds; it is missing from a kernel that was not asked.
	Probe *TensorProbe `json:"probe,omitempty"`
}

// ArchitectureRate is a rate of an architecture, by the tables of the program and
// whatever the device says of itself, in operations an SM and cycle.
type ArchitectureRate struct {
	// Low and High differ where the product line decides; both are null where the rate
	// is unknown, and Source then says why.
	Low    *float64 `json:"low" jsonschema:"nullable"`
	High   *float64 `json:"high" jsonschema:"nullable"`
	Source string   `json:"source"`
	// Fastest is the way that reaches the highest rate of the path, as in Work.Way.
	Fastest string `json:"fastest,omitempty"`
}

// ProbeOutcome is how a kernel rounds.
type ProbeOutcome string

const (
	ProbeTensor    ProbeOutcome = "tensor"    // as the tensor cores of the architecture
	ProbeEmulation ProbeOutcome = "emulation" // as arithmetic on other units
	ProbeOther     ProbeOutcome = "other"     // neither
	ProbeNone      ProbeOutcome = "none"      // no input tells them apart
)

// TensorProbe is a launch of the measured kernel on inputs that the tensor cores
// round in another way than an emulation.
type TensorProbe struct {
	Outcome ProbeOutcome `json:"outcome" jsonschema:"enum=tensor,enum=emulation,enum=other,enum=none"`
	// Reason says why, for every outcome but tensor.
	Reason string      `json:"reason,omitempty"`
	Lines  []ProbeLine `json:"lines,omitempty"`
	// Source is where the rule of the architecture is from.
	Source string `json:"source,omitempty"`
}

// ProbeLine is one input: the bits of the sum, in hexadecimal.
type ProbeLine struct {
	Name string `json:"name"`
	Got  string `json:"got"`
	// Tensor is what the tensor cores make of it, and Emulations what arithmetic on
	// other units does.
	Tensor     string   `json:"tensor"`
	Emulations []string `json:"emulations"`
}
