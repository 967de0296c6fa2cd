package commit

import (
	"context"
	"strconv"

	"switchboard/storage/entry"
	"switchboard/storage/origin"
	"switchboard/storage/pg/projection"
	"switchboard/storage/pg/tables"
)

// statement is one that is being written. Whatever is written beside the record is taken from
// what was written of it: of nothing, nothing follows. The record comes first, so that its
// entry gets its place while it is locked.
type statement struct {
	text []byte
	args []any
	and  bool // there is a condition already
}

func (s *statement) write(parts ...string) {
	for _, part := range parts {
		s.text = append(s.text, part...)
	}
}

// parameter writes the n-th parameter.
func (s *statement) parameter(n int, kind string) {
	s.text = strconv.AppendInt(append(s.text, '$'), int64(n), 10)
	s.write("::", kind)
}

// value writes an argument.
func (s *statement) value(value any, kind string) {
	s.args = append(s.args, value)
	s.parameter(len(s.args), kind)
}

// condition begins a further condition.
func (s *statement) condition() {
	if s.and {
		s.write(" AND ")
	} else {
		s.write(" WHERE ")
	}
	s.and = true
}

// oneStatement writes all that plan.single does.
func (p *plan) oneStatement(ctx context.Context, values []foretold, beliefs []projection.Belief, log []entry.Entry) (string, []any, error) {
	st, s := p.steps[0], &statement{text: make([]byte, 0, 4<<10), args: make([]any, 0, len(values)+32)}
	s.write("WITH written AS (")
	st.row(s, values)
	for _, b := range beliefs {
		s.condition()
		s.text, s.args = b.Table.Still(s.text, s.args, b.Record, b.As)
	}
	organization := string(p.change.Organization)
	if p.isOnce() {
		s.condition()
		s.write("NOT EXISTS (SELECT FROM core.command WHERE organization_id = ")
		s.value(organization, "uuid")
		s.write(" AND user_id = ")
		s.value(string(p.change.By), "uuid")
		s.write(" AND command = ")
		s.value(p.change.Command, "text")
		s.write(" AND what = ")
		s.value(p.change.Once, "text")
		s.write(")")
	}
	s.write(" RETURNING t.id)")
	if n := len(s.args); p.isOnce() {
		s.write(", command AS (INSERT INTO core.command (organization_id, user_id, command, what) SELECT ")
		for i, kind := range []string{"uuid", "uuid", "text", "text"} {
			if i > 0 {
				s.write(", ")
			}
			s.parameter(n-3+i, kind)
		}
		s.write(" FROM written)")
	}
	for i := range log {
		// As core.next_outbox_id, for less: who wrote the record has his transaction's number.
		s.write(", outbox AS (INSERT INTO core.outbox (id, organization_id, entry) SELECT nextval('core.outbox_id_seq'), ")
		s.value(organization, "uuid")
		s.write(", ")
		s.value(textOf(&log[i]), "json")
		s.write(" FROM written)")
	}
	if err := p.remember(ctx, s); err != nil {
		return "", nil, err
	}
	s.write(" SELECT 1 FROM written")
	return string(s.text), s.args, nil
}

// row writes what becomes of the record, and where the values are stored as foretold.
func (st *step) row(s *statement, values []foretold) {
	if st.Op == entry.Created {
		for _, v := range values {
			s.args = append(s.args, tables.Parameter(v.stored))
		}
		s.write(st.table.Fresh)
	} else {
		s.write("UPDATE ", st.table.Name, " AS t SET ")
		for i, v := range values {
			if i > 0 {
				s.write(", ")
			}
			s.write(v.column.Name, " = ")
			s.value(tables.Parameter(v.stored), v.column.Kind.Column.SQL)
		}
		s.condition()
		s.write("t.id = ")
		s.value(string(st.ID), "uuid")
		s.write(" AND t.version = ")
		s.value(st.Expect, "bigint")
		s.write(" AND t.deleted_date IS NULL")
	}
	for i, v := range values {
		if v.written != nil {
			s.condition()
			s.parameter(i+1, v.column.Kind.Column.SQL)
			s.write("::text = ")
			s.value(*v.written, "text")
		}
	}
}

// remember writes the history of the one step.
func (p *plan) remember(ctx context.Context, s *statement) error {
	st := p.steps[0]
	of, err := p.remembered(st)
	if of == nil || err != nil {
		return err
	}
	from := origin.Of(ctx)
	s.write(", history AS (INSERT INTO core.record_change (audit, organization_id, actor, via, address, request_id, record_id, version, at, object, op, cause, before, after) SELECT ")
	if of.audit {
		s.write("nextval('core.audit')")
	} else {
		s.write("NULL")
	}
	for _, part := range [...]struct {
		value any
		kind  string
	}{
		{string(p.change.Organization), "uuid"},
		{tables.Parameter(nullable(p.change.By)), "uuid"},
		{from.Via, "text"},
		{from.Address, "text"},
		{from.Request, "text"},
		{string(st.ID), "uuid"},
		{st.after.Version, "bigint"},
		{of.at, "timestamptz"},
		{st.Object, "text"},
		{string(st.Op), "text"},
		{st.Cause, "text"},
		{of.before, "jsonb"},
		{of.after, "jsonb"},
	} {
		s.write(", ")
		s.value(part.value, part.kind)
	}
	s.write(" FROM written)")
	return nil
}
