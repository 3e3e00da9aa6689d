package profile

import (
	"strings"

	"github.com/ncruces/go-sqlite3"
)

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
