package definitions

import (
	"context"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/pg/tables"
	"switchboard/storage/schema"
)

// Retired counts what an organization took out of use longer ago than keep. It leaves no
// trace of the organization on this node.
func (m *Maker) Retired(ctx context.Context, organization id.ID, keep time.Duration) (n int64, err error) {
	stored, err := m.reader.stored(ctx, organization, m.base)
	if err != nil {
		return 0, err
	}
	for _, d := range stored.all {
		if r := d.Own.Retired; r != nil {
			if isOver(*r, keep) {
				n++
			}
			continue
		}
		n += int64(len(overdue(d.Own, keep)))
	}
	return n, nil
}

func isOver(r schema.Retirement, keep time.Duration) bool { return time.Since(r.At) > keep }

// overdue are the keys of the fields of an object that were taken out of use longer ago than
// keep.
func overdue(own *schema.Own, keep time.Duration) (keys []string) {
	for _, f := range own.Former {
		if isOver(f.Retired, keep) {
			keys = append(keys, f.Field.Key())
		}
	}
	return keys
}

// PurgeRetired deletes for good what an organization took out of use longer ago than keep:
// columns and tables, and what their history says. It tells how many there were, may be
// repeated, and must not be called in a transaction.
func (m *Maker) PurgeRetired(ctx context.Context, organization id.ID, keep time.Duration) (removed int64, err error) {
	have, err := m.Definitions(ctx, organization)
	if err != nil {
		return 0, err
	}
	for _, d := range have.All {
		if d.Own.Retired != nil && isOver(*d.Own.Retired, keep) {
			if err := m.purgeObject(ctx, organization, d); err != nil {
				return removed, err
			}
			removed++
			continue
		}
		keys := overdue(d.Own, keep)
		if keys == nil || d.Own.Retired != nil {
			continue
		}
		if err := m.forget(ctx, organization, d.Own.APIName, "before - $3::text[], after = after - $3::text[]", "AND (before ?| $3::text[] OR after ?| $3::text[])", keys); err != nil {
			return removed, err
		}
		_, err := m.redefine(ctx, organization, "", d.Own.APIName, "object.purged", func(have *schema.Definitions) (*schema.Own, error) {
			own := have.Of(d.Own.APIName).Own
			if own == nil {
				return nil, nil
			}
			next := *own
			next.Former = slices.DeleteFunc(slices.Clone(own.Former), func(f schema.Former) bool { return slices.Contains(keys, f.Field.Key()) })
			return &next, nil
		}, nil)
		if err != nil {
			return removed, err
		}
		removed += int64(len(keys))
	}
	return removed, nil
}

// forget takes something out of an object's history, so much at a time that nobody waits.
func (m *Maker) forget(ctx context.Context, organization id.ID, object, set, where string, keys []string) error {
	const batch = 1_000
	for {
		tag, err := m.pool.Exec(ctx, `UPDATE core.record_change h SET before = `+set+` FROM (
				SELECT tableoid, ctid FROM core.record_change WHERE organization_id = $1::uuid AND object = $2 AND $3::text[] IS NOT NULL `+where+` LIMIT $4
			) due WHERE h.organization_id = $1::uuid AND h.tableoid = due.tableoid AND h.ctid = due.ctid`, string(organization), object, keys, batch)
		if err != nil || tag.RowsAffected() < batch {
			return m.pool.Failure(err)
		}
	}
}

func (m *Maker) purgeObject(ctx context.Context, organization id.ID, d schema.Defined) error {
	if err := m.forget(ctx, organization, d.Own.APIName, "NULL, after = NULL", "AND before IS NOT NULL", []string{}); err != nil {
		return err
	}
	err := m.patiently(ctx, func(ctx context.Context) error {
		return m.pool.Together(ctx, func(ctx context.Context) error {
			conn := m.pool.Transaction(ctx).Conn
			if err := m.removeDefinition(ctx, organization, d); err != nil {
				return err
			}
			_, err := conn.Exec(ctx, "SET LOCAL lock_timeout = '"+lockTimeout+"'; DROP TABLE IF EXISTS "+
				tables.Quote(tables.SchemaOf(organization))+"."+tables.Quote(d.Own.Key()), pgx.QueryExecModeSimpleProtocol)
			return m.pool.Failure(err)
		})
	})
	m.tables.Forget(organization)
	if fault.Is(err, fault.VersionConflict) { // it was brought back in this moment
		return nil
	}
	return err
}
