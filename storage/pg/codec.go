package pg

import (
	"encoding/json"
	"slices"
	"strconv"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"switchboard/storage/id"
	"switchboard/storage/row"
	"switchboard/storage/schema"
)

// kind is how a value lies in its column.
type kind uint8

const (
	kindText  kind = iota // string
	kindBool              // bool
	kindInt               // int64
	kindFloat             // float64
	kindTime              // time.Time, UTC, whole milliseconds
	kindUUID              // id.ID
	kindUUIDs             // []id.ID
	kindTexts             // []string
	kindJSON              // json.RawMessage
)

// kindOf gives the kind of a field. An id that is a text to the registry is a
// uuid here: half the size, and compared faster.
func kindOf(f *schema.Field) kind {
	if f.System && (f.Name == "id" || f.Name == "organization_id") {
		return kindUUID
	}
	switch f.Type {
	case schema.Boolean:
		return kindBool
	case schema.Integer:
		return kindInt
	case schema.Number:
		return kindFloat
	case schema.DateTime:
		return kindTime
	case schema.Lookup:
		return kindUUID
	case schema.LookupList:
		return kindUUIDs
	case schema.MultiList:
		return kindTexts
	case schema.Phone, schema.Address, schema.Image, schema.AnyObject, schema.JSON:
		return kindJSON
	default:
		return kindText
	}
}

// columnTypes are the types of columns, as PostgreSQL's format_type writes them.
var columnTypes = [...]string{
	kindText: "text", kindBool: "boolean", kindInt: "bigint", kindFloat: "double precision",
	kindTime: "timestamp with time zone", kindUUID: "uuid", kindUUIDs: "uuid[]", kindTexts: "text[]", kindJSON: "jsonb",
}

func columnType(k kind) string { return columnTypes[k] }

// place is a parameter of the kind.
func place(n int, k kind) string { return "$" + strconv.Itoa(n) + "::" + columnType(k) }

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
		switch c.kind {
		case kindBool:
			into[i] = new(pgtype.Bool)
		case kindInt:
			into[i] = new(pgtype.Int8)
		case kindFloat:
			into[i] = new(pgtype.Float8)
		case kindTime:
			into[i] = new(pgtype.Timestamptz)
		case kindUUID:
			into[i] = new(pgtype.UUID)
		case kindUUIDs:
			into[i] = new([]pgtype.UUID)
		case kindTexts:
			into[i] = new([]string)
		case kindJSON:
			into[i] = new([]byte)
		case kindText:
			into[i] = new(pgtype.Text)
		}
	}
	return &scanner{object: t.object.APIName, columns: columns, into: into}
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
			return compact(*v)
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
