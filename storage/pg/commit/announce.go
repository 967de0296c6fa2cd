package commit

import (
	"bytes"

	"github.com/jackc/pgx/v5"

	"switchboard/storage/entry"
	"switchboard/storage/id"
	"switchboard/storage/pg/projection"
	"switchboard/storage/pg/tables"
	"switchboard/storage/row"
	"switchboard/storage/schema"
)

// loud lists the steps that have entries, and asks for what these need of other records.
// Quiet writes, and those that changed nothing, have none.
func (p *plan) loud() ([]*step, *projection.Wanted) {
	var loud []*step
	ask := projection.Ask(p.tables)
	for _, st := range p.steps {
		if !st.noop && !st.Quiet {
			loud = append(loud, st)
			st.ask(ask)
		}
	}
	return loud, ask
}

// entries makes the log entries of the steps, in their order.
func (p *plan) entries(loud []*step, names *projection.Resolved) []entry.Entry {
	out := make([]entry.Entry, len(loud))
	for i, st := range loud {
		out[i] = st.entry(names)
		e := &out[i]
		st.told = e.Record
		e.Organization, e.At, e.By, e.Command = p.change.Organization, p.at, p.change.By, p.change.Command
	}
	return out
}

// ask collects what the step's entry needs to know of other records.
func (st *step) ask(w *projection.Wanted) {
	o := st.table.Object
	if !st.appears() {
		w.Route(o, st.before)
	}
	if st.Op != entry.Removed {
		w.Route(o, st.after)
	}
	switch {
	case st.Op == entry.Removed, o.Internal && st.appears():
	case !o.Internal && (st.appears() || st.rerouted()):
		w.Record(o, st.before)
		w.Record(o, st.after)
	default:
		for _, f := range st.differing() {
			w.Value(f, st.before.Fields[f.Name])
			w.Value(f, st.after.Fields[f.Name])
		}
	}
}

// rerouted reports whether an update touched what the route is made of.
func (st *step) rerouted() bool {
	for _, name := range tables.RouteFields(st.table.Object) {
		if !row.Same(st.before.Fields[name], st.after.Fields[name]) {
			return true
		}
	}
	return false
}

// differing lists the stored fields that an update changed and that may leave
// the server.
func (st *step) differing() []*schema.Field {
	var out []*schema.Field
	for _, f := range st.table.Object.Fields {
		if f.Stored() && !f.Internal && !row.Same(st.before.Fields[f.Name], st.after.Fields[f.Name]) {
			out = append(out, f)
		}
	}
	return out
}

func (st *step) entry(names *projection.Resolved) entry.Entry {
	o := st.table.Object
	e := entry.Entry{Cause: st.Cause, Object: st.Object, ID: st.ID, Op: st.Op, Version: st.after.Version}
	if st.appears() {
		e.Op = entry.Created
	} else {
		e.Route.Before = projection.Route(o, st.before, names)
	}
	if st.Op != entry.Removed {
		e.Route.After = projection.Route(o, st.after, names)
	}
	if o.Internal && st.Op != entry.Updated {
		return e // served to nobody: no reader ever gets to see it
	}
	switch e.Op {
	case entry.Created:
		e.Record = projection.Record(o, st.after, names)
	case entry.Updated:
		e.Before, e.After = st.difference(names)
		// Who follows one of its numbers is told, though a change of what decides names none.
		if !o.Internal && (!e.Route.Before.Equal(e.Route.After) || o.Standing.Touched(e.Changed)) {
			e.Record = projection.Record(o, st.after, names)
		}
	default: // what is gone has neither fields nor a record
	}
	return e
}

// difference returns the changed fields before and after, those derived from them included.
func (st *step) difference(names *projection.Resolved) (before, after entry.Fields) {
	o := st.table.Object
	before, after = entry.Fields{}, entry.Fields{}
	touched := map[string]bool{}
	for _, f := range st.differing() {
		touched[f.Name] = true
		before[f.Name] = projection.Value(f, st.before.Fields[f.Name], names)
		after[f.Name] = projection.Value(f, st.after.Fields[f.Name], names)
	}
	for _, f := range o.Fields {
		if f.Stored() || f.Internal || !derivesFrom(f, touched) {
			continue
		}
		was, is := projection.Derive(o, f, st.before, names), projection.Derive(o, f, st.after, names)
		if !bytes.Equal(was, is) {
			before[f.Name], after[f.Name] = was, is
		}
	}
	return before, after
}

func derivesFrom(f *schema.Field, touched map[string]bool) bool {
	for _, name := range f.Derived.From {
		if touched[name] {
			return true
		}
	}
	return false
}

// announce adds the statements that store the entries.
func announce(batch *pgx.Batch, organization id.ID, entries []entry.Entry) {
	if len(entries) == 0 {
		return
	}
	texts := make([]string, len(entries))
	for i := range entries {
		texts[i] = textOf(&entries[i])
	}
	batch.Queue(`INSERT INTO core.outbox (organization_id, entry)
		SELECT $1::uuid, u.entry::json FROM unnest($2::text[]) WITH ORDINALITY AS u (entry, place) ORDER BY u.place`,
		string(organization), texts)
}

// entryBytes is about how long an entry is.
const entryBytes = 4 << 10

// textOf is an entry as it is stored.
func textOf(e *entry.Entry) string { return string(e.AppendJSON(make([]byte, 0, entryBytes))) }
