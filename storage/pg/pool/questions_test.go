package pool_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"switchboard/storage/pg/pgtest"
	"switchboard/storage/pg/pool"
	"switchboard/storage/waittest"
)

// road is a database whose statements a test can block.
type road struct {
	*pool.Pool

	t     *testing.T
	trips *pgtest.Trips
	block *pgx.Conn
}

func newRoad(t *testing.T) *road {
	t.Helper()
	r := &road{t: t, trips: &pgtest.Trips{}}
	dsn := pgtest.OpenEmpty(t)
	var err error
	if r.Pool, err = pool.Open(t.Context(), pool.Config{DSN: dsn, Logger: slog.New(slog.DiscardHandler), Tracer: r.trips}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(r.Close)
	if r.block, err = pgx.Connect(t.Context(), dsn); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = r.block.Close(context.WithoutCancel(t.Context())) })
	if _, err := r.block.Exec(t.Context(), gate); err != nil {
		t.Fatal(err)
	}
	r.Questions.Pace = inTurn
	return r
}

// inTurn makes all statements queue behind the slots that are taken.
var inTurn = pool.Pace{Threshold: 1, Slow: time.Hour, MaxWait: time.Hour}

// hurried makes statements meet every limit on waiting.
var hurried = pool.Pace{Threshold: 3, Slow: time.Millisecond, MaxWait: 3 * time.Millisecond}

// ask queries n plus one.
func (r *road) ask(ctx context.Context, n int) (got int, err error) {
	err = r.Questions.Query(ctx, func(rows pgx.Rows) error {
		got, err = pgx.CollectExactlyOneRow(rows, pgx.RowTo[int])
		return err
	}, "SELECT $1::int + 1", n)
	return got, err
}

// closed starts a question in each slot that blocks until open is called.
func (r *road) closed() (open func()) {
	r.t.Helper()
	return r.hold(pool.MaxInFlight, r.wait)
}

// wait runs a question that blocks until what hold closed is opened.
func (r *road) wait() error {
	return r.Questions.Query(r.t.Context(), func(rows pgx.Rows) error {
		rows.Close()
		return rows.Err()
	}, waits)
}

// waits is a statement that blocks until what hold closed is opened. It polls: a statement that
// waited for the lock itself would free its slot after a brief lock wait, and later statements on
// a busy machine would find a free slot.
const (
	waits = "SELECT gate()"
	gate  = `CREATE FUNCTION gate() RETURNS void LANGUAGE plpgsql AS $$ BEGIN
		WHILE NOT pg_try_advisory_xact_lock_shared(7) LOOP PERFORM pg_sleep(0.002); END LOOP; END $$`
)

// hold blocks n slots.
func (r *road) hold(n int, wait func() error) (open func()) {
	r.t.Helper()
	if _, err := r.block.Exec(r.t.Context(), "SELECT pg_advisory_lock(7)"); err != nil {
		r.t.Fatal(err)
	}
	before := r.trips.N.Load()
	var held sync.WaitGroup
	for range n {
		held.Go(func() {
			if err := wait(); err != nil {
				r.t.Error(err)
			}
		})
	}
	waittest.UntilIs(r.t, "the slots to be taken", n, func() int { return int(r.trips.N.Load() - before) })
	return func() {
		r.t.Helper()
		if _, err := r.block.Exec(r.t.Context(), "SELECT pg_advisory_unlock(7)"); err != nil {
			r.t.Fatal(err)
		}
		held.Wait()
	}
}

// Statements that arrive while all slots are taken are sent together, and each gets its own
// result.
func TestWaitingQuestionsShareABatch(t *testing.T) {
	r := newRoad(t)
	const n = 10
	if _, err := r.ask(t.Context(), 1); err != nil { // it is prepared
		t.Fatal(err)
	}
	open := r.closed()
	before := r.trips.N.Load()
	var statement sync.WaitGroup
	for i := range n {
		statement.Go(func() {
			if got, err := r.ask(t.Context(), i); err != nil || got != i+1 {
				t.Errorf("%d is followed by %d (%v)", i, got, err)
			}
		})
	}
	waittest.UntilIs(t, "all to wait", n, r.Questions.Waiting)
	open()
	statement.Wait()
	if got := r.trips.N.Load() - before; got != 1 {
		t.Errorf("%d questions took %d round trips", n, got)
	}
	waittest.UntilIs(t, "the slots to be free", 0, r.Questions.InFlight)
}

