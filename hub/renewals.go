package hub

import (
	"context"
	"slices"
	"time"

	"switchboard/hub/link"
	"switchboard/hub/projection"
	"switchboard/hub/topic"
	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
)

// Rights that an entry may have changed are read again beside the delivery, which goes
// on for everybody else. Whoever it may concern is paused: his sockets are told nothing
// from that entry on until his rights are known, and then, under those, what they
// missed. A team of a thousand members costs a thousand readings, during which nobody
// else's phone may ring late.

// identity is what rights are loaded for: one user's sign-in.
type identity struct{ user, session id.ID }

// renewal is an identity whose rights are being read again. It is guarded by the tenant's
// lock.
type renewal struct {
	who     identity
	rounds  int           // of reading
	entries int           // that may have changed its rights
	grants  int           // of these, those that may have changed what it may see
	newest  int64         // the place of the last of these
	done    chan struct{} // closed when its sockets go on
}

// renewals are the identities whose rights are to be read again. They are guarded by
// the tenant's lock.
type renewals struct {
	*audience

	open    map[identity]*renewal
	queue   []*renewal
	readers int
}

// maxRounds bounds how often rights are read for one renewal: with something new each time
// its sockets come back by themselves.
const maxRounds = 20

// reloads bounds how many rights of an organization are read at the same time.
const reloads = 8

// pause pauses all whose rights an entry may have changed, at the place before it. The
// caller holds the lock.
func (r *renewals) pause(e *entry.Entry) {
	concerned, c := map[*renewal]bool{}, r.catalog()
	for s := range r.sockets {
		p := s.principal.Load()
		if !c.Rights.Affects(e, p) && !s.mayHaveBeenIn(e) {
			continue
		}
		h := r.renew(s, e.Seq)
		if !concerned[h] {
			concerned[h] = true
			if h.entries++; c.Rights.GrantsOrTakes(e, p) {
				h.grants++
			}
		}
		s.stale = s.stale || s.mayBeStale(e)
	}
}

// pauseAll pauses everybody at the tenant's place. The caller holds the lock.
func (r *renewals) pauseAll() {
	for s := range r.sockets {
		r.renew(s, r.applied)
		s.stale = true
	}
}

// renew pauses one socket, whose rights a place of the log may have changed. The caller
// holds the lock.
func (r *renewals) renew(s *socket, seq int64) *renewal {
	p := s.principal.Load()
	who := identity{p.User, p.Session}
	h := r.open[who]
	if h == nil {
		h = &renewal{who: who, done: make(chan struct{})}
		if r.open == nil {
			r.open = map[identity]*renewal{}
		}
		r.open[who] = h
		r.enqueue(h)
	}
	h.newest = seq
	if s.renewal == nil {
		s.renewal, s.pausedAt = h, seq-1
	}
	return h
}

// enqueue has an identity's rights read. The caller holds the lock.
func (r *renewals) enqueue(h *renewal) {
	r.queue = append(r.queue, h)
	if r.readers < reloads && r.ctx.Err() == nil {
		r.readers++
		r.node.work.Go(r.workOff)
	}
}

func (r *renewals) workOff() {
	for r.next() {
	}
}

// next reads the rights of the next identity and lets it go on under them; false
// where none is left.
func (r *renewals) next() (more bool) {
	var h *renewal
	var p *access.Principal
	var at int64
	defer func() {
		if r.node.caught(panickedReload, recover()) && h != nil {
			r.locked(func() { r.dismiss(h, link.RightsUnknown) })
			more = true
		}
	}()
	r.locked(func() {
		for p == nil && len(r.queue) > 0 {
			h, r.queue = r.queue[0], r.queue[1:]
			if p = r.principalOf(h); p == nil {
				r.finish(h) // its sockets have left
			}
		}
		if more = p != nil; !more {
			r.readers--
		}
		at = r.applied
	})
	if !more {
		return false
	}
	fresh, reason := r.load(h.who, p)
	for goOn := true; goOn; {
		r.locked(func() {
			if fresh == nil {
				r.dismiss(h, reason)
				goOn = false
				return
			}
			goOn = r.bringUp(h, fresh, at)
		})
	}
	return true
}

// principalOf gives the rights in force of a paused identity, nil where no socket of it
// is left. The caller holds the lock.
func (r *renewals) principalOf(h *renewal) *access.Principal {
	for _, s := range r.socketsOf(h) {
		return s.principal.Load()
	}
	return nil
}

// socketsOf lists the sockets of a paused identity. The caller holds the lock.
func (r *renewals) socketsOf(h *renewal) []*socket {
	var found []*socket
	if p := r.users[h.who.user]; p != nil {
		for _, s := range p.sockets {
			if s.renewal == h {
				found = append(found, s)
			}
		}
	}
	return found
}

// load reads an identity's rights; where it can't, it gives why the sockets must go.
func (r *renewals) load(who identity, p *access.Principal) (*access.Principal, link.Reason) {
	ctx, cancel := context.WithTimeout(r.ctx, r.node.options.CommandTimeout)
	defer cancel()
	fresh, err := r.node.options.Authenticator.Reload(ctx, p)
	switch {
	case err == nil:
		return &fresh, link.Reason{}
	case fault.Is(err, fault.Unauthenticated), fault.Is(err, fault.Forbidden):
		return nil, link.Disabled
	default: // safe side: without known rights nothing is shown
		r.node.options.Logger.Error("reloading rights failed", "user", who.user, "error", err)
		return nil, link.RightsUnknown
	}
}

