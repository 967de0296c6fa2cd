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
	before, after := tracked(t, "b"), tracked(t, "a")
	text := `SELECT h.version, h.at, h.op, h.actor, h.cause, h.via, h.address, h.request_id,
			ARRAY(SELECT jsonb_object_keys(coalesce(h.after, '{}'))), ` + before.list + `, ` + after.list + `
		FROM core.record_change h, jsonb_populate_record(NULL::` + t.Name + `, coalesce(h.before, '{}')) b,
			jsonb_populate_record(NULL::` + t.Name + `, coalesce(h.after, '{}')) a
		WHERE h.organization_id = $1::uuid AND h.record_id = $2::uuid AND h.object = $3 AND ($4 = 0 OR h.version < $4)
		ORDER BY h.version DESC LIMIT $5`
	ctx, cancel := context.WithTimeout(ctx, s.Patience)
	defer cancel()
	conn, err := s.pool.Lists.Acquire(ctx)
	if err != nil {
		return out, s.pool.Failure(err)
	}
	defer conn.Release()
	began := time.Now()
	defer func() { out.Took = time.Since(began) }()
	rows, err := conn.Query(ctx, text, string(organization), string(r.Record), r.Object, r.Before, r.Limit+1)
	if err != nil {
		return out, s.pool.Failure(err)
	}
	defer rows.Close()
	var found []revision
	for size := 0; rows.Next(); {
		if len(found) == r.Limit || size >= readBytes {
			out.More = true
			break
		}
		one, err := scanRevision(rows, before.scanner, after.scanner)
		if err != nil {
			return out, s.pool.Failure(err)
		}
		size += tables.BytesOf(one.before) + tables.BytesOf(one.after)
		found = append(found, one)
	}
	rows.Close()
	if err := rows.Err(); err != nil {
		return out, s.pool.Failure(err)
	}
	out.Revisions, err = s.revisions(ctx, conn, of, t, found)
	return out, err
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

// revision is a row of the history, in storage shape.
type revision struct {
	row.Revision

	actor         id.ID
	before, after row.Fields
}

func scanRevision(rows pgx.Rows, before, after *tables.Scanner) (out revision, err error) {
	var actor pgtype.UUID
	var op string
	var changed []string
	into := append([]any{&out.Version, &out.At, &op, &actor, &out.Cause, &out.From.Via, &out.From.Address, &out.From.Request, &changed}, before.Into()...)
	if err := rows.Scan(append(into, after.Into()...)...); err != nil {
		return out, err
	}
	out.Op, out.At = entry.Op(op), out.At.UTC()
	if actor.Valid {
		out.actor = tables.ToID(actor)
	}
	out.before, out.after = only(before.Fields(), changed), only(after.Fields(), changed)
	return out, nil
}

// only are the fields of the names.
func only(fields row.Fields, names []string) row.Fields {
	out := make(row.Fields, len(names))
	for _, name := range names {
		if value, known := fields[name]; known {
			out[name] = value
		}
	}
	return out
}

// revisions brings rows of the history into wire shape, all names in one round trip.
func (s *Reader) revisions(ctx context.Context, conn pool.Batcher, of *tables.Tables, t *tables.Table, found []revision) ([]row.Revision, error) {
	by := t.Object.Field("modified_by")
	ask := projection.Ask(of)
	for _, one := range found {
		ask.Value(by, one.actor)
		for _, fields := range []row.Fields{one.before, one.after} {
			for name, value := range fields {
				ask.Value(t.Object.Field(name), value)
			}
		}
	}
	names, err := projection.Resolve(ctx, conn, ask)
	if err != nil {
		return nil, s.pool.Failure(err)
	}
	out := make([]row.Revision, len(found))
	for i, one := range found {
		out[i] = one.Revision
		out[i].Actor = projection.Null
		if one.actor != "" {
			out[i].Actor = projection.Value(by, one.actor, names)
		}
		out[i].Before, out[i].After = wired(t, one.before, names), wired(t, one.after, names)
	}
	return out, nil
}

func wired(t *tables.Table, fields row.Fields, names *projection.Resolved) entry.Fields {
	out := make(entry.Fields, len(fields))
	for name, value := range fields {
		out[name] = projection.Value(t.Object.Field(name), value, names)
	}
	return out
}

// Past tells how a record stood at a version, whoever may see it: what each later change
// found is laid over how it stands, the earliest last.
func (s *Reader) Past(ctx context.Context, organization id.ID, object string, record id.ID, version int64) (out row.Past, err error) {
	of, t, err := s.history(ctx, organization, object)
	if err != nil {
		return out, err
	}
	then := tracked(t, "p")
	from := s.pool.Source(ctx)
	text := `WITH kept AS (
			SELECT version, op, before FROM core.record_change WHERE organization_id = $1::uuid AND record_id = $2::uuid AND object = $3
		), later AS (
			SELECT DISTINCT ON (e.key) e.key, e.value FROM kept h, jsonb_each(h.before) e WHERE h.version > $4 ORDER BY e.key, h.version
		)
		SELECT coalesce((SELECT min(CASE op WHEN 'created' THEN version ELSE version - 1 END) FROM kept), 0),
			ARRAY(SELECT key FROM later), ` + then.list + `
		FROM jsonb_populate_record(NULL::` + t.Name + `, coalesce((SELECT jsonb_object_agg(key, value) FROM later), '{}')) p`
	var changed []string
	err = from.QueryRow(ctx, text, string(organization), string(record), object, version).
		Scan(append([]any{&out.Oldest, &changed}, then.scanner.Into()...)...)
	if err != nil {
		return out, s.pool.Failure(err)
	}
	out.Known = out.Oldest > 0 && version >= out.Oldest
	fields := only(then.scanner.Fields(), changed)
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
