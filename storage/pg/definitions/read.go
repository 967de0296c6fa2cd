package definitions

import (
	"context"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"switchboard/storage/id"
	"switchboard/storage/pg/pool"
	"switchboard/storage/pg/tables"
	"switchboard/storage/schema"
)

// Reader reads the registries of organizations. Pool is set before the first is read.
type Reader struct{ Pool *pool.Pool }

// Registry adds to the base what an organization has of its own (tables.Own). Its version
// is the same on every node that has read the same.
func (r *Reader) Registry(ctx context.Context, organization id.ID, base *schema.Registry) (*schema.Registry, error) {
	s, err := r.stored(ctx, organization, base)
	if err != nil {
		return nil, err
	}
	registry, left := s.registry(base)
	for _, err := range left {
		r.Pool.Log.ErrorContext(ctx, "an object is left out", "organization", organization, "error", err)
	}
	return registry, nil
}

// stored are the definitions of an organization, in the order in which they were made, and
// what it says of options.
type stored struct {
	all        []schema.Defined
	choices    []schema.OptionChoice
	unreadable []error
	version    int64 // another one with every change
}

// registry is the base with the definitions that are in use.
func (s *stored) registry(base *schema.Registry) (*schema.Registry, []error) {
	if s.version == 0 {
		return base, nil
	}
	var used []*schema.Own
	for _, d := range s.all {
		if d.Own.Retired == nil {
			used = append(used, d.Own)
		}
	}
	registry, left := base.With(base.Version()+s.version, s.choices, used...)
	return registry, append(left, s.unreadable...)
}

// stored reads the definitions, and the options of pick-lists.
func (r *Reader) stored(ctx context.Context, organization id.ID, base *schema.Registry) (*stored, error) {
	out, err := r.definitions(ctx, organization, base)
	if err != nil {
		return nil, err
	}
	choices, version, err := r.choices(ctx, organization, base)
	if err != nil {
		return nil, err
	}
	out.choices = choices
	out.version += version
	return out, nil
}

func (r *Reader) definitions(ctx context.Context, organization id.ID, base *schema.Registry) (*stored, error) {
	o := base.Role(schema.Definition)
	if o == nil {
		return &stored{}, nil
	}
	table := tables.Quote(tables.SchemaOf(organization)) + "." + tables.Quote(o.APIName)
	from := r.Pool.Source(ctx)
	// It may be about to be made, or have been made by a release that knew no definitions:
	// to ask is no error, which would end the transaction that this may be in.
	var exists bool
	if err := from.QueryRow(ctx, "SELECT to_regclass($1) IS NOT NULL", table).Scan(&exists); err != nil || !exists {
		return &stored{}, r.Pool.Failure(err)
	}
	rows, err := from.Query(ctx, "SELECT id, version, deleted_date IS NOT NULL, "+tables.Quote(schema.DefinitionField)+" FROM "+table+" ORDER BY created_date, id")
	if err != nil {
		return nil, r.Pool.Failure(err)
	}
	out := &stored{}
	var record pgtype.UUID
	var version int64
	var gone bool
	var raw []byte
	_, err = pgx.ForEachRow(rows, []any{&record, &version, &gone, &raw}, func() error {
		out.version += version
		if gone {
			return nil
		}
		own, err := schema.DecodeOwn(raw)
		if err != nil {
			out.unreadable = append(out.unreadable, err)
			return nil
		}
		out.all = append(out.all, schema.Defined{Record: tables.ToID(record), Version: version, Own: own})
		return nil
	})
	return out, r.Pool.Failure(err)
}
