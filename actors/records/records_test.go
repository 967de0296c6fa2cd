package records_test

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"sync"
	"testing"

	"switchboard/actors/features"
	"switchboard/actors/records"
	"switchboard/cmd/storetest"
	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/pg/pgtest"
	"switchboard/storage/row"
)

func TestMain(m *testing.M) { pgtest.Main(m) }

type world struct {
	*records.Service
	t     *testing.T
	store *storetest.Meddler
	org   id.ID
}

func newWorld(t *testing.T) *world {
	t.Helper()
	t.Parallel()
	store, org := storetest.New(t)
	m := &storetest.Meddler{Store: store}
	return &world{Service: records.New(m), t: t, store: m, org: org}
}

func (w *world) write(object string, record id.ID, op entry.Op, set row.Fields) id.ID {
	w.t.Helper()
	_, err := w.store.Store.Commit(w.t.Context(), row.Change{Organization: w.org, Writes: []row.Write{{Object: object, ID: record, Op: op, Set: set}}})
	if err != nil {
		w.t.Fatal(err)
	}
	return record
}

// person is a principal with one set, of rights to one object.
func (w *world) person(object string, scope access.Scope, fields map[string]access.FieldPermission) *access.Principal {
	w.t.Helper()
	user := id.New()
	w.write("user", user, entry.Created, row.Fields{"name": "U", "email": string(user) + "@example.com"})
	set := access.PermissionSet{
		Objects: map[string]access.ObjectPermission{object: {Create: true, Read: true, Update: true, Delete: true}},
		Scopes:  map[string]access.Scope{object: scope},
	}
	if fields != nil {
		set.Fields = map[string]map[string]access.FieldPermission{object: fields}
	}
	p := access.Build(features.Registry(), access.Inputs{Organization: w.org, User: user, Sets: []access.PermissionSet{set}})
	return &p
}

func input(record id.ID, field, value string) []records.Input {
	return []records.Input{{"id": row.JSONValue(record), field: row.JSONValue(value)}}
}

// Somebody else's write in between is no refusal, where the client named no version: rights are
// decided again and both writes stand.
func TestPatchDecidesAnew(t *testing.T) {
	w := newWorld(t)
	p := w.person("contact", access.ScopeAll, nil)
	contact := w.write("contact", id.New(), entry.Created, row.Fields{"name": "A"})
	w.store.Before = []func(){func() { w.write("contact", contact, entry.Updated, row.Fields{"company": "Acme"}) }}
	written, err := w.Patch(t.Context(), p, "contact", input(contact, "name", "B"), 0, "")
	if err != nil || string(written.Records[0]["company"]) != `"Acme"` || string(written.Records[0]["name"]) != `"B"` {
		t.Errorf("%v, %v", written, err)
	}
	w.store.Before = []func(){func() { w.write("contact", contact, entry.Updated, row.Fields{"company": "Bolt"}) }}
	if _, err := w.Patch(t.Context(), p, "contact", input(contact, "name", "C"), 3, ""); !fault.Is(err, fault.VersionConflict) {
		t.Errorf("with a version: %v", err)
	}
}

// A right that is lost between decision and write stops the write.
func TestPatchHoldsTheRightItWasDecidedOn(t *testing.T) {
	w := newWorld(t)
	p := w.person("note", access.ScopeOwn, nil)
	other := w.person("note", access.ScopeOwn, nil)
	note := w.write("note", id.New(), entry.Created, row.Fields{"name": "A", "notes": "x", "owner": p.User})
	given := func() { w.write("note", note, entry.Updated, row.Fields{"owner": other.User}) }
	w.store.Before = []func(){given}
	if _, err := w.Patch(t.Context(), p, "note", input(note, "name", "B"), 0, ""); !fault.Is(err, fault.Forbidden) {
		t.Errorf("the note was given away meanwhile: %v", err)
	}
	w.write("note", note, entry.Updated, row.Fields{"owner": p.User})
	w.store.Before = []func(){given}
	if err := w.Delete(t.Context(), p, "note", []id.ID{note}, 0, ""); !fault.Is(err, fault.VersionConflict) {
		t.Errorf("deleted meanwhile: %v", err)
	}
	got, err := w.store.Get(t.Context(), w.org, "note", note)
	if err != nil || got.Text("name") != "A" {
		t.Errorf("%v, %v", got.Fields, err)
	}
}

// A user who gives away a record sees in the response only what they may still read: the id.
func TestAnswerFollowsTheNewRoute(t *testing.T) {
	w := newWorld(t)
	p, other := w.person("note", access.ScopeOwn, nil), w.person("note", access.ScopeOwn, nil)
	note := w.write("note", id.New(), entry.Created, row.Fields{"name": "A", "notes": "x", "owner": p.User})
	written, err := w.Patch(t.Context(), p, "note", input(note, "owner", string(other.User)), 0, "")
	if err != nil || len(written.Records[0]) != 1 || string(written.Records[0]["id"]) != `"`+string(note)+`"` {
		t.Errorf("%v, %v", written, err)
	}
}

