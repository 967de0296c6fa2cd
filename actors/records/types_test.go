package records_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"log/slog"
	"reflect"
	"strings"
	"testing"

	"switchboard/actors/features"
	"switchboard/actors/records"
	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/pg"
	"switchboard/storage/pg/organizations"
	"switchboard/storage/pg/pgtest"
	"switchboard/storage/row"
	"switchboard/storage/schema"
	"switchboard/storage/seal"
)

var operators = []string{"=", "!=", "<", "<=", ">", ">=", "LIKE", "IN", "NOT IN", "IS NULL", "IS NOT NULL"}

// typesWorld is a store of contacts and of things, which have of every type a plain, an
// indexed and a unique field.
func typesWorld(t *testing.T) (*records.Service, *pg.Store, *access.Principal) {
	t.Helper()
	thing := &schema.Object{APIName: "thing", Title: "Thing"}
	for _, kind := range schema.Types() {
		f := schema.Field{Name: fieldOf(kind), Title: "Field", Type: kind, Options: []string{"Open", "Closed"}}
		if kind.Targeted {
			f.Target = cmp.Or(kind.To, "contact")
		}
		indexed, unique := f, f
		indexed.Name, indexed.Indexed = f.Name+"_indexed", !kind.Sealed
		unique.Name, unique.Unique = f.Name+"_unique", !kind.Sealed
		thing.Fields = append(thing.Fields, &f, &indexed, &unique)
	}
	registry, err := features.Registry().Adding(thing)
	if err != nil {
		t.Fatal(err)
	}
	store, err := pg.Open(t.Context(), pg.Config{DSN: pgtest.OpenEmpty(t), Registry: registry, MaxConns: 4, Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(store.Close)
	org, all := id.New(), access.ObjectPermission{Create: true, Read: true, Update: true}
	if err := store.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := store.CreateOrganization(t.Context(), organizations.Organization{ID: org, Name: "O"}); err != nil {
		t.Fatal(err)
	}
	p := access.Build(registry, access.Inputs{Organization: org, User: id.New(), Sets: []access.PermissionSet{{
		Objects: map[string]access.ObjectPermission{"thing": all, "contact": all, "file": all},
		Scopes:  map[string]access.Scope{"thing": access.ScopeAll, "contact": access.ScopeAll, "file": access.ScopeAll},
	}}})
	service := records.New(store)
	service.Seal(ring(t))
	return service, store, &p
}

func fieldOf(kind *schema.FieldType) string {
	return "f_" + strings.ReplaceAll(kind.Name, "-", "_")
}

// An example of every type is checked, stored, shown, sent back, filtered by and sorted
// by, on the real database.
func TestEveryTypeGoesAllTheWay(t *testing.T) {
	s, store, p := typesWorld(t)
	for _, kind := range schema.Types() {
		t.Run(kind.Name, func(t *testing.T) {
			name := fieldOf(kind)
			f := &schema.Field{Name: name, Title: "Field", Type: kind, Target: cmp.Or(kind.To, "contact"), Options: []string{"Open", "Closed"}}
			value, err := schema.Check(f, json.RawMessage(kind.Example))
			if err != nil {
				t.Fatal(err)
			}
			if kind.References != nil { // what it refers to is there, once for all types
				kind.References(f, value, func(object string, record id.ID) {
					write := row.Write{Object: object, ID: record, Op: entry.Created, Set: row.Fields{"name": "Ada"}}
					_, err := store.Commit(t.Context(), row.Change{Organization: p.Organization, Writes: []row.Write{write}})
					if err != nil && !fault.Is(err, fault.Conflict) {
						t.Fatal(err)
					}
				})
			}
			other, err := s.Create(t.Context(), p, "thing", []records.Input{{"name": json.RawMessage(`"other"`)}}, "")
			if err != nil {
				t.Fatal(err)
			}
			made, err := s.Create(t.Context(), p, "thing", []records.Input{{
				name: json.RawMessage(kind.Example), name + "_indexed": json.RawMessage(kind.Example), name + "_unique": json.RawMessage(kind.Example),
			}}, "")
			if err != nil {
				t.Fatal(err)
			}
			thing := idIn(t, made.Records[0])
			shown := made.Records[0][name]
			stored, err := store.Get(t.Context(), p.Organization, "thing", thing)
			if err != nil {
				t.Fatal(err)
			}
			if kind.Sealed {
				value = opened(t, seal.Place{Organization: p.Organization, Object: "thing", Record: thing, Field: name}, stored.Fields, kind.Example)
			}
			if !alike(stored.Fields[name], value) || reflect.TypeOf(value) != reflect.TypeOf(kind.Column.Zero) {
				t.Errorf("stored %#v, checked %#v of a column of %T", stored.Fields[name], value, kind.Column.Zero)
			}
			again, err := s.Patch(t.Context(), p, "thing", []records.Input{{"id": row.JSONValue(thing), name: shown}}, 0, "")
			if err != nil || string(again.Records[0]["version"]) != "1" || string(again.Records[0][name]) != string(shown) {
				t.Errorf("what was shown, %s, is no change: %v %v", shown, again, err)
			}
			filterBy(t, s, p, kind, shown, thing)
			sortBy(t, s, p, kind, []id.ID{thing, idIn(t, other.Records[0])})
			gone, err := s.Patch(t.Context(), p, "thing", []records.Input{{"id": row.JSONValue(thing), name: json.RawMessage("null")}}, 0, "")
			nothing := "null"
			if kind.Column.Element != nil { // a list is never null
				nothing = "[]"
			}
			if err != nil || string(gone.Records[0][name]) != nothing {
				t.Errorf("emptied: %v %v", gone, err)
			}
		})
	}
}

// filterBy finds the thing by its value or by the members of it that filter, and tries
// that every operator either works or is refused.
func filterBy(t *testing.T, s *records.Service, p *access.Principal, kind *schema.FieldType, shown json.RawMessage, thing id.ID) {
	t.Helper()
	if kind.Sealed {
		for _, operator := range operators {
			if _, err := s.List(t.Context(), p, "thing", records.ListRequest{Filter: []records.FilterRow{{Field: fieldOf(kind), Operator: operator, Value: shown}}}); !fault.Is(err, fault.Invalid) {
				t.Errorf("%s filters by what is encrypted: %v", operator, err)
			}
		}
		return
	}
	by := map[string]json.RawMessage{fieldOf(kind): shown}
	var elements []json.RawMessage
	if kind.Column.Element != nil && json.Unmarshal(shown, &elements) == nil {
		by[fieldOf(kind)] = elements[0]
	}
	if kind.Column == schema.JSON.Column {
		delete(by, fieldOf(kind))
		var members map[string]json.RawMessage
		for _, member := range kind.Members {
			if json.Unmarshal(shown, &members) == nil && members[member] != nil {
				by[fieldOf(kind)+"."+member] = members[member]
			}
		}
		if len(kind.Members) > 0 && len(by) == 0 {
			t.Errorf("none of %v is in %s", kind.Members, shown)
		}
	}
	for field, value := range by {
		for _, operator := range operators {
			operand := value
			if operator == "IN" || operator == "NOT IN" {
				operand = json.RawMessage("[" + string(value) + "]")
			}
			list, err := s.List(t.Context(), p, "thing", records.ListRequest{Filter: []records.FilterRow{{Field: field, Operator: operator, Value: operand}}})
			if err != nil && !fault.Is(err, fault.Invalid) || operator == "=" && err != nil {
				t.Errorf("%s %s %s: %v", field, operator, operand, err)
				continue
			}
			found := 0
			for _, record := range list.Records {
				if idIn(t, record) == thing {
					found++
				}
			}
			want := map[string]int{"=": 1, "<=": 1, ">=": 1, "IN": 1, "IS NOT NULL": 1, "LIKE": 1}[operator]
			if err == nil && found != want {
				t.Errorf("%s %s %s found it %d times, want %d", field, operator, operand, found, want)
			}
		}
	}
}

// sortBy asks for both orders: what has no value comes last in either.
func sortBy(t *testing.T, s *records.Service, p *access.Principal, kind *schema.FieldType, want []id.ID) {
	t.Helper()
	for _, order := range []string{fieldOf(kind), "-" + fieldOf(kind)} {
		list, err := s.List(t.Context(), p, "thing", records.ListRequest{Order: []string{order}})
		if kind.Sort == "" {
			if !fault.Is(err, fault.Invalid) {
				t.Errorf("sorting by %s: %v", order, err)
			}
			continue
		}
		if err != nil || len(list.Records) < 2 || idIn(t, list.Records[0]) != want[0] {
			t.Errorf("sorting by %s: %v %v", order, list.Records, err)
		}
	}
}

func idIn(t *testing.T, fields entry.Fields) (out id.ID) {
	t.Helper()
	if err := json.Unmarshal(fields["id"], &out); err != nil {
		t.Fatal(err)
	}
	return out
}

// alike compares composites by what they say: the database orders their keys again.
func alike(a, b any) bool {
	x, isJSON := a.(json.RawMessage)
	y, _ := b.(json.RawMessage)
	var dx, dy any
	if !isJSON {
		return reflect.DeepEqual(a, b)
	}
	return json.Unmarshal(x, &dx) == nil && json.Unmarshal(y, &dy) == nil && fmt.Sprint(dx) == fmt.Sprint(dy)
}
