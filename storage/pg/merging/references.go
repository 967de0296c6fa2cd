package merging

import (
	"context"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"

	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/pg/tables"
	"switchboard/storage/row"
)

// Naming finds records that refer by a field to a merged record, at most as many as limit, and
// whether a unique field lets each refer to the master record.
func (m *Merger) Naming(ctx context.Context, of row.Merge, object, field string, from id.ID, limit int) ([]row.Naming, error) {
	t, c, err := m.column(ctx, of.Organization, object, field)
	if err != nil {
		return nil, err
	}
	rows, err := m.pool.Source(ctx).Query(ctx, "SELECT t.id::text, "+clash(t, c)+" FROM "+t.Name+" t WHERE "+refersTo(c, "t", "$1")+
		" AND t.deleted_date IS NULL AND $2::uuid IS NOT NULL ORDER BY t.id LIMIT $3", string(from), string(of.Master), limit)
	if err != nil {
		return nil, m.pool.Failure(err)
	}
	found, err := pgx.CollectRows(rows, pgx.RowToStructByPos[row.Naming])
	return found, m.pool.Failure(err)
}

// CountNaming counts the records that refer by a field to any of some records, up to so many.
func (m *Merger) CountNaming(ctx context.Context, organization id.ID, object, field string, to []id.ID, most int) (n int, err error) {
	t, c, err := m.column(ctx, organization, object, field)
	if err != nil {
		return 0, err
	}
	err = m.pool.Source(ctx).QueryRow(ctx, "SELECT count(*) FROM (SELECT DISTINCT t.id FROM unnest($1::uuid[]) x (id) JOIN "+t.Name+" t ON "+
		refersTo(c, "t", "x.id")+" WHERE t.deleted_date IS NULL LIMIT $2) n", tables.IDArray(to), most).Scan(&n)
	return n, m.pool.Failure(err)
}

// clash is the condition by which the record of the alias t has a double among those that refer
// to the record $2: by a unique field, the reference among what makes it unique.
func clash(t *tables.Table, c *tables.Column) string {
	var doubles []string
	for _, u := range t.Object.Fields {
		if !u.Unique || !u.Stored() {
			continue
		}
		concerned := false
		same := []string{"o.deleted_date IS NULL", "o.id <> t.id"}
		for _, name := range append([]string{u.Name}, u.UniquePer...) {
			k := t.Column(name)
			switch {
			case name == c.Field.Name:
				concerned = true
				same = append(same, refersTo(c, "o", "$2"))
			case name == c.Field.Spelled && name != "":
				concerned = true
				same = append(same, "o."+k.Name+" = $2::uuid::text")
			default:
				same = append(same, "o."+k.Name+" = t."+k.Name)
			}
		}
		if concerned {
			doubles = append(doubles, "EXISTS (SELECT FROM "+t.Name+" o WHERE "+strings.Join(same, " AND ")+")")
		}
	}
	if doubles == nil {
		return "false"
	}
	return strings.Join(doubles, " OR ")
}

// NoteMoved remembers which references a merge moved.
func (m *Merger) NoteMoved(ctx context.Context, of row.Merge, moved []row.Moved) error {
	var objects, fields []string
	var records, from []id.ID
	var removed, hadMaster []bool
	for _, one := range moved {
		objects, fields = append(objects, one.Object), append(fields, one.Field)
		records, from = append(records, one.ID), append(from, one.From)
		removed, hadMaster = append(removed, one.Removed), append(hadMaster, one.HadMaster)
	}
	var n int64
	return m.pool.Failure(m.pool.Source(ctx).QueryRow(ctx, `WITH noted AS (
			INSERT INTO core.merge_moved (organization_id, merge_id, object, field, record_id, from_id, removed, had_master)
			SELECT $1, $2, * FROM unnest($3::text[], $4::text[], $5::uuid[], $6::uuid[], $7::boolean[], $8::boolean[])
			ON CONFLICT DO NOTHING RETURNING 1
		) SELECT count(*) FROM noted`, string(of.Organization), string(of.ID), objects, fields, tables.IDArray(records), tables.IDArray(from), removed, hadMaster).Scan(&n))
}

// MovedBy lists references that a merge moved and that nobody has moved back: as many as limit, and
// those that a record holds in the same field.
func (m *Merger) MovedBy(ctx context.Context, of row.Merge, limit int) ([]row.Moved, error) {
	rows, err := m.pool.Source(ctx).Query(ctx, `SELECT object, field, record_id::text, from_id::text, removed, had_master FROM core.merge_moved
		WHERE organization_id = $1 AND merge_id = $2 ORDER BY object, field, record_id FETCH FIRST $3 ROWS WITH TIES`, string(of.Organization), string(of.ID), limit)
	if err != nil {
		return nil, m.pool.Failure(err)
	}
	list, err := pgx.CollectRows(rows, pgx.RowToStructByPos[row.Moved])
	return list, m.pool.Failure(err)
}

// CountMoved counts what MovedBy would list without a limit.
func (m *Merger) CountMoved(ctx context.Context, of row.Merge) (n int64, err error) {
	err = m.pool.Source(ctx).QueryRow(ctx, "SELECT count(*) FROM core.merge_moved WHERE organization_id = $1 AND merge_id = $2", string(of.Organization), string(of.ID)).Scan(&n)
	return n, m.pool.Failure(err)
}

// ForgetMoved forgets references that were moved back.
func (m *Merger) ForgetMoved(ctx context.Context, of row.Merge, moved []row.Moved) error {
	var objects, fields []string
	var records, from []id.ID
	for _, one := range moved {
		objects, fields = append(objects, one.Object), append(fields, one.Field)
		records, from = append(records, one.ID), append(from, one.From)
	}
	var n int64
	return m.pool.Failure(m.pool.Source(ctx).QueryRow(ctx, `WITH gone AS (
			DELETE FROM core.merge_moved m USING unnest($3::text[], $4::text[], $5::uuid[], $6::uuid[]) AS x (object, field, record_id, from_id)
			WHERE m.organization_id = $1 AND m.merge_id = $2 AND m.object = x.object AND m.field = x.field
				AND m.record_id = x.record_id AND m.from_id = x.from_id RETURNING 1
		) SELECT count(*) FROM gone`, string(of.Organization), string(of.ID), objects, fields, tables.IDArray(records), tables.IDArray(from)).Scan(&n))
}

func (m *Merger) column(ctx context.Context, organization id.ID, object, field string) (*tables.Table, *tables.Column, error) {
	t, err := m.table(ctx, organization, object)
	if err != nil {
		return nil, nil, err
	}
	c := t.Column(field)
	if c == nil {
		return nil, nil, fault.New(fault.Invalid, "%s has no field %q.", t.Object.Title, field)
	}
	return t, c, nil
}

// refersTo is the condition by which a record of an alias refers to another one by a column;
// record is an expression of that one's id.
func refersTo(c *tables.Column, alias, record string) string {
	name := alias + "." + c.Name
	switch {
	case !c.Field.Type.Targeted:
		return fmt.Sprintf(c.Kind.Index, name) + " = " + record + "::uuid::text"
	case c.Kind.Column.Element != nil:
		return name + " @> ARRAY[" + record + "::uuid]"
	default:
		return name + " = " + record + "::uuid"
	}
}
