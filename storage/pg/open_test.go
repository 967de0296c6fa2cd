package pg_test

import (
	"slices"
	"testing"

	"switchboard/storage/entry"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// opens asserts which of an organization's records are open.
func (f *fixture) opens(object string, organization id.ID, want ...id.ID) {
	f.Helper()
	open, err := f.Open(f.Context(), object)
	if err != nil {
		f.Fatal(err)
	}
	got := open[organization]
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		f.Errorf("open are %v, want %v", got, want)
	}
}

func (f *fixture) put(organization id.ID, w row.Write) id.ID {
	f.Helper()
	made, err := f.Commit(f.Context(), row.Change{Organization: organization, Writes: []row.Write{w}})
	if err != nil {
		f.Fatal(err)
	}
	return made[0].ID
}

// What has to be looked after is found over all organizations, by a stored field and by
// a derived one, for as long as it is open.
func TestOpenRecordsAreFoundOverAllOrganizations(t *testing.T) {
	f := newFixture(t)
	other := newOrganization(f, "Other")
	call := func(organization id.ID, status string) id.ID {
		return f.put(organization, row.Write{Object: "call", Op: entry.Created, Set: row.Fields{"sid": string(id.New()), "status": status}})
	}
	mine, theirs := call(f.org, "ringing"), call(other, "queued")
	call(f.org, "completed")
	f.opens("call", f.org, mine)
	f.opens("call", other, theirs)
	f.put(f.org, row.Write{Object: "call", ID: mine, Op: entry.Updated, Set: row.Fields{"status": "in-progress"}})
	f.opens("call", f.org, mine)
	f.put(f.org, row.Write{Object: "call", ID: mine, Op: entry.Updated, Set: row.Fields{"status": "completed"}})
	f.opens("call", f.org)
	f.put(other, row.Write{Object: "call", ID: theirs, Op: entry.Removed})
	f.opens("call", other)

	on := func(status string) row.Fields {
		return row.Fields{"availability": []byte(`{"call_availability": {"call_status": "` + status + `"}}`)}
	}
	person := row.Fields{"name": "P", "email": "p@demo.test", "availability": on("on_call")["availability"]}
	user := f.put(f.org, row.Write{Object: "user", Op: entry.Created, Set: person})
	f.opens("user", f.org, user)
	f.put(f.org, row.Write{Object: "user", ID: user, Op: entry.Updated, Set: row.Fields{"name": "Q"}})
	f.opens("user", f.org, user)
	f.put(f.org, row.Write{Object: "user", ID: user, Op: entry.Updated, Set: on("away")})
	f.opens("user", f.org)
	// One change that finishes what it opened, and one that fails, leave nothing.
	_, err := f.Commit(f.Context(), row.Change{Organization: f.org, Writes: []row.Write{
		{Object: "user", ID: user, Op: entry.Updated, Set: on("on_call")}, {Object: "user", ID: user, Op: entry.Updated, Set: on("busy")},
	}})
	if err != nil {
		t.Fatal(err)
	}
	_, err = f.Commit(f.Context(), row.Change{Organization: f.org, Writes: []row.Write{
		{Object: "user", ID: user, Op: entry.Updated, Set: on("on_call")}, {Object: "user", ID: id.New(), Op: entry.Updated, Set: on("busy")},
	}})
	if err == nil {
		t.Fatal("an absent record was changed")
	}
	f.opens("user", f.org)
}

// A release that does not know of the list may have written: a start that finds another
// registry brings it up to date.
func TestOpenRecordsAreFilledInAtAStart(t *testing.T) {
	f := newFixture(t)
	ringing := f.put(f.org, row.Write{Object: "call", Op: entry.Created, Set: row.Fields{"sid": "CA1", "status": "ringing"}})
	over := f.put(f.org, row.Write{Object: "call", Op: entry.Created, Set: row.Fields{"sid": "CA2", "status": "completed"}})
	f.sql("DELETE FROM core.open")
	f.sql("INSERT INTO core.open (object, organization_id, id) VALUES ('call', $1, $2)", string(f.org), string(over))
	f.otherRegistry(f.org)
	f.ok(f.Migrate(t.Context()))
	f.opens("call", f.org, ringing)
}
