package pg_test

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"testing"
	"time"

	"switchboard/actors/features"
	"switchboard/storage/entry"
	"switchboard/storage/id"
	"switchboard/storage/pg/projection"
	"switchboard/storage/row"
	"switchboard/storage/schema"
)

// sample is a value of a field in storage shape, another one for each turn.
func sample(f *schema.Field, turn int) any {
	text := fmt.Sprintf("%s %d ✓ <b>'\"\\%%_", f.Name, turn)
	if len(f.Options) > 0 {
		option := f.Options[turn%len(f.Options)]
		if f.Type.Column.Element != nil {
			return []string{option}
		}
		return option
	}
	if f.Type.Sealed {
		return fmt.Sprintf("sealed:%08d.%s", turn, f.Name)
	}
	if f.Type == schema.Currency {
		return fmt.Sprintf("%d.50", turn)
	}
	switch f.Type.Column.Zero.(type) {
	case bool:
		return turn%2 == 0
	case int64:
		return int64(turn)<<40 + 7
	case float64:
		return float64(turn) + 0.1
	case time.Time:
		return time.Date(2026, 3, 9, 14, 30, turn, 123e6, time.UTC)
	case id.ID:
		return id.Derived(text)
	case []id.ID:
		return []id.ID{id.Derived(text), id.Derived(text + "b")}
	case []string:
		return []string{text, "b,{}\"", ""}
	case json.RawMessage:
		return row.JSONValue(map[string]any{"zebra": text, "a": []any{1, 2.5, nil, true}})
	default:
		return text
	}
}

func equal(a, b any) bool {
	x, isJSON := a.(json.RawMessage)
	y, _ := b.(json.RawMessage)
	if !isJSON {
		return reflect.DeepEqual(a, b)
	}
	var dx, dy any
	return json.Unmarshal(x, &dx) == nil && json.Unmarshal(y, &dy) == nil && reflect.DeepEqual(dx, dy)
}

func TestEveryObjectAndFieldComesBackAsItWasWritten(t *testing.T) {
	f := newFixture(t)
	f.superuser("keeper") // one is always left
	for _, o := range features.Registry().Objects() {
		set := func(turn int) row.Fields {
			out := row.Fields{}
			for _, field := range o.Fields {
				if !field.System && field.Stored() {
					out[field.Name] = sample(field, turn)
				}
			}
			return out
		}
		check := func(got row.Record, want row.Fields, version int64) {
			t.Helper()
			if got.Object != o.APIName || got.Version != version || got.Int("version") != version || got.Lookup("id") != got.ID {
				t.Errorf("%s: object %q id %s version %d", o.APIName, got.Object, got.ID, got.Version)
			}
			for name, value := range want {
				if !equal(value, got.Fields[name]) {
					t.Errorf("%s.%s: wrote %#v, read %#v", o.APIName, name, value, got.Fields[name])
				}
			}
			for _, field := range o.Fields {
				if _, there := got.Fields[field.Name]; there != field.Stored() {
					t.Errorf("%s.%s: present %v", o.APIName, field.Name, there)
				}
			}
		}
		created := f.create(o.APIName, set(1))
		check(created, set(1), 1)
		f.shows(o, created)
		updated := f.update(created, set(2))
		check(updated, set(2), 2)
		f.shows(o, updated)
		read, err := f.Get(t.Context(), f.org, o.APIName, created.ID)
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(read, updated) {
			t.Errorf("%s: commit returned %v, Get %v", o.APIName, updated, read)
		}

		// Nothing is a value too.
		nothing := row.Fields{}
		for name := range set(1) {
			nothing[name] = nil
		}
		emptied := f.update(created, nothing)
		check(emptied, nothing, 3)
		f.shows(o, emptied)
	}
}

