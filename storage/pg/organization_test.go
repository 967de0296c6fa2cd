package pg_test

import (
	"log/slog"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"

	"switchboard/actors/features"
	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/pg"
	"switchboard/storage/pg/organizations"
	"switchboard/storage/pg/pgtest"
	"switchboard/storage/row"
	"switchboard/storage/schema"
)

func newOrganization(f *fixture, name string) id.ID {
	f.Helper()
	one := id.New()
	if err := f.CreateOrganization(f.Context(), organizations.Organization{ID: one, Name: name}); err != nil {
		f.Fatal(err)
	}
	return one
}

func TestOrganizations(t *testing.T) {
	f := newFixture(t)
	other := newOrganization(f, "  Other ")
	all, err := f.Organizations(t.Context())
	if err != nil || len(all) != 2 || all[0].ID != f.org || all[1].ID != other {
		t.Fatalf("organizations %v %v", all, err)
	}
	one, err := f.Organization(t.Context(), other)
	if err != nil || one.Name != "Other" || one.Created.IsZero() {
		t.Errorf("organization %+v %v", one, err)
	}
	f.refused(f.CreateOrganization(t.Context(), organizations.Organization{ID: other, Name: "Again"}), fault.Conflict)
	f.refused(f.CreateOrganization(t.Context(), organizations.Organization{ID: "x", Name: "Bad"}), fault.Invalid)
	f.refused(f.CreateOrganization(t.Context(), organizations.Organization{ID: id.New(), Name: " "}), fault.Invalid)
	for _, absent := range []id.ID{"", "x", id.New()} {
		_, err = f.Organization(t.Context(), absent)
		f.refused(err, fault.NotFound)
	}
}

// shape is every column and index of the database.
func (f *fixture) shape() []string {
	f.Helper()
	rows, err := f.conn.Query(f.Context(), `
		SELECT table_schema || '.' || table_name || '.' || column_name || ' ' || data_type FROM information_schema.columns
		WHERE table_schema NOT IN ('pg_catalog', 'information_schema')
		UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname NOT IN ('pg_catalog', 'information_schema') ORDER BY 1`)
	if err != nil {
		f.Fatal(err)
	}
	out, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		f.Fatal(err)
	}
	return out
}

func migrateTwice(f *fixture) {
	f.Helper()
	var wg sync.WaitGroup
	errs := make([]error, 2)
	for i := range errs {
		wg.Go(func() { errs[i] = f.Migrate(f.Context()) })
	}
	wg.Wait()
	for _, err := range errs {
		if err != nil {
			f.Fatal(err)
		}
	}
}

func TestMigratingAgainChangesNothing(t *testing.T) {
	f := newFixture(t)
	before := f.shape()
	migrateTwice(f)
	if after := f.shape(); !reflect.DeepEqual(before, after) {
		t.Errorf("before %d, after %d columns and indexes", len(before), len(after))
	}
}

// otherRegistry makes the next start look at an organization's tables.
func (f *fixture) otherRegistry(organization id.ID) {
	f.Helper()
	if _, err := f.conn.Exec(f.Context(), "UPDATE core.organization SET registry = 'of another release' WHERE id = $1", string(organization)); err != nil {
		f.Fatal(err)
	}
}

// A start asks the catalogue for nobody whose tables were made for this registry, so
// that it takes as long with a thousand organizations as with one.
func TestAStartLooksAtChangedOrganizationsAlone(t *testing.T) {
	f := newFixture(t)
	changed, same := newOrganization(f, "Changed"), newOrganization(f, "Same")
	has := func(organization id.ID) bool {
		return slices.ContainsFunc(f.shape(), func(line string) bool {
			return strings.HasPrefix(line, "org_"+organization.Compact()+".contact.email ")
		})
	}
	for _, one := range []id.ID{changed, same} {
		if _, err := f.conn.Exec(t.Context(), "ALTER TABLE org_"+one.Compact()+".contact DROP COLUMN email"); err != nil {
			t.Fatal(err)
		}
	}
	f.otherRegistry(changed)
	migrateTwice(f)
	if !has(changed) || has(same) {
		t.Errorf("the changed one was looked at %t, the other one %t", has(changed), has(same))
	}
	f.otherRegistry(changed)
	f.otherRegistry(same)
	migrateTwice(f)
	if !has(same) {
		t.Error("the other one was passed over")
	}
}

