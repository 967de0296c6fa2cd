package positions

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"

	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/pg/pool"
)

// Positions stores the positions of consumers.
type Positions struct{ pool *pool.Pool }

// New returns the positions of a database.
func New(db *pool.Pool) *Positions { return &Positions{pool: db} }

// LogPosition returns the position of a consumer, 0 if it has read nothing.
func (p *Positions) LogPosition(ctx context.Context, consumer string, organization id.ID) (int64, error) {
	var seq int64
	err := p.pool.Source(ctx).QueryRow(ctx, "SELECT seq FROM core.log_position WHERE consumer = $1 AND organization_id = $2", consumer, string(organization)).Scan(&seq)
	if errors.Is(err, pgx.ErrNoRows) {
		return 0, nil
	}
	return seq, p.pool.Failure(err)
}

// AdvanceLogPosition moves a consumer's position, in the transaction of the context. It returns
// fault.Conflict if the position is not from: another node has read these entries.
func (p *Positions) AdvanceLogPosition(ctx context.Context, consumer string, organization id.ID, from, to int64) error {
	var seq int64
	err := p.pool.Source(ctx).QueryRow(ctx, `
		INSERT INTO core.log_position AS p (consumer, organization_id, seq) VALUES ($1, $2, $4)
		ON CONFLICT (consumer, organization_id) DO UPDATE SET seq = excluded.seq WHERE p.seq = $3
		RETURNING seq`, consumer, string(organization), from, to).Scan(&seq)
	if errors.Is(err, pgx.ErrNoRows) {
		return fault.New(fault.Conflict, "Another node has read these entries of the log.")
	}
	return p.pool.Failure(err)
}

// BehindInLog lists organizations whose log has entries that a consumer has not read.
func (p *Positions) BehindInLog(ctx context.Context, consumer string) ([]id.ID, error) {
	rows, err := p.pool.Query(ctx, `
		SELECT h.organization_id::text FROM core.log_head h
		LEFT JOIN core.log_position p ON p.organization_id = h.organization_id AND p.consumer = $1
		WHERE h.seq > coalesce(p.seq, 0) ORDER BY h.organization_id`, consumer)
	if err != nil {
		return nil, p.pool.Failure(err)
	}
	behind, err := pgx.CollectRows(rows, pgx.RowTo[string])
	out := make([]id.ID, len(behind))
	for i, one := range behind {
		out[i] = id.ID(one)
	}
	return out, p.pool.Failure(err)
}
