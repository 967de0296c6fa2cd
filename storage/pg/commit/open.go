package commit

import (
	"slices"

	"github.com/jackc/pgx/v5"

	"switchboard/storage/entry"
	"switchboard/storage/pg/tables"
	"switchboard/storage/schema"
)

// open updates the list of open records, after the writes and in their transaction.
func (p *plan) open(batch *pgx.Batch) {
	organization := string(p.change.Organization)
	for _, st := range p.steps {
		o := st.table.Object
		if o.Open == nil || st.noop || !st.mayOpen(o.Field(o.Open.Field)) {
			continue
		}
		if st.Op != entry.Removed {
			batch.Queue(`INSERT INTO core.open (object, organization_id, id) SELECT $1, $2, id FROM `+st.table.Name+`
				WHERE id = $3 AND `+st.table.Opened(4)+` ON CONFLICT DO NOTHING`, o.APIName, organization, string(st.ID), o.Open.Values)
		}
		if st.Op != entry.Created {
			batch.Queue(`DELETE FROM core.open WHERE object = $1 AND organization_id = $2 AND id = $3
				AND NOT EXISTS (SELECT FROM `+st.table.Name+` WHERE id = $3 AND `+st.table.Opened(4)+`)`,
				o.APIName, organization, string(st.ID), o.Open.Values)
		}
	}
}

// mayOpen reports whether a write may have opened or finished its record.
func (st *step) mayOpen(f *schema.Field) bool {
	return st.Op != entry.Updated || slices.ContainsFunc(st.changed, func(c *tables.Column) bool {
		return c.Field == f || f.Derived != nil && slices.Contains(f.Derived.From, c.Field.Name)
	})
}
