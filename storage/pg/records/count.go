package records

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"switchboard/storage/pg/pool"
	"switchboard/storage/pg/tables"
)

// countBudget is how long an exact total may take; then it is estimated.
const countBudget = 50 * time.Millisecond

// counter is where a selection is counted: a connection or a pool.
type counter interface {
	BeginTx(ctx context.Context, options pgx.TxOptions) (pgx.Tx, error)
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
}

// selection is what a list shows pages of.
type selection struct {
	from counter
	text string // from FROM on
	// unsearched is text without the search.
	unsearched string
	args       []any
	// whole is the table where all of it is selected: its number is kept, or counted
	// exactly whatever that takes. Else it is nil.
	whole *tables.Table
}

// total counts a selection, or estimates it where counting takes too long.
func (s *Reader) total(ctx context.Context, sel selection) (n int64, estimated bool, err error) {
	err = pgx.BeginTxFunc(ctx, sel.from, pgx.TxOptions{AccessMode: pgx.ReadOnly}, func(tx pgx.Tx) error {
		batch := &pgx.Batch{}
		if sel.whole == nil {
			batch.Queue(within, pool.Milliseconds(countBudget))
		}
		batch.Queue("SELECT count(*)"+sel.text, sel.args...).QueryRow(func(r pgx.Row) error { return r.Scan(&n) })
		if sel.whole == nil { // the end of the transaction has its own time
			batch.Queue(within, pool.Milliseconds(readTimeout))
		}
		return tx.SendBatch(ctx, batch).Close()
	})
	var e *pgconn.PgError
	if err == nil && sel.whole != nil && n >= tables.CountedFrom {
		s.keepCount(ctx, sel.whole)
	}
	if !errors.As(err, &e) || e.Code != pool.QueryCanceled || ctx.Err() != nil {
		return n, false, s.pool.Failure(err)
	}
	n, err = s.estimate(ctx, sel)
	return n, true, err
}

// Whole counts all records of a table, which is exact and cheap.
func (s *Reader) Whole(ctx context.Context, from *pgxpool.Conn, t *tables.Table) (int64, error) {
	known := kept{table: t}
	if err := known.take(from.QueryRow(ctx, tables.KeptCount, t.Relation())); err != nil {
		return 0, s.pool.Failure(err)
	}
	if known.known {
		s.fold(ctx, &known)
		return known.n, nil
	}
	n, _, err := s.total(ctx, selection{from: from, text: " FROM " + t.Name + " t WHERE " + living, whole: t})
	return n, err
}

// estimate gives the planner's estimate of the number of rows.
func (s *Reader) estimate(ctx context.Context, sel selection) (int64, error) {
	var raw []byte
	if err := sel.from.QueryRow(ctx, "EXPLAIN (FORMAT JSON) SELECT 1"+sel.text, sel.args...).Scan(&raw); err != nil {
		return 0, s.pool.Failure(err)
	}
	var plans []struct {
		Plan struct {
			Rows float64 `json:"Plan Rows"`
		} `json:"Plan"`
	}
	if err := json.Unmarshal(raw, &plans); err != nil || len(plans) == 0 {
		return 0, s.pool.Failure(errors.Join(errors.New("the planner's guess can't be read"), err))
	}
	return int64(plans[0].Plan.Rows), nil
}
