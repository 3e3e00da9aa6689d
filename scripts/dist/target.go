package main

// target is a system that the program runs on.
type target struct {
	os, arch string
	// zig is the target of the C compiler; empty is pure Go.
	zig string
}

func targets() []target {
	return []target{
		{"linux", "amd64", "x86_64-linux-gnu." + glibc},
		{"linux", "arm64", "aarch64-linux-gnu." + glibc},
		{"darwin", "amd64", ""},
		{"darwin", "arm64", ""},
		{"windows", "amd64", ""},
		{"windows", "arm64", ""},
	}
}

func (t target) String() string { return t.os + "-" + t.arch }

// program is the name of the binary.
func (t target) program() string {
	if t.os == "windows" {
		return "ridgeline.exe"
	}
	return "ridgeline"
}

// suffix is that of the archive usual on the system.
func (t target) suffix() string {
	if t.os == "windows" {
		return ".zip"
	}
	return ".tar.gz"
}

// contents are the files of the archive, in order.
func contents(t target, binary string) []entry {
	files := []entry{{t.program(), binary, 0o755}, {"LICENSE", "LICENSE", 0o644}, {"README.md", "README.md", 0o644}}
	if t.zig != "" {
		files = append(files, entry{"gpu-check.sh", "scripts/gpu-check.sh", 0o755})
	}
	return files
}
