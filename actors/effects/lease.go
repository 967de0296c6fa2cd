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

// errLost says that another worker has the effect by now.
var errLost = errors.New("another worker has taken the effect over")

// lease is what this worker has on a claimed effect that it is carrying out.
type lease struct {
	claim row.EffectClaim
	// suspect says that its workers were lost again and again.
	suspect bool

	mu    sync.Mutex
	since time.Time // when the store was last asked for a lease that it gave
	lost  bool
}

// confirm takes in whether the store says that the claim holds; asked is when it was
// asked.
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

// elapsed is how much time has passed: by the monotonic clock, which nobody sets, or
// by the other one where that stood still with a machine that slept.
func elapsed(since time.Time) time.Duration {
	now := time.Now()
	return max(now.Sub(since), now.Round(0).Sub(since.Round(0)))
}

// leases are those on the effects at work here. It is safe for concurrent use.
type leases struct {
	store  Store
	life   time.Duration
	logger *slog.Logger

	mu   sync.Mutex
	held map[id.ID]*lease
}

// still says whether the effect is this worker's: certainly while less than half of the
// lease has passed, else by asking the store for a new one. What can't be repeated is
// sent after this and nothing else, so half a lease lies between the two at least.
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

// take notes the lease on a claimed effect. asked is when it was asked for.
func (s *leases) take(e row.ClaimedEffect, asked time.Time) *lease {
	h := &lease{claim: e.Claim(), since: asked, suspect: e.Lost >= suspicious}
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

// atWork names the effects at work here. A process that was frozen must not claim one
// of them anew beside its own handler of it. suspects is 1 where one of them is under
// suspicion.
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

// renew keeps the leases of what is at work, until ctx ends. A lease is short, so
// that a caller does not wait long for a leg that a killed process was dialling.
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
