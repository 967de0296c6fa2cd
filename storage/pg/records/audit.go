package records

import (
	"cmp"
	"context"
	"slices"

	"github.com/jackc/pgx/v5"

	"switchboard/storage/id"
	"switchboard/storage/pg/pool"
	"switchboard/storage/pg/projection"
	"switchboard/storage/pg/tables"
	"switchboard/storage/row"
)

// Audit reads what an organization's audit tells, whoever may see it. A page ends once it
// holds readBytes, at its limit at the latest.
func (s *Reader) Audit(ctx context.Context, organization id.ID, r row.AuditRequest) (out row.Audit, err error) {
	of, err := s.tables.Of(ctx, organization)
	if err != nil {
		return out, err
	}
	out.Took, err = s.browse(ctx, func(ctx context.Context, conn pool.Source) error {
		rows, err := conn.Query(ctx, `SELECT audit, object FROM core.record_change
			WHERE organization_id = $1::uuid AND audit IS NOT NULL AND ($2 = 0 OR audit < $2) AND ($3::text[] IS NULL OR object = ANY ($3))
			ORDER BY audit DESC LIMIT $4`, string(organization), r.Before, r.Objects, r.Limit+1)
		if err != nil {
			return s.pool.Failure(err)
		}
		var number int64
		var object string
		numbers, count := map[string][]int64{}, 0
		if _, err := pgx.ForEachRow(rows, []any{&number, &object}, func() error {
			if count++; count <= r.Limit {
				numbers[object] = append(numbers[object], number)
			}
			return nil
		}); err != nil {
			return s.pool.Failure(err)
		}
		out.More = count > r.Limit
		told, err := s.told(ctx, conn, organization, of, numbers)
		for size := 0; size < readBytes && len(out.Told) < len(told); {
			one := told[len(out.Told)]
			size += one.Before.Size() + one.After.Size()
			out.Told = append(out.Told, one)
		}
		out.More = out.More || len(out.Told) < len(told)
		return s.pool.Failure(err)
	})
	return out, err
}

// told reads rows of the audit by their numbers, each object's by its own columns, and all
// names in one round trip.
func (s *Reader) told(ctx context.Context, conn pool.Source, organization id.ID, of *tables.Tables, numbers map[string][]int64) ([]row.Audited, error) {
	type found struct {
		revision

		table *tables.Table
	}
	var all []found
	ask := projection.Ask(of)
	for object, wanted := range numbers {
		t := of.ByName[object]
		if t == nil { // an object that the organization has no longer
			continue
		}
		kept := revisionsOf(t)
		rows, err := conn.Query(ctx, kept.text+" WHERE h.organization_id = $1::uuid AND h.audit = ANY ($2)", string(organization), wanted)
		if err != nil {
			return nil, err
		}
		of, err := pgx.CollectRows(rows, func(pgx.CollectableRow) (revision, error) { return kept.scan(rows) })
		if err != nil {
			return nil, err
		}
		for i := range of {
			of[i].ask(t, ask)
			ask.Name(object, of[i].record)
			all = append(all, found{of[i], t})
		}
	}
	names, err := projection.Resolve(ctx, conn, ask)
	if err != nil {
		return nil, err
	}
	slices.SortFunc(all, func(a, b found) int { return cmp.Compare(b.audit, a.audit) })
	out := make([]row.Audited, len(all))
	for i := range all {
		one := &all[i]
		object := one.table.Object.APIName
		out[i] = row.Audited{Revision: one.wired(one.table, names), Number: one.audit, Object: object, Record: one.record, Name: names.Name(object, one.record)}
	}
	return out, nil
}
