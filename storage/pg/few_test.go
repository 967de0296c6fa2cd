package pg_test

import (
	"fmt"
	"slices"
	"testing"

	"switchboard/storage/id"
	"switchboard/storage/pg/tables"
	"switchboard/storage/row"
	"switchboard/storage/schema"
)

// A search's pages are the same in order, number and sight whether it finds few records or
// many: what a selection of all of them says.
func TestASearchInAnOrder(t *testing.T) {
	f := newFixture(t)
	owners := []id.ID{f.user("Ada"), f.user("Bob")}
	if _, err := f.conn.Exec(t.Context(), fmt.Sprintf(crowd, tables.Quote(tables.SchemaOf(f.org)), f.org, tables.IDArray(slices.Repeat(owners, 10)), 4_500)); err != nil {
		t.Fatal(err)
	}
	order := []row.Order{{Field: "modified_date", Descending: true}, {Field: "id", Descending: true}}
	read := func(r row.ReadRequest) (ids []id.ID, page row.Page) {
		t.Helper()
		r.Object, r.Order, r.Total, r.Fields = "contact", order, true, []string{}
		page, err := f.Read(t.Context(), f.org, r)
		if err != nil {
			t.Fatal(err)
		}
		for _, item := range page.Items {
			ids = append(ids, item.ID)
		}
		return ids, page
	}
	all, ours := []row.Relation{{Kind: schema.ToAll}}, []row.Relation{{Kind: schema.ToOwner, IDs: owners[:1]}}
	for text, sort := range map[string]string{"kaka": "few", "a": "nearly all", "nobody like this": "none", "example": "all"} {
		search := &row.Search{Fields: []string{"name", "email"}, Terms: []row.Term{{Text: text}}}
		for _, visible := range [][]row.Relation{all, ours} {
			var want []id.ID
			where := `lower(name) LIKE '%' || $1 || '%' OR lower(email) LIKE '%' || $1 || '%'`
			if len(text) < 3 { // at the beginning of a word only
				where = `lower(name) LIKE $1 || '%' OR lower(name) LIKE '% ' || $1 || '%' OR lower(email) LIKE $1 || '%' OR lower(email) LIKE '% ' || $1 || '%'`
			}
			rows, err := f.conn.Query(t.Context(), `SELECT id::text FROM `+tables.Quote(tables.SchemaOf(f.org))+`.contact
				WHERE (`+where+`) AND ($2 OR owner = $3) ORDER BY modified_date DESC, id DESC`, text, visible[0].Kind == schema.ToAll, string(owners[0]))
			if err != nil {
				t.Fatal(err)
			}
			for rows.Next() {
				var one id.ID
				if err := rows.Scan(&one); err != nil {
					t.Fatal(err)
				}
				want = append(want, one)
			}
			for _, page := range []struct{ limit, offset int }{{25, 0}, {25, 25}, {3, len(want) - 2}, {1000, 0}, {10, len(want)}} {
				if page.offset < 0 {
					continue
				}
				got, told := read(row.ReadRequest{Search: search, Visible: visible, Limit: page.limit, Offset: page.offset})
				wanted := want[min(page.offset, len(want)):min(page.offset+page.limit, len(want))]
				// A busy machine doesn't count in time, and says so: then at least what was shown.
				counts := told.Total == int64(len(want)) || told.Estimated && told.Total >= int64(page.offset+len(got))
				if !slices.Equal(got, wanted) || !counts {
					t.Errorf("%s, %s, %+v: %d records of %d, want %d of %d", sort, visible[0].Kind, page, len(got), told.Total, len(wanted), len(want))
				}
			}
		}
	}
}
