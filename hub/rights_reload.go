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

// If an entry may have changed permissions, they are reloaded outside the
// delivery, which continues for all other users. Affected users are paused:
// their sockets receive nothing from that entry on until their permissions
// have been reloaded, and then, under those, what they missed. A team of a
// thousand members costs a thousand reads, and until then no other user's
// phone may ring late.

// identity is what permissions are loaded for: one session of a user.
type identity struct{ user, session id.ID }

// rightsReload is an identity whose permissions are being reloaded. The
// organization's lock guards it.
type rightsReload struct {
	identity  identity
	attempts  int           // of reading
	entries   int           // that may have changed its permissions
	grants    int           // of entries, those that may have changed what it may see
	newestSeq int64         // seq of the last of entries
	done      chan struct{} // closed when its sockets resume
}

// rightsReloads are the pending permission reloads. The organization's lock
// guards them.
type rightsReloads struct {
	*orgState

	open      map[identity]*rightsReload
	queue     []*rightsReload
	reloaders int
}

// maxAttempts bounds the reads of one reload. If each read is outdated by
// another change, the sockets are closed and reconnect.
const maxAttempts = 20

// maxReloaders bounds the concurrent reads of permissions for an
// organization.
const maxReloaders = 8

// pause pauses all users whose permissions an entry may have changed, at the
// position before it. The caller holds the lock.
func (r *rightsReloads) pause(e *entry.Entry) {
	concerned, c := map[*rightsReload]bool{}, r.catalog()
	for s := range r.sockets {
		p := s.principal.Load()
		if !c.Rights.Affects(e, p) && !s.mayHaveBeenIn(e) {
			continue
		}
		reload := r.start(s, e.Seq)
		if !concerned[reload] {
			concerned[reload] = true
			if reload.entries++; c.Rights.GrantsOrTakes(e, p) {
				reload.grants++
			}
		}
		s.stale = s.stale || s.mayBeStale(e)
	}
}

// pauseAll pauses all users at the applied position. The caller holds the
// lock.
func (r *rightsReloads) pauseAll() {
	for s := range r.sockets {
		r.start(s, r.applied)
		s.stale = true
	}
}

// start pauses one socket whose permissions the entry at seq may have
// changed. The caller holds the lock.
func (r *rightsReloads) start(s *socket, seq int64) *rightsReload {
	p := s.principal.Load()
	who := identity{p.User, p.Session}
	reload := r.open[who]
	if reload == nil {
		reload = &rightsReload{identity: who, done: make(chan struct{})}
		if r.open == nil {
			r.open = map[identity]*rightsReload{}
		}
		r.open[who] = reload
		r.enqueue(reload)
	}
	reload.newestSeq = seq
	if s.reload == nil {
		s.reload, s.pausedAt = reload, seq-1
	}
	return reload
}

// enqueue queues a reload. The caller holds the lock.
func (r *rightsReloads) enqueue(reload *rightsReload) {
	r.queue = append(r.queue, reload)
	if r.reloaders < maxReloaders && r.ctx.Err() == nil {
		r.reloaders++
		r.node.work.Go(r.runQueue)
	}
}

func (r *rightsReloads) runQueue() {
	for r.next() {
	}
}

// next reloads the permissions of the next identity and resumes its sockets
// under them. It returns false if none is left.
func (r *rightsReloads) next() (more bool) {
	var reload *rightsReload
	var p *access.Principal
	var at int64
	defer func() {
		if r.node.caught(panickedReload, recover()) && reload != nil {
			r.locked(func() { r.dismiss(reload, link.RightsUnknown) })
			more = true
		}
	}()
	r.locked(func() {
		for p == nil && len(r.queue) > 0 {
			reload, r.queue = r.queue[0], r.queue[1:]
			if p = r.principalOf(reload); p == nil {
				r.finish(reload) // its sockets have left
			}
		}
		if more = p != nil; !more {
			r.reloaders--
		}
		at = r.applied
	})
	if !more {
		return false
	}
	fresh, reason := r.load(reload.identity, p)
	for goOn := true; goOn; {
		r.locked(func() {
			if fresh == nil {
				r.dismiss(reload, reason)
				goOn = false
				return
			}
			goOn = r.catchUp(reload, fresh, at)
		})
	}
	return true
}

// principalOf returns the current principal of a paused identity, or nil if
// it has no sockets left. The caller holds the lock.
func (r *rightsReloads) principalOf(reload *rightsReload) *access.Principal {
	for _, s := range r.socketsOf(reload) {
		return s.principal.Load()
	}
	return nil
}

// socketsOf returns the sockets of a paused identity. The caller holds the
// lock.
func (r *rightsReloads) socketsOf(reload *rightsReload) []*socket {
	var found []*socket
	if p := r.users[reload.identity.user]; p != nil {
		for _, s := range p.sockets {
			if s.reload == reload {
				found = append(found, s)
			}
		}
	}
	return found
}

// load reads an identity's permissions. If it cannot, it returns why the
// sockets must be closed.
func (r *rightsReloads) load(who identity, p *access.Principal) (*access.Principal, link.Reason) {
	ctx, cancel := context.WithTimeout(r.ctx, r.node.options.CommandTimeout)
	defer cancel()
	fresh, err := r.node.options.Authenticator.Reload(ctx, p)
	switch {
	case err == nil:
		return &fresh, link.Reason{}
	case fault.Is(err, fault.Unauthenticated), fault.Is(err, fault.Forbidden):
		return nil, link.Disabled
	default: // fail closed: without known permissions nothing is shown
		r.node.options.Logger.Error("reloading rights failed", "user", who.user, "error", err)
		return nil, link.RightsUnknown
	}
}

