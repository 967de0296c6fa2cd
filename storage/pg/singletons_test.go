package pg_test

import (
	"encoding/json"
	"testing"

	"switchboard/storage/entry"
	"switchboard/storage/row"
	"switchboard/storage/settings"
)

// Each organization has its one record, also one that a release made which did not
// know of it; what was changed in it stays.
func TestSingletonsComeWithTheirOrganization(t *testing.T) {
	f := newFixture(t)
	check := func(want string) {
		t.Helper()
		record, err := f.Get(t.Context(), f.org, "organization", f.org)
		if err != nil {
			t.Fatal(err)
		}
		stored, _ := record.Fields["settings"].(json.RawMessage)
		if record.Text("name") != want || settings.Parse(stored).RingSeconds != 30 || record.Lookup("organization_id") != f.org {
			t.Errorf("record %v", record.Fields)
		}
	}
	made, err := f.Organization(t.Context(), f.org)
	if err != nil {
		t.Fatal(err)
	}
	check(made.Name)
	if _, err := f.conn.Exec(t.Context(), `DROP TABLE "org_`+f.org.Compact()+`".organization`); err != nil {
		t.Fatal(err)
	}
	f.otherRegistry(f.org)
	if err := f.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	check(made.Name)
	_, err = f.Commit(t.Context(), row.Change{Organization: f.org, Writes: []row.Write{
		{Object: "organization", ID: f.org, Op: entry.Updated, Set: row.Fields{"name": "Renamed"}},
	}})
	if err != nil {
		t.Fatal(err)
	}
	f.otherRegistry(f.org)
	if err := f.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	check("Renamed")
}
