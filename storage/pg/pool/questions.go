package pool

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

const (
	questionMaxWait = 5 * time.Millisecond
	questionSlow    = 2 * time.Millisecond
	// questionTimeout bounds a batch. After it, each statement is sent alone under its caller's
	// own deadline.
	questionTimeout = 2 * time.Second
)

// Questions batches reads. Each sees everything that was committed before the call.
type Questions struct{ batcher }

func newQuestions(of *pgxpool.Pool) *Questions {
	return &Questions{batcher{
		pool: of, Pace: Pace{batchThreshold, questionSlow, questionMaxWait}, timeout: questionTimeout,
		ended: func([]*statement, error) {}, // each finished statement has recorded that itself
	}}
}

// Query runs a short read without side effects, outside a transaction. read may run in another
// goroutine, and again after a failed batch; it is never called after Query has returned.
func (t *Questions) Query(ctx context.Context, read func(pgx.Rows) error, text string, args ...any) error {
	q := &statement{text: text, args: args}
	q.take = func(rows pgx.Rows) (err error) {
		defer func() {
			if recover() != nil {
				err = errThrown
			}
		}()
		err = read(rows)
		q.over = err == nil
		return err
	}
	q.alone = func(ctx context.Context) error {
		rows, err := t.pool.Query(ctx, text, args...)
		if err != nil {
			return err
		}
		defer rows.Close()
		if err := read(rows); err != nil {
			return err
		}
		return rows.Err()
	}
	return t.do(ctx, q)
}

// errThrown ends a batch after a panic in read, which is repeated in the calling goroutine.
var errThrown = errors.New("pool: an answer could not be taken")
