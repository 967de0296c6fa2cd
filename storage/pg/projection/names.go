package projection

import (
	"context"
	"maps"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"switchboard/storage/id"
	"switchboard/storage/pg/people"
	"switchboard/storage/pg/pool"
	"switchboard/storage/pg/tables"
	"switchboard/storage/row"
	"switchboard/storage/schema"
)

// Resolved holds what records refer to: names, the teams of users, and the
// records whose members and privacy others inherit.
type Resolved struct {
	names    map[string]map[id.ID]*string // object → id → name; nil if it has none
	teams    map[id.ID][]id.ID            // that users name
	memberOf map[id.ID][]id.ID            // that name users
	parents  map[string]map[id.ID]parent  // object → id
	persons  string                       // the object of people
}

type parent struct {
	members []id.ID
	private bool
}

// Name is the name of a record that was asked for.
func (r *Resolved) Name(object string, record id.ID) *string { return r.names[object][record] }

// Wanted collects what must be resolved, to ask for it at once.
type Wanted struct {
	tables  *tables.Tables
	names   map[string]map[id.ID]struct{}
	parents map[string]map[id.ID]struct{}
	known   *Resolved // what needs no asking, nil for nothing
	// name asks for the name of a record, if there can be one.
	name func(object string, record id.ID)
}

// Ask begins to collect for an organization; its tables may be nil if nothing will be asked.
func Ask(of *tables.Tables) *Wanted {
	w := &Wanted{tables: of, names: map[string]map[id.ID]struct{}{}, parents: map[string]map[id.ID]struct{}{}}
	w.name = func(object string, record id.ID) {
		if of.Registry.Object(object) != nil {
			want(w.names, object, record)
		}
	}
	return w
}

func want(in map[string]map[id.ID]struct{}, object string, one id.ID) {
	if one == "" {
		return
	}
	if in[object] == nil {
		in[object] = map[id.ID]struct{}{}
	}
	in[object][one] = struct{}{}
}

// Name asks for the name of a record.
func (w *Wanted) Name(object string, record id.ID) { w.name(object, record) }

// Names reports whether the name of a record is asked for.
func (w *Wanted) Names(record id.ID) bool {
	for _, ids := range w.names {
		if _, asked := ids[record]; asked {
			return true
		}
	}
	return false
}

// Value asks for the names in a field's value.
func (w *Wanted) Value(f *schema.Field, value any) {
	if f.Type.References != nil {
		f.Type.References(f, value, w.name)
	}
}

// Record asks for all names in a record.
func (w *Wanted) Record(o *schema.Object, r row.Record) {
	for _, f := range o.Fields {
		if f.Type.References != nil && f.Stored() && !f.Internal {
			w.Value(f, r.Fields[f.Name])
		}
	}
}

// Route asks for what the route of a record is made of.
func (w *Wanted) Route(o *schema.Object, r row.Record) {
	want(w.names, w.tables.Registry.Role(schema.Person).APIName, ownerOf(o, r))
	if o.Route.Inherit != "" {
		want(w.parents, o.Field(o.Route.Thread).Target, r.Lookup(o.Route.Thread))
	}
}

// Resolve asks for everything wanted in one round trip.
func Resolve(ctx context.Context, q pool.Batcher, w *Wanted) (*Resolved, error) {
	batch := &pgx.Batch{}
	out, err := ResolveIn(batch, w)
	if err != nil || batch.Len() == 0 {
		return out, err
	}
	return out, q.SendBatch(ctx, batch).Close()
}

// Knowing says what was found before: it is not asked for again, and part of the answer.
func (w *Wanted) Knowing(known *Resolved) { w.known = known }

// Around adds the question for the people whom a record names to a batch that reads it.
func Around(batch *pgx.Batch, of *tables.Tables, t *tables.Table, record id.ID) *Resolved {
	out := newResolved(of)
	if t.Around != "" {
		batch.Queue(t.Around, string(record)).Query(out.named(out.persons))
	}
	return out
}

