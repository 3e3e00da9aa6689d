package profile

import "bytes"

// ncuNotes is what the lines of the tool, which begin with "==", said. It tells
// why a file has no kernels.
type ncuNotes struct {
	ours        bool   // the tool wrote a line
	permission  bool   // the counters are forbidden
	noKernels   bool   // "No kernels were profiled"
	firstError  string // the first ==ERROR== line
	console     bool   // the console form of a report
	nvidiaSMI   bool
	nsysConsole bool
	first       string // the first line that is not empty
}

const maxNoteBytes = 200

// see takes a line that is no row of a table, given as cells.
func (n *ncuNotes) see(cells [][]byte) {
	if len(cells) == 0 {
		return
	}
	line := bytes.TrimSpace(bytes.Join(cells, []byte{','}))
	if len(line) > maxNoteBytes {
		line = line[:maxNoteBytes]
	}
	if n.first == "" {
		n.first = string(bytes.ToValidUTF8(line, []byte("?")))
	}
	switch {
	case bytes.HasPrefix(line, []byte("==ERROR==")):
		n.ours = true
		if n.firstError == "" {
			n.firstError = string(bytes.ToValidUTF8(bytes.TrimSpace(line[len("==ERROR=="):]), []byte("?")))
		}
		n.permission = n.permission || bytes.Contains(line, []byte("ERR_NVGPUCTRPERM"))
	case bytes.HasPrefix(line, []byte("==WARNING==")), bytes.HasPrefix(line, []byte("==PROF==")):
		n.ours = true
		n.noKernels = n.noKernels || bytes.Contains(line, []byte("No kernels were profiled"))
	case bytes.HasPrefix(line, []byte("Section: ")):
		n.console = true
	case bytes.Contains(line, []byte("NVIDIA-SMI")), bytes.Contains(line, []byte("utilization.gpu")), bytes.Contains(line, []byte("power.draw")):
		n.nvidiaSMI = true
	case bytes.Contains(line, []byte("CUDA GPU Kernel Summary")), bytes.Contains(line, []byte("CUDA Kernel Statistics")):
		n.nsysConsole = true
	}
}

// remedy is the way on for a file of the tool without kernels.
func (n *ncuNotes) remedy() string {
	if n.permission {
		return "the user may not read the GPU's counters (ERR_NVGPUCTRPERM): profile as root, or let the administrator load the " +
			"driver with NVreg_RestrictProfilingToAdminUsers=0"
	}
	return ""
}

// csvCommand is how to get from a report to a file that is read.
const csvCommand = "ncu --import REPORT.ncu-rep --csv --page raw --print-units base --print-fp --log-file out.csv"

// verdict is the error for a text file in which no table was found.
func (n *ncuNotes) verdict() error {
	switch {
	case n.permission:
		return &NoKernelsError{"Nsight Compute could not profile", n.remedy()}
	case n.noKernels:
		return &NoKernelsError{"Nsight Compute says that no kernels were profiled", "check its --kernel-name, --launch-skip and --nvtx filters"}
	case n.firstError != "":
		return &NoKernelsError{"Nsight Compute failed: " + n.firstError, ""}
	case n.console:
		return &UnreadableError{"this looks like the console text of Nsight Compute, not CSV", "export it: " + csvCommand}
	case n.nsysConsole:
		return &UnreadableError{"this looks like the console text of nsys stats, not CSV", nsysCommand}
	case n.nvidiaSMI:
		return &UnreadableError{"this looks like a log of nvidia-smi: utilisation of a whole GPU, no kernels",
			"profile the program with Nsight Compute, Nsight Systems or the PyTorch profiler"}
	case n.ours:
		return &NoKernelsError{"the file has only the log lines of Nsight Compute and no table",
			"run it with --csv, and with --log-file so that the table goes to a file"}
	case n.first == "":
		return &UnreadableError{"the file is empty", ""}
	}
	return &UnreadableError{"no table of a profiler was found; the file begins with " + quoteStart(n.first), readable}
}

// nsysCommand is how to get the kernels out of Nsight Systems.
const nsysCommand = "export it: nsys export --type sqlite REPORT.nsys-rep, or nsys stats --report cuda_gpu_trace --format csv REPORT.nsys-rep"

// readable is what can be read.
const readable = "what is read: .ncu-rep, CSV of Nsight Compute, nsys stats CSV or SQLite, Proton JSON, PyTorch traces, results documents, declared work"

func quoteStart(text string) string {
	const keep = 60
	if len(text) > keep {
		text = text[:keep] + "…"
	}
	return "\"" + string(bytes.ToValidUTF8([]byte(text), []byte("?"))) + "\""
}
