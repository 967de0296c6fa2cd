package pool_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"switchboard/storage/pg/pool"
	"switchboard/storage/waittest"
)

// writing returns a road to a table of numbers.
func writing(t *testing.T) *road {
	t.Helper()
	r := newRoad(t)
	if _, err := r.block.Exec(t.Context(), "CREATE TABLE number (n int PRIMARY KEY, times int NOT NULL DEFAULT 1)"); err != nil {
		t.Fatal(err)
	}
	r.Changes.Pace = inTurn
	return r
}

const add = "INSERT INTO number (n) VALUES ($1)"

func (r *road) add(ctx context.Context, n int) error {
	tag, err := r.Changes.Exec(ctx, add, n)
	if err == nil && tag.RowsAffected() != 1 {
		return fmt.Errorf("%d was added %d times", n, tag.RowsAffected())
	}
	return err
}

// busy starts a change in each slot that blocks until open is called.
func (r *road) busy() (open func()) {
	r.t.Helper()
	return r.hold(pool.MaxInFlight, func() error {
		_, err := r.Changes.Exec(r.t.Context(), waits)
		return err
	})
}

func (r *road) numbers() (n []int) {
	r.t.Helper()
	rows, err := r.Query(r.t.Context(), "SELECT n FROM number ORDER BY n")
	if err == nil {
		n, err = pgx.CollectRows(rows, pgx.RowTo[int])
	}
	if err != nil {
		r.t.Fatal(err)
	}
	return n
}

// together runs changes that queue in order, and returns the error of each.
func (r *road) together(changes ...func() error) []error {
	r.t.Helper()
	open := r.busy()
	errs := make([]error, len(changes))
	var statement sync.WaitGroup
	for i, change := range changes {
		statement.Go(func() { errs[i] = change() })
		waittest.UntilIs(r.t, "it to wait", i+1, r.Changes.Waiting)
	}
	open()
	statement.Wait()
	waittest.UntilIs(r.t, "the slots to be free", 0, r.Changes.InFlight)
	return errs
}

func (r *road) adding(numbers ...int) (changes []func() error) {
	for _, n := range numbers {
		changes = append(changes, func() error { return r.add(r.t.Context(), n) })
	}
	return changes
}

// Waiting changes are written in one transaction.
func TestWaitingChangesShareATransaction(t *testing.T) {
	r := writing(t)
	if err := errors.Join(r.together(r.adding(1, 2, 3, 4)...)...); err != nil {
		t.Fatal(err)
	}
	var transactions, n int
	if err := r.QueryRow(t.Context(), "SELECT count(DISTINCT xmin::text), count(*) FROM number").Scan(&transactions, &n); err != nil {
		t.Fatal(err)
	}
	if transactions != 1 || n != 4 {
		t.Errorf("%d numbers by %d transactions", n, transactions)
	}
}

// A refused change fails alone, wherever it is in the batch, including at its commit.
func TestARefusedChangeFailsAlone(t *testing.T) {
	r := writing(t)
	if _, err := r.block.Exec(t.Context(), "CREATE TABLE late (n int UNIQUE DEFERRABLE INITIALLY DEFERRED); INSERT INTO late VALUES (0); INSERT INTO number (n) VALUES (0)"); err != nil {
		t.Fatal(err)
	}
	for i, wrong := range []string{"INSERT INTO number (n) VALUES (0)", "INSERT INTO late VALUES (0)", "SELECT nothing"} {
		for at := range 3 {
			base := 100*(i+1) + 10*at
			changes := slices.Insert(r.adding(base, base+1), at, func() error {
				_, err := r.Changes.Exec(t.Context(), wrong)
				return err
			})
			for j, err := range r.together(changes...) {
				if refused := err != nil; refused != (j == at) {
					t.Errorf("%s at place %d: the one at place %d ended with %v", wrong, at, j, err)
				}
			}
			if got := r.numbers(); !slices.Contains(got, base) || !slices.Contains(got, base+1) {
				t.Errorf("with %s there are %v", wrong, got)
			}
		}
	}
}

