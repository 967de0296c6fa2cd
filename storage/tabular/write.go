package tabular

import (
	"encoding/csv"
	"io"
	"regexp"
	"strings"

	"github.com/xuri/excelize/v2"
)

// formulaSigns begin what spreadsheets take for a formula (CWE-1236).
const formulaSigns = "=+-@\t\r"

// plainNumber is a number or a phone number: it begins with a sign and is no formula.
var plainNumber = regexp.MustCompile(`^[+-]?[0-9][0-9 ().,-]*$`)

// Safe is a cell that no spreadsheet takes for a formula: where it would, an apostrophe precedes it,
// which Plain takes away again.
func Safe(cell string) string {
	if cell == "" || !strings.Contains(formulaSigns, cell[:1]) || plainNumber.MatchString(cell) {
		return cell
	}
	return "'" + cell
}

// Plain is the text of a cell that Safe may have written.
func Plain(cell string) string {
	if rest, is := strings.CutPrefix(cell, "'"); is && Safe(rest) != rest {
		return rest
	}
	return cell
}

// byteOrderMark has spreadsheets read UTF-8.
const byteOrderMark = "\ufeff"

// WriteCSV writes rows as CSV with safe cells; isFirst also writes the byte order mark.
func WriteCSV(w io.Writer, isFirst bool, rows [][]string) error {
	if isFirst {
		if _, err := io.WriteString(w, byteOrderMark); err != nil {
			return err
		}
	}
	out := csv.NewWriter(w)
	out.UseCRLF = true // RFC 4180
	for _, cells := range rows {
		safe := make([]string, len(cells))
		for i, cell := range cells {
			safe[i] = Safe(cell)
		}
		if err := out.Write(safe); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}

// longestCell is how many characters a cell of a workbook holds.
const longestCell = 32_767

// WriteXLSX writes a workbook of one sheet, row by row: next gives the rows, nil behind the last.
// Cells are texts, which no spreadsheet calculates.
func WriteXLSX(w io.Writer, sheet string, next func() ([]string, error)) error {
	book := excelize.NewFile()
	defer func() { _ = book.Close() }()
	if err := book.SetSheetName("Sheet1", sheetName(sheet)); err != nil {
		return err
	}
	out, err := book.NewStreamWriter(sheetName(sheet))
	if err != nil {
		return err
	}
	for line := 1; ; line++ {
		cells, err := next()
		if err != nil {
			return err
		}
		if cells == nil {
			break
		}
		values := make([]any, len(cells))
		for i, cell := range cells {
			if letters := []rune(cell); len(letters) > longestCell {
				cell = string(letters[:longestCell])
			}
			values[i] = cell
		}
		at, err := excelize.CoordinatesToCellName(1, line)
		if err != nil {
			return err
		}
		if err := out.SetRow(at, values); err != nil {
			return err
		}
	}
	if err := out.Flush(); err != nil {
		return err
	}
	return book.Write(w)
}

// sheetName is a name without what sheets may not have.
func sheetName(name string) string {
	name = strings.Map(func(r rune) rune {
		if strings.ContainsRune(`:\/?*[]'`, r) {
			return ' '
		}
		return r
	}, name)
	if letters := []rune(name); len(letters) > excelize.MaxSheetNameLength {
		name = string(letters[:excelize.MaxSheetNameLength])
	}
	if strings.TrimSpace(name) == "" {
		return "Records"
	}
	return name
}
