package pool

import (
	"context"
	"math/rand/v2"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

const (
	rollbackTimeout = time.Second

	txTries   = 5
	txBackoff = 10 * time.Millisecond
)

// RunInTx runs do in a transaction and commits it. After a deadlock or serialization failure it
// runs do again, so do must have no side effects other than on the transaction and on variables
// that it sets again.
func (p *Pool) RunInTx(ctx context.Context, do func(ctx context.Context, tx pgx.Tx) error) error {
	return p.Repeat(ctx, func(wait LockWait) error {
		return pgx.BeginTxFunc(ctx, p.Pool, pgx.TxOptions{BeginQuery: wait.begin()}, func(tx pgx.Tx) error { return do(ctx, tx) })
	})
}

// Repeat retries a transaction after a deadlock or serialization failure. After a brief lock wait
// it retries on one of the few connections that may wait for locks.
func (p *Pool) Repeat(ctx context.Context, once func(wait LockWait) error) error {
	for try := 1; ; try++ {
		err := p.lockers.run(ctx, once)
		if err == nil {
			return nil
		}
		if !repeatable(err) || try == txTries {
			return p.Failure(err)
		}
		// A random delay, so that the same two transactions do not collide again.
		wait := time.NewTimer(rand.N(txBackoff << try)) //nolint:gosec // a delay is no secret
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

// Abandon rolls back a failed transaction. A connection that does not respond is closed by its
// pool, which ends the transaction too.
func Abandon(ctx context.Context, conn *pgxpool.Conn) {
	if conn.Conn().IsClosed() || conn.Conn().PgConn().TxStatus() == idle {
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), rollbackTimeout)
	defer cancel()
	_, _ = conn.Exec(ctx, "rollback")
}