// slow is a statement that outlasts a batch and then waits until two numbers are written. It
// succeeds only if the other statements of its batch do not wait for it.
const (
	slow  = "INSERT INTO number (n) SELECT -1 FROM others($1, $2)"
	after = `CREATE FUNCTION others(a int, b int) RETURNS SETOF int LANGUAGE plpgsql AS $$ BEGIN
		PERFORM pg_sleep(0.3);
		WHILE (SELECT count(*) FROM number WHERE n IN (a, b)) < 2 LOOP PERFORM pg_sleep(0.002); END LOOP;
		RETURN NEXT 1; END $$`
)

// A statement that can't be encoded, or is slow, is sent alone; the others succeed without
// waiting for it.
func TestABadOrSlowStatementDoesNotDelayOthers(t *testing.T) {
	r := writing(t)
	if _, err := r.block.Exec(t.Context(), after); err != nil {
		t.Fatal(err)
	}
	for i, c := range []struct {
		one     func(base int) error
		refused bool
	}{
		{func(int) error { return r.add(t.Context(), 1<<40) }, true}, // does not fit an int column
		{func(base int) error {
			_, err := r.Changes.Exec(t.Context(), slow, base, base+1)
			return err
		}, false},
	} {
		for at := range 3 {
			base := 100*(i+1) + 10*at
			if _, err := r.block.Exec(t.Context(), "DELETE FROM number WHERE n = -1"); err != nil {
				t.Fatal(err)
			}
			changes := slices.Insert(r.adding(base, base+1), at, func() error { return c.one(base) })
			for j, err := range r.together(changes...) {
				if refused := err != nil; refused != (j == at && c.refused) {
					t.Errorf("case %d at place %d: the one at place %d ended with %v", i, at, j, err)
				}
			}
			if got := r.numbers(); slices.Contains(got, -1) == c.refused || !slices.Contains(got, base) || !slices.Contains(got, base+1) {
				t.Errorf("case %d at place %d: there are %v", i, at, got)
			}
		}
	}
}

