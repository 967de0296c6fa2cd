package organizations

import (
	"context"

	"github.com/jackc/pgx/v5"

	"switchboard/storage/id"
	"switchboard/storage/pg/tables"
)

// RemoveOrganization removes an organization with its records, its history and the accounts
// that were members of no other organization, or nothing. fault.NotFound for an unknown one.
func (s *Directory) RemoveOrganization(ctx context.Context, organization id.ID) error {
	if !organization.Valid() {
		return tables.UnknownOrganization()
	}
	return s.pool.RunInTx(ctx, func(ctx context.Context, tx pgx.Tx) error {
		// The tables go first: that waits for the transactions that write them, and later
		// ones fail before they can add to the log.
		schema := tables.SchemaOf(organization)
		if _, err := tx.Exec(ctx, "DROP SCHEMA IF EXISTS "+tables.Quote(schema)+" CASCADE"); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `DELETE FROM core.account a WHERE EXISTS (SELECT FROM core.membership m WHERE m.account_id = a.id AND m.organization_id = $1)
			AND NOT EXISTS (SELECT FROM core.membership m WHERE m.account_id = a.id AND m.organization_id <> $1)`, string(organization)); err != nil {
			return err
		}
		if err := removeShared(ctx, tx, organization); err != nil {
			return err
		}
		for _, table := range []string{"record_count", "record_count_moved"} {
			if _, err := tx.Exec(ctx, "DELETE FROM core."+table+" WHERE starts_with(relation, $1)", schema+"."); err != nil {
				return err
			}
		}
		tag, err := tx.Exec(ctx, "DELETE FROM core.organization WHERE id = $1", string(organization))
		if err == nil && tag.RowsAffected() == 0 {
			err = tables.UnknownOrganization()
		}
		return err
	})
}

// removeShared removes an organization's rows from every table that organizations share, also
// from those that a later release adds.
func removeShared(ctx context.Context, tx pgx.Tx, organization id.ID) error {
	rows, err := tx.Query(ctx, `SELECT c.relname FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
		WHERE c.relnamespace = 'core'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
		AND a.attname = 'organization_id' AND NOT a.attisdropped ORDER BY c.relname`)
	if err != nil {
		return err
	}
	names, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return err
	}
	for _, name := range names {
		if _, err := tx.Exec(ctx, "DELETE FROM core."+tables.Quote(name)+" WHERE organization_id = $1", string(organization)); err != nil {
			return err
		}
	}
	return nil
}
