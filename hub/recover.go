package hub

import (
	"context"
	"slices"

	"switchboard/hub/link"
	"switchboard/hub/pid"
	"switchboard/hub/projection"
	"switchboard/hub/topic"
	"switchboard/hub/window"
	"switchboard/storage/entry"
)

// recover replays what the session missed and joins. Any outcome except
// recovered means that a new session must begin, with recovered=false on the
// client.
func (r recovery) recover(ctx context.Context, auth credentials) (string, error) {
	n, org, s := r.connection.node, r.socket.org, r.socket
	p := s.principal.Load()
	token, ok := pid.Read(n.options.PIDKey, auth.PID, n.options.Now())
	if !ok || token.Organization != p.Organization || token.User != p.User || token.Session != p.Session {
		return refusedToken, nil
	}
	// A client that has received nothing yet has no offset and starts at the
	// session's start. The same holds for a client whose offset predates the
	// session, which happens after a failed recovery.
	from := token.Start
	if auth.Offset != "" {
		offset, ok := projection.ReadOffset(auth.Offset)
		if !ok {
			return refusedOffset, nil
		}
		from = max(from, offset)
	}
	if token.Rights != p.Key() {
		return refusedRights, nil
	}
	if distinct(auth.Topics) > n.options.TopicsPerSocket {
		return refusedTopics, nil // some would be missing silently
	}
	s.sid, r.pid = token.SID, auth.PID
	if outcome, err := r.claimSession(auth); outcome != "" {
		return outcome, err
	}
	outcome, err := r.scanRange(ctx, from)
	if outcome == "" {
		outcome, err = r.replay(ctx, from)
	}
	if outcome != recovered {
		r.abandon()
	}
	if org.ctx.Err() != nil || err == nil && r.answered && outcome != recovered {
		return refusedError, errGone // the client knows that it is recovered and must reconnect for the rest
	}
	return outcome, err
}

func distinct(names []string) int {
	names = slices.Clone(names)
	slices.Sort(names)
	return len(slices.Compact(names))
}

// replay sends the entries after a position, then joins. The last few entries
// and joining are one step under the lock, so that live entries follow
// without a gap or a duplicate. Earlier entries are sent without the lock and
// after the reply to CONNECT, so a disconnect in the middle costs only the
// rest.
func (r recovery) replay(ctx context.Context, from int64) (string, error) {
	org, left := r.socket.org, int64(r.socket.node.options.MaxReplay)
	for _, name := range r.topics { // the log has no events of these
		if t, _ := org.catalog().Parse(name); t.Kind == topic.Presence || t.Kind == topic.PhoneNumber {
			r.resync = append(r.resync, name)
		}
	}
	var read []*entry.Entry // read from the log up to from, not sent yet
	for {
		// This node may only now have reached what was read, and it may have
		// changed permissions.
		if err := r.refresh(ctx); err != nil {
			return refusedToken, err
		}
		if r.rightsChanged {
			return refusedRights, nil
		}
		now := r.progressOf(read, from, left)
		if now.stale {
			continue
		}
		if now.done {
			org.reports.deliverAll()
			return now.outcome, now.err
		}
		missing := now.missing

		if len(missing) == 0 {
			page, outcome, err := r.page(ctx, from)
			switch {
			case outcome != "":
				return outcome, err
			case len(page) > 0:
				left -= int64(len(page))
				read, from = page, page[len(page)-1].Seq
			case !now.ahead:
				return refusedOffset, nil // the log lacks what was applied
			}
			continue
		}
		if left -= int64(len(now.recent)); left < 0 {
			return refusedTooMuch, nil
		}
		if outcome := r.refusalFor(missing); outcome != "" {
			return outcome, nil
		}
		if err := r.answerEarly(); err != nil {
			return refusedError, err
		}
		if err := r.send(missing); err != nil {
			return refusedError, errGone
		}
		read, from = nil, missing[len(missing)-1].Seq
	}
}

// progress is the state of a replay.
type progress struct {
	stale   bool // permissions have changed
	ahead   bool // the client is ahead of the node
	done    bool // with outcome and err
	outcome string
	err     error
	recent  []*entry.Entry // entries in the window
	missing []*entry.Entry // entries to send next
}

// progressOf determines the state of the replay, and finishes it if few
// entries are missing.
func (r recovery) progressOf(read []*entry.Entry, from, left int64) (now progress) {
	org := r.socket.org
	org.mu.Lock()
	defer org.mu.Unlock()
	if org.epoch > r.epoch {
		return progress{stale: true}
	}
	if org.applied-from > left {
		return progress{done: true, outcome: refusedTooMuch}
	}
	now.ahead = from > org.applied
	var whole bool
	now.recent, whole = org.window.Since(from, org.applied)
	now.missing = slices.Concat(read, now.recent)
	if now.done = whole && !now.ahead && fitsLocked(now.missing); now.done {
		now.outcome, now.err = r.finish(now.missing)
	}
	return now
}

// answerEarly answers CONNECT before the whole log is replayed. The client's
// commands wait until it has joined, because they run on this goroutine.
func (r recovery) answerEarly() error {
	if r.answered {
		return nil
	}
	org := r.socket.org
	org.mu.Lock()
	defer org.mu.Unlock()
	if r.hasNewerLink() {
		return r.yieldToNewer()
	}
	if !r.connection.adopt(r.socket) {
		return errGone
	}
	r.socket.link.Send(r.answer())
	return nil
}

// fitsLocked reports whether few enough entries are missing to send them as
// the last step of a replay. A single entry always fits.
func fitsLocked(missing []*entry.Entry) bool {
	if len(missing) > maxLockedEntries {
		return false
	}
	size := int64(0)
	for _, m := range missing {
		size += window.SizeOf(m)
	}
	return size <= maxLockedBytes || len(missing) == 1
}

func (r recovery) send(missing []*entry.Entry) error {
	for _, m := range missing {
		for _, f := range r.framesFor(m) {
			if err := r.socket.link.SendWait(f); err != nil {
				return err
			}
		}
	}
	return nil
}

// finish replays the last entries and joins. The caller holds the lock.
func (r recovery) finish(missing []*entry.Entry) (string, error) {
	if outcome := r.refusalFor(missing); outcome != "" {
		return outcome, nil
	}
	if r.hasNewerLink() {
		return refusedError, r.yieldToNewer()
	}
	frames := make([]link.Frame, 0, len(missing)+1+len(r.resync))
	for _, m := range missing {
		frames = append(frames, r.framesFor(m)...)
	}
	if err := r.join(frames); err != nil {
		return refusedError, err
	}
	return recovered, nil
}
