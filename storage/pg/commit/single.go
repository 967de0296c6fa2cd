package commit

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"switchboard/storage/entry"
	"switchboard/storage/pg/pool"
	"switchboard/storage/pg/projection"
	"switchboard/storage/pg/tables"
	"switchboard/storage/row"
	"switchboard/storage/schema"
)

// maxBeliefs bounds the names that one statement sees to.
const maxBeliefs = 8

// isSingle reports whether the change is of one record, of which everything is known that
// decides, and writes nothing but the record, its entry, its history and the command's mark.
func (p *plan) isSingle(ctx context.Context) bool {
	c := p.change
	if len(p.steps) != 1 || p.pool.Transaction(ctx) != nil || c.Inbound != nil || c.Join != nil || len(c.Effects)+len(c.Withdraw)+len(c.Charges) > 0 {
		return false
	}
	st := p.steps[0]
	o := st.table.Object
	if p.touchesMembership(st) || o.Role == schema.Person || o.Located || o.Open != nil || o.Route.Inherit != "" || slices.ContainsFunc(o.Fields, func(f *schema.Field) bool { return f.Number }) {
		return false
	}
	if st.Op == entry.Created {
		return true
	}
	return st.Op == entry.Updated && len(o.KeepOne) == 0 && st.Seen != nil && st.Seen.Table == any(st.table) &&
		st.Seen.Record.ID == st.ID && st.Seen.Record.Version == st.Expect
}

// single carries the change out by one statement, which is a transaction by itself. It writes
// where the record stands at the version that was seen, the others are named as its entry names
// them, and the database stores the values as foretold. Otherwise it writes nothing, done is
// false, and the change is to be executed step by step.
func (p *plan) single(ctx context.Context) (entries int, done bool, err error) {
	st := p.steps[0]
	if st.Op == entry.Updated {
		p.states[key{st.Object, st.ID}] = st.Seen.Record
	}
	p.at = schema.WholeMilliseconds(time.Now())
	if refused := p.decide(); refused != nil || st.noop {
		return 0, false, nil //nolint:nilerr // how the record stands by now decides on a refusal
	}
	values, known := st.foretold()
	if !known {
		return 0, false, nil
	}
	loud, ask := p.loud()
	if p.shown {
		ask.Record(st.table.Object, st.after)
		ask.Route(st.table.Object, st.after)
	}
	if ask.Names(st.ID) { // it names itself, as it will be named
		return 0, false, nil
	}
	var beliefs []projection.Belief
	if p.names, beliefs, err = projection.Believed(ctx, p.pool, ask); err != nil || len(beliefs) > maxBeliefs {
		return 0, false, err
	}
	log := p.entries(loud, p.names)
	text, args, err := p.oneStatement(ctx, values, beliefs, log)
	if err != nil {
		return 0, false, err
	}
	tag, err := p.pool.Changes.Exec(ctx, text, args...)
	if p.isOnce() && isMark(err) {
		return 0, false, nil // the command is being executed on another record
	}
	if err != nil {
		return 0, false, err
	}
	if tag.RowsAffected() == 1 {
		return len(log), true, nil
	}
	for _, b := range beliefs {
		p.tables.Names.Forget(b.Table.Object.APIName, b.Record)
	}
	return 0, false, nil
}

// isMark reports whether the database refused to mark a command twice.
func isMark(err error) bool {
	e, is := errors.AsType[*pgconn.PgError](err)
	return is && e.Code == pool.UniqueViolation && e.SchemaName == tables.CoreSchema && e.TableName == "command"
}

// again takes back what single decided.
func (p *plan) again() {
	p.states, p.names = map[key]row.Record{}, nil
	for _, st := range p.steps {
		st.before, st.after, st.changed, st.noop, st.told = row.Record{}, row.Record{}, nil, false, nil
	}
}

// foretold is a value that a step writes, in the shape in which it will be read, and for JSON
// how the database must write it for that to hold.
type foretold struct {
	column  *tables.Column
	stored  any
	written *string
}

// foretold brings what the step writes into the shape in which it will be read. known is false if
// the database alone knows that.
func (st *step) foretold() (values []foretold, known bool) {
	columns := st.table.Columns
	if st.Op == entry.Updated {
		columns = st.written()
	}
	values = make([]foretold, len(columns))
	for i, c := range columns {
		v := foretold{column: c}
		if v.stored, v.written, known = tables.Foretold(c, st.after.Fields[c.Field.Name]); !known {
			return nil, false
		}
		st.after.Fields[c.Field.Name], values[i] = v.stored, v
	}
	return values, true
}