func TestEnsureAddsWhatIsMissingAndKeepsTheRest(t *testing.T) {
	f := newFixture(t)
	contact := f.create("contact", row.Fields{"name": "Grace", "company": "Navy"})
	f.used("user")
	f.grow("contact")
	if err := f.IndexLargeTables(t.Context()); err != nil {
		t.Fatal(err)
	}
	want := f.shape()
	in := "org_" + f.org.Compact()
	for _, text := range []string{
		`DROP TABLE ` + in + `.note`,
		`ALTER TABLE ` + in + `.contact DROP COLUMN email`,
		`ALTER TABLE ` + in + `.twilio_conversation DROP COLUMN unread_messages`,
		`DROP INDEX ` + in + `.contact_company_idx`,
		`DROP INDEX ` + in + `.user_email_key`,
		`ALTER TABLE ` + in + `.contact ADD COLUMN of_a_later_release text`,
	} {
		if _, err := f.conn.Exec(t.Context(), text); err != nil {
			t.Fatal(err)
		}
	}
	f.otherRegistry(f.org)
	migrateTwice(f) // two nodes start at once, and build indexes
	got := f.shape()
	for _, item := range want {
		if !slices.Contains(got, item) {
			t.Errorf("%s is missing", item)
		}
	}
	if extra := len(got) - len(want); extra != 1 {
		t.Errorf("%d more columns and indexes than before, want the later release's", extra)
	}
	read, err := f.Get(t.Context(), f.org, "contact", contact.ID)
	if err != nil || read.Text("company") != "Navy" {
		t.Errorf("read %v %v", read, err)
	}
	f.create("note", row.Fields{"name": "N"})
}

