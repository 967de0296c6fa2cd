package demo_test

import (
	"context"
	"testing"
	"time"

	"switchboard/cmd/storetest"
	"switchboard/cmd/switchboard/demo"
	"switchboard/storage/entry"
	"switchboard/storage/id"
	"switchboard/storage/pg/organizations"
	"switchboard/storage/pg/pgtest"
	"switchboard/storage/row"
)

func TestMain(m *testing.M) { pgtest.Main(m) }

// Records that a user deleted stay deleted at the next start, and stop
// nothing.
func TestASecondSeedLeavesDeletedRecordsAlone(t *testing.T) {
	store, _ := storetest.New(t)
	if err := store.CreateOrganization(t.Context(), organizations.Organization{ID: demo.Organization, Name: demo.OrganizationName}); err != nil {
		t.Fatal(err)
	}
	seed := demo.Seed{
		Store: store, PhoneApp: "ValPhone", ServiceSID: "IS0123456789abcdef0123456789abcdef", Now: time.Now().UTC(),
		AddUser: func(context.Context, id.ID, string, string, row.Fields) error { return nil },
		Seal:    func(string, id.ID, string, []byte) (string, error) { return "sealed:00000000.x", nil },
	}
	run := func() {
		t.Helper()
		if err := seed.People(t.Context()); err != nil {
			t.Fatal(err)
		}
		if err := seed.History(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	run()
	gone := demo.ContactAt(0).ID
	chats, err := store.Find(t.Context(), demo.Organization, row.Query{Object: "chat"})
	if err != nil || len(chats) == 0 {
		t.Fatalf("chats %v: %v", chats, err)
	}
	writes := []row.Write{{Object: "contact", ID: gone, Op: entry.Removed}}
	for _, c := range chats {
		writes = append(writes, row.Write{Object: "chat", ID: c.ID, Op: entry.Removed})
	}
	if _, err := store.Commit(t.Context(), row.Change{Organization: demo.Organization, Writes: writes}); err != nil {
		t.Fatal(err)
	}
	run()
	contacts, err := store.Count(t.Context(), demo.Organization, row.Query{Object: "contact"})
	if err != nil || contacts != demo.ContactCount-1 {
		t.Errorf("%d contacts after the second start: %v", contacts, err)
	}
}

// A demo organization of an earlier release uses its app from the next start
// on; one that has removed the app since stays without it.
func TestADemoOfAnEarlierReleaseUsesItsAppOnce(t *testing.T) {
	store, _ := storetest.New(t)
	if err := store.CreateOrganization(t.Context(), organizations.Organization{ID: demo.Organization, Name: demo.OrganizationName}); err != nil {
		t.Fatal(err)
	}
	seed := demo.Seed{
		Store: store, PhoneApp: "ValPhone", ServiceSID: "IS0123456789abcdef0123456789abcdef", Now: time.Now().UTC(),
		AddUser: func(context.Context, id.ID, string, string, row.Fields) error { return nil },
		Seal:    func(string, id.ID, string, []byte) (string, error) { return "sealed:00000000.x", nil },
	}
	app := id.Derived("demo/app/valphone")
	used := func() int {
		t.Helper()
		if err := seed.People(t.Context()); err != nil {
			t.Fatal(err)
		}
		organization, err := store.Get(t.Context(), demo.Organization, "organization", demo.Organization)
		if err != nil {
			t.Fatal(err)
		}
		return len(organization.Lookups("apps"))
	}
	write := func(writes ...row.Write) {
		t.Helper()
		if _, err := store.Commit(t.Context(), row.Change{Organization: demo.Organization, Writes: writes}); err != nil {
			t.Fatal(err)
		}
	}
	if n := used(); n != 1 {
		t.Errorf("a new one uses %d apps", n)
	}
	out := row.Write{Object: "organization", ID: demo.Organization, Op: entry.Updated, Set: row.Fields{"apps": []id.ID{}}}
	write(out)
	if n := used(); n != 0 {
		t.Errorf("what was taken out is back: %d", n)
	}
	write(row.Write{Object: "app", ID: app, Op: entry.Updated, Set: row.Fields{"app_version": "1.0"}})
	if n := used(); n != 1 {
		t.Errorf("one of before uses %d apps", n)
	}
	write(out)
	if n := used(); n != 0 {
		t.Errorf("what was taken out then is back: %d", n)
	}
}
