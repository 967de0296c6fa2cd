package pg

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"

	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
)

// The directory says which organization a number belongs to (schema.Field.Number), and
// a record that a provider names without one (schema.Object.Located).

// OrganizationByNumber finds the organization that a number in E.164 belongs to, and
// the record that holds it; fault.NotFound where it is nobody's.
func (s *Store) OrganizationByNumber(ctx context.Context, e164 string) (organization, phone id.ID, err error) {
	err = s.pool.QueryRow(ctx, "SELECT organization_id::text, record_id::text FROM core.number WHERE number = $1", e164).Scan(&organization, &phone)
	if errors.Is(err, pgx.ErrNoRows) {
		return "", "", fault.New(fault.NotFound, "No organization has this number.")
	}
	return organization, phone, s.failure(err)
}

// OrganizationByRecord finds the organization that a record of a located object belongs
// to; fault.NotFound where there is none.
func (s *Store) OrganizationByRecord(ctx context.Context, record id.ID) (organization id.ID, err error) {
	unknown := fault.New(fault.NotFound, "No organization has this record.")
	if !record.Valid() {
		return "", unknown
	}
	err = s.pool.QueryRow(ctx, "SELECT organization_id::text FROM core.record WHERE id = $1", string(record)).Scan(&organization)
	if errors.Is(err, pgx.ErrNoRows) {
		return "", unknown
	}
	return organization, s.failure(err)
}

// located keeps the directory of records in the transaction that writes them.
func (p *plan) located(batch *pgx.Batch) {
	for _, st := range p.steps {
		switch {
		case !st.table.object.Located || st.noop:
		case st.Op == entry.Created:
			batch.Queue("INSERT INTO core.record (id, organization_id) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING", string(st.ID), string(p.change.Organization))
		case st.Op == entry.Removed:
			batch.Queue("DELETE FROM core.record WHERE id = $1 AND organization_id = $2", string(st.ID), string(p.change.Organization))
		}
	}
}

// numbers keeps the directory in the transaction that writes the records: what is given
// up goes first, so that a number can pass from one record to another. Of two that claim
// one at once the second waits for the first, and is refused.
func (p *plan) numbers(batch *pgx.Batch) {
	type place struct {
		key
		field string
	}
	before, after := map[place]string{}, map[place]string{}
	var places []place
	for _, st := range p.steps {
		for _, c := range st.table.columns {
			if !c.field.Number || st.noop {
				continue
			}
			at := place{key{st.Object, st.ID}, c.field.Name}
			if _, again := after[at]; !again {
				before[at] = st.before.Text(at.field)
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

// fillDirectory brings an organization's numbers, located and open records into the directory,
// and out of it what it holds no more: a release that does not know of the directory may
// have written. Of two organizations that hold one number the first that is asked has it.
func (s *Store) fillDirectory(ctx context.Context, db executor, organization id.ID) error {
	for _, o := range s.registry.Objects() {
		t, err := s.table(organization, o.APIName)
		if err != nil {
			return err
		}
		if o.Located {
			if _, err := db.Exec(ctx, `INSERT INTO core.record (id, organization_id) SELECT id, $1 FROM `+t.name+`
				WHERE deleted_date IS NULL ON CONFLICT (id) DO NOTHING`, string(organization)); err != nil {
				return err
			}
		}
		if o.Open != nil {
			if err := fillOpen(ctx, db, t, organization); err != nil {
				return err
			}
		}
		for _, f := range o.Fields {
			if f.Number {
				if err := fillNumbers(ctx, db, t, t.column(f.Name).name, organization); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

func fillNumbers(ctx context.Context, db executor, t *table, number string, organization id.ID) error {
	if _, err := db.Exec(ctx, `DELETE FROM core.number n WHERE organization_id = $1 AND object = $2
		AND NOT EXISTS (SELECT FROM `+t.name+` t WHERE t.id = n.record_id AND t.deleted_date IS NULL AND t.`+number+` = n.number)`,
		string(organization), t.object.APIName); err != nil {
		return err
	}
	_, err := db.Exec(ctx, `INSERT INTO core.number (number, organization_id, object, record_id)
		SELECT `+number+`, $1, $2, id FROM `+t.name+` WHERE deleted_date IS NULL AND `+number+` <> '' ORDER BY id
		ON CONFLICT (number) DO NOTHING`, string(organization), t.object.APIName)
	return err
}