func TestAnUnfinishedIndexIsBuiltAgain(t *testing.T) {
	f := newFixture(t)
	in := "org_" + f.org.Compact()
	f.grow("contact")
	if err := f.IndexLargeTables(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := f.conn.Exec(t.Context(), `UPDATE pg_index SET indisvalid = false WHERE indexrelid = '`+in+`.contact_company_idx'::regclass`); err != nil {
		t.Fatal(err)
	}
	f.otherRegistry(f.org)
	if err := f.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	var valid bool
	err := f.conn.QueryRow(t.Context(), `SELECT indisvalid FROM pg_index WHERE indexrelid = '`+in+`.contact_company_idx'::regclass`).Scan(&valid)
	if err != nil || !valid {
		t.Errorf("valid %v, %v", valid, err)
	}
}

func TestEnsureNeverAltersAType(t *testing.T) {
	f := newFixture(t)
	if _, err := f.conn.Exec(t.Context(), `ALTER TABLE org_`+f.org.Compact()+`.contact ALTER COLUMN company TYPE varchar(10)`); err != nil {
		t.Fatal(err)
	}
	f.otherRegistry(f.org)
	err := f.Migrate(t.Context())
	if err == nil || !strings.Contains(err.Error(), "company") {
		t.Errorf("got %v", err)
	}
}

func TestOtherRegistriesHaveOtherTables(t *testing.T) {
	registry, err := schema.NewRegistry(
		&schema.Object{APIName: "user", Title: "User", Role: schema.Person, Route: schema.RouteRule{Owner: "id"}, Fields: []*schema.Field{
			{Name: "is_active", Title: "Active", Type: schema.Boolean},
			{Name: "teams", Title: "Teams", Type: schema.LookupList, Target: "team", Grants: schema.GrantsTeams},
		}},
		&schema.Object{APIName: "team", Title: "Team", Role: schema.Team, Fields: []*schema.Field{
			{Name: "members", Title: "Members", Type: schema.LookupList, Target: "user", Grants: schema.GrantsMembers},
		}},
		&schema.Object{APIName: strings.Repeat("a", 63), Title: "Long", Fields: []*schema.Field{
			{Name: strings.Repeat("b", 63), Title: "Long", Type: schema.Text, Unique: true},
			{Name: strings.Repeat("b", 62) + "c", Title: "Longer", Type: schema.Text, Unique: true},
			{Name: "select", Title: "Word", Type: schema.Number, Indexed: true},
		}},
	)
	if err != nil {
		t.Fatal(err)
	}
	store, err := pg.Open(t.Context(), pg.Config{DSN: pgtest.OpenEmpty(t), Registry: registry, MaxConns: 2, Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	if err := store.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	org := id.New()
	if err := store.CreateOrganization(t.Context(), organizations.Organization{ID: org, Name: "O"}); err != nil {
		t.Fatal(err)
	}
	if err := store.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	write := row.Write{Object: strings.Repeat("a", 63), Op: entry.Created, Set: row.Fields{strings.Repeat("b", 62) + "c": "x", "select": 1.5}}
	change := row.Change{Organization: org, Writes: []row.Write{write}}
	if _, err := store.Commit(t.Context(), change); err != nil {
		t.Fatal(err)
	}
	_, err = store.Commit(t.Context(), change)
	if e := fault.From(err); e == nil || e.Code != fault.Conflict || e.Fields[strings.Repeat("b", 62)+"c"] == nil {
		t.Errorf("got %v", err)
	}
}

// TestIDsThatAClientMakesAreUniquePerUser also brings an organization of an earlier
// release up to date, whose index let one id stand once for all users.
func TestIDsThatAClientMakesAreUniquePerUser(t *testing.T) {
	f := newFixture(t)
	here := "org_" + f.org.Compact()
	f.used("chat_message")
	if _, err := f.conn.Exec(t.Context(), `DROP INDEX `+here+`.chat_message_client_id_key_per_user;
		CREATE UNIQUE INDEX chat_message_client_id_key ON `+here+`.chat_message (client_id) WHERE deleted_date IS NULL AND client_id <> ''`); err != nil {
		t.Fatal(err)
	}
	f.otherRegistry(f.org)
	if err := f.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	say := func(user id.ID) error {
		_, err := f.Commit(t.Context(), f.change(row.Write{
			Object: "chat_message", Op: entry.Created, Set: row.Fields{"chat": id.Derived("chat"), "body": "x", "user": user, "client_id": "one"},
		}))
		return err
	}
	for _, user := range []string{"Ada", "Bob"} {
		if err := say(id.Derived(user)); err != nil {
			t.Fatalf("%s: %v", user, err)
		}
	}
	if e := fault.From(say(id.Derived("Bob"))); e == nil || e.Code != fault.Conflict || e.Fields["client_id"] == nil {
		t.Fatalf("the same user, twice: %v", e)
	}
}

func TestAWrongAddressIsSaidAtTheStart(t *testing.T) {
	for _, dsn := range []string{"postgres://127.0.0.1:1/none?connect_timeout=2", "://"} {
		store, err := pg.Open(t.Context(), pg.Config{DSN: dsn, Registry: features.Registry()})
		if err == nil {
			store.Close()
			t.Errorf("%q opened", dsn)
		}
	}
	_, err := pg.Open(t.Context(), pg.Config{DSN: "postgres://127.0.0.1:1/none", Registry: features.Registry()})
	if !fault.Is(err, fault.Unavailable) {
		t.Errorf("got %v", err)
	}
}

func newConversation(f *fixture, organization id.ID) id.ID {
	f.Helper()
	c := f.change(row.Write{Object: "twilio_conversation", Op: entry.Created, Set: row.Fields{"sid": string(id.New())}})
	c.Organization = organization
	return f.commit(c)[0].ID
}

func TestNumbersAndConversationsFindTheirOrganization(t *testing.T) {
	f := newFixture(t)
	other := newOrganization(f, "Other")
	in := func(org id.ID, object string, set row.Fields) id.ID {
		c := f.change(row.Write{Object: object, Op: entry.Created, Set: set})
		c.Organization = org
		return f.commit(c)[0].ID
	}
	number := func(org id.ID, e164 string) id.ID {
		return in(org, "twilio_phone", row.Fields{"phone_number": e164, "sid": "PN" + e164})
	}
	mine, theirs := number(f.org, "+15550000001"), number(other, "+15550000002")
	conversation := newConversation(f, other)
	for e164, want := range map[string][2]id.ID{"+15550000001": {f.org, mine}, "+15550000002": {other, theirs}} {
		organization, phone, err := f.OrganizationByNumber(t.Context(), e164)
		if err != nil || organization != want[0] || phone != want[1] {
			t.Errorf("%s is %s of %s, %v", e164, phone, organization, err)
		}
	}
	organization, err := f.OrganizationByRecord(t.Context(), conversation)
	if err != nil || organization != other {
		t.Errorf("the conversation is of %s, %v", organization, err)
	}
	_, _, err = f.OrganizationByNumber(t.Context(), "' OR true --")
	f.refused(err, fault.NotFound)
	for _, absent := range []id.ID{"", "x", id.New()} {
		_, err = f.OrganizationByRecord(t.Context(), absent)
		f.refused(err, fault.NotFound)
	}
	f.commit(f.change(row.Write{Object: "twilio_phone", ID: mine, Op: entry.Removed}))
	if organization, _, err = f.OrganizationByNumber(t.Context(), "+15550000001"); !fault.Is(err, fault.NotFound) {
		t.Errorf("a number given back is of %s, %v", organization, err)
	}
}
