package profile

import (
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"strings"

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

// broken is an error of SQLite about the content of a file.
func broken(err error) error {
	return &CorruptError{What: "the SQLite database cannot be read: " + err.Error()}
}

// nsysDB reads the tables of one export. Tables are made only for what was
// recorded, and have other columns from version to version.
type nsysDB struct {
	db      *sqlite3.Conn
	builder *timelineBuilder
	tables  map[string]bool
}

const (
	tableKernel = "CUPTI_ACTIVITY_KIND_KERNEL"
	tableMemcpy = "CUPTI_ACTIVITY_KIND_MEMCPY"
	tableMemset = "CUPTI_ACTIVITY_KIND_MEMSET"
)

func (n *nsysDB) read(out *output) error {
	err := n.each(`SELECT name FROM sqlite_master WHERE type IN ('table', 'view')`, func(row *sqlite3.Stmt) error {
		n.tables[row.ColumnText(0)] = true
		return nil
	})
	if err != nil {
		return err
	}
	if !n.tables["StringIds"] && !n.tables[tableKernel] {
		return &UnreadableError{"this SQLite database is no export of Nsight Systems", readable}
	}
	n.version(out)
	if !n.tables[tableKernel] {
		return &NoKernelsError{"the export has no table " + tableKernel, "nsys recorded no kernel: was it run with --trace=cuda?"}
	}
	if err := n.devices(); err != nil {
		return err
	}
	if err := n.kernels(); err != nil {
		return err
	}
	return errors.Join(n.copies(tableMemcpy, "[CUDA memcpy]", SpanCopy), n.copies(tableMemset, "[CUDA memset]", SpanSet))
}

// each runs a query and visits its rows.
func (n *nsysDB) each(query string, visit func(*sqlite3.Stmt) error) (err error) {
	statement, _, err := n.db.Prepare(query)
	if err != nil {
		return broken(err)
	}
	defer func() { err = errors.Join(err, statement.Close()) }()
	for statement.Step() {
		if err := visit(statement); err != nil {
			return err
		}
	}
	if err := statement.Err(); err != nil {
		return broken(err)
	}
	return nil
}

// columns is the columns that a table has.
func (n *nsysDB) columns(table string) (map[string]bool, error) {
	have := map[string]bool{}
	err := n.each(fmt.Sprintf("SELECT name FROM pragma_table_info('%s')", table), func(row *sqlite3.Stmt) error {
		have[row.ColumnText(0)] = true
		return nil
	})
	return have, err
}

// version reads the version of the tool; exports of 2023 have the table under
// another name. It is not worth an error.
func (n *nsysDB) version(out *output) {
	for _, table := range []string{"META_DATA_EXPORT", "EXPORT_META_DATA"} {
		if !n.tables[table] {
			continue
		}
		err := n.each("SELECT name, value FROM "+table, func(row *sqlite3.Stmt) error {
			if name := row.ColumnText(0); name == "EXPORT_PRODUCT_VERSION" || out.version == "" && strings.Contains(name, "VERSION") {
				out.version = row.ColumnText(1)
			}
			return nil
		})
		if err != nil {
			out.warn(0, "the version of the export is not read: "+err.Error())
		}
	}
}

// devices reads the GPUs.
func (n *nsysDB) devices() error {
	if !n.tables["TARGET_INFO_GPU"] {
		return nil
	}
	have, err := n.columns("TARGET_INFO_GPU")
	if err != nil {
		return err
	}
	query := "SELECT " + strings.Join(orNull(have, "id", "name", "smCount", "l2CacheSize", "totalMemory", "computeMajor", "computeMinor"), ", ") +
		" FROM TARGET_INFO_GPU"
	return n.each(query, func(row *sqlite3.Stmt) error {
		d := Device{Name: row.ColumnText(1), SMs: columnNumber(row, 2), L2Bytes: columnNumber(row, 3), MemoryBytes: columnNumber(row, 4)}
		if row.ColumnType(5) == sqlite3.INTEGER && row.ColumnType(6) == sqlite3.INTEGER {
			d.ComputeCapability = itoa(row.ColumnInt64(5)) + "." + itoa(row.ColumnInt64(6))
		}
		n.builder.facts[itoa(row.ColumnInt64(0))] = d
		return nil
	})
}

func columnNumber(row *sqlite3.Stmt, column int) Number {
	if row.ColumnType(column) == sqlite3.NULL {
		return Missing("the export does not say")
	}
	return Known(row.ColumnFloat(column))
}

// orNull is columns for a query, with NULL for those that the table lacks.
func orNull(have map[string]bool, names ...string) []string {
	columns := make([]string, len(names))
	for i, name := range names {
		columns[i] = "NULL"
		if have[name] {
			columns[i] = name
		}
	}
	return columns
}

// kernels reads the launches. A name is a number in StringIds.
func (n *nsysDB) kernels() error {
	have, err := n.columns(tableKernel)
	if err != nil {
		return err
	}
	columns := orNull(have, "start", "end", "deviceId", "gridX", "gridY", "gridZ", "blockX", "blockY", "blockZ",
		"registersPerThread", "staticSharedMemory", "dynamicSharedMemory", "localMemoryPerThread", "demangledName", "shortName", "mangledName")
	for i, column := range columns {
		if column != "NULL" {
			columns[i] = `k."` + column + `"`
		}
	}
	names := columns[13:]
	for i, column := range names {
		if column != "NULL" && n.tables["StringIds"] {
			names[i] = "(SELECT value FROM StringIds WHERE id = " + column + ")"
		}
	}
	query := "SELECT " + strings.Join(columns[:13], ", ") + ", COALESCE(" + strings.Join(names, ", ") + ", '') FROM " + tableKernel + " k ORDER BY 1"
	return n.each(query, func(row *sqlite3.Stmt) error {
		return n.builder.add(spanEvent{
			device: itoa(row.ColumnInt64(2)), name: row.ColumnText(13), start: row.ColumnInt64(0), end: row.ColumnInt64(1), kind: SpanKernel,
			launch: Launch{
				Grid:                columnDim3(row, 3),
				Block:               columnDim3(row, 6),
				RegistersPerThread:  columnNumber(row, 9),
				StaticSharedBytes:   columnNumber(row, 10),
				DynamicSharedBytes:  columnNumber(row, 11),
				LocalBytesPerThread: columnNumber(row, 12),
			},
		})
	})
}

func columnDim3(row *sqlite3.Stmt, column int) *Dim3 {
	d := Dim3{row.ColumnInt64(column), row.ColumnInt64(column + 1), row.ColumnInt64(column + 2)}
	if d.X < 1 || d.Y < 1 || d.Z < 1 {
		return nil
	}
	return &d
}

// copies reads the copies or fills of memory.
func (n *nsysDB) copies(table, name string, kind SpanKind) error {
	if !n.tables[table] {
		return nil
	}
	have, err := n.columns(table)
	if err != nil || !have["start"] || !have["end"] {
		return err
	}
	query := `SELECT start, "end", ` + strings.Join(orNull(have, "deviceId"), "") + " FROM " + table + " ORDER BY 1"
	return n.each(query, func(row *sqlite3.Stmt) error {
		return n.builder.add(spanEvent{device: itoa(row.ColumnInt64(2)), name: name, start: row.ColumnInt64(0), end: row.ColumnInt64(1), kind: kind})
	})
}
