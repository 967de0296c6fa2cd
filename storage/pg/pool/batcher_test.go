package pool_test

import (
	"sync"
	"testing"
	"time"

	"switchboard/storage/pg/pool"
	"switchboard/storage/waittest"
)

// held starts a question that blocks until open is called.
func (r *road) held() (open func()) {
	r.t.Helper()
	return r.hold(1, r.wait)
}

// asks runs n questions, each once the previous one waits or has finished.
func (r *road) asks(n int, answered *sync.WaitGroup) {
	r.t.Helper()
	for i := range n {
		answered.Go(func() {
			if got, err := r.ask(r.t.Context(), i); err != nil || got != i+1 {
				r.t.Errorf("%d is followed by %d (%v)", i, got, err)
			}
		})
		if i < n-1 {
			waittest.UntilIs(r.t, "it to wait", i+1, r.Questions.Waiting)
		}
	}
}

// A few waiting statements do not start a second batch; reaching the threshold does.
func TestReachingTheThresholdStartsASecondBatch(t *testing.T) {
	r := newRoad(t)
	r.Questions.Pace = pool.Pace{Threshold: 3, Slow: time.Hour, MaxWait: time.Hour}
	if _, err := r.ask(t.Context(), 1); err != nil { // it is prepared
		t.Fatal(err)
	}
	open := r.held()
	var few, batchThreshold sync.WaitGroup
	r.asks(2, &few)
	waittest.UntilIs(t, "both to wait", 2, r.Questions.Waiting)
	if n := r.Questions.InFlight(); n != 1 {
		t.Errorf("%d round trips are in flight for two waiting statements", n)
	}
	before := r.trips.N.Load()
	r.asks(1, &batchThreshold)
	batchThreshold.Wait()
	few.Wait()
	if n := r.trips.N.Load() - before; n != 1 {
		t.Errorf("%d round trips at the threshold", n)
	}
	waittest.UntilIs(t, "the second place to be free", 1, r.Questions.InFlight)

	r.asks(1, &few)
	waittest.UntilIs(t, "it to wait", 1, r.Questions.Waiting)
	open()
	few.Wait()
	waittest.UntilIs(t, "the places to be free", 0, r.Questions.InFlight)
}

// Statements do not wait for a slow batch, whether they arrive during it or wait already.
func TestStatementsDoNotWaitForASlowBatch(t *testing.T) {
	r := newRoad(t)
	r.Questions.Pace = pool.Pace{Threshold: 100, Slow: time.Hour, MaxWait: time.Hour}
	open := r.held()
	var answered sync.WaitGroup
	r.asks(1, &answered)
	waittest.UntilIs(t, "it to wait", 1, r.Questions.Waiting)
	r.Questions.Slow = 0
	if got, err := r.ask(t.Context(), 1); err != nil || got != 2 {
		t.Errorf("got %d (%v)", got, err)
	}
	answered.Wait()
	open()
	waittest.UntilIs(t, "the places to be free", 0, r.Questions.InFlight)
}
