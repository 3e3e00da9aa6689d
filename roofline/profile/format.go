package profile

// Format is what kind of file an input is, found by its content.
type Format string

const (
	FormatNCUReport  Format = "ncu-rep"          // Nsight Compute report
	FormatNCUCSV     Format = "ncu-csv"          // Nsight Compute CSV, of any layout
	FormatProton     Format = "proton"           // Triton Proton, hatchet JSON
	FormatNsysCSV    Format = "nsys-csv"         // nsys stats
	FormatNsysSQLite Format = "nsys-sqlite"      // nsys export --type sqlite
	FormatKineto     Format = "kineto"           // PyTorch profiler trace
	FormatDeclared   Format = "declared"         // work that the author declares
	FormatKernelRun  Format = "ridgeline-kernel" // ridgeline kernel --json
	FormatResults    Format = "ridgeline"        // results document of this program
)
