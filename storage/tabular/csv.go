package tabular

import (
	"bufio"
	"encoding/csv"
	"errors"
	"io"
	"strings"

	"switchboard/storage/fault"
)

// separators are those that are recognized, the most usual first.
const separators = ",;\t|"

// guessed is how much of a file decides about its separator.
const guessed = 64 << 10

// ReadCSV begins to read a CSV file. Errors: fault.Invalid where it is none.
func ReadCSV(file io.ReadSeeker) (*Table, error) {
	encoding, err := encodingOf(file)
	if err != nil {
		return nil, err
	}
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return nil, err
	}
	text := bufio.NewReaderSize(decoded(file, encoding), guessed)
	start, err := text.Peek(guessed)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	separator := separatorOf(string(start))
	bounded := &bounded{from: text}
	reader := csv.NewReader(bounded)
	reader.Comma, reader.FieldsPerRecord, reader.ReuseRecord = separator, -1, true
	t := &Table{Encoding: encoding, Separator: string(separator), rows: &csvRows{reader: reader, bound: bounded}}
	return t, t.head()
}

// separatorOf chooses the separator that most evenly divides the first rows of a text.
func separatorOf(start string) rune {
	best, most := ',', 0
	for _, one := range separators {
		if score := evenness(start, one); score > most {
			best, most = one, score
		}
	}
	return best
}

// evenness rates a separator: how many of the first rows it divides into as many cells as the first.
func evenness(start string, separator rune) int {
	const rows = 30
	r := csv.NewReader(strings.NewReader(start))
	r.Comma, r.FieldsPerRecord, r.LazyQuotes = separator, -1, true
	columns, even := 0, 0
	for range rows {
		cells, err := r.Read()
		if err != nil {
			break
		}
		switch {
		case columns == 0:
			columns = len(cells)
		case len(cells) == columns:
			even++
		}
	}
	if columns < 2 {
		return 0
	}
	return (even+1)*100 + min(columns, 99)
}

// csvRows are the rows of a CSV file.
type csvRows struct {
	reader *csv.Reader
	bound  *bounded
	last   int // where the last row began
}

func (c *csvRows) next() (int, []string, error) {
	c.bound.read = 0
	cells, err := c.reader.Read()
	var parse *csv.ParseError
	switch {
	case err == nil:
		c.last, _ = c.reader.FieldPos(0)
		return c.last, cells, nil
	case errors.Is(err, io.EOF):
		return 0, nil, io.EOF
	case errors.Is(err, errLong):
		return 0, nil, wrong(c.last+1, "The row is longer than %d MB. Is a closing quote missing?", maxRecord>>20)
	case errors.As(err, &parse) && errors.Is(err, csv.ErrQuote):
		if parse.Line > parse.StartLine {
			return 0, nil, wrong(parse.StartLine, "A quoted cell begins here and is not closed properly in line %d, column %d", parse.Line, parse.Column)
		}
		return 0, nil, wrong(parse.Line, "A quoted cell is not closed properly at character %d. A quote within quotes is written twice", parse.Column)
	case errors.As(err, &parse) && errors.Is(err, csv.ErrBareQuote):
		return 0, nil, wrong(parse.Line, "There is a quote in the middle of a cell at character %d. Put the whole cell into quotes and write the quote twice", parse.Column)
	default:
		return 0, nil, fault.Wrap(err, fault.Unavailable, "The file could not be read.")
	}
}

var errLong = errors.New("tabular: a row is too long")

// bounded ends a row that goes on and on: a quote that is never closed would put the rest of a file
// into one cell.
type bounded struct {
	from io.Reader
	read int
}

func (b *bounded) Read(p []byte) (int, error) {
	if b.read > maxRecord {
		return 0, errLong
	}
	n, err := b.from.Read(p)
	b.read += n
	return n, err
}
