package pg_test

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"switchboard/actors/features"
	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/origin"
	"switchboard/storage/pg/commit"
	"switchboard/storage/pg/retention"
	"switchboard/storage/row"
	"switchboard/storage/schema"
	"switchboard/storage/soaktest"
)

// shown is a record in wire shape as it stands.
func (f *fixture) shown(object string, one id.ID) row.Item {
	f.Helper()
	page, err := f.Read(f.Context(), f.org, row.ReadRequest{
		Object: object, Where: []row.Condition{{Field: "id", Operator: "=", Value: one}}, Visible: []row.Relation{{Kind: schema.ToAll}},
	})
	if err != nil || len(page.Items) != 1 {
		f.Fatalf("%s %s: %d of it, %v", object, one, len(page.Items), err)
	}
	return page.Items[0]
}

func (f *fixture) history(object string, one id.ID) []row.Revision {
	f.Helper()
	page, err := f.History(f.Context(), f.org, row.HistoryRequest{Object: object, Record: one, Limit: 100})
	if err != nil || page.More {
		f.Fatalf("history: %v, more %t", err, page.More)
	}
	return page.Revisions
}

func (f *fixture) past(object string, one id.ID, version int64) row.Past {
	f.Helper()
	past, err := f.Past(f.Context(), f.org, object, one, version)
	if err != nil {
		f.Fatalf("past: %v", err)
	}
	return past
}

// someOf are random values of some of an object's fields.
func someOf(random *rand.Rand, o *schema.Object, turn int, fits func(*schema.Field) bool) row.Fields {
	out := row.Fields{}
	for _, field := range o.Fields {
		switch {
		case field.System || !field.Stored() || field.Number || field.Name == o.Route.Private || slices.Contains(o.KeepOne, field.Name) || !fits(field):
		case random.IntN(3) == 0:
			out[field.Name] = sample(field, turn)
		case random.IntN(6) == 0:
			out[field.Name] = nil
		}
	}
	return out
}

// grantsMembership reports whether a write sets who is in which team, which bulk changes refuse.
func grantsMembership(o *schema.Object, set row.Fields) bool {
	_, teams := set[o.Granting(schema.GrantsTeams)]
	_, members := set[o.Granting(schema.GrantsMembers)]
	return teams || members
}

// versions gives how many times a record changes in a test of what was, and the seed of how:
// a few times in the same way, or often in a new way in a soak.
func versions(t *testing.T) (n int, seed uint64) {
	t.Helper()
	if !soaktest.IsSoak() {
		return 5, 13
	}
	_, seed = soaktest.Rounds(t, 1)
	return 16, seed
}

// How a record stands with what its history lays over it is how it stood: of every object,
// whatever changed, by every way of writing.
func TestTheHistoryGivesEveryVersionBack(t *testing.T) {
	f := newFixture(t)
	f.superuser("keeper") // one is always left
	turns, seed := versions(t)
	random := rand.New(rand.NewPCG(seed, 5))
	for _, o := range features.Registry().Objects() {
		if o.Internal || o.Untracked {
			continue
		}
		t.Run(o.APIName, func(t *testing.T) {
			f := &fixture{T: t, Store: f.Store, org: f.org, conn: f.conn}
			some := func(turn int) row.Fields { return someOf(random, o, turn, func(*schema.Field) bool { return true }) }
			one := f.create(o.APIName, some(1)).ID
			f.create(o.APIName, nil) // another's history is not this one's
			stood := map[int64]row.Item{1: f.shown(o.APIName, one)}
			for turn := 2; turn <= turns; turn++ {
				write := row.Write{Object: o.APIName, ID: one, Op: entry.Updated, Set: some(turn), Quiet: random.IntN(4) == 0}
				var err error
				switch way := random.IntN(5); {
				case way == 0:
					err = f.CommitMany(t.Context(), f.change(write))
				case way == 1:
					_, err = f.CommitItems(t.Context(), f.change(write))
				case way == 2 && len(write.Set) > 0 && !grantsMembership(o, write.Set):
					_, err = f.CommitBulk(t.Context(), commit.Bulk{Organization: f.org, Object: o.APIName, IDs: []id.ID{one}, Set: write.Set})
				case way == 3:
					f.commit(f.change(row.Write{Object: o.APIName, ID: one, Op: entry.Removed}))
					_, err = f.Commit(t.Context(), f.change(row.Write{Object: o.APIName, ID: one, Op: row.Restored, Set: write.Set}))
				default:
					_, err = f.Commit(t.Context(), f.change(write))
				}
				if err != nil {
					t.Fatal(err)
				}
				now := f.shown(o.APIName, one)
				stood[now.Version] = now
			}
			for version, then := range stood {
				past := f.past(o.APIName, one, version)
				if !past.Known || past.Oldest != 1 {
					t.Errorf("version %d: %+v", version, past)
				}
				got := maps.Clone(f.shown(o.APIName, one).Fields)
				maps.Copy(got, past.Fields)
				for _, field := range o.Fields {
					if field.Tracked() && !bytes.Equal(got[field.Name], then.Fields[field.Name]) {
						t.Errorf("version %d: %s was %s, the history says %s", version, field.Name, then.Fields[field.Name], got[field.Name])
					}
				}
			}
		})
	}
}

