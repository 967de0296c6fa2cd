package pg_test

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"switchboard/cmd/storetest"
	"switchboard/storage/id"
	"switchboard/storage/pg/commit"
	"switchboard/storage/pg/tables"
	"switchboard/storage/row"
	"switchboard/storage/schema"
)

// crowd fills an organization's contacts: people of 300 first names and 3,000 surnames, at
// 20,000 companies, each with a number and an address of his own.
const crowd = `
INSERT INTO %[1]s.contact (id, organization_id, version, created_date, modified_date, name, first_name, last_name, company, email, phone, do_not_call, owner)
SELECT gen_random_uuid(), '%[2]s', 1, at, at, first || ' ' || last, first, last, company, lower(first) || i || '@' || lower(last) || '.example',
  jsonb_build_object('country_code', '+1', 'phone_number', '+1' || (2000000000 + (i * 7919::bigint) %% 7999999999)), i %% 10 = 0,
  ('%[3]s'::uuid[])[1 + i %% 20]
FROM (
  SELECT i, timestamptz '2024-01-01' + i * interval '50 seconds' AS at,
    syllables[1 + i %% 20] || lower(syllables[1 + (i / 20) %% 15]) AS first,
    syllables[1 + (i / 300) %% 20] || lower(syllables[1 + (i / 6000) %% 15]) || lower(syllables[1 + (i / 90000) %% 10]) AS last,
    syllables[1 + (i * 7) %% 20] || lower(syllables[1 + (i * 11) %% 19]) || ' ' || syllables[1 + (i * 13) %% 17] || ' ' || (i %% 3) AS company
  FROM generate_series(1, %[4]d) i, (SELECT ARRAY['Ka','Lo','Mi','Ne','Ra','Sa','To','Vi','Be','Da','El','Fa','Go','Hu','Jo','Ke','Li','Mo','Na','Ol'] AS syllables) s
) people`

