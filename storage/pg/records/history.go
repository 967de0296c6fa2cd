package records

import (
	"context"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"switchboard/storage/entry"
	"switchboard/storage/id"
	"switchboard/storage/pg/pool"
	"switchboard/storage/pg/projection"
	"switchboard/storage/pg/tables"
	"switchboard/storage/row"
)

// History reads what became of a record, whoever may see it. A page ends once it holds
// readBytes, at its limit at the latest.
func (s *Reader) History(ctx context.Context, organization id.ID, r row.HistoryRequest) (out row.History, err error) {
	of, t, err := s.history(ctx, organization, r.Object)
	if err != nil {
		return out, err
	}
	kept := revisionsOf(t)
	text := kept.text + ` WHERE h.organization_id = $1::uuid AND h.record_id = $2::uuid AND h.object = $3 AND h.version > 0 AND ($4 = 0 OR h.version < $4)
		ORDER BY h.version DESC LIMIT $5`
	out.Took, err = s.browse(ctx, func(ctx context.Context, conn pool.Source) error {
		rows, err := conn.Query(ctx, text, string(organization), string(r.Record), r.Object, r.Before, r.Limit+1)
		if err != nil {
			return s.pool.Failure(err)
		}
		defer rows.Close()
		var found []revision
		for size := 0; rows.Next(); {
			if len(found) == r.Limit || size >= readBytes {
				out.More = true
				break
			}
			one, err := kept.scan(rows)
			if err != nil {
				return s.pool.Failure(err)
			}
			size += tables.BytesOf(one.before) + tables.BytesOf(one.after)
			found = append(found, one)
		}
		rows.Close()
		if err := rows.Err(); err != nil {
			return s.pool.Failure(err)
		}
		ask := projection.Ask(of)
		for i := range found {
			found[i].ask(t, ask)
		}
		names, err := projection.Resolve(ctx, conn, ask)
		if err != nil {
			return s.pool.Failure(err)
		}
		out.Revisions = make([]row.Revision, len(found))
		for i := range found {
			out.Revisions[i] = found[i].wired(t, names)
		}
		return nil
	})
	return out, err
}

// browse answers what a person asks for on a connection for such questions, while he has
// patience. took is how long the database worked, the wait for a connection left out.
func (s *Reader) browse(ctx context.Context, ask func(ctx context.Context, conn pool.Source) error) (took time.Duration, err error) {
	ctx, cancel := context.WithTimeout(ctx, s.Patience)
	defer cancel()
	conn, err := s.pool.Lists.Acquire(ctx)
	if err != nil {
		return 0, s.pool.Failure(err)
	}
	defer conn.Release()
	began := time.Now()
	err = ask(ctx, conn)
	return time.Since(began), err
}

// history finds the object's table.
func (s *Reader) history(ctx context.Context, organization id.ID, object string) (*tables.Tables, *tables.Table, error) {
	of, err := s.tables.Of(ctx, organization)
	if err != nil {
		return nil, nil, err
	}
	t, err := of.Find(object)
	return of, t, err
}

// part are the tracked columns of a record that a query made of JSON.
type part struct {
	list    string
	scanner *tables.Scanner
}

func tracked(t *tables.Table, alias string) part {
	var columns []*tables.Column
	var names []string
	for _, c := range t.Columns {
		if c.Field.Tracked() {
			columns, names = append(columns, c), append(names, alias+"."+c.Name)
		}
	}
	return part{strings.Join(names, ", "), tables.ScannerOf(t, columns)}
}

// revisions reads rows of the history of one object's records.
type revisions struct {
	text          string // up to its condition; the history's alias is h
	before, after *tables.Scanner
	table         *tables.Table
}

func revisionsOf(t *tables.Table) revisions {
	before, after := tracked(t, "b"), tracked(t, "a")
	return revisions{`SELECT coalesce(h.audit, 0), h.record_id, h.version, h.at, h.op, h.actor, h.cause, h.via, h.address, h.request_id,
			ARRAY(SELECT jsonb_object_keys(coalesce(h.after, '{}'))), ` + before.list + `, ` + after.list + `
		FROM core.record_change h, jsonb_populate_record(NULL::` + t.Name + `, coalesce(h.before, '{}')) b,
			jsonb_populate_record(NULL::` + t.Name + `, coalesce(h.after, '{}')) a`, before.scanner, after.scanner, t}
}

