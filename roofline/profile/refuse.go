package profile

import (
	"bytes"
)

// refuse tells the binary formats that are not read, by their first bytes.
func refuse(head []byte) error {
	for _, known := range []struct{ magic, looks, remedy string }{
		{"\x28\xb5\x2f\xfd", "this is compressed by Zstandard, as an .ncu-repz is", "export it: " + csvCommand},
		{"PK\x03\x04", "this is a zip archive", "unpack it; an .ncu-repz can be exported: " + csvCommand},
		{"NVIDIA Tegra Profiler Report", "this is an .nsys-rep of Nsight Systems, whose format is not public", nsysCommand},
		{"QDSTRM", "this is an unfinished recording of Nsight Systems", nsysCommand},
		{"\x7fELF", "this is a program or a cubin, no profile", ""},
		{"%PDF", "this is a PDF, no profile", ""},
		{"\x89PNG", "this is a picture, no profile", ""},
	} {
		if bytes.HasPrefix(head, []byte(known.magic)) {
			return &UnreadableError{known.looks, known.remedy}
		}
	}
	if bytes.Contains(head[:min(len(head), 512)], []byte("NVIDIA Tegra Profiler Report")) {
		return &UnreadableError{"this is an .nsys-rep of Nsight Systems, whose format is not public", nsysCommand}
	}
	if !bytes.HasPrefix(head, []byte(repMagic)) && !bytes.HasPrefix(head, []byte(sqliteMagic)) && bytes.IndexByte(head, 0) >= 0 {
		return &UnreadableError{"this is a binary file of an unknown format", readable}
	}
	return nil
}
