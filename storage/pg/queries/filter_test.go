package queries_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"switchboard/actors/features"
	"switchboard/cmd/storetest"
	"switchboard/storage/id"
	"switchboard/storage/pg/records"
	"switchboard/storage/pg/tables"
	"switchboard/storage/query"
	"switchboard/storage/schema"
)

// rows are those of a filter, right more often than not.
func (g *generator) rows(o *schema.Object) (out []query.FilterRow) {
	for range 1 + g.IntN(4) {
		path, f := g.field(o, "")
		r := query.FilterRow{Field: path[1:], Operator: pick(g, "=", "!=", "<", "<=", ">", ">=", "LIKE", "NOT LIKE", "IN", "NOT IN", "IS NULL", "IS NOT NULL")}
		value := func() string { return g.json(f) }
		switch text := value(); {
		case strings.HasSuffix(r.Operator, "IN"):
			r.Value = json.RawMessage("[" + text + "," + value() + "]")
		default:
			r.Value = json.RawMessage(text)
		}
		out = append(out, r)
	}
	return out
}

// json is a value of a field as filters hold it.
func (g *generator) json(f *schema.Field) string {
	switch f.Kind().Column {
	case schema.Integer.Column, schema.Number.Column, schema.Currency.Column:
		return pick(g, "0", "-1", "2.5", "1e3", `"7"`, `"2.5"`)
	case schema.Boolean.Column:
		return pick(g, "true", "false", `"true"`)
	case schema.DateTime.Column, schema.Date.Column:
		return pick(g, `"TODAY"`, `"this month"`, `"LAST YEAR"`, `"LAST 15 MINUTES"`, `"next 3 quarters"`, `"2026-03-09T14:30:00Z"`, `"2026-03-09"`)
	case schema.Lookup.Column, schema.LookupList.Column:
		one := `"` + string(id.Derived(fmt.Sprint(g.IntN(3)))) + `"`
		return pick(g, one, `{"id":`+one+`}`, `"ann"`)
	}
	if len(f.Options) > 0 {
		return `"` + pick(g, f.Options...) + `"`
	}
	return pick(g, `"a"`, `"it's"`, `"100%"`, `"a\\"`, `""`, `"14:30"`, "null", "7")
}

// What a filter may ask, the database takes: over the tables of the organization alone, and
// as quickly understood as any list.
func TestTheDatabaseTakesWhatFiltersAsk(t *testing.T) {
	t.Parallel()
	o, g := newOracle(t), newGenerator(3)
	of := tables.NewTables(tables.SchemaOf(storetest.Organization), features.Registry())
	compiler := query.NewCompiler()
	const rounds = 4_000
	taken, joined := 0, 0
	for i := range rounds {
		object, p := pick(g, g.objects...), o.readers[i%len(o.readers)]
		rows := g.rows(object)
		f, err := compiler.Filter(query.FilterRequest{Organization: p.Organization, Object: object.APIName, Rows: rows, Any: g.IntN(2) == 0, Reader: p, Clock: noon})
		if err != nil {
			continue
		}
		taken++
		joins, where, args, err := f.Write(records.Layout{Tables: of}, 0)
		if err != nil {
			t.Fatal(err)
		}
		if joins != "" {
			joined++
		}
		for n, arg := range args {
			args[n] = tables.Parameter(arg)
		}
		statement := "SELECT t.id FROM " + of.ByName[object.APIName].Name + " t" + joins + " WHERE " + where
		err = pgx.BeginTxFunc(context.Background(), o.conn, pgx.TxOptions{AccessMode: pgx.ReadOnly}, func(tx pgx.Tx) error {
			var plans []struct{ Plan planned }
			if err := tx.QueryRow(context.Background(), "EXPLAIN (VERBOSE, FORMAT JSON) "+statement, args...).Scan(&plans); err != nil {
				return err
			}
			for _, one := range plans {
				o.look(fmt.Sprintf("%s %s", object.APIName, rows), statement, &one.Plan)
			}
			return nil
		})
		if err != nil {
			t.Errorf("%s\n  is taken as %s\n  and refused by the database: %v", rows, statement, err)
		}
	}
	if taken < rounds/10 || joined < taken/20 {
		t.Errorf("of %d filters %d were taken, %d with records behind lookups: the generator writes nonsense", rounds, taken, joined)
	}
	t.Logf("%d of %d were taken, %d with records behind lookups", taken, rounds, joined)
}