// A lookup sorts by its target's name: where that is not readable, it is not told apart from
// a field that does not exist. It filters by it among the records that he sees who asks.
func TestNamesOfLookupsDoNotShowByOrder(t *testing.T) {
	w := newWorld(t)
	p := w.person("note", access.ScopeAll, nil)
	boss := access.Build(features.Registry(), access.Inputs{Organization: w.org, User: p.User, Superuser: true})
	contacts := w.person("contact", access.ScopeOwn, nil) // own contacts only: names of others are hidden
	others := w.write("contact", id.New(), entry.Created, row.Fields{"name": "Hidden"})
	own := w.write("contact", id.New(), entry.Created, row.Fields{"name": "Seen", "owner": contacts.User})
	for name, into := range map[string]id.ID{"A": others, "B": own} {
		w.write("contact", id.New(), entry.Created, row.Fields{"name": name, "owner": contacts.User, "merged_into": into})
	}
	for what, c := range map[string]struct {
		p     *access.Principal
		code  fault.Code
		found []string
	}{"own contacts": {contacts, fault.Invalid, []string{"B"}}, "superuser": {&boss, "", []string{"A", "B"}}} {
		_, err := w.List(t.Context(), c.p, "contact", records.ListRequest{Order: []string{"merged_into"}})
		if c.code == "" && err != nil || c.code != "" && !fault.Is(err, c.code) {
			t.Errorf("%s, order: %v", what, err)
		}
		for _, filter := range []records.FilterRow{
			{Field: "merged_into.name", Operator: "LIKE", Value: json.RawMessage(`"e"`)}, {Field: "merged_into", Operator: "LIKE", Value: json.RawMessage(`"e"`)},
			{Field: "merged_into", SubField: "name", Operator: "IN", Value: json.RawMessage(`["Seen","Hidden"]`)},
			{Field: "merged_into.name", Operator: "IS NOT NULL"},
		} {
			list, err := w.List(t.Context(), c.p, "contact", records.ListRequest{Filter: []records.FilterRow{filter}, Order: []string{"name"}})
			var found []string
			for _, r := range list.Records {
				found = append(found, strings.Trim(string(r["name"]), `"`))
			}
			if err != nil || !slices.Equal(found, c.found) {
				t.Errorf("%s, filter %+v: %v, %v", what, filter, found, err)
			}
		}
	}
	if _, err := w.List(t.Context(), p, "note", records.ListRequest{Order: []string{"owner"}}); err != nil {
		t.Errorf("the names of users are everybody's: %v", err)
	}
}

// The same command at once is executed once.
func TestCreateAtOnce(t *testing.T) {
	w := newWorld(t)
	p := w.person("contact", access.ScopeAll, nil)
	command := string(id.New())
	var wait sync.WaitGroup
	made := make([]string, 6)
	for i := range made {
		wait.Go(func() {
			written, err := w.Create(context.WithoutCancel(t.Context()), p, "contact", []records.Input{{"name": json.RawMessage(`"A"`)}}, command)
			if err != nil {
				t.Error(err)
				return
			}
			made[i] = string(written.Records[0]["id"])
		})
	}
	wait.Wait()
	for _, one := range made {
		if one != made[0] || one == "" {
			t.Fatalf("made %v", made)
		}
	}
	page, err := w.List(t.Context(), p, "contact", records.ListRequest{Total: true})
	if err != nil || page.Total != 1 {
		t.Errorf("%d records, %v", page.Total, err)
	}
}

// refuser is an owner that does not take the last row.
type refuser struct{ asked int }

func (*refuser) Create(context.Context, *access.Principal, string, []row.ChangeRequest) ([]id.ID, error) {
	return nil, fault.New(fault.Conflict, "no")
}

func (r *refuser) Patch(_ context.Context, _ *access.Principal, _ string, rows []row.ChangeRequest) error {
	r.asked += len(rows)
	return fault.New(fault.Conflict, "no").At(len(rows) - 1)
}

func (*refuser) Remove(context.Context, *access.Principal, string, []row.ChangeRequest) error {
	return fault.New(fault.Conflict, "no")
}

func TestLiveRowsAreCheckedBeforeTheFirstIsHandedOver(t *testing.T) {
	w := newWorld(t)
	owner := &refuser{}
	w.Own("call", owner)
	p := w.person("call", access.ScopeAll, nil)
	first := w.write("call", id.New(), entry.Created, row.Fields{"status": "ringing"})
	second := w.write("call", id.New(), entry.Created, row.Fields{"status": "ringing"})
	rows := append(input(first, "notes", "x"), records.Input{"id": row.JSONValue(second), "notes": json.RawMessage(`7`)})
	_, err := w.Patch(t.Context(), p, "call", rows, 0, "")
	if e := fault.From(err); e == nil || e.Code != fault.Invalid || e.Index != 1 || owner.asked != 0 {
		t.Errorf("a bad second row: %v, the owner was asked %d times", err, owner.asked)
	}
	rows[1]["notes"] = json.RawMessage(`"y"`)
	if _, err := w.Patch(t.Context(), p, "call", rows, 0, ""); fault.From(err).Index != 1 || !fault.Is(err, fault.Conflict) {
		t.Errorf("the owner's refusal: %v", err)
	}
	// A live object without an owner is written by nobody.
	if _, err := w.Patch(t.Context(), w.person("chat", access.ScopeAll, nil), "chat",
		input(w.write("chat", id.New(), entry.Created, row.Fields{"name": "C"}), "name", "D"), 0, ""); !fault.Is(err, fault.Forbidden) {
		t.Errorf("without an owner: %v", err)
	}
}
