package pool

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

const (
	// lanes is how many round trips are under way at the same time.
	lanes = 2
	// mostAsked is how many questions one trip carries.
	mostAsked = 32
	// tripPatience is how long a question waits for a place in a trip. Then it goes by itself:
	// those under way may wait for a lock.
	tripPatience = 5 * time.Millisecond
	// tripTimeout is how long a trip of several may take. Then each goes by itself, for as long
	// as who asks it waits.
	tripTimeout = 2 * time.Second
)

// Trips carries short questions to the database. What is asked while others are under way
// waits until one of them is back and then travels in one trip (the protocol's pipeline):
// neither process wakes for each of them. Where little is asked nothing waits.
//
// Each question is answered by what was committed when it was asked, and fails or not by
// itself.
type Trips struct {
	pool *pgxpool.Pool
	// Patience is tripPatience. It is set before the trips are used.
	Patience time.Duration

	mu       sync.Mutex
	underway int
	waiting  []*question
}

// question is one that is asked.
type question struct {
	text string
	args []any
	read func(pgx.Rows) error
	// turn has the questions that the first of them carries, and nothing for one that was
	// carried.
	turn     chan []*question
	answered bool
}

func newTrips(of *pgxpool.Pool) *Trips { return &Trips{pool: of, Patience: tripPatience} }

// Query asks a question that is answered soon and has no effect, outside a transaction. read
// may be called in another goroutine, and again where a trip failed; once Query has returned
// it is not called any more.
func (t *Trips) Query(ctx context.Context, read func(pgx.Rows) error, text string, args ...any) error {
	q := &question{text: text, args: args, read: read}
	if t.begin(q) {
		defer t.next()
		return t.alone(ctx, q)
	}
	patience := time.NewTimer(t.Patience)
	defer patience.Stop()
	var carried []*question
	select {
	case carried = <-q.turn:
	case <-patience.C:
		if t.leave(q) {
			return t.alone(ctx, q)
		}
		carried = <-q.turn
	case <-ctx.Done():
		if t.leave(q) {
			return ctx.Err()
		}
		carried = <-q.turn // which is soon: it is on its way
	}
	switch {
	case len(carried) == 1:
		defer t.next()
	case carried != nil:
		t.carry(ctx, carried)
	}
	if q.answered {
		return nil
	}
	return t.alone(ctx, q)
}

// begin tells whether a question may go at once; else it waits for its turn.
func (t *Trips) begin(q *question) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.underway < lanes {
		t.underway++
		return true
	}
	q.turn = make(chan []*question, 1)
	t.waiting = append(t.waiting, q)
	return false
}

// leave takes a question back, unless it is on its way.
func (t *Trips) leave(q *question) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	i := slices.Index(t.waiting, q)
	if i >= 0 {
		t.waiting = slices.Delete(t.waiting, i, i+1)
	}
	return i >= 0
}

// next has the first of those that wait carry the others, where there are any.
func (t *Trips) next() {
	t.mu.Lock()
	defer t.mu.Unlock()
	n := min(len(t.waiting), mostAsked)
	if n == 0 {
		t.underway--
		return
	}
	carried := slices.Clone(t.waiting[:n])
	t.waiting = slices.Delete(t.waiting, 0, n)
	carried[0].turn <- carried
}

// carry asks questions in one trip. Those that it did not answer go by themselves.
func (t *Trips) carry(ctx context.Context, carried []*question) {
	defer func() {
		t.next()
		for _, q := range carried[1:] {
			q.turn <- nil
		}
	}()
	// Who carries may be gone before the others are.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), tripTimeout)
	defer cancel()
	batch := &pgx.Batch{}
	for _, q := range carried {
		batch.Queue(q.text, q.args...).Query(q.take)
	}
	_ = t.pool.SendBatch(ctx, batch).Close() // what failed is told to who asks again
}

// take reads an answer for who waits for it. What it throws is thrown where that asks again.
func (q *question) take(rows pgx.Rows) (err error) {
	defer func() {
		if recover() != nil {
			err = errThrown
		}
	}()
	err = q.read(rows)
	q.answered = err == nil
	return err
}

var errThrown = errors.New("pool: an answer could not be taken")

// alone asks a question by itself.
func (t *Trips) alone(ctx context.Context, q *question) error {
	rows, err := t.pool.Query(ctx, q.text, q.args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	if err := q.read(rows); err != nil {
		return err
	}
	return rows.Err()
}
