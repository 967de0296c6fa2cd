package organizations

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"

	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/pg/tables"
)

// The directory says which organization a number belongs to (schema.Field.Number), and
// a record that a provider names without one (schema.Object.Located).

// OrganizationByNumber finds the organization that a number in E.164 belongs to, and
// the record that holds it; fault.NotFound where it is nobody's.
func (s *Directory) OrganizationByNumber(ctx context.Context, e164 string) (organization, phone id.ID, err error) {
	err = s.pool.QueryRow(ctx, "SELECT organization_id::text, record_id::text FROM core.number WHERE number = $1", e164).Scan(&organization, &phone)
	if errors.Is(err, pgx.ErrNoRows) {
		return "", "", fault.New(fault.NotFound, "No organization has this number.")
	}
	return organization, phone, s.pool.Failure(err)
}

// OrganizationByRecord finds the organization that a record of a located object belongs
// to; fault.NotFound where there is none.
func (s *Directory) OrganizationByRecord(ctx context.Context, record id.ID) (organization id.ID, err error) {
	unknown := fault.New(fault.NotFound, "No organization has this record.")
	if !record.Valid() {
		return "", unknown
	}
	err = s.pool.QueryRow(ctx, "SELECT organization_id::text FROM core.record WHERE id = $1", string(record)).Scan(&organization)
	if errors.Is(err, pgx.ErrNoRows) {
		return "", unknown
	}
	return organization, s.pool.Failure(err)
}

// FillDirectory brings an organization's numbers, located and open records into the directory,
// and out of it what it holds no more: a release that does not know of the directory may
// have written. Of two organizations that hold one number the first that is asked has it.
func (s *Directory) FillDirectory(ctx context.Context, db executor, organization id.ID) error {
	of, err := s.tables.Of(ctx, organization)
	if err != nil {
		return err
	}
	for _, o := range of.Registry.Objects() {
		t, err := of.Find(o.APIName)
		if err != nil {
			return err
		}
		if o.Located {
			if _, err := db.Exec(ctx, `INSERT INTO core.record (id, organization_id) SELECT id, $1 FROM `+t.Name+`
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
				if err := fillNumbers(ctx, db, t, t.Column(f.Name).Name, organization); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

func fillNumbers(ctx context.Context, db executor, t *tables.Table, number string, organization id.ID) error {
	if _, err := db.Exec(ctx, `DELETE FROM core.number n WHERE organization_id = $1 AND object = $2
		AND NOT EXISTS (SELECT FROM `+t.Name+` t WHERE t.id = n.record_id AND t.deleted_date IS NULL AND t.`+number+` = n.number)`,
		string(organization), t.Object.APIName); err != nil {
		return err
	}
	_, err := db.Exec(ctx, `INSERT INTO core.number (number, organization_id, object, record_id)
		SELECT `+number+`, $1, $2, id FROM `+t.Name+` WHERE deleted_date IS NULL AND `+number+` <> '' ORDER BY id
		ON CONFLICT (number) DO NOTHING`, string(organization), t.Object.APIName)
	return err
}
