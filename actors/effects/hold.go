package effects

import (
	"context"
	"errors"
	"maps"
	"slices"
	"sync"
	"time"

	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// errLost says that another worker has the effect by now.
var errLost = errors.New("another worker has taken the effect over")

// hold is a claimed effect that this worker is carrying out.
type hold struct {
	claim row.EffectClaim
	// suspect says that its workers were lost again and again.
	suspect bool

	mu    sync.Mutex
	since time.Time // when the store was last asked for a lease that it gave
	lost  bool
}

// confirm takes in whether the store says that the claim holds; asked is when it was
// asked.
func (h *hold) confirm(asked time.Time, holds bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if holds && asked.After(h.since) {
		h.since = asked
	}
	h.lost = h.lost || !holds
}

func (h *hold) state() (since time.Time, lost bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.since, h.lost
}

// elapsed is how much time has passed: by the monotonic clock, which nobody sets, or
// by the other one where that stood still with a machine that slept.
func elapsed(since time.Time) time.Duration {
	now := time.Now()
	return max(now.Sub(since), now.Round(0).Sub(since.Round(0)))
}

// still says whether the effect is this worker's: certainly while less than half of the
// lease has passed, else by asking the store for a new one. What can't be repeated is
// sent after this and nothing else, so half a lease lies between the two at least.
func (w *Worker) still(ctx context.Context, h *hold) error {
	since, lost := h.state()
	if lost {
		return errLost
	}
	if elapsed(since) <= w.config.Lease/2 {
		return nil
	}
	asked := time.Now()
	held, err := w.store.ExtendEffects(ctx, []row.EffectClaim{h.claim}, w.config.Lease)
	if err != nil {
		return fault.Wrap(err, fault.Unavailable, "It can't be made sure whose this effect is.")
	}
	h.confirm(asked, len(held) == 1)
	if len(held) == 0 {
		return errLost
	}
	return nil
}

// take holds a claimed effect. asked is when it was asked for.
func (w *Worker) take(e row.ClaimedEffect, asked time.Time) *hold {
	h := &hold{claim: e.Claim(), since: asked, suspect: e.Lost >= suspicious}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.held[e.ID] = h
	return h
}

func (w *Worker) release(h *hold) {
	w.mu.Lock()
	defer w.mu.Unlock()
	delete(w.held, h.claim.Effect)
}

// atWork names the effects at work here. A process that was frozen must not claim one
// of them anew beside its own handler of it. suspects is 1 where one of them is under
// suspicion.
func (w *Worker) atWork() (effects []id.ID, suspects int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for one, h := range w.held {
		effects = append(effects, one)
		if h.suspect {
			suspects = 1
		}
	}
	return effects, suspects
}

// renew keeps the leases of what is at work, until ctx ends. A lease is short, so
// that a caller does not wait long for a leg that a killed process was dialling.
func (w *Worker) renew(ctx context.Context) {
	tick := time.NewTicker(w.config.Lease / 3)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			w.extend(ctx)
		}
	}
}

func (w *Worker) extend(ctx context.Context) {
	w.mu.Lock()
	holds := slices.Collect(maps.Values(w.held))
	w.mu.Unlock()
	claims := make([]row.EffectClaim, 0, len(holds))
	for _, h := range holds {
		if _, lost := h.state(); !lost {
			claims = append(claims, h.claim)
		}
	}
	if len(claims) == 0 {
		return
	}
	asked := time.Now()
	held, err := w.store.ExtendEffects(ctx, claims, w.config.Lease)
	if err != nil {
		if ctx.Err() == nil {
			w.config.Logger.Warn("leases of effects could not be renewed", "error", err)
		}
		return
	}
	for _, h := range holds {
		if slices.Contains(claims, h.claim) {
			h.confirm(asked, slices.Contains(held, h.claim.Effect))
		}
	}
}
