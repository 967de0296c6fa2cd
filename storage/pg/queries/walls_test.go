package queries_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"golang.org/x/sync/errgroup"

	"switchboard/actors/features"
	"switchboard/cmd/storetest"
	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/pg"
	"switchboard/storage/pg/organizations"
	"switchboard/storage/pg/pgtest"
	"switchboard/storage/pg/pool"
	"switchboard/storage/pg/queries"
	"switchboard/storage/pg/tables"
	"switchboard/storage/query"
	"switchboard/storage/row"
)

func TestMain(m *testing.M) { pgtest.Main(m) }

const privileges, readOnly = "42501", "25006"

func put(t *testing.T, store *pg.Store, org id.ID, object string, set row.Fields) id.ID {
	t.Helper()
	made := id.New()
	_, err := store.Commit(t.Context(), row.Change{Organization: org, Writes: []row.Write{{Object: object, ID: made, Op: entry.Created, Set: set}}})
	if err != nil {
		t.Fatal(err)
	}
	return made
}

// The role reads what people can be shown of its organization, and nothing else: whatever
// text comes to it, since here there is no compiler.
func TestTheRoleReadsItsOrganizationsColumns(t *testing.T) {
	t.Parallel()
	store, org := storetest.New(t)
	other := id.New()
	if err := store.CreateOrganization(t.Context(), organizations.Organization{ID: other, Name: "Other"}); err != nil {
		t.Fatal(err)
	}
	put(t, store, org, "contact", row.Fields{"name": "Ann"})
	own, foreign := tables.Quote(tables.SchemaOf(org)), tables.Quote(tables.SchemaOf(other))
	for text, code := range map[string]string{
		"SELECT name FROM " + own + ".contact":                  "",
		"SELECT name FROM " + own + `."user"`:                   "",
		"SELECT name FROM " + foreign + ".contact":              privileges,
		"SELECT email FROM core.account":                        privileges,
		"SELECT account FROM " + own + `."user"`:                privileges,
		"SELECT count(*)::text FROM " + own + ".session":        privileges,
		"SELECT api_key FROM " + own + ".auth_credential":       privileges,
		"SELECT (t.*)::text FROM " + own + ".auth_credential t": privileges,
		"SELECT rolpassword FROM pg_authid":                     privileges,
		"SELECT pg_read_file('/etc/passwd')":                    privileges,
	} {
		rows, err := store.Bare(t.Context(), org, text, 1, false)
		if !pool.Is(err, code) && (code != "" || err != nil) {
			t.Errorf("%s: %v %v", text, rows, err)
		}
	}
	// A second organization has a role of its own.
	if _, err := store.Bare(t.Context(), other, "SELECT name FROM "+own+".contact", 1, false); !pool.Is(err, privileges) {
		t.Error(err)
	}
	for _, text := range []string{
		"WITH gone AS (DELETE FROM " + own + ".contact RETURNING name) SELECT name FROM gone",
		"WITH made AS (INSERT INTO " + own + ".contact (id, organization_id, created_date, modified_date) VALUES (gen_random_uuid(), gen_random_uuid(), now(), now()) RETURNING name) SELECT name FROM made",
		"SELECT nextval('core.audit')::text",
	} {
		if rows, err := store.Bare(t.Context(), org, text, 1, false); !pool.Is(err, privileges, readOnly) {
			t.Errorf("%s under the role: %v %v", text, rows, err)
		}
		if rows, err := store.Bare(t.Context(), org, text, 1, true); !pool.Is(err, readOnly) { // the transaction alone
			t.Errorf("%s without the role: %v %v", text, rows, err)
		}
	}
}

// A field that organizations make of their own is granted with the first query that comes
// after, and one that becomes encrypted is taken.
func TestTheRoleFollowsTheTables(t *testing.T) {
	t.Parallel()
	store, org := storetest.New(t)
	boss := principal(t, store, org, true)
	if _, err := run(t, store, boss, "SELECT name FROM contact"); err != nil {
		t.Fatal(err)
	}
	if err := store.AddObject(t.Context(), org, "", sample()); err != nil {
		t.Fatal(err)
	}
	put(t, store, org, "sample", row.Fields{"name": "One"})
	boss = principal(t, store, org, true)
	rows, err := run(t, store, boss, "SELECT name FROM sample")
	if err != nil || len(rows) != 1 {
		t.Error(rows, err)
	}
}

