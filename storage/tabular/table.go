package tabular

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"switchboard/storage/fault"
)

// The bounds of a table.
const (
	MaxColumns = 1_000
	// MaxCell is how many bytes one cell may hold.
	MaxCell = 1 << 20
	// maxRecord is how many bytes one row may hold.
	maxRecord = 8 << 20
)

// NotCSV is the refusal of a file that is no table.
const NotCSV = "Please upload a valid CSV file"

// Table is a table that is being read.
type Table struct {
	// Header holds the names of the columns, each of which is there once.
	Header []string
	// Encoding and Separator are how a CSV file is written; "" for a workbook.
	Encoding  string
	Separator string

	rows  rows
	close func() error
}

// rows are what a format gives: the next row with the line where it begins; io.EOF behind the last.
type rows interface {
	next() (line int, cells []string, err error)
}

// Next reads the next row that has any text, and the line where it begins; io.EOF behind the last.
// Other errors are fault.Invalid. The cells are valid until the following call.
func (t *Table) Next() (line int, cells []string, err error) {
	for {
		line, cells, err = t.rows.next()
		if err != nil {
			return line, nil, err
		}
		if err := checkCells(line, cells); err != nil {
			return line, nil, err
		}
		for len(cells) > len(t.Header) && cells[len(cells)-1] == "" { // spreadsheets pad rows
			cells = cells[:len(cells)-1]
		}
		if strings.TrimSpace(strings.Join(cells, "")) != "" {
			return line, cells, nil
		}
	}
}

// Close frees what the table holds.
func (t *Table) Close() error {
	if t.close == nil {
		return nil
	}
	return t.close()
}

// checkCells refuses what no database holds.
func checkCells(line int, cells []string) error {
	if len(cells) > MaxColumns {
		return wrong(line, "The row has %d columns. A table may have %d", len(cells), MaxColumns)
	}
	for i, cell := range cells {
		switch {
		case len(cell) > MaxCell:
			return wrong(line, "Column %d holds %d bytes. A cell may hold %d", i+1, len(cell), MaxCell)
		case strings.ContainsRune(cell, 0) || !utf8.ValidString(cell):
			return fault.Field("file", NotCSV)
		}
	}
	return nil
}

// head reads the names of the columns.
func (t *Table) head() error {
	line, cells, err := t.rows.next()
	switch {
	case errors.Is(err, io.EOF):
		return fault.Field("file", "No data to import")
	case err != nil:
		return err
	}
	if err := checkCells(line, cells); err != nil {
		return err
	}
	for len(cells) > 0 && strings.TrimSpace(cells[len(cells)-1]) == "" {
		cells = cells[:len(cells)-1]
	}
	if len(cells) == 0 {
		return wrong(line, "The first row must hold the names of the columns")
	}
	seen := make(map[string]int, len(cells))
	for i, cell := range cells {
		name := strings.Join(strings.Fields(cell), " ")
		if name == "" {
			name = fmt.Sprint("Column ", i+1)
		}
		key := strings.ToLower(name)
		if first, is := seen[key]; is {
			return wrong(line, "Columns %d and %d are both called %q. Rename one of them", first, i+1, name)
		}
		seen[key] = i + 1
		t.Header = append(t.Header, name)
	}
	return nil
}

// wrong is the refusal of a table for what stands in a line.
func wrong(line int, format string, args ...any) error {
	return fault.Field("file", "Line %d: %s", line, fmt.Sprintf(format, args...))
}