// shows checks that a page of one and of several records shows of each field what is made
// of its stored value: a page is made of what the database sends.
func (f *fixture) shows(o *schema.Object, stored row.Record) {
	f.Helper()
	if o.Internal {
		return
	}
	want := projection.Record(o, stored, &projection.Resolved{})
	visible := slices.Concat(everything, []row.Relation{{Kind: schema.ToMember, IDs: stored.Lookups(o.Route.Members)}})
	for _, more := range []int{1, 100} {
		page, err := f.Read(f.Context(), f.org, row.ReadRequest{
			Object: o.APIName, Visible: visible, Limit: more, Where: []row.Condition{{Field: "id", Operator: "IN", Value: []id.ID{stored.ID}}},
		})
		if err != nil || len(page.Items) != 1 {
			f.Fatalf("%s: %v, %v", o.APIName, page, err)
		}
		shown := page.Items[0]
		if shown.ID != stored.ID || shown.Version != stored.Version || len(shown.Fields) != len(want) {
			f.Errorf("%s: %s at %d with %d fields, want %s at %d with %d", o.APIName, shown.ID, shown.Version, len(shown.Fields), stored.ID, stored.Version, len(want))
		}
		for name, value := range want {
			if field := o.Field(name); field.Type.References == nil && string(shown.Fields[name]) != string(value) {
				f.Errorf("%s.%s is shown as %s, want %s", o.APIName, name, shown.Fields[name], value)
			}
		}
	}
}

func TestWireShapes(t *testing.T) {
	f := newFixture(t)
	ada := f.user("Ada")
	f.entries()
	contact := f.create("contact", row.Fields{
		"name": "Grace <& Co>", "owner": ada, "tags": []string{"a", "b"}, "do_not_call": true,
		"phone":        json.RawMessage(`{ "phone_number": "+15551234567", "country_code": "+1" }`),
		"created_date": time.Date(2020, 1, 2, 3, 4, 5, 678_999_000, time.FixedZone("", 3600)),
	})
	e := f.entry()
	want := map[string]string{
		"id": `"` + string(contact.ID) + `"`, "name": `"Grace \u003c\u0026 Co\u003e"`,
		"owner": `{"id":"` + string(ada) + `","name":"Ada"}`, "tags": `["a","b"]`, "do_not_call": "true",
		"phone":        `{"country_code":"+1","phone_number":"+15551234567"}`,
		"created_date": `"2020-01-02T02:04:05.678Z"`, "modified_date": `"2020-01-02T02:04:05.678Z"`,
		"created_by": "null", "updated_by": "null", "sms_opt_in": "null", "email": "null", "version": "1",
		"organization_id": `"` + string(f.org) + `"`,
	}
	got := wire(t, e.Record)
	for name, value := range want {
		if got[name] != value {
			t.Errorf("%s: %s, want %s", name, got[name], value)
		}
	}
	if _, there := got["deleted_date"]; there {
		t.Error("an internal field is in the record")
	}
	page, err := f.Read(t.Context(), f.org, row.ReadRequest{Object: "contact", Visible: []row.Relation{{Kind: "all"}}})
	if err != nil || len(page.Items) != 1 {
		t.Fatalf("read: %v %v", page, err)
	}
	if read := wire(t, page.Items[0].Fields); !reflect.DeepEqual(read, got) {
		t.Errorf("Read gives %v, the entry %v", read, got)
	}
	if !page.Items[0].Route.Equal(e.Route.After) || page.Items[0].Version != 1 || page.Items[0].ID != contact.ID {
		t.Errorf("item %+v, entry's route %+v", page.Items[0], e.Route)
	}
}

func TestCreateFillsWhatWasNotSet(t *testing.T) {
	f := newFixture(t)
	ada := f.user("Ada")
	before := time.Now().Add(-time.Second)
	c := f.change(row.Write{Object: "chat", Op: entry.Created, Set: row.Fields{"name": "Lunch", "version": int64(9), "deleted_date": time.Now()}})
	c.By = ada
	chat := f.commit(c)[0]
	if !chat.ID.Valid() || chat.ID[14] != '7' {
		t.Errorf("id %q is not a version 7 UUID", chat.ID)
	}
	for name, want := range (row.Fields{
		"status": "Open", "private": false, "last_number": int64(0), "owner": ada, "created_by": ada, "modified_by": ada,
		"members": nil, "topic": nil, "organization_id": f.org, "version": int64(1), "deleted_date": nil,
	}) {
		if chat.Fields[name] != want {
			t.Errorf("%s is %v, want %v", name, chat.Fields[name], want)
		}
	}
	if at := chat.Time("created_date"); at.Before(before) || !at.Equal(chat.Time("modified_date")) {
		t.Errorf("created %v modified %v", at, chat.Time("modified_date"))
	}
}
