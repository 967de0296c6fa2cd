package pg_test

import (
	"log/slog"
	"slices"
	"sync"
	"testing"

	"switchboard/actors/features"
	"switchboard/storage/entry"
	"switchboard/storage/eventlog"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/pg"
	"switchboard/storage/row"
	"switchboard/storage/schema"
)

func ticket() *schema.Object {
	return &schema.Object{APIName: "ticket", Title: "Ticket", Feed: true, Fields: []*schema.Field{
		{Name: "code", Title: "Code", Type: schema.Text, Required: true, Unique: true},
		{Name: "contact", Title: "Contact", Type: schema.Lookup, Target: "contact", Indexed: true},
		{Name: "state", Title: "State", Type: schema.Enum, Options: []string{"New", "Done"}, Default: "New"},
	}}
}

// node opens the fixture's database once more, as another process does.
func (f *fixture) node() *pg.Store {
	f.Helper()
	store, err := pg.Open(f.Context(), pg.Config{DSN: f.conn.Config().ConnString(), Registry: features.Registry(), MaxConns: 4, Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(store.Close)
	return store
}

// newTicket makes a record by a store.
func (f *fixture) newTicket(by *pg.Store, organization id.ID, code string) error {
	f.Helper()
	_, err := by.Commit(f.Context(), row.Change{Organization: organization, Writes: []row.Write{
		{Object: "ticket", Op: entry.Created, Set: row.Fields{"name": "T", "code": code, "state": "New"}},
	}})
	return err
}

func TestAnOrganizationHasAnObjectOfItsOwn(t *testing.T) {
	f := newFixture(t)
	elsewhere, other := newOrganization(f, "Other"), f.node()
	f.refused(f.newTicket(f.Store, f.org, "A"), fault.Invalid)
	f.refused(f.newTicket(other, f.org, "A"), fault.Invalid)
	f.entries()
	if err := f.AddObject(t.Context(), f.org, "", ticket()); err != nil {
		t.Fatal(err)
	}
	told := f.entries()
	if len(told) != 1 || told[0].Object != "schema" || told[0].Op != entry.Created {
		t.Fatalf("the log is told %+v", told)
	}

	if err := f.newTicket(f.Store, f.org, "A"); err != nil {
		t.Errorf("the node that made it: %v", err)
	}
	f.refused(f.newTicket(other, f.org, "B"), fault.Invalid) // it knows when the log tells it
	if follower, ok := other.Objects().(eventlog.Selective); !ok || !follower.Serves(f.org) {
		t.Error("a node does not follow an organization that it serves")
	}
	other.Objects().Append(f.org, told)
	for name, store := range map[string]*pg.Store{"another node": other, "a node that starts": f.node()} {
		if err := f.newTicket(store, f.org, name); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	err := f.newTicket(other, f.org, "A")
	f.refused(err, fault.Conflict)
	if e := fault.From(err); e.Fields["code"] == nil {
		t.Errorf("what is taken is told as %+v", e)
	}
	f.refused(f.newTicket(f.Store, elsewhere, "A"), fault.Invalid)
	found, err := other.Find(t.Context(), f.org, row.Query{Object: "ticket", Where: []row.Condition{{Field: "code", Operator: "=", Value: "A"}}})
	if err != nil || len(found) != 1 || found[0].Text("state") != "New" {
		t.Errorf("found %+v, %v", found, err)
	}

	before := f.shape()
	if err := f.node().Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	if after := f.shape(); !slices.Equal(before, after) {
		t.Error("a start changes the tables of an organization's own object")
	}
	registry, err := f.node().Registry(t.Context(), f.org)
	if err != nil || registry.Object("ticket") == nil || !slices.Contains(registry.Children("contact"), schema.Child{Object: "ticket", Field: "contact"}) {
		t.Errorf("after a start the registry has %v, %v", registry.Children("contact"), err)
	}
}

func TestAnObjectIsMadeWholeOrNot(t *testing.T) {
	f := newFixture(t)
	lost := ticket()
	lost.APIName, lost.Fields[1].Target = "lost", "nowhere"
	for _, c := range []struct {
		object *schema.Object
		code   fault.Code
	}{
		{&schema.Object{APIName: "contact", Title: "Contact"}, fault.Conflict},
		{&schema.Object{APIName: "Bad Name", Title: "X"}, fault.Invalid},
		{&schema.Object{APIName: "x", Title: "X", Live: true}, fault.Invalid},
		{lost, fault.Invalid},
	} {
		f.refused(f.AddObject(t.Context(), f.org, "", c.object), c.code)
	}
	f.refused(f.AddObject(t.Context(), id.New(), "", ticket()), fault.NotFound)

	var schemaName string
	if err := f.conn.QueryRow(t.Context(), "SELECT schema_name FROM core.organization WHERE id = $1", string(f.org)).Scan(&schemaName); err != nil {
		t.Fatal(err)
	}
	inTheWay := schemaName + ".ticket"
	if _, err := f.conn.Exec(t.Context(), "CREATE TABLE "+inTheWay+" (x int)"); err != nil {
		t.Fatal(err)
	}
	f.entries()
	if err := f.AddObject(t.Context(), f.org, "", ticket()); err == nil {
		t.Error("an object whose table can't be made is defined")
	}
	if told := f.entries(); len(told) != 0 {
		t.Errorf("told %+v", told)
	}
	if registry, err := f.Registry(t.Context(), f.org); err != nil || registry.Object("ticket") != nil {
		t.Errorf("half of an object is there: %v", err)
	}
	if _, err := f.conn.Exec(t.Context(), "DROP TABLE "+inTheWay); err != nil {
		t.Fatal(err)
	}

	// Of two who make the same one, one does.
	var wait sync.WaitGroup
	failures := make([]error, 2)
	for i, store := range []*pg.Store{f.Store, f.node()} {
		wait.Go(func() { failures[i] = store.AddObject(t.Context(), f.org, "", ticket()) })
	}
	wait.Wait()
	if failures[0] == nil {
		failures[0], failures[1] = failures[1], failures[0]
	}
	if failures[1] != nil {
		t.Error(failures[1])
	}
	f.refused(failures[0], fault.Conflict)
}

// A definition that this release can't read takes nothing but its own object away.
func TestADefinitionOfANewerRelease(t *testing.T) {
	f := newFixture(t)
	second := ticket()
	second.APIName = "parcel"
	for _, o := range []*schema.Object{ticket(), second} {
		if err := f.AddObject(t.Context(), f.org, "", o); err != nil {
			t.Fatal(err)
		}
	}
	found, err := f.Find(t.Context(), f.org, row.Query{Object: "schema", Where: []row.Condition{{Field: "api_name", Operator: "=", Value: "ticket"}}})
	if err != nil || len(found) != 1 {
		t.Fatal(found, err)
	}
	f.update(found[0], row.Fields{schema.DefinitionField: row.JSONValue(map[string]any{
		"api_name": "ticket", "title": "Ticket", "fields": []any{map[string]any{"name": "a", "title": "A", "type": "telepathy"}},
	})})
	registry, err := f.node().Registry(t.Context(), f.org)
	if err != nil || registry.Object("ticket") != nil || registry.Object("parcel") == nil || registry.Object("contact") == nil {
		t.Errorf("%v", err)
	}
}
