package records

import (
	"context"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/pg/pool"
	"switchboard/storage/pg/tables"
	"switchboard/storage/row"
	"switchboard/storage/schema"
)

// source is where a page is read from, of the alias t: the object's table, or how its
// records stood; with the condition that holds for those who may be read.
func (q *statement) source(organization id.ID, r *row.ReadRequest) (from, stands string, err error) {
	visible, err := q.visible(r.Visible)
	if err != nil {
		return "", "", err
	}
	if r.AsOf != nil {
		if err := q.recalled(r); err != nil {
			return "", "", err
		}
		removed, err := q.visible(r.AsOf.Removed)
		if err != nil {
			return "", "", err
		}
		return q.stood(organization, r.AsOf, visible, removed), all, nil
	}
	stands = living
	if r.Removed {
		stands = "t.deleted_date IS NOT NULL"
	}
	if visible != seesAll {
		stands += " AND " + visible
	}
	return q.table.Name + " t", stands, nil
}

// living are the records that stand.
const living = "t.deleted_date IS NULL"

// stood are the records of an object as they stood at a moment, with all columns of its
// table. What was not changed since stands as it did; over others is laid what each later
// change found, the earliest last. Columns that no history keeps are NULL, but for
// version, modified_date and modified_by, which are those of now (lastChanges).
func (q *statement) stood(organization id.ID, asOf *row.AsOf, visible, removed string) string {
	at := q.arg(asOf.At, "timestamptz")
	of := "h.organization_id = " + q.arg(organization, "uuid") + " AND h.object = " + q.arg(q.table.Object.APIName, "text") + " AND h.record_id = t.id"
	among := ""
	if asOf.Records != nil {
		among = " AND t.id = ANY (" + q.arg(asOf.Records, "uuid[]") + ")"
	}
	var stands, stood []string
	made := []string{"s.*"}
	for _, c := range q.table.Columns {
		switch f := c.Field; {
		case f.System && f.Internal: // deleted_date
			stands, stood = append(stands, "NULL::"+c.Kind.Column.SQL+" AS "+c.Name), append(stood, "NULL")
		case f.System:
			stands, stood = append(stands, c.Alias), append(stood, c.Alias)
		case f.Tracked():
			stands, stood = append(stands, c.Alias), append(stood, "p."+c.Name)
		default:
			stands, stood = append(stands, "NULL::"+c.Kind.Column.SQL+" AS "+c.Name), append(stood, "NULL")
		}
	}
	for _, c := range q.table.All()[len(q.table.Columns):] {
		made = append(made, "("+c.Field.Derived.Expression+") AS "+c.Name)
	}
	return `(SELECT ` + strings.Join(made, ", ") + ` FROM (
		SELECT ` + strings.Join(stands, ", ") + ` FROM ` + q.table.Name + ` t
		WHERE t.deleted_date IS NULL AND t.modified_date <= ` + at + ` AND ` + visible + among + `
		UNION ALL
		SELECT ` + strings.Join(stood, ", ") + ` FROM ` + q.table.Name + ` t
		CROSS JOIN LATERAL (
			SELECT (array_agg(h.op ORDER BY h.version) FILTER (WHERE h.op IN ('` + string(entry.Removed) + `', '` + string(row.Restored) + `')))[1] AS turn
			FROM core.record_change h WHERE ` + of + ` AND h.at > ` + at + `
		) since
		CROSS JOIN LATERAL (
			SELECT coalesce(jsonb_object_agg(f.key, f.value), '{}') AS fields FROM (
				SELECT DISTINCT ON (e.key) e.key, e.value FROM core.record_change h, jsonb_each(h.before) e
				WHERE ` + of + ` AND h.at > ` + at + ` ORDER BY e.key, h.version
			) f
		) was
		CROSS JOIN LATERAL jsonb_populate_record(t, was.fields) p
		WHERE t.created_date <= ` + at + ` AND t.modified_date > ` + at + among + `
			AND CASE WHEN t.deleted_date IS NULL THEN since.turn IS DISTINCT FROM '` + string(row.Restored) + `' AND ` + visible + `
				ELSE since.turn = '` + string(entry.Removed) + `' AND ` + removed + ` END
	) s) t`
}

// lastChanges gives records that were read as they stood the version that they had, and
// who had changed them last, at which time; nothing where the history doesn't say.
func (s *Reader) lastChanges(ctx context.Context, from pool.Source, organization id.ID, o *schema.Object, at time.Time, found []row.Record) error {
	since := map[id.ID]int{}
	var ids []id.ID
	for i := range found {
		if changed, ok := found[i].Fields["modified_date"].(time.Time); ok && changed.After(at) {
			since[found[i].ID] = i
			ids = append(ids, found[i].ID)
			delete(found[i].Fields, "version")
			delete(found[i].Fields, "modified_date")
			delete(found[i].Fields, "modified_by")
		}
	}
	if len(ids) == 0 {
		return nil
	}
	rows, err := from.Query(ctx, `SELECT r.id, l.version, l.at, l.actor FROM unnest($1::uuid[]) r (id) CROSS JOIN LATERAL (
			SELECT h.version, h.at, h.actor FROM core.record_change h
			WHERE h.organization_id = $2::uuid AND h.record_id = r.id AND h.object = $3 AND h.version > 0 AND h.at <= $4 AND h.at >= $5 ORDER BY h.version DESC LIMIT 1
		) l`, tables.IDArray(ids), string(organization), o.APIName, at, o.HistorySince())
	if err != nil {
		return s.pool.Failure(err)
	}
	var one, actor pgtype.UUID
	var version int64
	var changed time.Time
	_, err = pgx.ForEachRow(rows, []any{&one, &version, &changed, &actor}, func() error {
		r := &found[since[tables.ToID(one)]]
		r.Version = version
		r.Fields["version"], r.Fields["modified_date"], r.Fields["modified_by"] = version, changed.UTC(), nil
		if actor.Valid {
			r.Fields["modified_by"] = tables.ToID(actor)
		}
		return nil
	})
	return s.pool.Failure(err)
}

// Since tells from which moment on the history of an organization's records is whole.
func (s *Reader) Since(ctx context.Context, organization id.ID) (time.Time, error) {
	var since *time.Time
	err := s.pool.Source(ctx).QueryRow(ctx, "SELECT (SELECT since FROM core.record_change_since WHERE organization_id = $1)", string(organization)).Scan(&since)
	if err != nil || since == nil {
		return time.Time{}, s.pool.Failure(err)
	}
	return since.UTC(), nil
}

// recalled refuses to filter and to sort by what no history keeps.
func (q *statement) recalled(r *row.ReadRequest) error {
	names := make([]string, 0, len(r.Where)+len(r.Order))
	for _, c := range r.Where {
		names = append(names, c.Field)
	}
	if r.Filter != nil {
		names = append(names, r.Filter.Fields()...)
	}
	for _, o := range r.Order {
		names = append(names, o.Field)
	}
	for _, name := range names {
		if f := q.table.Object.Field(name); f != nil && !q.table.Object.Recalled(f) {
			return fault.Field(name, "%s has no history: what records were can't be filtered or sorted by it", f.Title)
		}
	}
	return nil
}
