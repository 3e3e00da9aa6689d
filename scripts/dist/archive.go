package main

import (
	"archive/tar"
	"archive/zip"
	"compress/gzip"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// entry is a file of an archive.
type entry struct {
	name, source string
	mode         fs.FileMode
}

// pack writes an archive of the kind that its name says. The same files and date
// give the same bytes.
func pack(path string, date time.Time, files []entry) error {
	out, err := os.Create(path) //nolint:gosec // below dist/
	if err != nil {
		return err
	}
	if strings.HasSuffix(path, ".zip") {
		err = packZip(out, date, files)
	} else {
		err = packTar(out, date, files)
	}
	return errors.Join(err, out.Close())
}

func packTar(out io.Writer, date time.Time, files []entry) error {
	compressed := gzip.NewWriter(out)
	archive := tar.NewWriter(compressed)
	for _, file := range files {
		text, err := os.ReadFile(file.source)
		if err != nil {
			return err
		}
		header := &tar.Header{Name: file.name, Mode: int64(file.mode), Size: int64(len(text)), ModTime: date, Format: tar.FormatUSTAR}
		if err := archive.WriteHeader(header); err != nil {
			return err
		}
		if _, err := archive.Write(text); err != nil {
			return err
		}
	}
	return errors.Join(archive.Close(), compressed.Close())
}

func packZip(out io.Writer, date time.Time, files []entry) error {
	archive := zip.NewWriter(out)
	for _, file := range files {
		text, err := os.ReadFile(file.source)
		if err != nil {
			return err
		}
		header := &zip.FileHeader{Name: file.name, Method: zip.Deflate, Modified: date}
		header.SetMode(file.mode)
		w, err := archive.CreateHeader(header)
		if err != nil {
			return err
		}
		if _, err := w.Write(text); err != nil {
			return err
		}
	}
	return archive.Close()
}

// writeSums writes what sha256sum --check reads.
func writeSums(path string, archives []string) error {
	var sums strings.Builder
	for _, archive := range archives {
		text, err := os.ReadFile(archive) //nolint:gosec // below dist/
		if err != nil {
			return err
		}
		fmt.Fprintf(&sums, "%x  %s\n", sha256.Sum256(text), filepath.Base(archive))
	}
	return os.WriteFile(path, []byte(sums.String()), 0o644) //nolint:gosec // everybody may read it
}