// A statement whose turn does not come is sent alone, and a caller that gives up leaves the
// queue.
func TestWaitingIsBounded(t *testing.T) {
	r := newRoad(t)
	r.Questions.MaxWait = time.Millisecond
	open := r.closed()
	if got, err := r.ask(t.Context(), 1); err != nil || got != 2 {
		t.Errorf("got %d (%v)", got, err)
	}
	r.Questions.MaxWait = time.Hour
	ctx, cancel := context.WithCancel(t.Context())
	var gone sync.WaitGroup
	gone.Go(func() {
		if _, err := r.ask(ctx, 1); !errors.Is(err, context.Canceled) {
			t.Errorf("who gave up got %v", err)
		}
	})
	waittest.UntilIs(t, "it to wait", 1, r.Questions.Waiting)
	cancel()
	gone.Wait()
	open()
	waittest.UntilIs(t, "the slots to be free", 0, r.Questions.InFlight)
	if got, err := r.ask(t.Context(), 3); err != nil || got != 4 {
		t.Errorf("got %d (%v)", got, err)
	}
}

// A failing question fails alone, whichever statement sends the batch.
func TestAFailingQuestionFailsAlone(t *testing.T) {
	r := newRoad(t)
	for wrong := range 3 {
		open := r.closed()
		var statement sync.WaitGroup
		for i := range 3 {
			statement.Go(func() {
				if i != wrong {
					if got, err := r.ask(t.Context(), i); err != nil || got != i+1 {
						t.Errorf("next to a failure %d is followed by %d (%v)", i, got, err)
					}
					return
				}
				err := r.Questions.Query(t.Context(), func(rows pgx.Rows) error {
					rows.Close()
					return rows.Err()
				}, "SELECT 1 / $1::int", 0)
				if err == nil || !strings.Contains(err.Error(), "division by zero") {
					t.Errorf("a division by zero: %v", err)
				}
			})
			waittest.UntilIs(t, "it to wait", i+1, r.Questions.Waiting)
		}
		open()
		statement.Wait()
		waittest.UntilIs(t, "the slots to be free", 0, r.Questions.InFlight)
	}
}

// A panic while reading a result affects no other statement and frees its slot.
func TestAPanicAffectsNoOtherQuestion(t *testing.T) {
	r := newRoad(t)
	open := r.closed()
	var statement sync.WaitGroup
	statement.Go(func() {
		defer func() {
			if recover() == nil {
				t.Error("nothing was thrown")
			}
		}()
		_ = r.Questions.Query(t.Context(), func(pgx.Rows) error { panic("no") }, "SELECT 1")
	})
	waittest.UntilIs(t, "it to wait", 1, r.Questions.Waiting)
	statement.Go(func() {
		if got, err := r.ask(t.Context(), 1); err != nil || got != 2 {
			t.Errorf("got %d (%v)", got, err)
		}
	})
	waittest.UntilIs(t, "both to wait", 2, r.Questions.Waiting)
	open()
	statement.Wait()
	waittest.UntilIs(t, "the slots to be free", 0, r.Questions.InFlight)
}

// Under concurrent questions, failures and cancellations, callers get their own results and all
// slots are freed.
func TestConcurrentQuestionsGetTheirOwnResults(t *testing.T) {
	r := newRoad(t)
	r.Questions.Pace = hurried
	var statement sync.WaitGroup
	for range 40 {
		statement.Go(func() {
			for i := range 50 {
				ctx, cancel := context.WithCancel(t.Context())
				switch rand.IntN(8) {
				case 0:
					go cancel()
					if got, err := r.ask(ctx, i); err == nil && got != i+1 {
						t.Errorf("%d is followed by %d", i, got)
					}
				case 1:
					err := r.Questions.Query(ctx, func(rows pgx.Rows) error {
						rows.Close()
						return rows.Err()
					}, fmt.Sprintf("SELECT %d / $1::int", i%3), 0)
					if err == nil {
						t.Error("a division by zero has an answer")
					}
				default:
					if got, err := r.ask(ctx, i); err != nil || got != i+1 {
						t.Errorf("%d is followed by %d (%v)", i, got, err)
					}
				}
				cancel()
			}
		})
	}
	statement.Wait()
	waittest.UntilIs(t, "the slots to be free", 0, r.Questions.InFlight)
	if n := r.Questions.Waiting(); n != 0 {
		t.Errorf("%d wait", n)
	}
}
