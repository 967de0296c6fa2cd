package pg_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"switchboard/storage/id"
	"switchboard/storage/pg/tables"
	"switchboard/storage/row"
)

// A page of a list that is read in two steps, since a thousand records come before it, is
// what stands there in the whole list.
func TestADeepPageStandsInItsList(t *testing.T) {
	f := newFixture(t)
	ada, bob := f.user("Ada"), f.user("Bob")
	const made = 1_900
	_, err := f.conn.Exec(f.Context(), fmt.Sprintf(`INSERT INTO %s.contact (id, organization_id, created_date, modified_date, deleted_date, owner, name, company)
		SELECT gen_random_uuid(), '%s', now(), timestamptz '2026-03-01' + i %% 700 * interval '1 hour', CASE WHEN i %% 19 = 0 THEN now() END,
			CASE WHEN i %% 3 > 0 THEN ('{%s,%s}'::uuid[])[i %% 3] END, 'N' || i %% 40, (ARRAY['Acme', 'acme', 'Bolt'])[1 + i %% 5]
		FROM generate_series(1, %d) i`, tables.Quote(tables.SchemaOf(f.org)), f.org, ada, bob, made))
	if err != nil {
		t.Fatal(err)
	}
	ids := func(p row.Page) string {
		out := make([]string, len(p.Items))
		for i, item := range p.Items {
			out[i] = string(item.ID)
		}
		return strings.Join(out, " ")
	}
	owned := []row.Relation{{Kind: "owner", IDs: []id.ID{ada, bob}}}
	pages := 0
	for _, orders := range [][]row.Order{
		nil,
		{{Field: "name"}},
		{{Field: "company", Descending: true}},
		{{Field: "owner"}, {Field: "company"}},
		{{Field: "modified_date", Descending: true}, {Field: "id", Descending: true}},
	} {
		for _, r := range []row.ReadRequest{
			{Visible: everything},
			{Visible: owned},
			{Visible: everything, Fields: []string{"name"}, Where: []row.Condition{{Field: "company", Operator: "!=", Value: "Bolt"}, {Field: "company", Operator: "=", Value: nil}}, Any: true},
			{Visible: everything, Filter: named{"N7"}},
		} {
			r.Object, r.Order, r.Limit = "contact", orders, 1_000
			first := f.read(r)
			r.Offset = 1_000
			all := slices.Concat(first.Items, f.read(r).Items)
			for _, at := range []struct{ offset, limit int }{{1_000, 25}, {1_007, 1}, {1_200, 30}, {1_400, 35}, {made, 10}} {
				r.Offset, r.Limit, r.Total = at.offset, at.limit, true
				page := f.read(r)
				want := row.Page{Items: all[min(at.offset, len(all)):min(at.offset+at.limit, len(all))]}
				// A busy machine doesn't count in time, and says so.
				counts := page.Total == int64(len(all)) || page.Estimated && (len(page.Items) == 0 || page.Total >= int64(at.offset+len(page.Items)))
				if ids(page) != ids(want) || !counts {
					t.Errorf("%v of %+v from %d on: %d records of %d, not the %d of %d", orders, r.Where, at.offset, len(page.Items), page.Total, len(want.Items), len(all))
				}
				pages += len(page.Items)
			}
		}
	}
	if pages < 1_000 {
		t.Errorf("%d records were on the pages", pages)
	}
}

// named is a filter that needs another record: contacts whose owner is not called so.
type named struct{ name string }

func (named) Fields() []string { return []string{"owner"} }

func (n named) Write(in row.Layout, args int) (joins, where string, values []any, err error) {
	table, _ := in.Table("user")
	return fmt.Sprintf(" LEFT JOIN %s u ON u.id = t.owner", table), fmt.Sprintf("u.name IS DISTINCT FROM $%d::text", args+1), []any{n.name}, nil
}