// dismiss closes the sockets of a paused identity. The caller holds the lock.
func (r *rightsReloads) dismiss(reload *rightsReload, reason link.Reason) {
	for _, s := range r.socketsOf(reload) {
		s.dismiss(reason)
	}
	r.finish(reload)
}

// finish ends a reload. Dismissed sockets stay paused and receive nothing
// more. The caller holds the lock.
func (r *rightsReloads) finish(reload *rightsReload) {
	if r.open[reload.identity] == reload {
		delete(r.open, reload.identity)
		close(reload.done)
	}
}

// catchUp applies permissions that were read at position at, and sends the
// identity's sockets part of what they missed. It returns true if more is
// left. The caller holds the lock.
func (r *rightsReloads) catchUp(reload *rightsReload, p *access.Principal, at int64) (goOn bool) {
	if reload.newestSeq > at || r.affectedSince(at, p) {
		reload.entries++ // an unknown entry came in between
		if reload.attempts++; reload.attempts < maxAttempts {
			r.enqueue(reload)
		} else {
			r.dismiss(reload, link.Behind)
		}
		return false
	}
	for _, s := range r.socketsOf(reload) {
		if !r.sendMissed(reload, s, p) {
			goOn = true
		}
	}
	if !goOn {
		for _, s := range r.socketsOf(reload) {
			s.reload, s.stale = nil, false
		}
		r.finish(reload)
	}
	return goOn
}

// affectedSince reports whether an entry after a position may have changed
// these permissions. The caller holds the lock.
func (r *rightsReloads) affectedSince(position int64, p *access.Principal) bool {
	since, whole := r.window.Since(position, r.applied)
	c := r.catalog()
	return !whole || slices.ContainsFunc(since, func(m *entry.Entry) bool { return c.Rights.ChangedBy(m) && c.Rights.Affects(m, p) })
}

// sendMissed applies permissions and sends a paused socket part of what it
// missed. It returns true if nothing is left. Subscriptions to topics that
// became unreadable end. If anything changed, the socket is asked for fresh
// snapshots, and this comes first: a change moves its offset, and after a
// disconnect behind that offset the request would not be repeated. The caller
// holds the lock.
func (r *rightsReloads) sendMissed(reload *rightsReload, s *socket, p *access.Principal) bool {
	// The user's topic carries the definitions of objects along with the
	// permissions, so a changed object title counts as well.
	changed := s.principal.Load().Version() != p.Version()
	s.principal.Store(p)
	missed, whole := r.window.Since(s.pausedAt, r.applied)
	// What it missed may be hidden under permissions that no longer exist, or
	// is not in the window.
	passed := !whole || reload.grants > 1 || changed && reload.entries > 1
	resync := changed || s.stale || passed
	s.stale = false
	for _, name := range slices.Clone(s.topics) {
		if resync {
			r.resync(s, name)
		}
		at, ok := r.catalog().Parse(name)
		if at.Kind == topic.Query { // it runs under the old permissions
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
	for _, m := range missed[:min(len(missed), maxLockedEntries)] {
		r.sendEntry(s, m, now)
		s.pausedAt = m.Seq
	}
	return len(missed) <= maxLockedEntries
}

// sendEntry sends a missed entry to one socket. The caller holds the lock.
func (r *rightsReloads) sendEntry(s *socket, m *entry.Entry, now time.Time) {
	effect := projection.Of(r.catalog(), m, s.principal.Load(), s.topics)
	for _, name := range effect.Outdated {
		if !s.subscriptions[slices.Index(s.topics, name)].resyncAsked {
			r.resync(s, name)
		}
	}
	if !effect.Frame.Zero() {
		s.sendDurable(effect.Frame, m.Seq, now)
		r.delivered++
		r.node.metrics.deliveries.Inc()
	}
	r.endTopics(s, effect.Ended, effect.Again)
}

// awaitRights waits until the permissions of a paused socket are known.
func (s *socket) awaitRights(ctx context.Context) error {
	var reload *rightsReload
	s.org.locked(func() { reload = s.reload })
	if reload == nil {
		return nil
	}
	select {
	case <-reload.done:
	case <-ctx.Done():
		return fault.From(ctx.Err())
	}
	sentAway := false
	s.org.locked(func() { sentAway = s.reload == reload })
	if sentAway {
		return errGone
	}
	return nil
}

// mayBeStale reports whether a recovered socket may hold data that it
// received under older permissions, although its own include the entry: they
// may have been read between the change's commit and its position in the log.
func (s *socket) mayBeStale(e *entry.Entry) bool {
	return !s.rightsAt.IsZero() && e.At.Before(s.rightsAt.Add(rightsLag))
}

// rightsLag is how far the clocks of the nodes may differ.
const rightsLag = 5 * time.Second

// mayHaveBeenIn reports whether a recovered socket may hold data that it
// received as a member of a deleted team. Permissions that were read after
// the deletion are no evidence.
func (s *socket) mayHaveBeenIn(e *entry.Entry) bool {
	return s.org.catalog().Rights.EndsTeam(e) && s.mayBeStale(e)
}
