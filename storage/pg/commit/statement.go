package commit

import (
	"context"
	"strconv"
	"strings"

	"switchboard/storage/entry"
	"switchboard/storage/origin"
	"switchboard/storage/pg/projection"
	"switchboard/storage/pg/tables"
)

// arguments are those of a statement that is being written.
type arguments []any

// place adds an argument and gives its parameter.
func (a *arguments) place(value any) string {
	*a = append(*a, value)
	return "$" + strconv.Itoa(len(*a))
}

// oneStatement writes all that plan.single does. Whatever is written beside the record is
// taken from what was written of it: of nothing, nothing follows. The record comes first,
// so that its entry gets its place while it is locked.
func (p *plan) oneStatement(ctx context.Context, values []foretold, beliefs []projection.Belief, log []entry.Entry) (string, []any, error) {
	st, args := p.steps[0], &arguments{}
	names, places, where := make([]string, len(values)), make([]string, len(values)), []string{}
	for i, v := range values {
		names[i], places[i] = v.column.Name, args.place(tables.Parameter(v.stored))+"::"+v.column.Kind.Column.SQL
		if v.written != nil {
			where = append(where, places[i]+"::text = "+args.place(*v.written))
		}
	}
	for _, b := range beliefs {
		text, more := b.Table.Still(b.Record, b.As, len(*args))
		where, *args = append(where, text), append(*args, more...)
	}
	organization := args.place(string(p.change.Organization)) + "::uuid"
	by, command := "", ""
	if p.isOnce() {
		by, command = args.place(string(p.change.By))+"::uuid", args.place(p.change.Command)+"::text, "+args.place(p.change.Once)+"::text"
		where = append(where, "NOT EXISTS (SELECT FROM core.command WHERE (organization_id, user_id, command, what) = ("+organization+", "+by+", "+command+"))")
	}
	var text strings.Builder
	if st.Op == entry.Created {
		text.WriteString("WITH written AS (INSERT INTO " + st.table.Name + " AS t (" + strings.Join(names, ", ") + ") SELECT " + strings.Join(places, ", "))
	} else {
		text.WriteString("WITH written AS (UPDATE " + st.table.Name + " AS t SET ")
		for i := range names {
			if i > 0 {
				text.WriteString(", ")
			}
			text.WriteString(names[i] + " = " + places[i])
		}
		where = append(where, "t.id = "+args.place(string(st.ID))+"::uuid", "t.version = "+args.place(st.Expect)+"::bigint", "t.deleted_date IS NULL")
	}
	if len(where) > 0 {
		text.WriteString(" WHERE " + strings.Join(where, " AND "))
	}
	text.WriteString(" RETURNING t.id)")
	if p.isOnce() {
		text.WriteString(", command AS (INSERT INTO core.command (organization_id, user_id, command, what) SELECT " + organization + ", " + by + ", " + command + " FROM written)")
	}
	for i := range log {
		raw, err := textOf(&log[i])
		if err != nil {
			return "", nil, err
		}
		text.WriteString(", outbox AS (INSERT INTO core.outbox (organization_id, entry) SELECT " + organization + ", " + args.place(raw) + "::json FROM written)")
	}
	if err := p.rememberIn(ctx, &text, args, organization); err != nil {
		return "", nil, err
	}
	text.WriteString(" SELECT 1 FROM written")
	return text.String(), *args, nil
}

// rememberIn adds the history of the one step.
func (p *plan) rememberIn(ctx context.Context, text *strings.Builder, args *arguments, organization string) error {
	st := p.steps[0]
	of, err := p.remembered(st)
	if of == nil || err != nil {
		return err
	}
	audit := "NULL"
	if of.audit {
		audit = "nextval('core.audit')"
	}
	from := origin.Of(ctx)
	text.WriteString(", history AS (INSERT INTO core.record_change (organization_id, actor, via, address, request_id, record_id, version, at, object, op, cause, before, after, audit) SELECT " + organization)
	for _, part := range []struct {
		value any
		kind  string
	}{
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
		text.WriteString(", " + args.place(part.value) + "::" + part.kind)
	}
	text.WriteString(", " + audit + " FROM written)")
	return nil
}
