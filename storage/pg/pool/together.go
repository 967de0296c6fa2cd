package pool

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Transaction is one that Together began. What is asked of the database under its context
// sees and joins it.
type Transaction struct {
	Conn   *pgxpool.Conn
	Told   []Committed // what the hooks hear once it is committed
	Failed error       // of the first change that was refused
}

// ofPool finds a pool's transaction in a context: another pool's is another
// database's, or another process's.
type ofPool struct{ pool *Pool }

// Transaction is the one of the context, nil where there is none.
func (p *Pool) Transaction(ctx context.Context) *Transaction {
	t, _ := ctx.Value(ofPool{p}).(*Transaction)
	return t
}

// Batcher is a pool, a connection or a transaction.
type Batcher interface {
	SendBatch(ctx context.Context, b *pgx.Batch) pgx.BatchResults
}

// Source is what records are read from.
type Source interface {
	Batcher
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
}

// Source is the transaction of the context, or the pool where there is none.
func (p *Pool) Source(ctx context.Context) Source {
	if t := p.Transaction(ctx); t != nil {
		return t.Conn
	}
	return p.Pool
}

// errRolledBack is a transaction that the database ended without writing it.
var errRolledBack = errors.New("pg: the transaction was rolled back")

// Together runs do in one transaction: what it commits with its context is written
// whole where do returns nil and no change was refused, and else not at all; what it
// reads by Get, Find, Count and Read (not its total) with that context sees what it committed so far.
// The rows stay locked until its end, so do must be quick, and use the context in one
// goroutine only. Where the database broke a deadlock do is run again, so it must have
// no effect but on the transaction and on what it sets anew each time. An error of do
// comes back as it is.
func (p *Pool) Together(ctx context.Context, do func(ctx context.Context) error) error {
	if p.Transaction(ctx) != nil {
		return do(ctx)
	}
	var done *Transaction
	var refused error
	err := p.Repeat(ctx, func(wait LockWait) error {
		done = &Transaction{}
		refused = p.within(ctx, done, wait, do)
		if done.Failed != nil && refused == nil {
			refused = done.Failed // do passed over it, and what is half done is not kept
		}
		return refused
	})
	switch {
	case err == nil:
	case refused != nil:
		return refused
	default:
		return err
	}
	for _, c := range done.Told {
		p.Tell(c)
	}
	return nil
}

// within runs do in one transaction, once.
func (p *Pool) within(ctx context.Context, t *Transaction, wait LockWait, do func(ctx context.Context) error) (err error) {
	if t.Conn, err = p.Acquire(ctx); err != nil {
		return p.Failure(err)
	}
	defer t.Conn.Release()
	defer func() {
		if err != nil {
			Abandon(ctx, t.Conn)
		}
	}()
	if _, err := t.Conn.Exec(ctx, wait.begin()); err != nil {
		return p.Failure(err)
	}
	if err := do(context.WithValue(ctx, ofPool{p}, t)); err != nil {
		return err
	}
	if t.Failed != nil {
		return t.Failed
	}
	ended, err := t.Conn.Exec(ctx, "commit")
	if err == nil && ended.String() != "COMMIT" {
		err = errRolledBack
	}
	return p.Failure(err)
}
