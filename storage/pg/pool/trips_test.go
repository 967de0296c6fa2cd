package pool_test

import (
	"sync"
	"testing"
	"time"

	"switchboard/storage/pg/pool"
	"switchboard/storage/waittest"
)

// held has one question under way that waits until open is called.
func (r *road) held() (open func()) {
	r.t.Helper()
	return r.hold(1, r.wait)
}

// asks asks n questions, the next once the last waits or is answered.
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

// Few who wait for the trip that is under way leave the second place free; a crowd takes it.
func TestACrowdTakesTheSecondPlace(t *testing.T) {
	r := newRoad(t)
	r.Questions.Pace = pool.Pace{Crowd: 3, Late: time.Hour, Patience: time.Hour}
	if _, err := r.ask(t.Context(), 1); err != nil { // it is prepared
		t.Fatal(err)
	}
	open := r.held()
	var few, crowd sync.WaitGroup
	r.asks(2, &few)
	waittest.UntilIs(t, "both to wait", 2, r.Questions.Waiting)
	if n := r.Questions.Underway(); n != 1 {
		t.Errorf("%d trips are under way for two who wait", n)
	}
	before := r.trips.N.Load()
	r.asks(1, &crowd)
	crowd.Wait()
	few.Wait()
	if n := r.trips.N.Load() - before; n != 1 {
		t.Errorf("a crowd took %d trips", n)
	}
	waittest.UntilIs(t, "the second place to be free", 1, r.Questions.Underway)

	r.asks(1, &few)
	waittest.UntilIs(t, "it to wait", 1, r.Questions.Waiting)
	open()
	few.Wait()
	waittest.UntilIs(t, "the places to be free", 0, r.Questions.Underway)
}

// What is asked while a trip takes long doesn't wait for it, nor do those who wait already.
func TestNobodyWaitsForALateTrip(t *testing.T) {
	r := newRoad(t)
	r.Questions.Pace = pool.Pace{Crowd: 100, Late: time.Hour, Patience: time.Hour}
	open := r.held()
	var answered sync.WaitGroup
	r.asks(1, &answered)
	waittest.UntilIs(t, "it to wait", 1, r.Questions.Waiting)
	r.Questions.Late = 0
	if got, err := r.ask(t.Context(), 1); err != nil || got != 2 {
		t.Errorf("got %d (%v)", got, err)
	}
	answered.Wait()
	open()
	waittest.UntilIs(t, "the places to be free", 0, r.Questions.Underway)
}
