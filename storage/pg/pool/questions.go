package pool

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

const (
	questionPatience = 5 * time.Millisecond
	questionLate     = 2 * time.Millisecond
	// questionTimeout is how long a trip of several may take. Then each goes by itself, for as
	// long as who asks it waits.
	questionTimeout = 2 * time.Second
)

// Questions are asked in trips, each about what was committed when it was asked.
type Questions struct{ trips }

func newQuestions(of *pgxpool.Pool) *Questions {
	return &Questions{trips{
		pool: of, Pace: Pace{crowd, questionLate, questionPatience}, timeout: questionTimeout,
		ended: func([]*asked, error) {}, // each that has its answer said so
	}}
}

// Query asks a question that is answered soon and has no effect, outside a transaction. read
// may be called in another goroutine, and again where a trip failed; once Query has returned
// it is not called any more.
func (t *Questions) Query(ctx context.Context, read func(pgx.Rows) error, text string, args ...any) error {
	q := &asked{text: text, args: args}
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
	return t.travel(ctx, q)
}

// errThrown ends a trip; what was thrown is thrown again where the answer is awaited.
var errThrown = errors.New("pool: an answer could not be taken")
