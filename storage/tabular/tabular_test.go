package tabular_test

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"

	"switchboard/storage/fault"
	"switchboard/storage/tabular"
)

// all reads a whole table.
func all(t *tabular.Table, err error) (rows [][]string, lines []int, _ error) {
	if err != nil {
		return nil, nil, err
	}
	defer func() { _ = t.Close() }()
	rows = append(rows, t.Header)
	for {
		line, cells, err := t.Next()
		if errors.Is(err, io.EOF) {
			return rows, lines, nil
		}
		if err != nil {
			return rows, lines, err
		}
		rows, lines = append(rows, slices.Clone(cells)), append(lines, line)
	}
}

func TestEncodingsAndSeparatorsAreRecognized(t *testing.T) {
	const text = "Name;City\r\nZoë;Köln\r\n\r\n\"a;b\";\"two\nlines\"\r\nlast;x\r\n"
	encode := func(s string, err error) string {
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	for name, file := range map[string]string{
		"UTF-8":        text,
		"UTF-8 mark":   "\ufeff" + text,
		"UTF-16LE":     encode(unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM).NewEncoder().String(text)),
		"UTF-16LE bom": encode(unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewEncoder().String(text)),
		"UTF-16BE":     encode(unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM).NewEncoder().String(text)),
		"Windows-1252": encode(charmap.Windows1252.NewEncoder().String(text)),
	} {
		for _, separator := range []string{",", ";", "\t", "|"} {
			written := file
			if separator != ";" { // the same in every encoding
				if strings.HasPrefix(name, "UTF-16") {
					continue
				}
				written = strings.ReplaceAll(file, ";", separator)
			}
			table, err := tabular.ReadCSV(strings.NewReader(written))
			rows, lines, err := all(table, err)
			if err != nil {
				t.Errorf("%s %q: %v", name, separator, err)
				continue
			}
			want := [][]string{{"Name", "City"}, {"Zoë", "Köln"}, {"a" + separator + "b", "two\nlines"}, {"last", "x"}}
			if !slices.EqualFunc(rows, want, slices.Equal) || !slices.Equal(lines, []int{2, 4, 6}) {
				t.Errorf("%s %q: %q in lines %v", name, separator, rows, lines)
			}
			if first, _, _ := strings.Cut(name, " "); table.Encoding != first || table.Separator != separator {
				t.Errorf("%s %q is taken for %s %q", name, separator, table.Encoding, table.Separator)
			}
		}
	}
}

func TestATableThatCantBeReadIsRefusedWithItsLine(t *testing.T) {
	for file, want := range map[string]string{
		"":                                   "No data to import",
		"\x00\x01\x02":                       "Please upload a valid CSV file",
		"PK\x03\x04\x00\xff":                 "Please upload a valid CSV file",
		"a,b\n1,\"2\n3,4\n":                  "Line 2: A quoted cell begins here and is not closed properly in line 3, column 5",
		"a,b\n1,2\n3,\"4\"5\n":               "Line 3: A quoted cell is not closed properly at character 5. A quote within quotes is written twice",
		"a,b\n1,2\"3\n":                      "Line 2: There is a quote in the middle of a cell at character 4. Put the whole cell into quotes and write the quote twice",
		"Email, email\nx,y\n":                "Line 1: Columns 1 and 2 are both called \"email\". Rename one of them",
		" , ,\n1,2\n":                        "Line 1: The first row must hold the names of the columns",
		strings.Repeat("x,", 10_000) + "y\n": "Line 1: The row has 10001 columns. A table may have 1000",
		"a,b\n1,2\n" + strings.Repeat("z", tabular.MaxCell+1) + ",x\n":    "Line 3: Column 1 holds 1048577 bytes. A cell may hold 1048576",
		"a,b\n1,2\n3,\"" + strings.Repeat("z, 1\n", 20<<20/5) + "\n5,6\n": "Line 3: The row is longer than 8 MB. Is a closing quote missing?",
	} {
		_, _, err := all(tabular.ReadCSV(strings.NewReader(file)))
		if got := fault.From(err); err == nil || got.Code != fault.Invalid || got.Detail != want {
			t.Errorf("%.40q: %v, want %s", file, err, want)
		}
	}
}

func TestACellIsNoFormula(t *testing.T) {
	for cell, want := range map[string]string{
		"=1+1": "'=1+1", "+cmd|' /C calc'!A0": "'+cmd|' /C calc'!A0", "-2+3": "'-2+3", "@SUM(A1)": "'@SUM(A1)", "\tx": "'\tx",
		"-12.50": "-12.50", "+12065550101": "+12065550101", "+1 (206) 555-0101": "+1 (206) 555-0101", "a=b": "a=b", "": "", "'quoted": "'quoted",
	} {
		if got := tabular.Safe(cell); got != want {
			t.Errorf("%q is written as %q, want %q", cell, got, want)
		}
		if got := tabular.Plain(tabular.Safe(cell)); got != cell {
			t.Errorf("%q is read back as %q", cell, got)
		}
	}
	var out bytes.Buffer
	if err := tabular.WriteCSV(&out, true, [][]string{{"Name", "Note"}, {"=HYPERLINK(\"x\")", "a\nb"}}); err != nil {
		t.Fatal(err)
	}
	if want := "\ufeffName,Note\r\n\"'=HYPERLINK(\"\"x\"\")\",\"a\r\nb\"\r\n"; out.String() != want {
		t.Errorf("%q", out.String())
	}
}

func TestAWorkbookIsWrittenAndRead(t *testing.T) {
	path := filepath.Join(t.TempDir(), "book.xlsx")
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	rows := [][]string{{"Name", "Sum"}, {"=1+1", "007"}, {"Zoë", ""}}
	at := 0
	err = tabular.WriteXLSX(file, "Con/tacts", func() ([]string, error) {
		if at == len(rows) {
			return nil, nil
		}
		at++
		return rows[at-1], nil
	})
	if err != nil || file.Close() != nil {
		t.Fatal(err)
	}
	got, lines, err := all(tabular.ReadXLSX(path))
	if err != nil || !slices.Equal(lines, []int{2, 3}) || got[1][0] != "=1+1" || got[1][1] != "007" || got[2][0] != "Zoë" {
		t.Errorf("%q in lines %v: %v", got, lines, err)
	}
	book, err := excelize.OpenFile(path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = book.Close() }()
	if formula, err := book.GetCellFormula("Con tacts", "A2"); err != nil || formula != "" {
		t.Errorf("A2 is the formula %q: %v", formula, err)
	}
	if _, _, err := all(tabular.ReadXLSX(filepath.Join(t.TempDir(), "none.xlsx"))); fault.From(err).Code != fault.Invalid {
		t.Errorf("no workbook: %v", err)
	}
}
