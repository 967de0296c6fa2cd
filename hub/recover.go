package hub

import (
	"context"
	"slices"

	"switchboard/hub/link"
	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/fault"
)

// How a recovery ended, for the metrics.
const (
	recovered      = "recovered"
	refusedToken   = "token"    // forged, expired, or another user's
	refusedOffset  = "offset"   // beyond the log
	refusedTooOld  = "too_old"  // retention exceeded
	refusedTooMuch = "too_much" // more missed than is replayed
	refusedError   = "error"    // the log could not be read
	fewEntries     = 64         // as many are projected under the lock
)

// recover replays what the session missed and joins. Any outcome but recovered
// means that a new session has to begin, which tells the client recovered=false.
func (e *entering) recover(ctx context.Context, auth credentials) (string, error) {
	h, t, s := e.connection.hub, e.socket.tenant, e.socket
	p := s.principal.Load()
	token, ok := readPID(h.options.PIDKey, auth.PID, h.options.Now())
	if !ok || token.Organization != p.Organization || token.User != p.User || token.Session != p.Session {
		return refusedToken, nil
	}
	// A client that got nothing yet has no offset: its place is the session's
	// start. So it is for one that brings an offset from before the session,
	// which after a failed recovery it does.
	from := token.Start
	if auth.Offset != "" {
		offset, ok := readOffset(auth.Offset)
		if !ok {
			return refusedOffset, nil
		}
		from = max(from, offset)
	}
	s.sid, e.pid = token.SID, auth.PID
	e.takeOver()
	outcome, err := e.replay(ctx, from)
	if outcome != recovered {
		e.abandon()
	}
	if t.ctx.Err() != nil {
		return refusedError, errGone
	}
	return outcome, err
}

// takeOver ends the link on which the session still seems to live: the client
// knows better (it changed networks).
func (e *entering) takeOver() {
	t := e.socket.tenant
	t.mu.Lock()
	old := t.bySID[e.socket.sid]
	if old != nil {
		t.leave(old)
		e.told, old.present = old.present, false
	}
	t.mu.Unlock()
	if old != nil {
		old.dismiss(link.TakenOver)
	}
}

// abandon gives the presence that was taken over back to nobody.
func (e *entering) abandon() {
	if e.told {
		e.told = false
		e.socket.hub.options.Presence.Disconnected(e.socket.principal.Load(), e.socket.sid)
	}
}

// replay sends what came after a place, then joins. What is far behind is sent
// without the lock; the last few entries, the answer to CONNECT and the joining
// are one step under it, so that live entries follow without gap or double.
func (e *entering) replay(ctx context.Context, from int64) (string, error) {
	t, h := e.socket.tenant, e.socket.hub
	seen := 0
	for first := true; ; first = false {
		if err := e.refresh(ctx); err != nil {
			return refusedToken, err
		}
		t.mu.Lock()
		if t.epoch > e.epoch {
			t.mu.Unlock()
			continue
		}
		if from > t.applied && !first {
			t.mu.Unlock()
			return refusedOffset, nil
		}
		missing, whole := t.window.since(from, t.applied)
		if whole && len(missing) <= fewEntries && from <= t.applied {
			outcome, err := e.finish(missing)
			t.mu.Unlock()
			return outcome, e.entered(err)
		}
		t.mu.Unlock()

		if !whole || from > t.place() {
			page, outcome := e.page(ctx, from)
			if outcome != "" {
				return outcome, nil
			}
			missing = page
		}
		if seen += len(missing); seen > h.options.MaxReplay {
			return refusedTooMuch, nil
		}
		if len(missing) == 0 {
			continue
		}
		if e.tooOld(missing[0]) {
			return refusedTooOld, nil
		}
		if err := e.send(missing); err != nil {
			return refusedError, errGone
		}
		from = missing[len(missing)-1].Seq
	}
}

// page reads missed entries from the log. Where the client is ahead of this
// node, the node has to follow first.
func (e *entering) page(ctx context.Context, from int64) ([]*entry.Entry, string) {
	t := e.socket.tenant
	read, whole, err := t.hub.options.Log.Read(ctx, t.id, from, logPage)
	switch {
	case err != nil:
		t.hub.options.Logger.Error("reading the log for a recovery failed", "organization", t.id, "error", err)
		return nil, refusedError
	case !whole:
		return nil, refusedTooOld
	}
	if len(read) == 0 {
		head, err := t.hub.options.Log.Head(ctx, t.id)
		if err != nil || from > head {
			return nil, refusedOffset
		}
	}
	page := make([]*entry.Entry, len(read))
	for i := range read {
		page[i] = &read[i]
	}
	if err := t.reach(ctx, max(from, last(page, from))); err != nil {
		return nil, refusedError
	}
	return page, ""
}

func last(page []*entry.Entry, otherwise int64) int64 {
	if len(page) == 0 {
		return otherwise
	}
	return page[len(page)-1].Seq
}

// tooOld tells whether the client has been away for longer than the retention:
// while it was connected its offset was at most a quarter of it behind (sync).
func (e *entering) tooOld(first *entry.Entry) bool {
	h := e.socket.hub
	return !first.At.IsZero() && h.options.Now().Sub(first.At) > h.options.Retention*5/4
}

func (e *entering) send(missing []*entry.Entry) error {
	for _, m := range missing {
		for _, f := range e.missed(m) {
			if err := e.socket.link.SendWait(f); err != nil {
				return err
			}
		}
	}
	return nil
}

// finish replays the last entries and joins. The caller holds the lock.
func (e *entering) finish(missing []*entry.Entry) (string, error) {
	if len(missing) > 0 && e.tooOld(missing[0]) {
		return refusedTooOld, nil
	}
	for _, m := range missing {
		for _, f := range e.missed(m) {
			e.socket.link.Send(f)
		}
	}
	if err := e.join(); err != nil {
		return refusedError, err
	}
	return recovered, nil
}

// missed gives the packets that an entry is for this socket.
func (e *entering) missed(m *entry.Entry) []link.Frame {
	p := e.socket.principal.Load()
	if changesRights(m) && affects(m, p) {
		e.resync = append(e.resync, e.topics...) // what was sent under other rights is looked at anew
	}
	frames, left := replayFrame(m, p, e.topics)
	if left {
		gone := ownTopics(m)
		e.topics = slices.DeleteFunc(e.topics, func(name string) bool { return slices.Contains(gone, name) })
	}
	return frames
}

func affects(m *entry.Entry, p *access.Principal) bool { return m.Object != "user" || m.ID == p.User }

// place gives the tenant's place in the log.
func (t *tenant) place() int64 {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.applied
}

// reach waits until the tenant has applied a place that the log is known to hold.
func (t *tenant) reach(ctx context.Context, seq int64) error {
	t.mu.Lock()
	if t.applied >= seq {
		t.mu.Unlock()
		return nil
	}
	there := make(chan struct{})
	t.waiting = append(t.waiting, waiter{seq, there})
	t.mu.Unlock()
	t.feed.ring()
	select {
	case <-there:
		return nil
	case <-ctx.Done():
		return fault.From(ctx.Err())
	case <-t.ctx.Done():
		return errGone
	}
}

// waiter is told when the tenant reaches a place.
type waiter struct {
	seq   int64
	there chan struct{}
}

// arrived tells those who wait for the place. The caller holds the lock.
func (t *tenant) arrived() {
	t.waiting = slices.DeleteFunc(t.waiting, func(w waiter) bool {
		if w.seq > t.applied {
			return false
		}
		close(w.there)
		return true
	})
}
