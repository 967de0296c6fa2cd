package pg

import (
	"encoding/json"
	"slices"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"switchboard/storage/id"
	"switchboard/storage/row"
	"switchboard/storage/schema"
)

// place is a parameter of a column.
func place(n int, c *column) string { return "$" + strconv.Itoa(n) + "::" + c.kind.Column.SQL }

// parameter makes a statement's argument of a value in storage shape.
func parameter(value any) any {
	switch v := value.(type) {
	case id.ID:
		return string(v)
	case []id.ID:
		return uuidArray(v)
	case json.RawMessage:
		return string(v)
	default:
		return value
	}
}

// uuidArray makes the uuid[] argument of ids: their array literal, which the
// server reads by its parameter's type.
func uuidArray(ids []id.ID) string {
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

// scanner reads columns of a table into records.
type scanner struct {
	object  string
	columns []*column
	into    []any
	// more says that a number stands behind the columns; beside is the last row's.
	more   bool
	beside int64
}

func newScanner(t *table) *scanner { return scannerOf(t, t.columns) }

func scannerOf(t *table, columns []*column) *scanner {
	into := make([]any, len(columns))
	for i, c := range columns {
		into[i] = target(c.kind.Column.Zero)
	}
	return &scanner{object: t.object.APIName, columns: columns, into: into}
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
		return new(pgtype.Text)
	}
}

// record reads the row that stands.
func (s *scanner) record(r pgx.CollectableRow) (row.Record, error) {
	into := s.into
	if s.more {
		into = append(slices.Clip(into), &s.beside)
	}
	if err := r.Scan(into...); err != nil {
		return row.Record{}, err
	}
	out := row.Record{Object: s.object, Fields: make(row.Fields, len(s.into))}
	for i, c := range s.columns {
		out.Fields[c.field.Name] = stored(s.into[i])
	}
	out.ID, out.Version = out.Lookup("id"), out.Int("version")
	return out, nil
}

// stored takes a scanned value in storage shape; what it returns is not touched
// by the next scan.
func stored(into any) any {
	switch v := into.(type) {
	case *pgtype.Text:
		if v.Valid {
			return v.String
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
			return uuidText(*v)
		}
	case *[]pgtype.UUID:
		if *v != nil {
			return uuidTexts(*v)
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

func uuidText(u pgtype.UUID) id.ID { return id.ID(u.String()) }

func uuidTexts(us []pgtype.UUID) []id.ID {
	out := make([]id.ID, len(us))
	for i, u := range us {
		out[i] = uuidText(u)
	}
	return out
}
