package tabular

import (
	"errors"
	"io"

	"github.com/xuri/excelize/v2"

	"switchboard/storage/fault"
)

const (
	// unzipped is how much a workbook may hold; inMemory how much of one part is held in memory,
	// more lies in a temporary file.
	unzipped = 2 << 30
	inMemory = 16 << 20
)

// ReadXLSX begins to read the first sheet of a workbook that lies in a file. Errors: fault.Invalid
// where it is none.
func ReadXLSX(path string) (*Table, error) {
	book, err := excelize.OpenFile(path, excelize.Options{UnzipSizeLimit: unzipped, UnzipXMLSizeLimit: inMemory})
	if err != nil {
		return nil, badBook(err)
	}
	sheets := book.GetSheetList()
	if len(sheets) == 0 {
		_ = book.Close()
		return nil, badBook(nil)
	}
	read, err := book.Rows(sheets[0])
	if err != nil {
		_ = book.Close()
		return nil, badBook(err)
	}
	t := &Table{rows: &xlsxRows{rows: read}, close: func() error { return errors.Join(read.Close(), book.Close()) }}
	if err := t.head(); err != nil {
		_ = t.Close()
		return nil, err
	}
	return t, nil
}

func badBook(err error) error {
	if err == nil {
		return fault.Field("file", "The workbook can't be read. Save it again as XLSX or CSV")
	}
	refused := fault.Wrap(err, fault.Invalid, "The workbook can't be read. Save it again as XLSX or CSV")
	refused.Fields = map[string][]string{"file": {refused.Detail}}
	return refused
}

// xlsxRows are the rows of a sheet.
type xlsxRows struct {
	rows *excelize.Rows
	line int
}

func (x *xlsxRows) next() (int, []string, error) {
	if !x.rows.Next() {
		if err := x.rows.Error(); err != nil {
			return 0, nil, badBook(err)
		}
		return 0, nil, io.EOF
	}
	x.line++
	cells, err := x.rows.Columns()
	if err != nil {
		return 0, nil, badBook(err)
	}
	return x.line, cells, nil
}