// dismiss sends the sockets of a paused identity away. The caller holds the lock.
func (r *renewals) dismiss(h *renewal, reason link.Reason) {
	for _, s := range r.socketsOf(h) {
		s.dismiss(reason)
	}
	r.finish(h)
}

// finish ends a renewal. Sockets that were dismissed stay paused: they are told nothing
// more.
// The caller holds the lock.
func (r *renewals) finish(h *renewal) {
	if r.open[h.who] == h {
		delete(r.open, h.who)
		close(h.done)
	}
}

// bringUp puts rights in force that were read when the tenant had come to a place, and
// tells the identity's sockets some of what they missed; true where more is left. The
// caller holds the lock.
func (r *renewals) bringUp(h *renewal, p *access.Principal, at int64) (goOn bool) {
	if h.newest > at || r.concernsSince(at, p) {
		h.entries++ // whatever it was, it came in between
		if h.rounds++; h.rounds < maxRounds {
			r.enqueue(h)
		} else {
			r.dismiss(h, link.Behind)
		}
		return false
	}
	for _, s := range r.socketsOf(h) {
		if !r.tellMissed(h, s, p) {
			goOn = true
		}
	}
	if !goOn {
		for _, s := range r.socketsOf(h) {
			s.renewal, s.stale = nil, false
		}
		r.finish(h)
	}
	return goOn
}

// concernsSince tells whether an entry after a place may have changed these rights. The
// caller holds the lock.
func (r *renewals) concernsSince(place int64, p *access.Principal) bool {
	since, whole := r.window.Since(place, r.applied)
	c := r.catalog()
	return !whole || slices.ContainsFunc(since, func(m *entry.Entry) bool { return c.Rights.ChangedBy(m) && c.Rights.Affects(m, p) })
}

// tellMissed puts rights in force and tells a paused socket some of what it missed; true
// where nothing is left. Topics that became unreadable end, and where anything changed
// the socket is to take fresh snapshots. It is told so first: a change moves its place,
// from which after a cut it would not be told again. The caller holds the lock.
func (r *renewals) tellMissed(h *renewal, s *socket, p *access.Principal) bool {
	// What objects are is told with one's rights (the topic of oneself): of another title, too.
	changed := s.principal.Load().Version() != p.Version()
	s.principal.Store(p)
	missed, whole := r.window.Since(s.pausedAt, r.applied)
	// What it missed may be hidden under rights that are gone, or isn't at hand.
	passed := !whole || h.grants > 1 || changed && h.entries > 1
	resync := changed || s.stale || passed
	s.stale = false
	for _, name := range slices.Clone(s.topics) {
		if resync {
			r.resync(s, name)
		}
		at, ok := r.catalog().Parse(name)
		if at.Kind == topic.Query { // it is asked under the rights of before
			if !resync {
				r.resync(s, name)
			}
			ok = false
		}
		if !ok || !r.catalog().MayRead(p, at) {
			r.unsubscribe(s, name)
		}
	}
	if changed {
		r.regroup(s)
	}
	now := r.node.options.Now()
	if passed {
		r.move(s, now)
		return true
	}
	for _, m := range missed[:min(len(missed), fewEntries)] {
		r.tellOne(s, m, now)
		s.pausedAt = m.Seq
	}
	return len(missed) <= fewEntries
}

// tellOne gives one socket what an entry is for it. It has the same rules as the tenant's
// deliver. The caller holds the lock.
func (r *renewals) tellOne(s *socket, m *entry.Entry, now time.Time) {
	p, c := s.principal.Load(), r.catalog()
	for i, name := range s.topics {
		at := s.subscriptions[i].group.room.topic
		inBulk := m.Op == entry.Bulk && c.Touches(m, at) && c.IsAbout(m, at, p) && p.Rights(m.Object).Readable() != nil
		if !s.subscriptions[i].resyncAsked && (inBulk || c.Visibility.ChangedBy(m) && c.Visibility.Moved(m, p, at)) {
			r.resync(s, name)
		}
	}
	if m.Op == entry.Bulk {
		return
	}
	f, left := projection.New(c, m).InTopics(p, func(name string) bool { return slices.Contains(s.topics, name) })
	if f.Frame.Zero() {
		return
	}
	s.sendDurable(f.Frame, m.Seq, now)
	r.delivered++
	r.node.metrics.deliveries.Inc()
	if left {
		r.closeTopics(s, m)
	}
}

// awaitRights waits until the rights of a paused socket are known.
func (s *socket) awaitRights(ctx context.Context) error {
	var h *renewal
	s.tenant.locked(func() { h = s.renewal })
	if h == nil {
		return nil
	}
	select {
	case <-h.done:
	case <-ctx.Done():
		return fault.From(ctx.Err())
	}
	sentAway := false
	s.tenant.locked(func() { sentAway = s.renewal == h })
	if sentAway {
		return errGone
	}
	return nil
}

// mayBeStale tells whether a recovered socket may hold what it was shown under older
// rights although its own are those that the entry brings: they may have been read
// between the change's commit and its place in the log.
func (s *socket) mayBeStale(e *entry.Entry) bool {
	return !s.rightsAt.IsZero() && e.At.Before(s.rightsAt.Add(rightsLag))
}

// rightsLag is how far the clocks of the nodes may differ.
const rightsLag = 5 * time.Second

// mayHaveBeenIn tells whether a recovered socket may hold what it was shown as a member
// of a team that is gone: rights that were read after it went don't tell.
func (s *socket) mayHaveBeenIn(e *entry.Entry) bool {
	return s.tenant.catalog().Rights.EndsTeam(e) && s.mayBeStale(e)
}
