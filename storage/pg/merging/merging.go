package merging

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/pg/pool"
	"switchboard/storage/pg/tables"
	"switchboard/storage/row"
)

// Merger remembers merges in a database.
type Merger struct {
	pool   *pool.Pool
	tables *tables.Cache
}

// New makes the merger of a database.
func New(db *pool.Pool, of *tables.Cache) *Merger { return &Merger{pool: db, tables: of} }

// LockMerging locks records until the end of the transaction, in the order of their ids. It gives
// their versions, 0 for one that was removed; what does not exist is left out.
func (m *Merger) LockMerging(ctx context.Context, organization id.ID, object string, ids []id.ID) (map[id.ID]int64, error) {
	t, err := m.table(ctx, organization, object)
	if err != nil {
		return nil, err
	}
	rows, err := m.pool.Source(ctx).Query(ctx, "SELECT t.id::text, CASE WHEN t.deleted_date IS NULL THEN t.version ELSE 0 END FROM "+t.Name+
		" t WHERE t.id = ANY ($1::uuid[]) ORDER BY t.id FOR UPDATE", tables.IDArray(ids))
	if err != nil {
		return nil, m.pool.Failure(err)
	}
	versions := map[id.ID]int64{}
	var one id.ID
	var version int64
	_, err = pgx.ForEachRow(rows, []any{&one, &version}, func() error {
		versions[one] = version
		return nil
	})
	return versions, m.pool.Failure(err)
}

// AddMerge remembers a merge.
func (m *Merger) AddMerge(ctx context.Context, of row.Merge) error {
	var n int64
	return m.pool.Failure(m.pool.Source(ctx).QueryRow(ctx, `WITH made AS (
			INSERT INTO core.merge (organization_id, id, object, master_id, merged_ids, by_user)
			VALUES ($1, $2, $3, $4, $5::uuid[], nullif($6, '')::uuid) RETURNING 1
		) SELECT count(*) FROM made`, string(of.Organization), string(of.ID), of.Object, string(of.Master), tables.IDArray(of.Merged), string(of.By)).Scan(&n))
}

const columns = "organization_id::text, id::text, object, master_id::text, merged_ids::text[], coalesce(by_user::text, ''), at, undone"

func scan(r pgx.CollectableRow) (of row.Merge, err error) {
	return of, r.Scan(&of.Organization, &of.ID, &of.Object, &of.Master, &of.Merged, &of.By, &of.At, &of.Undone)
}

// MergeByID finds a merge and locks it until the end of the transaction; fault.NotFound.
func (m *Merger) MergeByID(ctx context.Context, organization, merge id.ID) (row.Merge, error) {
	rows, err := m.pool.Source(ctx).Query(ctx, "SELECT "+columns+" FROM core.merge WHERE organization_id = $1 AND id = $2 FOR UPDATE", string(organization), string(merge))
	if err != nil {
		return row.Merge{}, m.pool.Failure(err)
	}
	of, err := pgx.CollectExactlyOneRow(rows, scan)
	if errors.Is(err, pgx.ErrNoRows) {
		return of, fault.New(fault.NotFound, "This merge is not known")
	}
	return of, m.pool.Failure(err)
}

// MergesOf lists the newest merges into a record that were not undone, since a moment.
func (m *Merger) MergesOf(ctx context.Context, organization id.ID, object string, master id.ID, since time.Time, limit int) ([]row.Merge, error) {
	rows, err := m.pool.Source(ctx).Query(ctx, "SELECT "+columns+` FROM core.merge
		WHERE organization_id = $1 AND object = $2 AND master_id = $3 AND NOT undone AND at >= $4 ORDER BY at DESC LIMIT $5`,
		string(organization), object, string(master), since, limit)
	if err != nil {
		return nil, m.pool.Failure(err)
	}
	list, err := pgx.CollectRows(rows, scan)
	return list, m.pool.Failure(err)
}

// hops bounds how many merges after each other an address leads through.
const hops = 20

// MergedInto gives the record that a merged record became a part of, through all merges since;
// "" for none.
func (m *Merger) MergedInto(ctx context.Context, organization id.ID, object string, record id.ID) (into id.ID, err error) {
	err = m.pool.Source(ctx).QueryRow(ctx, `WITH RECURSIVE step AS (
			SELECT $3::uuid AS record, 0 AS n
			UNION ALL
			SELECT next.master_id, step.n + 1 FROM step CROSS JOIN LATERAL (
				SELECT master_id FROM core.merge WHERE organization_id = $1::uuid AND object = $2 AND merged_ids @> ARRAY[step.record] AND NOT undone
				ORDER BY at DESC LIMIT 1
			) next WHERE step.n < $4
		) SELECT coalesce((SELECT record::text FROM step WHERE n > 0 ORDER BY n DESC LIMIT 1), '')`,
		string(organization), object, string(record), hops).Scan(&into)
	return into, m.pool.Failure(err)
}

// EndMerge notes that a merge was undone.
func (m *Merger) EndMerge(ctx context.Context, of row.Merge) error {
	var n int64
	return m.pool.Failure(m.pool.Source(ctx).QueryRow(ctx, `WITH ended AS (
			UPDATE core.merge SET undone = true WHERE organization_id = $1 AND id = $2 RETURNING 1
		) SELECT count(*) FROM ended`, string(of.Organization), string(of.ID)).Scan(&n))
}

func (m *Merger) table(ctx context.Context, organization id.ID, object string) (*tables.Table, error) {
	of, err := m.tables.Of(ctx, organization)
	if err != nil {
		return nil, err
	}
	return of.Find(object)
}
