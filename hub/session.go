package hub

import (
	"context"
	"encoding/json"
	"time"

	"switchboard/hub/link"
	"switchboard/hub/projection"
	"switchboard/storage/fault"
)

// refreshToken puts a new token in the place of the one that ends.
func refreshToken(ctx context.Context, s *socket, payload json.RawMessage) (any, error) {
	var in struct {
		Token string `json:"token"`
	}
	if err := Decode(payload, &in); err != nil {
		return nil, err
	}
	p, expires, err := s.hub.options.Authenticator.Authenticate(ctx, in.Token)
	if err != nil {
		return nil, err
	}
	mine := s.principal.Load()
	if p.Organization != mine.Organization || p.User != mine.User || p.Session != mine.Session {
		return nil, fault.New(fault.Forbidden, "The token belongs to another session.")
	}
	// Its rights are not taken over: those in force follow the log, in sequence.
	s.tenant.mu.Lock()
	s.expires, s.warned = expires, false
	s.tenant.mu.Unlock()
	return struct {
		Expires time.Time `json:"expires"`
	}{expires.UTC()}, nil
}

// activity tells presence whether the person is there.
func activity(_ context.Context, s *socket, payload json.RawMessage) (any, error) {
	var in struct {
		Active *bool `json:"active"`
	}
	if err := Decode(payload, &in); err != nil {
		return nil, err
	}
	if in.Active == nil {
		return nil, fault.Field("active", "Say whether the user is active.")
	}
	s.hub.options.Presence.Active(s.principal.Load(), s.sid, *in.Active)
	return nil, nil //nolint:nilnil // the ack has no content
}

// expiringBefore is how long before the end of its token a client is reminded.
const expiringBefore = time.Minute

// housekeeping ends sessions whose token ended, moves the offsets of quiet
// sockets, and lets go of organisations that nobody visits.
func (h *Hub) housekeeping() {
	tick := time.NewTicker(h.options.Tick)
	defer tick.Stop()
	for {
		select {
		case <-h.ctx.Done():
			return
		case <-tick.C:
		}
		h.keepHouse()
	}
}

func (h *Hub) keepHouse() {
	defer func() { h.caught(panickedKeeping, recover()) }()
	now := h.options.Now()
	for _, t := range h.all() {
		h.keepTenant(t, now)
	}
	h.showNodes(now)
}

// keepTenant looks after one organisation; a panic keeps nothing from the others.
func (h *Hub) keepTenant(t *tenant, now time.Time) {
	defer func() { h.caught(panickedKeeping, recover()) }()
	t.tidy(now)
	t.budgets.Tidy(time.Now())
	h.forget(t, now)
}

// tidy looks after the sockets of one organisation.
func (t *tenant) tidy(now time.Time) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.window.Expire(now.Add(-t.hub.options.Retention))
	var syncFrame link.Frame
	for s := range t.sockets {
		switch {
		case s.expires.IsZero():
		case !now.Before(s.expires):
			s.dismiss(link.SessionExpired)
			continue
		case !s.warned && now.Add(expiringBefore).After(s.expires):
			s.warned = true
			s.link.Send(projection.Event("session.expiring", projection.AppendJSON(nil, map[string]time.Time{"at": s.expires.UTC()}), ""))
		}
		// A client that was sent nothing for long would come back with an offset
		// that has left the retention, though it missed nothing.
		if s.held == nil && s.offset < t.applied && now.Sub(s.offsetAt) >= t.hub.options.Retention/4 {
			if syncFrame.Zero() {
				syncFrame = projection.Sync(t.applied)
			}
			s.sendDurable(syncFrame, t.applied, now)
		}
	}
}

// forget drops an organisation that had no socket for the retention.
func (h *Hub) forget(t *tenant, now time.Time) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if t.visitors == 0 && !t.left.IsZero() && now.Sub(t.left) > h.options.Retention {
		delete(h.tenants, t.id)
		t.stop()
	}
}