func TestAChangeIsKeptWithWhoMadeItAndFromWhere(t *testing.T) {
	f := newFixture(t)
	ada := f.user("Ada")
	from := origin.Origin{Via: origin.UI, Address: "192.0.2.7", Request: "r-1"}
	change := func(by id.ID, writes ...row.Write) row.Change {
		return row.Change{Organization: f.org, By: by, Writes: writes}
	}
	commit := func(c row.Change) row.Record {
		t.Helper()
		records, err := f.Commit(origin.With(t.Context(), from), c)
		if err != nil {
			t.Fatal(err)
		}
		return records[0]
	}
	one := commit(change(ada, row.Write{Object: "contact", Op: entry.Created, Cause: "contact.created", Set: row.Fields{"name": "Grace"}})).ID
	commit(change(ada, row.Write{Object: "contact", ID: one, Op: entry.Updated, Cause: "contact.updated", Set: row.Fields{"owner": nil, "company": "Navy", "name": "Grace"}}))
	commit(change(ada, row.Write{Object: "contact", ID: one, Op: entry.Updated, Cause: "contact.updated", Set: row.Fields{"company": "Navy"}})) // it is so
	f.commit(f.change(row.Write{Object: "contact", ID: one, Op: entry.Updated, Quiet: true, Set: row.Fields{"company": nil}}))
	commit(change(ada, row.Write{Object: "contact", ID: one, Op: entry.Removed, Cause: "contact.deleted"}))
	commit(change(ada, row.Write{Object: "contact", ID: one, Op: row.Restored, Cause: "contact.restored"}))

	by := `{"id":"` + string(ada) + `","name":"Ada"}`
	want := []string{
		"5 restored contact.restored " + by + " {ui 192.0.2.7 r-1 } map[] map[]",
		"4 removed contact.deleted " + by + " {ui 192.0.2.7 r-1 } map[] map[]",
		`3 updated  null {system   } map[company:"Navy"] map[company:null]`,
		"2 updated contact.updated " + by + " {ui 192.0.2.7 r-1 } map[company:null owner:" + by + `] map[company:"Navy" owner:null]`,
		"1 created contact.created " + by + " {ui 192.0.2.7 r-1 } map[] map[]",
	}
	var got []string
	for _, r := range f.history("contact", one) {
		if since := time.Since(r.At); since < 0 || since > time.Minute {
			t.Errorf("at %v", r.At)
		}
		got = append(got, fmt.Sprintf("%d %s %s %s %v %s %s", r.Version, r.Op, r.Cause, r.Actor, r.From, r.Before, r.After))
	}
	if !slices.Equal(got, want) {
		t.Errorf("history\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if other := f.history("note", one); len(other) != 0 {
		t.Errorf("of another object: %v", other)
	}
	first, err := f.History(t.Context(), f.org, row.HistoryRequest{Object: "contact", Record: one, Limit: 2})
	if err != nil || !first.More || len(first.Revisions) != 2 {
		t.Fatalf("first page: %+v, %v", first, err)
	}
	rest, err := f.History(t.Context(), f.org, row.HistoryRequest{Object: "contact", Record: one, Limit: 3, Before: first.Revisions[1].Version})
	if err != nil || rest.More || len(rest.Revisions) != 3 || rest.Revisions[0].Version != 3 {
		t.Errorf("the rest: %+v, %v", rest, err)
	}
}

// What is bookkeeping, secret or refused leaves nothing in the history.
func TestWhatIsNotKept(t *testing.T) {
	f := newFixture(t)
	rows := func() (n int) {
		t.Helper()
		if err := f.conn.QueryRow(t.Context(), "SELECT count(*) FROM core.record_change").Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	user := f.user("Ada")
	before := rows()
	f.commit(f.change(row.Write{Object: "user", ID: user, Op: entry.Updated, Set: row.Fields{
		"last_seen": time.Now(), "settings": row.JSONValue(map[string]any{"theme": "dark"}), "account": "secret",
	}}))
	if n := rows(); n != before {
		t.Errorf("%d rows of bookkeeping", n-before)
	}
	f.commit(f.change(row.Write{Object: "user", ID: user, Op: entry.Updated, Set: row.Fields{"last_seen": time.Now().Add(time.Hour), "account": "another", "extension": "77"}}))
	if h := f.history("user", user); len(h) != 2 || len(h[0].After) != 1 || string(h[0].After["extension"]) != `"77"` {
		t.Errorf("%+v", h)
	}
	f.create("invitation", row.Fields{"user": user})
	if n := rows(); n != before+1 {
		t.Errorf("%d rows of an internal object", n-before-1)
	}
	if _, err := f.Commit(t.Context(), f.change(
		row.Write{Object: "contact", Op: entry.Created, Set: row.Fields{"name": "B"}}, row.Write{Object: "contact", ID: id.New(), Op: entry.Removed},
	)); err == nil || rows() != before+1 {
		t.Errorf("a change that was refused: %v, %d rows", err, rows()-before-1)
	}
}

func TestWhatWasRemovedComesBack(t *testing.T) {
	f := newFixture(t)
	f.user("Ada")
	number := "+15550100"
	phone := f.create("twilio_phone", row.Fields{"name": "Front desk", "phone_number": number})
	restore := row.Write{Object: "twilio_phone", ID: phone.ID, Op: row.Restored, Cause: "twilio_phone.restored"}
	if _, err := f.Commit(t.Context(), f.change(restore)); !fault.Is(err, fault.NotFound) {
		t.Errorf("one that is there: %v", err)
	}
	f.commit(f.change(row.Write{Object: "twilio_phone", ID: phone.ID, Op: entry.Removed}))
	if of, _, err := f.OrganizationByNumber(t.Context(), number); err == nil && of != "" {
		t.Errorf("the number of what was removed is %s's", of)
	}
	stale := restore
	stale.Expect = 1
	if _, err := f.Commit(t.Context(), f.change(stale)); !fault.Is(err, fault.VersionConflict) {
		t.Errorf("a stale version: %v", err)
	}
	f.entries()
	back := f.commit(f.change(restore))[0]
	if back.Version != 3 || back.Text("name") != "Front desk" || back.Fields["deleted_date"] != nil {
		t.Errorf("restored %+v", back)
	}
	e := f.entry()
	if e.Op != entry.Created || e.Version != 3 || string(e.Record["name"]) != `"Front desk"` || string(e.After["name"]) != `"Front desk"` || e.Before != nil {
		t.Errorf("entry %+v", e)
	}
	if of, record, err := f.OrganizationByNumber(t.Context(), number); err != nil || of != f.org || record != phone.ID {
		t.Errorf("its number leads to %s %s, %v", of, record, err)
	}
	f.commit(f.change(row.Write{Object: "twilio_phone", ID: phone.ID, Op: entry.Removed}))
	f.create("twilio_phone", row.Fields{"name": "Another", "phone_number": number})
	if _, err := f.Commit(t.Context(), f.change(restore)); !fault.Is(err, fault.Conflict) {
		t.Errorf("its number is another's now: %v", err)
	}
}

func TestTheHistoryIsTrimmedByOrganization(t *testing.T) {
	f := newFixture(t)
	one := f.create("contact", row.Fields{"name": "A"})
	f.update(one, row.Fields{"name": "B"})
	months := func() (names []string) {
		t.Helper()
		if err := f.conn.QueryRow(t.Context(), `SELECT coalesce(array_agg(inhrelid::regclass::text ORDER BY inhrelid::regclass::text), '{}') FROM pg_inherits WHERE inhparent = 'core.record_change'::regclass`).Scan(&names); err != nil {
			t.Fatal(err)
		}
		return names
	}
	now := time.Now().UTC()
	first := time.Date(now.Year(), now.Month(), 1, 0, 0, 0, 0, time.UTC)
	var want []string
	for n := range 4 {
		want = append(want, "core.record_change_"+first.AddDate(0, n, 0).Format("2006_01"))
	}
	want = append(want, "core.record_change_rest")
	if got := months(); !slices.Equal(got, want) {
		t.Errorf("months %v, want %v", got, want)
	}
	// Eleven years ago lies in a month that nobody keeps, eight years ago in the rest.
	old := first.AddDate(-11, 0, 0)
	for _, statement := range []string{
		"CREATE TABLE core.record_change_" + old.Format("2006_01") + " PARTITION OF core.record_change FOR VALUES FROM ('" +
			old.Format(time.RFC3339) + "') TO ('" + old.AddDate(0, 1, 0).Format(time.RFC3339) + "')",
		"UPDATE core.record_change SET at = now() - interval '8 years' WHERE version = 1",
	} {
		if _, err := f.conn.Exec(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
	periods := retention.Periods{Of: func(_ context.Context, organization id.ID) (l retention.Lengths, err error) {
		if organization == f.org {
			l.History = 9 * 8766 * time.Hour
		}
		return l, nil
	}}
	if _, err := f.Trim(t.Context(), periods); err != nil {
		t.Fatal(err)
	}
	if got := months(); !slices.Equal(got, want) {
		t.Errorf("months %v, want %v", got, want)
	}
	if h := f.history("contact", one.ID); len(h) != 2 {
		t.Errorf("nine years are kept: %v", h)
	}
	if _, err := f.Trim(t.Context(), retention.Periods{}); err != nil {
		t.Fatal(err)
	}
	if h := f.history("contact", one.ID); len(h) != 1 || h[0].Version != 2 {
		t.Errorf("seven years are kept: %v", h)
	}
	if past := f.past("contact", one.ID, 1); !past.Known || past.Oldest != 1 || string(past.Fields["name"]) != `"A"` {
		t.Errorf("what stood before the oldest change is known: %+v", past)
	}
}
