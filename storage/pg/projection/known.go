package projection

import (
	"context"
	"maps"
	"slices"

	"switchboard/storage/id"
	"switchboard/storage/pg/pool"
	"switchboard/storage/pg/tables"
)

// Belief is how a record was named when it was last asked for.
type Belief struct {
	Table  *tables.Table
	Record id.ID
	As     tables.Naming
}

// Believed answers what is wanted by what was found before, and asks for the rest. It is
// for who sees to it that each of the beliefs still holds. They come in one order, by
// objects and ids. Nothing that is inherited may be wanted.
func Believed(ctx context.Context, q pool.Batcher, w *Wanted) (*Resolved, []Belief, error) {
	missing := map[string]map[id.ID]struct{}{}
	for object, ids := range w.names {
		for one := range ids {
			if _, known := w.tables.Names.Of(object, one); !known {
				want(missing, object, one)
			}
		}
	}
	fresh, err := Resolve(ctx, q, &Wanted{tables: w.tables, names: missing})
	if err != nil {
		return nil, nil, err
	}
	for object, ids := range missing {
		for one := range ids {
			w.tables.Names.Put(object, one, fresh.as(object, one))
		}
	}
	out := newResolved(w.tables)
	var beliefs []Belief
	for _, object := range slices.Sorted(maps.Keys(w.names)) {
		t, err := w.tables.Find(object)
		if err != nil {
			return nil, nil, err
		}
		for _, one := range slices.Sorted(maps.Keys(w.names[object])) {
			as, known := w.tables.Names.Of(object, one)
			if !known { // it gave way meanwhile
				as = fresh.as(object, one)
			}
			out.put(object, one, as)
			beliefs = append(beliefs, Belief{Table: t, Record: one, As: as})
		}
	}
	return out, beliefs, nil
}

// as is how a record that was asked for is named.
func (r *Resolved) as(object string, record id.ID) tables.Naming {
	name, found := r.names[object][record]
	return tables.Naming{Found: found, Name: name, Teams: r.teams[record], MemberOf: r.memberOf[record]}
}

func (r *Resolved) put(object string, record id.ID, as tables.Naming) {
	if !as.Found {
		return
	}
	if r.names[object] == nil {
		r.names[object] = map[id.ID]*string{}
	}
	r.names[object][record] = as.Name
	if len(as.Teams) > 0 {
		r.teams[record] = as.Teams
	}
	if len(as.MemberOf) > 0 {
		r.memberOf[record] = as.MemberOf
	}
}
