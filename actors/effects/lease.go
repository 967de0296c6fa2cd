package effects

import (
	"context"
	"errors"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"time"

	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
	"switchboard/storage/wait"
)

// errLost reports that another worker has the effect.
var errLost = errors.New("another worker has taken the effect over")

// lease is this worker's claim on an effect that it is executing.
type lease struct {
	claim row.EffectClaim
	// suspect is set if its workers were lost repeatedly.
	suspect bool

	mu    sync.Mutex
	since time.Time // time of the request for the last granted lease
	lost  bool
}

// confirm records whether the claim holds according to the store. asked is the time
// of the request.
func (h *lease) confirm(asked time.Time, stands bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if stands && asked.After(h.since) {
		h.since = asked
	}
	h.lost = h.lost || !stands
}

func (h *lease) state() (since time.Time, lost bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.since, h.lost
}

// elapsed returns the time since then: by the monotonic clock, which nobody can set,
// or by the wall clock if the monotonic one stopped while the machine slept.
func elapsed(since time.Time) time.Duration {
	now := time.Now()
	return max(now.Sub(since), now.Round(0).Sub(since.Round(0)))
}

// leases holds the leases of the effects in progress here. It is safe for concurrent
// use.
type leases struct {
	store  Store
	life   time.Duration
	logger *slog.Logger

	mu   sync.Mutex
	held map[id.ID]*lease
}

// still checks that the effect belongs to this worker: without a query while less
// than half of the lease has passed, else by requesting a new lease. What can't be
// repeated is sent only after this, with at least half a lease left.
func (s *leases) still(ctx context.Context, h *lease) error {
	since, lost := h.state()
	if lost {
		return errLost
	}
	if elapsed(since) <= s.life/2 {
		return nil
	}
	asked := time.Now()
	held, err := s.store.ExtendEffects(ctx, []row.EffectClaim{h.claim}, s.life)
	if err != nil {
		return fault.Wrap(err, fault.Unavailable, "It can't be made sure whose this effect is.")
	}
	h.confirm(asked, len(held) == 1)
	if len(held) == 0 {
		return errLost
	}
	return nil
}

// take records the lease of a claimed effect. asked is the time of the request.
func (s *leases) take(e row.ClaimedEffect, asked time.Time) *lease {
	h := &lease{claim: e.Claim(), since: asked, suspect: e.Lost >= suspectAfter}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.held[e.ID] = h
	return h
}

func (s *leases) release(h *lease) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.held, h.claim.Effect)
}

// atWork lists the effects in progress here, so that a process that was frozen does
// not claim one again while its own handler still runs. suspects is 1 if one of them
// is suspect.
func (s *leases) atWork() (effects []id.ID, suspects int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for one, h := range s.held {
		effects = append(effects, one)
		if h.suspect {
			suspects = 1
		}
	}
	return effects, suspects
}

// renew renews the leases of effects in progress until ctx ends. Leases are short, so
// that a caller does not wait long for a leg that a dead process was dialing.
func (s *leases) renew(ctx context.Context) {
	wait.Every(ctx, s.life/3, func() { s.extend(ctx) })
}

func (s *leases) extend(ctx context.Context) {
	s.mu.Lock()
	mine := slices.Collect(maps.Values(s.held))
	s.mu.Unlock()
	claims := make([]row.EffectClaim, 0, len(mine))
	for _, h := range mine {
		if _, lost := h.state(); !lost {
			claims = append(claims, h.claim)
		}
	}
	if len(claims) == 0 {
		return
	}
	asked := time.Now()
	held, err := s.store.ExtendEffects(ctx, claims, s.life)
	if err != nil {
		if ctx.Err() == nil {
			s.logger.Warn("leases of effects could not be renewed", "error", err)
		}
		return
	}
	for _, h := range mine {
		if slices.Contains(claims, h.claim) {
			h.confirm(asked, slices.Contains(held, h.claim.Effect))
		}
	}
}