// revision is a row of the history, in storage shape.
type revision struct {
	row.Revision

	audit         int64 // its number in the audit, 0 for what is not told there
	record, actor id.ID
	before, after row.Fields
}

func (r *revisions) scan(rows pgx.Rows) (out revision, err error) {
	var actor, record pgtype.UUID
	var op string
	var changed []string
	into := append([]any{&out.audit, &record, &out.Version, &out.At, &op, &actor, &out.Cause, &out.From.Via, &out.From.Address, &out.From.Request, &changed}, r.before.Into()...)
	if err := rows.Scan(append(into, r.after.Into()...)...); err != nil {
		return out, err
	}
	out.Op, out.At, out.record = entry.Op(op), out.At.UTC(), tables.ToID(record)
	if actor.Valid {
		out.actor = tables.ToID(actor)
	}
	out.before, out.after = only(r.table, r.before.Fields(), changed), only(r.table, r.after.Fields(), changed)
	return out, nil
}

// only are the fields of the keys that the history names.
func only(t *tables.Table, fields row.Fields, keys []string) row.Fields {
	out := make(row.Fields, len(keys))
	for _, key := range keys {
		if f := t.Keyed(key); f != nil {
			if value, known := fields[f.Name]; known {
				out[f.Name] = value
			}
		}
	}
	return out
}

// actorField is the field whose shape and right that of who made a change has.
const actorField = "modified_by"

// ask asks for the names in a row of the object's history.
func (r *revision) ask(t *tables.Table, ask *projection.Wanted) {
	ask.Value(t.Object.Field(actorField), r.actor)
	for _, fields := range []row.Fields{r.before, r.after} {
		for name, value := range fields {
			ask.Value(t.Object.Field(name), value)
		}
	}
}

// wired brings a row of the object's history into wire shape.
func (r *revision) wired(t *tables.Table, names *projection.Resolved) row.Revision {
	out := r.Revision
	out.Actor = projection.Null
	if r.actor != "" {
		out.Actor = projection.Value(t.Object.Field(actorField), r.actor, names)
	}
	out.Before, out.After = wired(t, r.before, names), wired(t, r.after, names)
	return out
}

func wired(t *tables.Table, fields row.Fields, names *projection.Resolved) entry.Fields {
	out := make(entry.Fields, len(fields))
	for name, value := range fields {
		out[name] = projection.Value(t.Object.Field(name), value, names)
	}
	return out
}

// Past tells how a record stood at a version, whoever may see it: what each later change
// found is laid over how it stands, the earliest last. What was kept before the history of its
// object was switched off once does not lead to how it stands.
func (s *Reader) Past(ctx context.Context, organization id.ID, object string, record id.ID, version int64) (out row.Past, err error) {
	of, t, err := s.history(ctx, organization, object)
	if err != nil {
		return out, err
	}
	then := tracked(t, "p")
	from := s.pool.Source(ctx)
	text := `WITH kept AS (
			SELECT version, op, before FROM core.record_change WHERE organization_id = $1::uuid AND record_id = $2::uuid AND object = $3 AND version > 0 AND at >= $5
		), later AS (
			SELECT DISTINCT ON (e.key) e.key, e.value FROM kept h, jsonb_each(h.before) e WHERE h.version > $4 ORDER BY e.key, h.version
		)
		SELECT coalesce((SELECT min(CASE op WHEN 'created' THEN version ELSE version - 1 END) FROM kept), 0),
			ARRAY(SELECT key FROM later), ` + then.list + `
		FROM jsonb_populate_record(NULL::` + t.Name + `, coalesce((SELECT jsonb_object_agg(key, value) FROM later), '{}')) p`
	var changed []string
	err = from.QueryRow(ctx, text, string(organization), string(record), object, version, t.Object.HistorySince()).
		Scan(append([]any{&out.Oldest, &changed}, then.scanner.Into()...)...)
	if err != nil {
		return out, s.pool.Failure(err)
	}
	out.Known = out.Oldest > 0 && version >= out.Oldest
	fields := only(t, then.scanner.Fields(), changed)
	ask := projection.Ask(of)
	for name, value := range fields {
		ask.Value(t.Object.Field(name), value)
	}
	names, err := projection.Resolve(ctx, from, ask)
	if err != nil {
		return out, s.pool.Failure(err)
	}
	out.Fields = wired(t, fields, names)
	return out, nil
}
