package commit

import (
	"github.com/jackc/pgx/v5"

	"switchboard/storage/entry"
	"switchboard/storage/id"
)

// located updates the directory of located records, in the transaction that writes them.
func (p *plan) located(batch *pgx.Batch) {
	const insert = "INSERT INTO core.record (id, organization_id) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING"
	organization := string(p.change.Organization)
	for _, st := range p.steps {
		if !st.table.Object.Located || st.noop {
			continue
		}
		for _, c := range st.table.Columns {
			// A record that the provider named first bears this id itself.
			if name, _ := st.Set[c.Field.Name].(string); c.Field.Locates && name != "" && id.Derived(name) != st.ID {
				batch.Queue(insert, string(id.Derived(name)), organization)
			}
		}
		if st.appears() {
			batch.Queue(insert, string(st.ID), organization)
		}
		if st.Op == entry.Removed {
			batch.Queue("DELETE FROM core.record WHERE id = $1 AND organization_id = $2", string(st.ID), organization)
		}
	}
}

// numbers updates the directory of phone numbers, in the transaction that writes the
// records. Numbers that are given up come first, so that one can pass from a record to
// another. Of two that claim one at once the second waits for the first, and is refused.
func (p *plan) numbers(batch *pgx.Batch) {
	type place struct {
		key
		field string
	}
	before, after := map[place]string{}, map[place]string{}
	var places []place
	for _, st := range p.steps {
		for _, c := range st.table.Columns {
			if !c.Field.Number || st.noop {
				continue
			}
			at := place{key{st.Object, st.ID}, c.Field.Name}
			if _, again := after[at]; !again {
				if !st.appears() {
					before[at] = st.before.Text(at.field)
				}
				places = append(places, at)
			}
			after[at] = st.after.Text(at.field)
			if st.Op == entry.Removed {
				after[at] = ""
			}
		}
	}
	organization := string(p.change.Organization)
	for _, at := range places {
		if before[at] != "" && before[at] != after[at] {
			batch.Queue("DELETE FROM core.number WHERE number = $1 AND organization_id = $2 AND record_id = $3", before[at], organization, string(at.id))
		}
	}
	for _, at := range places {
		if after[at] != "" && before[at] != after[at] {
			batch.Queue("INSERT INTO core.number (number, organization_id, object, record_id) VALUES ($1, $2, $3, $4)",
				after[at], organization, at.object, string(at.id))
		}
	}
}