func newResolved(of *tables.Tables) *Resolved {
	out := &Resolved{names: map[string]map[id.ID]*string{}, teams: map[id.ID][]id.ID{}, memberOf: map[id.ID][]id.ID{}, parents: map[string]map[id.ID]parent{}}
	if of == nil {
		return out
	}
	if person := of.Registry.Role(schema.Person); person != nil {
		out.persons = person.APIName
	}
	return out
}

// People are those who are asked for; once all is resolved, those of them who were not
// known before.
func (w *Wanted) People() map[id.ID]struct{} {
	if w.known == nil {
		w.known = newResolved(w.tables)
	}
	return w.names[w.known.persons]
}

// Person says what is known of somebody: he is not asked for.
func (w *Wanted) Person(one id.ID, p people.Person) { w.known.person(one, p) }

func (r *Resolved) person(one id.ID, p people.Person) {
	if r.names[r.persons] == nil {
		r.names[r.persons] = map[id.ID]*string{}
	}
	r.names[r.persons][one] = p.Name
	if len(p.Teams) > 0 {
		r.teams[one] = p.Teams
	}
	if len(p.MemberOf) > 0 {
		r.memberOf[one] = p.MemberOf
	}
}

// People are those of some people who were found, nil for all.
func (r *Resolved) People(of map[id.ID]struct{}) map[id.ID]people.Person {
	out := make(map[id.ID]people.Person, len(r.names[r.persons]))
	for one, name := range r.names[r.persons] {
		if _, asked := of[one]; asked || of == nil {
			out[one] = people.Person{Name: name, Teams: r.teams[one], MemberOf: r.memberOf[one]}
		}
	}
	return out
}

// named takes in what a statement of an object's names answers.
func (r *Resolved) named(object string) func(pgx.Rows) error {
	found := r.names[object]
	if found == nil {
		found = map[id.ID]*string{}
		r.names[object] = found
	}
	return func(rows pgx.Rows) error {
		var key pgtype.UUID
		var name pgtype.Text
		var teams, memberOf []pgtype.UUID
		_, err := pgx.ForEachRow(rows, []any{&key, &name, &teams, &memberOf}, func() error {
			one := tables.ToID(key)
			found[one] = nil
			if name.Valid {
				text := name.String
				found[one] = &text
			}
			if len(teams) > 0 {
				r.teams[one] = tables.ToIDs(teams)
			}
			if len(memberOf) > 0 {
				r.memberOf[one] = tables.ToIDs(memberOf)
			}
			return nil
		})
		return err
	}
}

// ResolveIn adds the questions for everything wanted; the answers are there once the
// batch is closed.
func ResolveIn(batch *pgx.Batch, w *Wanted) (*Resolved, error) {
	out := w.known
	if out == nil {
		out = newResolved(w.tables)
	}
	for object, ids := range w.names {
		t, err := w.tables.Find(object)
		if err != nil {
			return nil, err
		}
		maps.DeleteFunc(ids, func(one id.ID, _ struct{}) bool { _, known := out.names[object][one]; return known })
		if len(ids) > 0 {
			t.Names.Queue(batch, ids).Query(out.named(object))
		}
	}
	for object, ids := range w.parents {
		t, err := w.tables.Find(object)
		if err != nil {
			return nil, err
		}
		found := make(map[id.ID]parent, len(ids))
		out.parents[object] = found
		t.Parents.Queue(batch, ids).Query(func(rows pgx.Rows) error {
			var key pgtype.UUID
			var members []pgtype.UUID
			var private pgtype.Bool
			_, err := pgx.ForEachRow(rows, []any{&key, &members, &private}, func() error {
				found[tables.ToID(key)] = parent{members: tables.ToIDs(members), private: private.Bool}
				return nil
			})
			return err
		})
	}
	return out, nil
}
