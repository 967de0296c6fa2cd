package pool

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

const (
	// maxInFlight bounds the round trips in flight at the same time.
	maxInFlight = 2
	// batchThreshold is the number of waiting statements that start a second batch. With
	// fewer, a second round trip costs more than the wait.
	batchThreshold = 4
	// maxBatch bounds the statements of one batch.
	maxBatch = 32
)

// Pace sets how long statements wait for each other.
type Pace struct {
	// Threshold is the number of waiting statements that start a second batch.
	Threshold int
	// Slow is the age of a batch after which waiting statements no longer wait for its end.
	Slow time.Duration
	// MaxWait is how long a statement may wait for a batch before it is sent alone: the
	// statements in flight may be waiting for a lock.
	MaxWait time.Duration
}

// batcher pipelines short statements. Statements that arrive while a batch is in flight wait
// and are sent together as the next one, so that neither process wakes for each of them. Under
// low load nothing waits.
type batcher struct {
	Pace // set before first use

	pool    *pgxpool.Pool // nil disables batches: each statement is sent alone
	timeout time.Duration // of a batch
	// ended records the outcome of each statement of a batch.
	ended func(batch []*statement, err error)

	mu       sync.Mutex
	inFlight int
	begun    time.Time // start of the newest batch
	waiting  []*statement
}

// statement is one statement to be executed.
type statement struct {
	text  string
	args  []any
	take  func(pgx.Rows) error // reads the result within a batch
	alone func(ctx context.Context) error
	// turn receives the batch that this statement has to send as its first, or nil once
	// another one has sent it.
	turn chan []*statement
	// over reports that the statement has finished; err is its error.
	over bool
	err  error
}

// do executes a statement, alone or in a batch.
func (t *batcher) do(ctx context.Context, q *statement) error {
	if t.pool == nil {
		return q.alone(ctx)
	}
	if t.begin(q) {
		defer t.next()
		return q.alone(ctx)
	}
	wait := time.NewTimer(t.MaxWait)
	defer wait.Stop()
	var batch []*statement
	select {
	case batch = <-q.turn:
	case <-wait.C:
		if t.leave(q) {
			return q.alone(ctx)
		}
		batch = <-q.turn
	case <-ctx.Done():
		if t.leave(q) {
			return ctx.Err()
		}
		batch = <-q.turn // arrives soon: the statement is in flight
	}
	switch {
	case len(batch) == 1:
		defer t.next()
	case batch != nil:
		t.flush(ctx, batch)
	}
	if q.over {
		return q.err
	}
	return q.alone(ctx)
}

// begin reports whether a statement may be sent at once; otherwise it queues the statement.
func (t *batcher) begin(q *statement) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.inFlight == 0 {
		t.inFlight, t.begun = 1, time.Now()
		return true
	}
	q.turn = make(chan []*statement, 1)
	t.waiting = append(t.waiting, q)
	t.call()
	return false
}

// leave removes a statement from the queue; false if it is in flight.
func (t *batcher) leave(q *statement) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	i := slices.Index(t.waiting, q)
	if i >= 0 {
		t.waiting = slices.Delete(t.waiting, i, i+1)
	}
	return i >= 0
}

// next ends a round trip and starts the next batch if one is due.
func (t *batcher) next() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.inFlight--
	t.call()
}

// call hands the waiting statements to the first of them if a batch is due.
func (t *batcher) call() {
	n := min(len(t.waiting), maxBatch)
	if n == 0 || t.inFlight == maxInFlight || t.inFlight > 0 && n < t.Threshold && time.Since(t.begun) < t.Slow {
		return
	}
	t.inFlight++
	t.begun = time.Now()
	batch := slices.Clone(t.waiting[:n])
	t.waiting = slices.Delete(t.waiting, 0, n)
	batch[0].turn <- batch
}

// flush sends a batch in one round trip. Its unfinished statements are then sent alone.
func (t *batcher) flush(ctx context.Context, batch []*statement) {
	defer func() {
		t.next()
		for _, q := range batch[1:] {
			q.turn <- nil
		}
	}()
	// The sender's context may end before those of the other statements.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), t.timeout)
	defer cancel()
	conn, err := t.pool.Acquire(ctx)
	if err != nil {
		return
	}
	defer conn.Release()
	queued := &pgx.Batch{}
	for _, q := range batch {
		queued.Queue(q.text, q.args...).Query(q.take)
	}
	t.ended(batch, conn.SendBatch(ctx, queued).Close())
}