// A page ends behind the row that fills it, in the database already, and says so.
func TestAPageOfLargeRows(t *testing.T) {
	t.Parallel()
	store, org := storetest.New(t)
	const rows = 30
	for i := range rows {
		settings, err := json.Marshal(map[string]string{"query": strings.Repeat(string(rune('a'+i%26)), 250_000)})
		if err != nil {
			t.Fatal(err)
		}
		put(t, store, org, "report", row.Fields{"name": fmt.Sprintf("R%02d", i), "object": "contact", "query": json.RawMessage(settings)})
	}
	boss := principal(t, store, org, true)
	page := 1
	for seen := 0; seen < rows; page++ {
		limit := 0
		if page == 1 { // of few the database does not say where they are full
			limit = 25
		}
		prepared, err := store.PrepareQuery(t.Context(), org, query.Request{Text: fmt.Sprintf("SELECT name, query FROM report ORDER BY name OFFSET %d", seen), Limit: limit, Reader: boss, Clock: noon})
		if err != nil {
			t.Fatal(err)
		}
		answer, err := prepared.Run(t.Context())
		if err != nil || len(answer.Rows) == 0 || answer.Next != (seen+len(answer.Rows) < rows) || answer.Total != rows || answer.Bytes > 5<<20 {
			t.Fatalf("from %d: %d rows, %d bytes, of %d, %v %v", seen, len(answer.Rows), answer.Bytes, answer.Total, answer.Next, err)
		}
		if want := fmt.Sprintf(`{"name":"R%02d"`, seen); !strings.HasPrefix(string(answer.Rows[0]), want) {
			t.Errorf("from %d: %.40s", seen, answer.Rows[0])
		}
		seen += len(answer.Rows)
	}
	if page < 2 {
		t.Error("all of it fitted into one page")
	}
}

// Many may ask at once, also first: the role is granted once and the shapes are shared.
func TestManyAskAtOnce(t *testing.T) {
	t.Parallel()
	store, org := storetest.New(t)
	put(t, store, org, "contact", row.Fields{"name": "Ann"})
	boss := principal(t, store, org, true)
	work, ctx := errgroup.WithContext(t.Context())
	for i := range 16 {
		work.Go(func() error {
			prepared, err := store.PrepareQuery(ctx, org, query.Request{Text: fmt.Sprintf("SELECT name FROM contact WHERE name = 'Ann' OR company = '%d'", i%3), Reader: boss, Clock: noon})
			if err != nil {
				return err
			}
			answer, err := prepared.Run(ctx)
			if err == nil && len(answer.Rows) != 1 {
				return fmt.Errorf("%d rows", len(answer.Rows))
			}
			return err
		})
	}
	if err := work.Wait(); err != nil {
		t.Error(err)
	}
}

