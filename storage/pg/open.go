package pg

import (
	"context"
	"slices"
	"strconv"

	"github.com/jackc/pgx/v5"

	"switchboard/storage/entry"
	"switchboard/storage/id"
	"switchboard/storage/schema"
)

// Open lists the records of an object that are open (schema.Object.Open), by the
// organizations that have any.
func (s *Store) Open(ctx context.Context, object string) (map[id.ID][]id.ID, error) {
	rows, err := s.pool.Query(ctx, "SELECT organization_id::text, id::text FROM core.open WHERE object = $1 ORDER BY id", object)
	if err != nil {
		return nil, s.failure(err)
	}
	open := map[id.ID][]id.ID{}
	var organization, record id.ID
	_, err = pgx.ForEachRow(rows, []any{&organization, &record}, func() error {
		open[organization] = append(open[organization], record)
		return nil
	})
	return open, s.failure(err)
}

// open keeps the list of open records in the transaction that writes them, behind the
// writes.
func (p *plan) open(batch *pgx.Batch) {
	organization := string(p.change.Organization)
	for _, st := range p.steps {
		o := st.table.object
		if o.Open == nil || st.noop || !st.mayOpen(o.Field(o.Open.Field)) {
			continue
		}
		if st.Op != entry.Removed {
			batch.Queue(`INSERT INTO core.open (object, organization_id, id) SELECT $1, $2, id FROM `+st.table.name+`
				WHERE id = $3 AND `+st.table.opened(4)+` ON CONFLICT DO NOTHING`, o.APIName, organization, string(st.ID), o.Open.Values)
		}
		if st.Op != entry.Created {
			batch.Queue(`DELETE FROM core.open WHERE object = $1 AND organization_id = $2 AND id = $3
				AND NOT EXISTS (SELECT FROM `+st.table.name+` WHERE id = $3 AND `+st.table.opened(4)+`)`,
				o.APIName, organization, string(st.ID), o.Open.Values)
		}
	}
}

// mayOpen tells whether a write may have opened or finished its record.
func (st *step) mayOpen(f *schema.Field) bool {
	return st.Op != entry.Updated || slices.ContainsFunc(st.changed, func(c *column) bool {
		return c.field == f || f.Derived != nil && slices.Contains(f.Derived.From, c.field.Name)
	})
}

// opened is the condition under which a record of the table is open; the values are the
// n-th argument.
func (t *table) opened(n int) string {
	return "deleted_date IS NULL AND " + t.column(t.object.Open.Field).name + " = ANY ($" + strconv.Itoa(n) + "::text[])"
}

// fillOpen brings the list of an organization's open records up to date.
func fillOpen(ctx context.Context, db executor, t *table, organization id.ID) error {
	o := t.object
	if _, err := db.Exec(ctx, `DELETE FROM core.open o WHERE object = $1 AND organization_id = $2
		AND NOT EXISTS (SELECT FROM `+t.name+` t WHERE t.id = o.id AND `+t.opened(3)+`)`, o.APIName, string(organization), o.Open.Values); err != nil {
		return err
	}
	_, err := db.Exec(ctx, `INSERT INTO core.open (object, organization_id, id) SELECT $1, $2, id FROM `+t.name+`
		WHERE `+t.opened(3)+` ON CONFLICT DO NOTHING`, o.APIName, string(organization), o.Open.Values)
	return err
}
