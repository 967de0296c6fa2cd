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
	changeMaxWait = 10 * time.Millisecond
	changeSlow    = 5 * time.Millisecond
	// changeLock bounds the lock wait of one statement of a batch: the others wait for it.
	changeLock = 20 * time.Millisecond
	// changeTimeout bounds one statement of a batch: the others wait for it. After a timeout
	// every statement of the batch is sent alone.
	changeTimeout = 100 * time.Millisecond
	// maxBytes bounds the arguments of a statement that joins a batch.
	maxBytes = 64 << 10
)

// Changes runs statements that are each a transaction. One transaction writes the statements of a
// batch; if one fails, each is sent alone.
type Changes struct {
	batcher

	own     *pgxpool.Pool // for statements that are sent alone
	lockers lockers
}

func newChanges(own, together *pgxpool.Pool, waiting lockers) *Changes {
	return &Changes{batcher{pool: together, Pace: Pace{batchThreshold, changeSlow, changeMaxWait}, timeout: lockTimeout, ended: written}, own, waiting}
}

// Exec executes a statement in a transaction of its own. If the outcome is unknown, for example
// after a lost connection, the error is the same as for a statement sent alone.
func (t *Changes) Exec(ctx context.Context, text string, args ...any) (tag pgconn.CommandTag, err error) {
	err = t.lockers.run(ctx, func(wait LockWait) (err error) {
		switch {
		case wait == FullLockWait:
			tag, err = t.own.Exec(ctx, text, args...)
		case sizeOf(args) > maxBytes:
			tag, err = t.alone(ctx, text, args)
		default:
			tag, err = t.once(ctx, text, args)
		}
		return err
	})
	return tag, err
}

// once executes a statement in a batch if others are under way, else alone.
func (t *Changes) once(ctx context.Context, text string, args []any) (tag pgconn.CommandTag, err error) {
	q := &statement{text: text, args: args}
	q.take = func(rows pgx.Rows) error {
		rows.Close()
		tag = rows.CommandTag()
		return rows.Err()
	}
	q.alone = func(ctx context.Context) (err error) {
		tag, err = t.alone(ctx, text, args)
		return err
	}
	err = t.do(ctx, q)
	return tag, err
}

// alone executes a statement in its own transaction, with a brief lock wait.
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

// written records the outcome of a batch: its changes were written, were certainly not written
// and are sent alone, or are in an unknown state.
func written(carried []*statement, err error) {
	refused, is := errors.AsType[*pgconn.PgError](err)
	if is && refused.SeverityUnlocalized == "ERROR" || err != nil && pgconn.SafeToRetry(err) {
		return
	}
	// A statement could not be prepared or encoded. The batch was never completed, so the server
	// writes nothing.
	if unsent := (pgx.ErrPreprocessingBatch{}); errors.As(err, &unsent) && !is {
		return
	}
	for _, q := range carried {
		q.over, q.err = true, err
	}
}

// sizeOf estimates the size of arguments in bytes.
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
