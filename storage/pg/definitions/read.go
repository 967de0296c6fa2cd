package definitions

import (
	"context"

	"github.com/jackc/pgx/v5"

	"switchboard/storage/id"
	"switchboard/storage/pg/pool"
	"switchboard/storage/pg/tables"
	"switchboard/storage/schema"
)

// Reader reads the registries of organizations. Pool is set before the first is read.
type Reader struct{ Pool *pool.Pool }

// Registry adds to the base what an organization has of its own (tables.Own). Objects are
// added in the order in which they were made: each may refer to those before it.
func (r *Reader) Registry(ctx context.Context, organization id.ID, base *schema.Registry) (*schema.Registry, error) {
	table := tables.Quote(tables.SchemaOf(organization)) + "." + tables.Quote(base.Role(schema.Definition).APIName)
	from := r.Pool.Source(ctx)
	// It may be about to be made, or have been made by a release that knew no definitions:
	// to ask is no error, which would end the transaction that this may be in.
	var exists bool
	if err := from.QueryRow(ctx, "SELECT to_regclass($1) IS NOT NULL", table).Scan(&exists); err != nil || !exists {
		return base, r.Pool.Failure(err)
	}
	rows, err := from.Query(ctx, "SELECT "+tables.Quote(schema.DefinitionField)+" FROM "+table+
		" WHERE deleted_date IS NULL ORDER BY created_date, id")
	if err != nil {
		return nil, r.Pool.Failure(err)
	}
	stored, err := pgx.CollectRows(rows, pgx.RowTo[[]byte])
	if err != nil {
		return nil, r.Pool.Failure(err)
	}
	registry := base
	for _, raw := range stored {
		o, err := schema.DecodeObject(raw)
		if err == nil {
			var next *schema.Registry
			if next, err = registry.Adding(o); err == nil {
				registry = next
			}
		}
		if err != nil {
			r.Pool.Log.ErrorContext(ctx, "an object is left out", "organization", organization, "error", err)
		}
	}
	return registry, nil
}
