package pg

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// transaction is one that Together began. What the store is asked under its context
// sees and joins it.
type transaction struct {
	conn   *pgxpool.Conn
	told   []Committed // what the hooks hear once it is committed
	failed error       // of the first change that was refused
}

// ofStore finds a store's transaction in a context: another store's is another
// database's, or another process's.
type ofStore struct{ store *Store }

func (s *Store) transaction(ctx context.Context) *transaction {
	t, _ := ctx.Value(ofStore{s}).(*transaction)
	return t
}

// source is what records are read from.
type source interface {
	querier
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
}

// source is the transaction of the context, or the pool where there is none.
func (s *Store) source(ctx context.Context) source {
	if t := s.transaction(ctx); t != nil {
		return t.conn
	}
	return s.pool
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
func (s *Store) Together(ctx context.Context, do func(ctx context.Context) error) error {
	if s.transaction(ctx) != nil {
		return do(ctx)
	}
	var done *transaction
	var refused error
	err := s.repeat(ctx, func() error {
		done = &transaction{}
		refused = s.within(ctx, done, do)
		if done.failed != nil && refused == nil {
			refused = done.failed // do passed over it, and what is half done is not kept
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
	for _, c := range done.told {
		s.poke(c)
	}
	return nil
}

// within is one try.
func (s *Store) within(ctx context.Context, t *transaction, do func(ctx context.Context) error) (err error) {
	if t.conn, err = s.pool.Acquire(ctx); err != nil {
		return s.failure(err)
	}
	defer t.conn.Release()
	defer func() {
		if err != nil {
			abandon(ctx, t.conn)
		}
	}()
	if _, err := t.conn.Exec(ctx, "begin"); err != nil {
		return s.failure(err)
	}
	if err := do(context.WithValue(ctx, ofStore{s}, t)); err != nil {
		return err
	}
	if t.failed != nil {
		return t.failed
	}
	ended, err := t.conn.Exec(ctx, "commit")
	if err == nil && ended.String() != "COMMIT" {
		err = errRolledBack
	}
	return s.failure(err)
}