// Rights are in the statement: they hold without the role.
func TestRightsHoldWithoutTheRole(t *testing.T) {
	t.Parallel()
	store, org := storetest.New(t)
	mine, theirs := put(t, store, org, "user", row.Fields{"name": "Ann", "email": "ann@example.com"}), put(t, store, org, "user", row.Fields{"name": "Bob", "email": "bob@example.com"})
	put(t, store, org, "contact", row.Fields{"name": "Mine", "owner": mine, "email": "a@example.com"})
	hidden := put(t, store, org, "contact", row.Fields{"name": "Theirs", "owner": theirs, "email": "b@example.com"})
	put(t, store, org, "call", row.Fields{"sid": "Call", "contact": hidden, "user": mine})
	gone := put(t, store, org, "contact", row.Fields{"name": "Gone", "owner": mine})
	_, err := store.Commit(t.Context(), row.Change{Organization: org, Writes: []row.Write{{Object: "contact", ID: gone, Op: entry.Removed}}})
	if err != nil {
		t.Fatal(err)
	}
	p := access.Build(features.Registry(), access.Inputs{Organization: org, User: mine, Sets: []access.PermissionSet{{
		Objects: map[string]access.ObjectPermission{"contact": {Read: true}, "call": {Read: true}},
		Scopes:  map[string]access.Scope{"contact": access.ScopeOwn},
	}}})
	for text, want := range map[string]string{
		"SELECT name FROM contact": "[[Mine]]",
		"SELECT call.sid, contact.name AS c FROM call LEFT JOIN contact ON call.contact = contact.id":  "[[Call <nil>]]",
		"SELECT contact.name AS c, call.sid FROM contact RIGHT JOIN call ON call.contact = contact.id": "[[<nil> Call]]",
		"SELECT call.sid FROM call JOIN contact ON call.contact = contact.id":                          "[]",
		"SELECT contact.name AS c FROM call":                                                           "[[<nil>]]",
		"SELECT sid FROM call WHERE contact.email = 'b@example.com'":                                   "[]",
		"SELECT sid FROM call WHERE contact IN (SELECT id FROM contact)":                               "[]",
		"SELECT sid FROM call WHERE EXISTS (SELECT 1 FROM contact WHERE contact.id = call.contact)":    "[]",
		"SELECT name FROM contact WHERE id NOT IN (SELECT contact FROM call)":                          "[[Mine]]",
		"SELECT COUNT(*) AS n FROM contact":                                                            "[[1]]",
		"SELECT MAX(email) AS n FROM contact":                                                          "[[a@example.com]]",
		"SELECT x.name FROM (SELECT name FROM contact) x":                                              "[[Mine]]",
		"SELECT name, email FROM user ORDER BY name":                                                   "[[Ann ann@example.com] [Bob <nil>]]",
	} {
		prepared, err := store.PrepareQuery(t.Context(), org, query.Request{Text: text, Reader: &p, Clock: noon})
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		rows, err := queries.Roleless(t.Context(), prepared)
		if got := printed(rows); err != nil || got != want {
			t.Errorf("%s: %s %v, not %s", text, got, err, want)
		}
	}
}

// What a statement may take is bounded in the database, whatever came through the compiler.
func TestBoundsOfAStatement(t *testing.T) {
	t.Parallel()
	store, org := storetest.New(t)
	store.QueryLimits.Time = 200 * time.Millisecond
	if _, err := store.Bare(t.Context(), org, "SELECT pg_sleep(60)::text", 1, false); !pool.Is(err, pool.QueryCanceled) {
		t.Error("time:", err)
	}
	store.QueryLimits = queries.Bounds()
	store.QueryLimits.Time, store.QueryLimits.Memory, store.QueryLimits.TempFile = time.Minute, "64kB", "64kB"
	const large = "SELECT md5(i::text) FROM generate_series(1, 300000) i ORDER BY 1"
	var e *pgconn.PgError
	if _, err := store.Bare(t.Context(), org, large, 1, false); !errors.As(err, &e) || e.Code != "53400" {
		t.Error("memory:", err)
	}
	store.QueryLimits = queries.Bounds()
	const cartesian = "SELECT a::text FROM generate_series(1, 100000) a, generate_series(1, 100000) b ORDER BY a + b"
	if _, err := store.Bare(t.Context(), org, cartesian, 2, false); !fault.Is(err, fault.Invalid) || !strings.Contains(err.Error(), "is too expensive") {
		t.Error("cost:", err)
	}
}

// A total that takes too long to count is what the planner guesses, and no fewer than are
// shown; a page beside it is whole, and so is the next one.
func TestATotalThatTakesTooLong(t *testing.T) {
	t.Parallel()
	store, org := storetest.New(t)
	for i := range 9 {
		put(t, store, org, "contact", row.Fields{"name": fmt.Sprintf("C%d", i)})
	}
	slow := "SELECT name FROM " + tables.Quote(tables.SchemaOf(org)) + ".contact WHERE pg_sleep(0.02)::text = ''"
	for range 2 {
		answer, err := store.BarePage(t.Context(), org, slow, 2)
		if err != nil || len(answer.Rows) != 2 || !answer.Estimated || answer.Total < 2 {
			t.Errorf("%d rows of %d (estimated: %t), %v", len(answer.Rows), answer.Total, answer.Estimated, err)
		}
		if answer, err = store.BarePage(t.Context(), org, "SELECT name FROM "+tables.Quote(tables.SchemaOf(org))+".contact", 2); err != nil || answer.Estimated || answer.Total != 9 {
			t.Errorf("then %d (estimated: %t), %v", answer.Total, answer.Estimated, err)
		}
	}
}
