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

// recover replays what the session missed and joins. Any outcome but recovered
// means that a new session has to begin, which tells the client recovered=false.
func (e recovery) recover(ctx context.Context, auth credentials) (string, error) {
	h, t, s := e.connection.node, e.socket.tenant, e.socket
	p := s.principal.Load()
	token, ok := pid.Read(h.options.PIDKey, auth.PID, h.options.Now())
	if !ok || token.Organization != p.Organization || token.User != p.User || token.Session != p.Session {
		return refusedToken, nil
	}
	// A client that got nothing yet has no offset: its place is the session's
	// start. So it is for one that brings an offset from before the session,
	// which after a failed recovery it does.
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
	if distinct(auth.Topics) > h.options.TopicsPerSocket {
		return refusedTopics, nil // some would be missing without a word
	}
	s.sid, e.pid = token.SID, auth.PID
	if outcome, err := e.takeOver(auth); outcome != "" {
		return outcome, err
	}
	outcome, err := e.survey(ctx, from)
	if outcome == "" {
		outcome, err = e.replay(ctx, from)
	}
	if outcome != recovered {
		e.abandon()
	}
	if t.ctx.Err() != nil || err == nil && e.answered && outcome != recovered {
		return refusedError, errGone // told that it is recovered, it must come back for the rest
	}
	return outcome, err
}

func distinct(names []string) int {
	names = slices.Clone(names)
	slices.Sort(names)
	return len(slices.Compact(names))
}

// replay sends what came after a place, then joins. The last few entries and the
// joining are one step under the lock, so that live entries follow without gap or
// double. What is further behind is sent without the lock, and behind the answer to
// CONNECT: so a cut in the middle costs nothing but the rest.
func (e recovery) replay(ctx context.Context, from int64) (string, error) {
	t, left := e.socket.tenant, int64(e.socket.node.options.MaxReplay)
	for _, name := range e.topics { // what these tell is not in the log
		if about, _ := t.catalog().Parse(name); about.Kind == topic.Presence || about.Kind == topic.Number {
			e.resync = append(e.resync, name)
		}
	}
	var read []*entry.Entry // from the log and not sent yet, up to from
	for {
		// The node may have come to what was read only now, and it may have taken
		// rights.
		if err := e.refresh(ctx); err != nil {
			return refusedToken, err
		}
		if e.otherRights {
			return refusedRights, nil
		}
		now := e.progressOf(read, from, left)
		if now.stale {
			continue
		}
		if now.done {
			t.reports.deliverAll()
			return now.outcome, now.err
		}
		missing := now.missing

		if len(missing) == 0 {
			page, outcome, err := e.page(ctx, from)
			switch {
			case outcome != "":
				return outcome, err
			case len(page) > 0:
				left -= int64(len(page))
				read, from = page, page[len(page)-1].Seq
			case !now.ahead:
				return refusedOffset, nil // the log denies what was applied
			}
			continue
		}
		if left -= int64(len(now.recent)); left < 0 {
			return refusedTooMuch, nil
		}
		if outcome := e.forbids(missing); outcome != "" {
			return outcome, nil
		}
		if err := e.begun(); err != nil {
			return refusedError, err
		}
		if err := e.send(missing); err != nil {
			return refusedError, errGone
		}
		read, from = nil, missing[len(missing)-1].Seq
	}
}

// progress is how far a replay has come.
type progress struct {
	stale   bool // rights have changed
	ahead   bool // the client is ahead of the node
	done    bool // with this outcome
	outcome string
	err     error
	recent  []*entry.Entry // what the window has
	missing []*entry.Entry // what is to be sent next
}

// progressOf finds out how far the replay is, and finishes it where little is missing.
func (e recovery) progressOf(read []*entry.Entry, from, left int64) (now progress) {
	t := e.socket.tenant
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.epoch > e.epoch {
		return progress{stale: true}
	}
	if t.applied-from > left {
		return progress{done: true, outcome: refusedTooMuch}
	}
	now.ahead = from > t.applied
	var whole bool
	now.recent, whole = t.window.Since(from, t.applied)
	now.missing = slices.Concat(read, now.recent)
	if now.done = whole && !now.ahead && few(now.missing); now.done {
		now.outcome, now.err = e.finish(now.missing)
	}
	return now
}

// begun answers CONNECT before the whole is replayed. What the client sends from now
// on waits until it has joined: its commands are carried out on this goroutine.
func (e recovery) begun() error {
	if e.answered {
		return nil
	}
	t := e.socket.tenant
	t.mu.Lock()
	defer t.mu.Unlock()
	if e.outrun() {
		return e.giveWay()
	}
	if !e.connection.adopt(e.socket) {
		return errGone
	}
	e.socket.link.Send(e.answer())
	return nil
}

// few tells whether so little is missing that it may be the last of a replay. A
// lone entry always may.
func few(missing []*entry.Entry) bool {
	if len(missing) > fewEntries {
		return false
	}
	size := int64(0)
	for _, m := range missing {
		size += window.SizeOf(m)
	}
	return size <= fewBytes || len(missing) == 1
}

func (e recovery) send(missing []*entry.Entry) error {
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
func (e recovery) finish(missing []*entry.Entry) (string, error) {
	if outcome := e.forbids(missing); outcome != "" {
		return outcome, nil
	}
	if e.outrun() {
		return refusedError, e.giveWay()
	}
	frames := make([]link.Frame, 0, len(missing)+1+len(e.resync))
	for _, m := range missing {
		frames = append(frames, e.missed(m)...)
	}
	if err := e.join(frames); err != nil {
		return refusedError, err
	}
	return recovered, nil
}
