package queries_test

import (
	"context"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"switchboard/cmd/storetest"
	"switchboard/storage/access"
	"switchboard/storage/id"
	"switchboard/storage/pg/queries"
	"switchboard/storage/pg/tables"
	"switchboard/storage/query"
)

// crowded fills an organization with contacts of few names and owners: many are alike, and
// many lack what others have. Some are removed, and some merged into others.
func crowded(t *testing.T, dsn string, org, somebody id.ID, n int) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close(context.WithoutCancel(t.Context())) }()
	own := tables.Quote(tables.SchemaOf(org))
	for _, statement := range []string{
		fmt.Sprintf(`INSERT INTO %s.contact (id, organization_id, created_date, modified_date, deleted_date, owner, name, company, email, do_not_call, tags, phone)
			SELECT md5(i::text)::uuid, '%s', at, at + i %% 3 * interval '1 day', CASE WHEN i %% 11 = 0 THEN at END,
				CASE i %% 3 WHEN 0 THEN '%s'::uuid WHEN 1 THEN md5('owner')::uuid END, (ARRAY['Ann', 'ann', 'Bob', 'Zoë', 'zoe', ''])[1 + i %% 7],
				(ARRAY['Acme', 'acme', 'Bolt'])[1 + i %% 5], CASE WHEN i %% 4 > 0 THEN 'e' || i %% 9 || '@example.test' END, (ARRAY[true, false])[1 + i %% 3],
				CASE WHEN i %% 6 > 0 THEN ARRAY['t' || i %% 5] END, CASE WHEN i %% 4 > 1 THEN jsonb_build_object('phone_number', '+1206555' || i %% 8) END
			FROM (SELECT i, timestamptz '2026-03-01' + i / 10 * interval '7 hours' AS at FROM generate_series(1, %d) i) made`, own, org, somebody, n),
		fmt.Sprintf("UPDATE %[1]s.contact SET merged_into = md5((1 + get_byte(uuid_send(id), 0) %% 40)::text)::uuid WHERE email IS NULL", own),
		fmt.Sprintf("VACUUM ANALYZE %s.contact", own), // an index alone answers what no transaction has just changed
	} {
		if _, err := conn.Exec(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
}

// A page that is read in two steps is the same, whatever filters, orders and rights there are.
func TestADeepPageIsTheSame(t *testing.T) {
	t.Parallel()
	store, dsn := storetest.WithDSN(t)
	org, g := storetest.Organization, newGenerator(3)
	boss := principal(t, store, org, true)
	crowded(t, dsn, org, boss.User, 150)
	read := map[string]access.ObjectPermission{"contact": {Read: true}, "user": {Read: true}}
	set := func(scope access.Scope, fields ...string) access.PermissionSet {
		one := access.PermissionSet{Objects: read, Scopes: map[string]access.Scope{"contact": scope, "user": access.ScopeAll}, Fields: map[string]map[string]access.FieldPermission{"contact": {}, "user": {"name": {Read: true}}}}
		for _, f := range fields {
			one.Fields["contact"][f] = access.FieldPermission{Read: true}
		}
		return one
	}
	some := []string{"name", "owner", "created_date", "modified_date"}
	every := append([]string{"company", "email", "do_not_call", "tags", "phone", "merged_into"}, some...)
	readers := []*access.Principal{boss, principal(t, store, org, false, set(access.ScopeOwn, every...)),
		principal(t, store, org, false, set(access.ScopeAll, some...), set(access.ScopeOwn, every...))} // most fields in his own records only
	contact := g.registry.Object("contact")
	orders := []string{"name", "owner", "owner.name", "created_date", "modified_date", "id", "LOWER(name)"}
	others := append([]string{"company", "merged_into.name", "merged_into.company", "email", "do_not_call", "LOWER(company)", "phone.phone_number", "COALESCE(company, email)"}, orders...)
	const rounds = 600
	asked, rows, masked := 0, 0, 0
	for i := range rounds {
		p := readers[i%len(readers)]
		by, where := others, pick(g, "", " WHERE "+g.condition(contact, "a"), " WHERE company IN (SELECT company FROM contact WHERE do_not_call = true)",
			" WHERE merged_into.name != 'Bob' OR email IS NOT NULL")
		if i%len(readers) == 2 { // nothing looks at what is masked
			by, where = orders, pick(g, "", " WHERE name != 'Bob'", " WHERE owner.name IS NULL AND created_date > '2026-03-02'")
		}
		order := make([]string, g.IntN(4))
		for j := range order {
			order[j] = pick(g, by...) + pick(g, "", " DESC")
		}
		text := "SELECT " + pick(g, "*", "name, company, email", "id, merged_into, phone", "LOWER(name) AS n, owner", "1 AS one") + " FROM contact a" + where
		if len(order) > 0 {
			text += " ORDER BY " + strings.Join(order, ", ")
		}
		text += fmt.Sprintf(" LIMIT %d OFFSET %d", 1+g.IntN(200), g.IntN(60))
		prepared, err := store.PrepareQuery(t.Context(), org, query.Request{Text: text, Reader: p, Clock: noon, Key: 1})
		if err != nil {
			continue // the generator wrote nonsense
		}
		plain, err := paged(t, prepared, false)
		deep, failed := paged(t, prepared, true)
		if fmt.Sprint(err) != fmt.Sprint(failed) || !reflect.DeepEqual(plain, deep) {
			t.Fatalf("%s\n  answers %+v, %v\n  and deep %+v, %v", text, plain, err, deep, failed)
		}
		asked++
		rows += len(plain.Rows)
		if statement, _ := queries.Statement(prepared); strings.Contains(statement, "CASE WHEN") {
			masked++
		}
	}
	t.Logf("%d of %d were taken, with %d rows, %d with masked fields", asked, rounds, rows, masked)
	if asked < rounds/2 || rows < 10*asked || masked < rounds/10 {
		t.Errorf("of %d queries %d were taken, with %d rows, %d with masked fields: too few to tell", rounds, asked, rows, masked)
	}
}

// paged runs a query, with its page read in two steps or in one.
func paged(t *testing.T, prepared query.Prepared, deep bool) (query.Answer, error) {
	t.Helper()
	if !queries.Deep(prepared, deep) {
		t.Fatal("it can't be read so")
	}
	out, err := prepared.Run(t.Context())
	out.Took = 0
	out.Total, out.Estimated = 0, false // an estimate if the count ran out of its time on a busy machine
	return out, err
}

// Behind a thousand records a page is read in two steps, in one round trip like any other,
// and of the records before it nothing is read but an index.
func TestADeepPageReadsAnIndexAlone(t *testing.T) {
	t.Parallel()
	rich, dsn := storetest.WithDSN(t)
	org := storetest.Organization
	boss := principal(t, rich, org, true)
	crowded(t, dsn, org, boss.User, 3_000)
	if err := rich.IndexLargeTables(t.Context()); err != nil {
		t.Fatal(err)
	}
	store, count := counted(t, dsn)
	for _, c := range []struct {
		text      string
		page      int
		deep, one bool // it is read in two steps; by an index alone
	}{
		{"SELECT * FROM contact ORDER BY modified_date DESC LIMIT 25 OFFSET 1000", 0, true, true},
		{"SELECT * FROM contact ORDER BY modified_date DESC LIMIT 25 OFFSET 999", 0, false, false},
		{"SELECT * FROM contact ORDER BY modified_date DESC LIMIT 25", 41, true, true},
		{"SELECT * FROM contact ORDER BY modified_date DESC LIMIT 26", 40, false, false},
		{"SELECT * FROM contact ORDER BY modified_date DESC LIMIT 100 OFFSET 2000", 0, false, false}, // too few for so long a page
		{"SELECT * FROM contact WHERE modified_date > '2026-01-01' ORDER BY modified_date LIMIT 25 OFFSET 1000", 0, true, true},
		{"SELECT * FROM contact WHERE do_not_call = true OR name != 'x' ORDER BY modified_date LIMIT 25 OFFSET 1000", 0, true, false},
		{"SELECT DISTINCT name FROM contact ORDER BY name LIMIT 25 OFFSET 1000", 0, false, false},
		{"SELECT name, COUNT(*) AS n FROM contact GROUP BY name LIMIT 25 OFFSET 1000", 0, false, false},
		{"SELECT a.name FROM contact a JOIN contact b ON a.id = b.id LIMIT 25 OFFSET 1000", 0, false, false},
		{"SELECT a.name FROM (SELECT name FROM contact) a LIMIT 25 OFFSET 1000", 0, false, false},
	} {
		prepared, err := store.PrepareQuery(t.Context(), org, query.Request{Text: c.text, Page: c.page, Reader: boss, Clock: noon})
		if err != nil {
			t.Fatal(err)
		}
		how, err := prepared.Explain(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if deep := strings.Contains(how.SQL, "ANY (ARRAY(SELECT"); deep != c.deep {
			t.Errorf("%s\n  is asked for by %s", c.text, how.SQL)
		}
		if one := strings.Contains(string(how.Plan), `"Index Only Scan"`); c.deep && one != c.one {
			t.Errorf("%s\n  is planned as %s", c.text, how.Plan)
		}
		if !c.deep {
			continue
		}
		for range 3 {
			count.N.Store(0)
			if answer, err := prepared.Run(t.Context()); err != nil || len(answer.Rows) < 25 || answer.Offset < 1000 || answer.Total != 2728 {
				t.Fatal(c.text, answer, err)
			}
		}
		if n := count.N.Load(); n > 2 { // the page with the kept total, and the owners' names or a counted total
			t.Errorf("%s: %d round trips", c.text, n)
		}
	}
}
