package commit

import (
	"context"
	"errors"
	"slices"
	"time"

	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/pg/pool"
	"switchboard/storage/pg/projection"
	"switchboard/storage/pg/tables"
	"switchboard/storage/row"
)

// plan is a change on its way through a transaction.
type plan struct {
	pool   *pool.Pool
	cache  *tables.Cache
	tables *tables.Tables // of the organization, nil if nothing is written
	change row.Change
	at     time.Time
	steps  []*step
	states map[key]row.Record // rows as they are locked, then as the steps leave them
	wait   pool.LockWait
	shown  bool // the records are wanted as Read gives them
	brief  bool // the records are not wanted

	unbegun bool // the transaction is to begin with the next that is sent
	read    int  // bytes of the rows that were read
	names   *projection.Resolved
}

type key struct {
	object string
	id     id.ID
}

// step is one write, with the row before and after it.
type step struct {
	row.Write
	table   *tables.Table
	before  row.Record
	after   row.Record
	changed []*tables.Column // by an update or removal, system columns not counted
	noop    bool
	told    entry.Fields     // the record as its entry tells it whole, nil if it doesn't
	columns []*tables.Column // that are read of the row
	list    string           // their names
	beside  int64            // the size of those that are not
}

// appears reports whether the record is seen from this step on.
func (st *step) appears() bool { return st.Op == entry.Created || st.Op == row.Restored }

// prepare finds tables and brings values into storage shape, before anything is
// locked.
func (p *plan) prepare(ctx context.Context) (err error) {
	if len(p.change.Writes) > 0 {
		if p.tables, err = p.cache.Of(ctx, p.change.Organization); err != nil {
			return err
		}
	}
	for i, w := range p.change.Writes {
		t, err := p.tables.Find(w.Object)
		if err != nil {
			return err
		}
		st := &step{Write: w, table: t}
		if w.ID == "" && w.Op == entry.Created {
			st.ID = id.New()
		}
		var ok bool
		if st.ID, ok = id.Parse(string(st.ID)); !ok {
			return at(fault.New(fault.Invalid, "A write names no record."), i, p.change)
		}
		switch w.Op {
		case entry.Created, entry.Updated, entry.Removed, row.Restored:
		default:
			return at(fault.New(fault.Invalid, "A record can't be written by %q.", w.Op), i, p.change)
		}
		if st.Set, err = normalSet(t, w); err != nil {
			return at(err, i, p.change)
		}
		p.steps = append(p.steps, st)
	}
	p.narrow()
	return nil
}

// at names the offending write where there are several.
func at(err error, i int, c row.Change) error {
	var e *fault.Error
	if len(c.Writes) > 1 && errors.As(err, &e) {
		return e.At(i)
	}
	return err
}

// normalSet checks the names and values that a write sets.
func normalSet(t *tables.Table, w row.Write) (row.Fields, error) {
	out := make(row.Fields, len(w.Set))
	for name, value := range w.Set {
		c := t.Column(name)
		if c == nil || !c.Field.Stored() {
			return nil, fault.Field(name, "%s has no field %q that can be set", t.Object.Title, name)
		}
		if c.Field.System && !givenOnCreate(name, w.Op) {
			continue // the committer's own
		}
		v, err := tables.Normal(c, value)
		if err != nil {
			return nil, err
		}
		out[name] = v
	}
	return out, nil
}

// givenOnCreate reports whether a trusted writer may set a system field of a new record: imported
// history keeps its dates.
func givenOnCreate(name string, op entry.Op) bool {
	if op != entry.Created {
		return false
	}
	switch name {
	case "created_date", "modified_date", "created_by", "modified_by":
		return true
	default:
		return false
	}
}

// committed is what the hooks are told of the plan.
func (p *plan) committed(entries int) pool.Committed {
	c := pool.Committed{Organization: p.change.Organization, Entries: entries, Effects: len(p.change.Effects)}
	for _, st := range p.steps {
		if st.noop {
			continue
		}
		if c.IDs = append(c.IDs, st.ID); !slices.Contains(c.Objects, st.Object) {
			c.Objects = append(c.Objects, st.Object)
		}
	}
	return c
}