// A statement waits for a row lock alone.
func TestALockedRowDelaysOnlyItsStatement(t *testing.T) {
	r := writing(t)
	if err := r.add(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	tx, err := r.block.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tx.Exec(t.Context(), "SELECT FROM number WHERE n = 1 FOR UPDATE"); err != nil {
		t.Fatal(err)
	}
	locked := make(chan error, 1)
	open := r.busy()
	go func() {
		_, err := r.Changes.Exec(t.Context(), "UPDATE number SET times = times + 1 WHERE n = 1")
		locked <- err
	}()
	waittest.UntilIs(t, "it to wait", 1, r.Changes.Waiting)
	var free sync.WaitGroup
	for n := range 3 {
		free.Go(func() {
			if err := r.add(t.Context(), 10+n); err != nil {
				t.Error(err)
			}
		})
		waittest.UntilIs(t, "the others to wait", n+2, r.Changes.Waiting)
	}
	open()
	free.Wait()
	select {
	case err := <-locked:
		t.Errorf("the locked one is over: %v", err)
	default:
	}
	if err := tx.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := <-locked; err != nil {
		t.Error(err)
	}
	var times int
	if err := r.QueryRow(t.Context(), "SELECT times FROM number WHERE n = 1").Scan(&times); err != nil || times != 2 {
		t.Errorf("it was changed to %d (%v)", times, err)
	}
}

// If the outcome of a batch is unknown, nothing is repeated and every caller gets the error.
func TestALostConnectionFailsTheWholeBatch(t *testing.T) {
	r := writing(t)
	changes := slices.Insert(r.adding(1, 2), 1, func() error {
		_, err := r.Changes.Exec(t.Context(), "SELECT pg_terminate_backend(pg_backend_pid())")
		return err
	})
	for i, err := range r.together(changes...) {
		if err == nil {
			t.Errorf("the one at place %d is well", i)
		}
	}
	if got := r.numbers(); len(got) != 0 {
		t.Errorf("there are %v", got)
	}
	if err := r.add(t.Context(), 3); err != nil {
		t.Error(err)
	}
}

func TestHowATripEnds(t *testing.T) {
	for name, c := range map[string]struct {
		err  error
		over bool
	}{
		"written":                      {nil, true},
		"refused":                      {&pgconn.PgError{SeverityUnlocalized: "ERROR"}, false},
		"refused, wrapped":             {fmt.Errorf("in a batch: %w", &pgconn.PgError{SeverityUnlocalized: "ERROR"}), false},
		"ended by the server":          {&pgconn.PgError{SeverityUnlocalized: "FATAL", Code: "57P01"}, true},
		"the connection was lost":      {io.ErrUnexpectedEOF, true},
		"the time for a trip was over": {context.DeadlineExceeded, true},
	} {
		if over, err := pool.Written(c.err); over != c.over || over && !errors.Is(err, c.err) {
			t.Errorf("%s: over %v with %v", name, over, err)
		}
	}
}

// A caller that gives up before its turn writes nothing.
func TestACanceledChangeWritesNothing(t *testing.T) {
	r := writing(t)
	ctx, cancel := context.WithCancel(t.Context())
	open := r.busy()
	var statement sync.WaitGroup
	statement.Go(func() {
		if err := r.add(ctx, 1); !errors.Is(err, context.Canceled) {
			t.Errorf("who gave up got %v", err)
		}
	})
	waittest.UntilIs(t, "it to wait", 1, r.Changes.Waiting)
	statement.Go(func() {
		if err := r.add(t.Context(), 2); err != nil {
			t.Error(err)
		}
	})
	waittest.UntilIs(t, "both to wait", 2, r.Changes.Waiting)
	cancel()
	waittest.UntilIs(t, "one to wait", 1, r.Changes.Waiting)
	open()
	statement.Wait()
	if got := r.numbers(); !slices.Equal(got, []int{2}) {
		t.Errorf("there are %v", got)
	}
}

// A large change does not delay others.
func TestALargeChangeIsSentAlone(t *testing.T) {
	r := writing(t)
	open := r.busy()
	if _, err := r.Changes.Exec(t.Context(), "SELECT $1::text", strings.Repeat("x", 100<<10)); err != nil {
		t.Error(err)
	}
	open()
}

// Under concurrent changes, refusals and cancellations, each acknowledged change is written
// exactly once and no refused change is written.
func TestConcurrentChangesAreWrittenOnce(t *testing.T) {
	r := writing(t)
	r.Changes.Pace = hurried
	if err := r.add(t.Context(), -1); err != nil {
		t.Fatal(err)
	}
	const n, each = 30, 30
	var mu sync.Mutex
	written, perhaps := map[int]bool{}, map[int]bool{}
	var statement sync.WaitGroup
	for i := range n {
		statement.Go(func() {
			for j := range each {
				one := i*each + j
				ctx, cancel := context.WithCancel(t.Context())
				kind := rand.IntN(10)
				switch kind {
				case 0:
					go cancel()
				case 1:
					if err := r.add(ctx, -1); err == nil {
						t.Error("one was added twice")
					}
				}
				err := r.add(ctx, one)
				cancel()
				mu.Lock()
				switch {
				case err == nil:
					written[one] = true
				case kind == 0:
					perhaps[one] = true
				default:
					t.Errorf("%d: %v", one, err)
				}
				mu.Unlock()
			}
		})
	}
	statement.Wait()
	there := map[int]bool{}
	for _, one := range r.numbers() {
		there[one] = true
		if one >= 0 && !written[one] && !perhaps[one] {
			t.Errorf("%d was refused and is there", one)
		}
	}
	for one := range written {
		if !there[one] {
			t.Errorf("%d was written and is not there", one)
		}
	}
	waittest.UntilIs(t, "the slots to be free", 0, r.Changes.InFlight)
}
