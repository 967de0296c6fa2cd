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
	// lanes is how many round trips are under way at the same time.
	lanes = 2
	// crowd is how many have to wait for a second one: it costs more than they wait where
	// there are fewer.
	crowd = 4
	// mostAsked is how many statements one trip carries.
	mostAsked = 32
)

// Pace says for how long statements wait for each other.
type Pace struct {
	// Crowd is how many wait before a second trip begins beside the first.
	Crowd int
	// Late is how long a trip may take. Then what is asked doesn't wait for its end.
	Late time.Duration
	// Patience is how long a statement waits for a place. Then it goes by itself: those under
	// way may wait for a lock.
	Patience time.Duration
}

// trips carry statements to the database that are over soon. What is asked while others are
// under way waits until one of them is back and then travels in one trip (the protocol's
// pipeline): neither process wakes for each of them. Where little is asked nothing waits.
type trips struct {
	Pace // is set before the trips are used

	pool    *pgxpool.Pool // of what travels together, nil where all go by themselves
	timeout time.Duration // of a trip of several
	// ended says of those that a trip carried how they stand.
	ended func(carried []*asked, err error)

	mu       sync.Mutex
	underway int
	begun    time.Time // when the last began
	waiting  []*asked
}

// asked is one statement.
type asked struct {
	text  string
	args  []any
	take  func(pgx.Rows) error // in a trip of several
	alone func(ctx context.Context) error
	// turn has the statements that the first of them carries, and nothing for one that was
	// carried.
	turn chan []*asked
	// over says that there is nothing left to do, and err why it failed.
	over bool
	err  error
}

// travel has a statement carried to the database.
func (t *trips) travel(ctx context.Context, q *asked) error {
	if t.pool == nil {
		return q.alone(ctx)
	}
	if t.begin(q) {
		defer t.next()
		return q.alone(ctx)
	}
	patience := time.NewTimer(t.Patience)
	defer patience.Stop()
	var carried []*asked
	select {
	case carried = <-q.turn:
	case <-patience.C:
		if t.leave(q) {
			return q.alone(ctx)
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
	if q.over {
		return q.err
	}
	return q.alone(ctx)
}

// begin tells whether a statement may go at once; else it waits for its turn.
func (t *trips) begin(q *asked) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.underway == 0 {
		t.underway, t.begun = 1, time.Now()
		return true
	}
	q.turn = make(chan []*asked, 1)
	t.waiting = append(t.waiting, q)
	t.call()
	return false
}

// leave takes a statement back, unless it is on its way.
func (t *trips) leave(q *asked) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	i := slices.Index(t.waiting, q)
	if i >= 0 {
		t.waiting = slices.Delete(t.waiting, i, i+1)
	}
	return i >= 0
}

// next gives the place of a trip that is over to those that wait, where there are any.
func (t *trips) next() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.underway--
	t.call()
}

// call has the first of those that wait carry the others, where it is their turn.
func (t *trips) call() {
	n := min(len(t.waiting), mostAsked)
	if n == 0 || t.underway == lanes || t.underway > 0 && n < t.Crowd && time.Since(t.begun) < t.Late {
		return
	}
	t.underway++
	t.begun = time.Now()
	carried := slices.Clone(t.waiting[:n])
	t.waiting = slices.Delete(t.waiting, 0, n)
	carried[0].turn <- carried
}

// carry brings statements to the database in one trip. Those that are not over then go by
// themselves.
func (t *trips) carry(ctx context.Context, carried []*asked) {
	defer func() {
		t.next()
		for _, q := range carried[1:] {
			q.turn <- nil
		}
	}()
	// Who carries may be gone before the others are.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), t.timeout)
	defer cancel()
	conn, err := t.pool.Acquire(ctx)
	if err != nil {
		return
	}
	defer conn.Release()
	batch := &pgx.Batch{}
	for _, q := range carried {
		batch.Queue(q.text, q.args...).Query(q.take)
	}
	t.ended(carried, conn.SendBatch(ctx, batch).Close())
}
