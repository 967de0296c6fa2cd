package records

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"switchboard/actors/features"
	"switchboard/storage/id"
	"switchboard/storage/pg/projection"
	"switchboard/storage/pg/tables"
	"switchboard/storage/row"
	"switchboard/storage/schema"
	"switchboard/storage/schema/schematest"
)

const someID = id.ID("0198c0de-0000-7000-8000-0000000000aa")

// values are what every type is asked to hold and to be compared with.
var values = []any{
	nil, "", "a", "A%", "true", "7", "1.50", "1e400", "x\x00", "2026-03-09T14:30:00.123456+02:00", string(someID), strings.Repeat("k", 1_701),
	true, 7, int64(7), 2.5, 3.0, json.Number("4"), someID, id.ID(""), time.Date(2026, 3, 9, 14, 30, 0, 123456789, time.FixedZone("", 3600)),
	time.Time{}, []id.ID{someID}, []id.ID{}, []id.ID{"x"}, []string{"a", "b"}, []string{"x\x00"}, []any{"a", "1"}, []any{true}, []any{nil},
	json.RawMessage(`{ "a": "<" }`), json.RawMessage(`null`), json.RawMessage(`{`), []byte(`[1]`), struct{}{},
}

// The SQL of each type, what it takes from a writer and what it shows stay as they are.
func TestTypesMakeTheSQLTheyMade(t *testing.T) {
	var b strings.Builder
	say := func(format string, args ...any) {
		b.WriteString(strings.ReplaceAll(fmt.Sprintf(format, args...), strings.Repeat("k", 1_701), "k…") + "\n")
	}
	for _, kind := range schematest.Recorded(t) {
		say("# %s", kind)
		object := func() *schema.Object {
			field := func(f schema.Field) *schema.Field {
				f.Title, f.Type, f.Target, f.Options = "Field", kind, "user", []string{"Open", "Closed"}
				return &f
			}
			return &schema.Object{APIName: "o", Title: "O", NameField: "named", Fields: []*schema.Field{
				field(schema.Field{Name: "plain"}), field(schema.Field{Name: "named", Indexed: true}), field(schema.Field{Name: "single", Unique: true}),
				field(schema.Field{Name: "per", Unique: true, UniquePer: []string{"owner"}}),
			}}
		}
		o := object()
		registry, err := features.Registry().Adding(o)
		if err != nil {
			t.Fatal(err)
		}
		of := tables.NewTables("org", registry)
		table := of.ByName["o"]
		made, _, _ := strings.Cut(tables.CreateTable(table), ";\nCREATE ")
		for _, x := range tables.IndexesOf(table) {
			made += ";\n" + x.Statement("")
		}
		say("%s", made)
		say("%s\n%s\n%s", table.Insert, tables.SizeOf(table.Columns), table.Names.One)
		for _, field := range []string{"plain", "single", "id"} {
			if field == "id" && kind != schema.Text {
				continue
			}
			c := table.Column(field)
			q := &statement{tables: of, table: table}
			order, err := q.orderBy([]row.Order{{Field: field, Descending: true}})
			say("order %s: %s %v", field, order, err)
			for _, v := range values {
				held, err := tables.Normal(c, v)
				shown := json.RawMessage(nil)
				if err == nil {
					shown = projection.Value(c.Field, held, &projection.Resolved{})
				}
				if field != "single" && err == nil {
					say("%s holds %.40s: %T, shows %.60s", field, fmt.Sprintf("%T %v", v, v), held, shown)
				}
			}
			for _, sub := range []string{"", "id", "name", "phone_number", "a-b"} {
				if field == "single" {
					break
				}
				for _, operator := range []string{"=", "!=", "<", ">=", "LIKE", "CONTAINS", "IN", "NOT IN", "IS NULL", "IS NOT NULL", "~"} {
					said := map[string]bool{}
					for _, v := range values {
						q := &statement{tables: of, table: table}
						text, err := q.condition(row.Condition{Field: field, SubField: sub, Operator: operator, Value: v})
						if err != nil {
							refusal, _, _ := strings.Cut(err.Error(), " with ")
							err = errors.New(refusal)
						}
						if outcome := fmt.Sprintf("%s.%s %s: %s %v", field, sub, operator, text, err); !said[outcome] {
							said[outcome] = true
							say("%s %.80q", outcome, q.args)
						}
					}
				}
			}
		}
	}
	schematest.Compare(t, b.String())
}
