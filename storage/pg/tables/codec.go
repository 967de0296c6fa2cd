package tables

import (
	"encoding/json"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"switchboard/storage/id"
	"switchboard/storage/row"
	"switchboard/storage/schema"
)

// Parameter makes a statement's argument of a value in storage shape.
func Parameter(value any) any {
	switch v := value.(type) {
	case id.ID:
		return string(v)
	case []id.ID:
		return IDArray(v)
	case json.RawMessage:
		return string(v)
	default:
		return value
	}
}

// IDArray makes the uuid[] argument of ids: their array literal, which the
// server reads by its parameter's type.
func IDArray(ids []id.ID) string {
	out := make([]byte, 0, 2+37*len(ids))
	out = append(out, '{')
	for i, one := range ids {
		if i > 0 {
			out = append(out, ',')
		}
		out = append(out, one...)
	}
	return string(append(out, '}'))
}

// Scanner reads columns of a table into records.
type Scanner struct {
	object  string
	columns []*Column
	into    []any
	// More says that a number stands behind the columns; beside is the last row's.
	More   bool
	Beside int64
}

// NewScanner reads whole records of a table.
func NewScanner(t *Table) *Scanner { return ScannerOf(t, t.Columns) }

// ScannerOf reads some columns of a table.
func ScannerOf(t *Table, columns []*Column) *Scanner {
	into := make([]any, len(columns))
	for i, c := range columns {
		into[i] = target(c.Kind.Column.Zero)
	}
	return &Scanner{object: t.Object.APIName, columns: columns, into: into}
}

// target is what the driver reads a column into whose values have the Go type of zero.
func target(zero any) any {
	switch zero.(type) {
	case bool:
		return new(pgtype.Bool)
	case int64:
		return new(pgtype.Int8)
	case float64:
		return new(pgtype.Float8)
	case time.Time:
		return new(pgtype.Timestamptz)
	case id.ID:
		return new(pgtype.UUID)
	case []id.ID:
		return new([]pgtype.UUID)
	case []string:
		return new([]string)
	case json.RawMessage:
		return new([]byte)
	default:
		return new(written)
	}
}

// written reads a column whose values are texts here: one of text, or one of a kind that
// no type of Go holds as it is. A date is given as a time of some zone by the driver.
type written struct {
	text  string
	valid bool
}

// ScanText implements pgtype.TextScanner.
func (w *written) ScanText(v pgtype.Text) error {
	w.text, w.valid = v.String, v.Valid
	return nil
}

// ScanDate implements pgtype.DateScanner.
func (w *written) ScanDate(v pgtype.Date) error {
	w.text, w.valid = v.Time.Format(time.DateOnly), v.Valid
	return nil
}

// ScanNumeric implements pgtype.NumericScanner.
func (w *written) ScanNumeric(v pgtype.Numeric) error {
	text, err := v.Value()
	w.text, w.valid = "", v.Valid
	if s, is := text.(string); is {
		w.text = s
	}
	return err
}

// ScanTime implements pgtype.TimeScanner.
func (w *written) ScanTime(v pgtype.Time) error {
	at := time.UnixMicro(v.Microseconds).UTC()
	w.text, w.valid = schema.Clock(at.Format(time.TimeOnly)), v.Valid
	return nil
}

// Record reads the row that stands.
func (s *Scanner) Record(r pgx.CollectableRow) (row.Record, error) {
	into := s.into
	if s.More {
		into = append(slices.Clip(into), &s.Beside)
	}
	if err := r.Scan(into...); err != nil {
		return row.Record{}, err
	}
	out := row.Record{Object: s.object, Fields: s.Fields()}
	out.ID, out.Version = out.Lookup("id"), out.Int("version")
	return out, nil
}

// Into is where the columns are to be scanned, for who scans more than them.
func (s *Scanner) Into() []any { return s.into }

// Fields returns the values that were scanned last.
func (s *Scanner) Fields() row.Fields {
	out := make(row.Fields, len(s.into))
	for i, c := range s.columns {
		out[c.Field.Name] = stored(s.into[i])
	}
	return out
}

// stored takes a scanned value in storage shape; what it returns is not touched
// by the next scan.
func stored(into any) any {
	switch v := into.(type) {
	case *written:
		if v.valid {
			return v.text
		}
	case *pgtype.Bool:
		if v.Valid {
			return v.Bool
		}
	case *pgtype.Int8:
		if v.Valid {
			return v.Int64
		}
	case *pgtype.Float8:
		if v.Valid {
			return v.Float64
		}
	case *pgtype.Timestamptz:
		if v.Valid {
			return v.Time.UTC()
		}
	case *pgtype.UUID:
		if v.Valid {
			return ToID(*v)
		}
	case *[]pgtype.UUID:
		if *v != nil {
			return ToIDs(*v)
		}
	case *[]string:
		if *v != nil {
			out := *v
			*v = nil
			return out
		}
	case *[]byte:
		if *v != nil {
			return schema.Compacted(*v)
		}
	}
	return nil
}

// ToID takes an id from a row.
func ToID(u pgtype.UUID) id.ID { return id.ID(u.String()) }

// ToIDs takes ids from a row.
func ToIDs(us []pgtype.UUID) []id.ID {
	out := make([]id.ID, len(us))
	for i, u := range us {
		out[i] = ToID(u)
	}
	return out
}
