package records

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"switchboard/storage/pg/tables"
)

const (
	// foldMost is how many changes of a number are folded in at a time.
	foldMost = 10_000
	// foldPatience bounds how long who asked for a total waits for that.
	foldPatience = time.Second
)

// kept is how many records stand in a table, where that is kept.
type kept struct {
	table    *tables.Table
	n, moved int64
	known    bool
}

// ask adds the question for it to a batch.
func (k *kept) ask(batch *pgx.Batch) {
	batch.Queue(tables.KeptCount, k.table.Relation()).QueryRow(k.take)
}

func (k *kept) take(row pgx.Row) error {
	err := row.Scan(&k.n, &k.moved)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil
	}
	k.known = err == nil
	return err
}

// fold has what moved the number folded in, once that is much.
func (s *Reader) fold(ctx context.Context, k *kept) {
	if k.known && k.moved >= tables.FoldAt {
		s.underCount(ctx, k.table, tables.FoldCount, k.table.Relation(), foldMost)
	}
}

// keepCount begins to keep the number of records in a table. They are counted, and the
// changes that are in that count forgotten, in one statement: it sees one moment.
func (s *Reader) keepCount(ctx context.Context, t *tables.Table) {
	const kept = "EXISTS (SELECT FROM core.record_count WHERE relation = $1)" // somebody else began
	s.underCount(ctx, t, `WITH moved AS (DELETE FROM core.record_count_moved WHERE relation = $1 AND NOT `+kept+`)
		INSERT INTO core.record_count SELECT $1, (SELECT count(*) FROM `+t.Name+` t WHERE `+living+`) WHERE NOT `+kept, t.Relation())
}

// underCount changes the kept number of a table while nobody else does; where somebody
// does, or there is no time, it is left for the next who asks.
func (s *Reader) underCount(ctx context.Context, t *tables.Table, statement string, args ...any) {
	if s.pool.Transaction(ctx) != nil {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, foldPatience)
	defer cancel()
	err := pgx.BeginFunc(ctx, s.pool.Pool, func(tx pgx.Tx) error {
		var mine bool
		if err := tx.QueryRow(ctx, tables.TryCount, t.Relation()).Scan(&mine); err != nil || !mine {
			return err
		}
		_, err := tx.Exec(ctx, statement, args...)
		return err
	})
	if err != nil && ctx.Err() == nil {
		s.pool.Log.WarnContext(ctx, "the number of records could not be kept", "relation", t.Relation(), "error", err)
	}
}
