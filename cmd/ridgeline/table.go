package main

import "github.com/jedib0t/go-pretty/v6/table"

// newTable is a table without lines, with these column heads: its text can be
// cut and sorted by other programs.
func newTable(heads ...any) table.Writer {
	t := table.NewWriter()
	t.SetStyle(table.Style{Name: "plain", Box: table.BoxStyle{PaddingRight: "  "}})
	t.SuppressTrailingSpaces()
	t.AppendHeader(table.Row(heads))
	return t
}
