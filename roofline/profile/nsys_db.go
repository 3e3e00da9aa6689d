package profile

import (
	"errors"
	"fmt"

	"github.com/ncruces/go-sqlite3"
)

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

func columnDim3(row *sqlite3.Stmt, column int) *Dim3 {
	d := Dim3{row.ColumnInt64(column), row.ColumnInt64(column + 1), row.ColumnInt64(column + 2)}
	if d.X < 1 || d.Y < 1 || d.Z < 1 {
		return nil
	}
	return &d
}