// BenchmarkAMillion reads pages of a million contacts (SWITCHBOARD_CROWD for another
// number of them) as a list and a search do; the median and the 95th percentile are of
// the database's time.
func BenchmarkAMillion(b *testing.B) {
	size := 1_000_000
	if text := os.Getenv("SWITCHBOARD_CROWD"); text != "" {
		var err error
		if size, err = strconv.Atoi(text); err != nil {
			b.Fatal(err)
		}
	}
	store, dsn := storetest.WithDSN(b)
	org := storetest.Organization
	conn, err := pgx.Connect(b.Context(), dsn)
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = conn.Close(b.Context()) }()
	owners := make([]id.ID, 20)
	for i := range owners {
		owners[i] = id.New()
	}
	began := time.Now()
	for _, statement := range []string{
		fmt.Sprintf(crowd, tables.Quote(tables.SchemaOf(org)), org, tables.IDArray(owners), size),
		"VACUUM ANALYZE " + tables.Quote(tables.SchemaOf(org)) + ".contact",
	} {
		if strings.HasPrefix(statement, "VACUUM") {
			if err := store.IndexLargeTables(b.Context()); err != nil {
				b.Fatal(err)
			}
		}
		if _, err := conn.Exec(b.Context(), statement); err != nil {
			b.Fatal(err)
		}
	}
	b.Logf("%d contacts after %v", size, time.Since(began).Round(time.Second))
	// Every tenth contact is changed behind the moment that is asked for.
	then := &row.AsOf{At: time.Now()}
	var changed []id.ID
	rows, err := conn.Query(b.Context(), "SELECT id::text FROM "+tables.Quote(tables.SchemaOf(org))+".contact WHERE get_byte(uuid_send(id), 15) % 10 = 0")
	if err == nil {
		changed, err = pgx.CollectRows(rows, pgx.RowTo[id.ID])
	}
	if err != nil {
		b.Fatal(err)
	}
	for part := range slices.Chunk(changed, commit.MaxBulk) {
		if _, err := store.CommitBulk(b.Context(), commit.Bulk{Organization: org, Object: "contact", IDs: part, Set: row.Fields{"company": "Changed"}}); err != nil {
			b.Fatal(err)
		}
	}
	// Autovacuum does this to a table that changed so much; here it is done before the clock runs.
	if _, err := conn.Exec(b.Context(), "VACUUM ANALYZE "+tables.Quote(tables.SchemaOf(org))+".contact"); err != nil {
		b.Fatal(err)
	}
	everybody := []row.Relation{{Kind: schema.ToAll}}
	search := []string{"name", "company", "email", "phone", "second_phone"}
	looked := func(terms ...row.Term) row.ReadRequest {
		return row.ReadRequest{Search: &row.Search{Fields: search, Terms: terms, Ranked: true}, Limit: 8}
	}
	meant := func(terms ...row.Term) row.ReadRequest {
		r := looked(terms...)
		r.Search.Alike = true
		return r
	}
	latest := []row.Order{{Field: "modified_date", Descending: true}, {Field: "id", Descending: true}}
	middle, named := time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC).Add(time.Duration(size/2)*50*time.Second).Format(time.RFC3339), "lo"
	listed := func(terms ...row.Term) row.ReadRequest {
		return row.ReadRequest{Search: &row.Search{Fields: search, Terms: terms}, Order: latest, Limit: 25, Total: true}
	}
	for _, c := range []struct {
		name string
		what row.ReadRequest
	}{
		{"list of 25", row.ReadRequest{Order: latest, Limit: 25}},
		{"list of 25 and total", row.ReadRequest{Order: latest, Limit: 25, Total: true}},
		{"two fields", row.ReadRequest{Order: latest, Limit: 25, Where: []row.Condition{
			{Field: "company", Operator: "=", Value: "Kalo Vi 1"}, {Field: "do_not_call", Operator: "=", Value: true},
		}}},
		{"page 20,000", row.ReadRequest{Order: latest, Limit: 25, Offset: size / 2}},
		{"page by cursor in the middle", row.ReadRequest{Order: latest[:1], Limit: 25, After: &row.Place{Keys: []*string{&middle}, ID: id.New()}}},
		{"page by cursor, by name", row.ReadRequest{Order: []row.Order{{Field: "name"}}, Limit: 25, After: &row.Place{Keys: []*string{&named}, ID: id.New()}}},
		{"palette, a surname", looked(row.Term{Text: "tomika"})},
		{"palette, a whole name", looked(row.Term{Text: "kalo"}, row.Term{Text: "tomika"})},
		{"palette, two letters", looked(row.Term{Text: "ka"})},
		{"palette, three letters", looked(row.Term{Text: "kal"})},
		{"palette, a number", looked(row.Term{Text: "7760055", Digits: "7760055"})},
		{"palette, a slip in six letters", meant(row.Term{Text: "tomkia"})},
		{"palette, a slip in five letters", meant(row.Term{Text: "tomka"})},
		{"palette, a slip in seven letters", meant(row.Term{Text: "tomikka"})},
		{"palette, a slip in a whole name", meant(row.Term{Text: "kalo"}, row.Term{Text: "tomkia"})},
		{"palette, a slip that nobody meant", meant(row.Term{Text: "jonat"})},
		{"list, a surname and total", listed(row.Term{Text: "tomika"})},
		{"list, three letters and total", listed(row.Term{Text: "kal"})},
		{"list, a number and total", listed(row.Term{Text: "7760055", Digits: "7760055"})},
		{fmt.Sprintf("one as it was, of %d changed", len(changed)), row.ReadRequest{AsOf: &row.AsOf{At: then.At, Records: changed[:1]}, Limit: 1}},
		{"list as it was", row.ReadRequest{AsOf: then, Order: []row.Order{{Field: "name"}}, Limit: 25}},
		{"list as it was and total", row.ReadRequest{AsOf: then, Order: []row.Order{{Field: "name"}}, Limit: 25, Total: true}},
	} {
		b.Run(c.name, func(b *testing.B) {
			c.what.Object, c.what.Visible, c.what.Browse = "contact", everybody, true
			var took []time.Duration
			found := 0
			for b.Loop() {
				page, err := store.Read(b.Context(), org, c.what)
				if err != nil {
					b.Fatal(err)
				}
				took, found = append(took, page.Took), len(page.Items)
			}
			slices.Sort(took)
			at := func(share int) float64 { return float64(took[len(took)*share/100].Microseconds()) / 1000 }
			b.ReportMetric(at(50), "p50-ms")
			b.ReportMetric(at(95), "p95-ms")
			b.ReportMetric(float64(found), "rows")
		})
	}
}
