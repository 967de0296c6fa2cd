package effects

import (
	"context"
	"sync"
	"time"

	"switchboard/storage/row"
)

// Succession is a Recaller whose effects of one subject follow each other without a
// pause: while the provider answers to one the next is claimed, and it is begun as soon
// as the answer is there, while that is stored and told. The subject so takes results
// later than they came about. One that is put off has those behind it wait.
type Succession interface {
	Recaller
	// InSuccession only marks the handler.
	InSuccession()
}

// longestSuccession is after what time a subject with many effects lets others have its
// place.
const longestSuccession = 2 * time.Second

// successor is an effect that was claimed to be begun when the one before it is done.
type successor struct {
	effect row.ClaimedEffect
	hold   *hold
}

// work carries out a claimed effect, and those that follow it where its kind is a
// Succession, until ctx ends.
func (w *Worker) work(ctx context.Context, h *hold, e row.ClaimedEffect) {
	end := time.Now().Add(longestSuccession)
	unbroken := context.WithoutCancel(ctx) // what was begun ends even while the worker stops
	var settling sync.WaitGroup            // of one effect at most
	defer settling.Wait()
	for {
		ahead := w.ahead(ctx, e, end)
		out := w.begin(unbroken, h, e)
		next := <-ahead
		settling.Wait()
		if out == nil { // it is tried again, or another worker's: what follows waits for it
			w.holds.release(h)
			w.giveBack(unbroken, next)
			return
		}
		done, held := e, h
		settling.Go(func() {
			defer w.holds.release(held)
			w.settle(unbroken, done, out)
		})
		if next == nil {
			return
		}
		if ctx.Err() != nil {
			w.giveBack(unbroken, next)
			return
		}
		e, h = next.effect, next.hold
	}
}

// ahead claims the effect that follows; it gives nil where there is none to be begun
// right after e. An effect that was lost with a worker before is carried out alone.
func (w *Worker) ahead(ctx context.Context, e row.ClaimedEffect, end time.Time) <-chan *successor {
	found := make(chan *successor, 1)
	if _, ok := w.kinds[e.Kind].Handler.(Succession); !ok || e.Lost > 0 || e.Outcome != "" || ctx.Err() != nil || !time.Now().Before(end) {
		found <- nil
		return found
	}
	go func() {
		var next *successor
		defer func() { found <- next }()
		w.journal.guard(e, func() { next = w.claimNext(ctx, e) })
	}()
	return found
}

// claimNext claims the effect that follows; nil for none.
func (w *Worker) claimNext(ctx context.Context, e row.ClaimedEffect) *successor {
	bounded, done := w.config.settling(ctx)
	defer done()
	asked := time.Now()
	effect, ok, err := w.store.ClaimNextEffect(bounded, e.Claim(), w.config.Lease)
	if err != nil {
		w.config.Logger.Warn("the next effect could not be claimed", "after", e.ID, "error", err)
	}
	if err != nil || !ok {
		return nil
	}
	return &successor{effect, w.holds.take(effect, asked)}
}

// giveBack returns what was not begun.
func (w *Worker) giveBack(ctx context.Context, next *successor) {
	if next == nil {
		return
	}
	defer w.holds.release(next.hold)
	bounded, done := w.config.settling(ctx)
	defer done()
	if err := w.store.ReturnEffect(bounded, next.effect.Claim()); err != nil {
		w.journal.settled(err, w.journal.of(next.effect))
	}
}

// begin does an effect and gives what became of it, nil where it was put off or is
// somebody else's. A panic costs its claim: the lease ends, and it is tried again until
// it was lost too often.
func (w *Worker) begin(ctx context.Context, h *hold, e row.ClaimedEffect) (out *outcome) {
	w.journal.guard(e, func() { out = w.carrying.carry(ctx, h, e) })
	return out
}

// settle concludes an effect; a panic costs this one alone.
func (w *Worker) settle(ctx context.Context, e row.ClaimedEffect, out *outcome) {
	w.journal.guard(e, func() { w.concluder.conclude(ctx, e, out) })
}
