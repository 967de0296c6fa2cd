package pool

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

const (
	changePatience = 10 * time.Millisecond
	changeLate     = 5 * time.Millisecond
	// changeLock is how long one of several waits for a lock: the others wait for it.
	changeLock = 20 * time.Millisecond
	// changeTimeout is how long one statement of a batch may take: the others wait for it. One
	// that takes longer is sent alone, like those beside it.
	changeTimeout = 100 * time.Millisecond
	// mostBytes is how much a change that travels with others holds.
	mostBytes = 64 << 10
)

// Changes are statements that are each a transaction of its own, or as good as one: those
// that travel together are written by one transaction, and where one of them fails each goes
// by itself.
type Changes struct {
	trips

	own     *pgxpool.Pool // of those that go by themselves
	lockers lockers
}

func newChanges(own, together *pgxpool.Pool, waiting lockers) *Changes {
	return &Changes{trips{pool: together, Pace: Pace{crowd, changeLate, changePatience}, timeout: lockTimeout, ended: written}, own, waiting}
}

// Exec carries out a statement that is a transaction by itself. Where its end is unknown, as
// when the connection is lost, the error says so as it does for one that goes by itself.
func (t *Changes) Exec(ctx context.Context, text string, args ...any) (tag pgconn.CommandTag, err error) {
	err = t.lockers.run(ctx, func(wait LockWait) (err error) {
		switch {
		case wait == FullLockWait:
			tag, err = t.own.Exec(ctx, text, args...)
		case sizeOf(args) > mostBytes:
			tag, err = t.alone(ctx, text, args)
		default:
			tag, err = t.once(ctx, text, args)
		}
		return err
	})
	return tag, err
}

// once carries out a statement in a batch if others are under way, else alone.
func (t *Changes) once(ctx context.Context, text string, args []any) (tag pgconn.CommandTag, err error) {
	q := &asked{text: text, args: args}
	q.take = func(rows pgx.Rows) error {
		rows.Close()
		tag = rows.CommandTag()
		return rows.Err()
	}
	q.alone = func(ctx context.Context) (err error) {
		tag, err = t.alone(ctx, text, args)
		return err
	}
	err = t.travel(ctx, q)
	return tag, err
}

// alone carries out a statement by itself, with a brief wait for locks.
func (t *Changes) alone(ctx context.Context, text string, args []any) (tag pgconn.CommandTag, err error) {
	batch := &pgx.Batch{}
	BriefLockWait.Queue(batch)
	batch.Queue(text, args...).Exec(func(ct pgconn.CommandTag) error {
		tag = ct
		return nil
	})
	err = t.own.SendBatch(ctx, batch).Close()
	return tag, err
}

// written says of changes that travelled together how they stand: they are written, or were
// certainly not and go by themselves, or nobody knows.
func written(carried []*asked, err error) {
	refused, is := errors.AsType[*pgconn.PgError](err)
	if is && refused.SeverityUnlocalized == "ERROR" || err != nil && pgconn.SafeToRetry(err) {
		return
	}
	// A statement that could not be prepared or encoded: the batch was never ended, so the
	// server writes nothing of it.
	if unsent := (pgx.ErrPreprocessingBatch{}); errors.As(err, &unsent) && !is {
		return
	}
	for _, q := range carried {
		q.over, q.err = true, err
	}
}

// sizeOf is about how much arguments hold.
func sizeOf(args []any) (n int) {
	for _, arg := range args {
		switch v := arg.(type) {
		case string:
			n += len(v)
		case *string:
			if v != nil {
				n += len(*v)
			}
		case []byte:
			n += len(v)
		case json.RawMessage:
			n += len(v)
		}
	}
	return n
}
