package pool

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Transaction is one that Together began. Statements under its context join it.
type Transaction struct {
	Conn      *pgxpool.Conn
	Committed []Committed     // passed to the hooks after the commit
	Failed    error           // error of the first refused change
	Indexed   map[string]bool // tables that it made the first indexes of
}

// ofPool is the context key of a pool's transaction. Another pool is another database or process.
type ofPool struct{ pool *Pool }

// Transaction returns the context's transaction, or nil.
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

// Source returns the context's transaction, or else the pool.
func (p *Pool) Source(ctx context.Context) Source {
	if t := p.Transaction(ctx); t != nil {
		return t.Conn
	}
	return p.Pool
}

// errRolledBack reports that the database rolled the transaction back instead of writing it.
var errRolledBack = errors.New("pg: the transaction was rolled back")

// Together runs do in one transaction. Changes committed with its context are written if do
// returns nil and no change was refused; otherwise none is written. Get, Find, Count and Read
// (except its total) with that context see the changes so far. Rows stay locked until the end, so
// do must be short, and use the context in one goroutine only. After a deadlock do runs again, so
// it must have no side effects other than on the transaction and on variables that it sets again.
// Together returns do's errors unchanged.
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
			refused = done.Failed // do ignored the error; a half-done change is not kept
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
	for _, c := range done.Committed {
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
