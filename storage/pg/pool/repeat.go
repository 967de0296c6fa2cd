package pool

import (
	"context"
	"math/rand/v2"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

const (
	rollbackPatience = time.Second

	txTries   = 5
	txBackoff = 10 * time.Millisecond
)

// RunInTx runs do in a transaction and commits it. Where the database broke a
// deadlock or refused to serialize, everything is tried again, so do must have
// no effect but on the transaction and on what it sets anew each time.
func (p *Pool) RunInTx(ctx context.Context, do func(ctx context.Context, tx pgx.Tx) error) error {
	return p.Repeat(ctx, func(wait LockWait) error {
		return pgx.BeginTxFunc(ctx, p.Pool, pgx.TxOptions{BeginQuery: wait.begin()}, func(tx pgx.Tx) error { return do(ctx, tx) })
	})
}

// Repeat tries a transaction again where the database broke a deadlock or refused to
// serialize, or where it met a lock: then on one of the few connections that may wait for
// locks.
func (p *Pool) Repeat(ctx context.Context, once func(wait LockWait) error) error {
	for try := 1; ; try++ {
		err := p.lockers.run(ctx, once)
		if err == nil {
			return nil
		}
		if !repeatable(err) || try == txTries {
			return p.Failure(err)
		}
		// A random wait, or the same two would meet again.
		wait := time.NewTimer(rand.N(txBackoff << try)) //nolint:gosec // a wait is no secret
		select {
		case <-wait.C:
		case <-ctx.Done():
			wait.Stop()
			return p.Failure(ctx.Err())
		}
	}
}

// idle is the status of a connection without a transaction (the protocol's
// ReadyForQuery).
const idle = 'I'

// Abandon ends a transaction that failed. A connection that does not answer is
// closed by its pool, which ends the transaction too.
func Abandon(ctx context.Context, conn *pgxpool.Conn) {
	if conn.Conn().IsClosed() || conn.Conn().PgConn().TxStatus() == idle {
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), rollbackPatience)
	defer cancel()
	_, _ = conn.Exec(ctx, "rollback")
}
