package profile

import (
	"errors"
	"io"
	"net/url"
	"os"
	"path/filepath"

	"github.com/ncruces/go-sqlite3"
)

const sqliteMagic = "SQLite format 3\x00"

// readNsysSQLite reads the database that nsys export writes. SQLite needs a file
// to seek in: one that the caller opened is used as it is, any other input is
// copied to a temporary file first.
func readNsysSQLite(source, buffered io.Reader, out *output) error {
	if file, ok := source.(*os.File); ok {
		if info, err := file.Stat(); err == nil && info.Mode().IsRegular() {
			return readNsysFile(file.Name(), out)
		}
	}
	spool, err := os.CreateTemp("", "ridgeline-*.sqlite")
	if err != nil {
		return err
	}
	defer os.Remove(spool.Name()) //nolint:errcheck // a temporary file
	_, err = io.Copy(spool, buffered)
	if err = errors.Join(err, spool.Close()); err != nil {
		return err
	}
	return readNsysFile(spool.Name(), out)
}

// readNsysFile reads a database. It is opened immutable: nothing is written
// beside it, and a lock of another program does not matter.
func readNsysFile(path string, out *output) (err error) {
	absolute, err := filepath.Abs(path)
	if err != nil {
		return err
	}
	location := url.URL{Scheme: "file", Path: filepath.ToSlash(absolute), RawQuery: "immutable=1"}
	db, err := sqlite3.OpenFlags(location.String(), sqlite3.OPEN_READONLY|sqlite3.OPEN_URI)
	if err != nil {
		return broken(err)
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	n := &nsysDB{db: db, builder: newTimelineBuilder(), tables: map[string]bool{}}
	if err := n.read(out); err != nil {
		return err
	}
	return n.builder.finish(out)
}

const (
	tableKernel = "CUPTI_ACTIVITY_KIND_KERNEL"
	tableMemcpy = "CUPTI_ACTIVITY_KIND_MEMCPY"
	tableMemset = "CUPTI_ACTIVITY_KIND_MEMSET"
)
