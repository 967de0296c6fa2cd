package hub

import (
	"context"
	"slices"
	"time"

	"switchboard/hub/link"
	"switchboard/hub/pid"
	"switchboard/hub/projection"
	"switchboard/hub/topic"
	"switchboard/hub/window"
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
	refusedError   = "error"    // the log could not be read, or the client went
	refusedTopics  = "topics"   // none named and none remembered, or more than a socket may have
	refusedRights  = "rights"   // the user's rights are, or were meanwhile, others
)

// As much is projected under the lock, and queued in one piece behind half a full
// queue.
const (
	fewEntries = 64
	fewBytes   = 128 << 10
)

// recover replays what the session missed and joins. Any outcome but recovered
// means that a new session has to begin, which tells the client recovered=false.
func (e *entering) recover(ctx context.Context, auth credentials) (string, error) {
	h, t, s := e.connection.hub, e.socket.tenant, e.socket
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

// takeOver claims the session and ends the link on which it seems to live: what goes
// out there is in vain. It tells why it can't, "" where it has.
func (e *entering) takeOver(auth credentials) (string, error) {
	t := e.socket.tenant
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.claim(e) {
		return refusedError, e.giveWay()
	}
	if auth.Topics == nil && !e.remember() {
		e.unclaim()
		return refusedTopics, nil // it would be told nothing more, without a word
	}
	e.supersede()
	return "", nil
}

// remember takes the topics of the session's last link, for a client that names none:
// this node knows them while that link seems to live. The caller holds the lock.
func (e *entering) remember() bool {
	old := e.socket.tenant.bySID[e.socket.sid]
	if old == nil {
		return false
	}
	e.ask(old.topics)
	return true
}

// ask sets the topics to be joined again, of those that the client had: those that it
// may still have.
func (e *entering) ask(names []string) {
	h := e.socket.hub
	e.topics = e.socket.tenant.readable(e.socket.principal.Load(), names)
	e.resync = lostTopics(names, e.topics, h.options.TopicsPerSocket)
}

func distinct(names []string) int {
	names = slices.Clone(names)
	slices.Sort(names)
	return len(slices.Compact(names))
}

// claims hold the newest of those that are recovering a session, by its sid: of two
// at the same time the one on the newer link stays, whichever is through first. An
// older link's CONNECT may well be carried out later. They are guarded by the
// tenant's lock.
type claims map[string]*entering

// claim makes e the one that recovers its session, unless there is a newer one. The
// caller holds the lock.
func (t *tenant) claim(e *entering) bool {
	if e.outrun() {
		return false
	}
	if t.claims == nil {
		t.claims = claims{}
	}
	t.claims[e.socket.sid] = e
	return true
}

// outrun tells whether somebody on a newer link recovers the session, or has done
// so. The caller holds the lock.
func (e *entering) outrun() bool {
	t, s := e.socket.tenant, e.socket
	if other := t.claims[s.sid]; other != nil && other.connection.opened > e.connection.opened {
		return true
	}
	live := t.bySID[s.sid]
	return live != nil && live.opened > e.connection.opened
}

// unclaim ends e's claim. The caller holds the lock.
func (e *entering) unclaim() {
	if t := e.socket.tenant; t.claims[e.socket.sid] == e {
		delete(t.claims, e.socket.sid)
	}
}

// supersede ends the link on which the session still seems to live: the client
// knows better (it changed networks). The caller holds the tenant's lock.
func (e *entering) supersede() {
	t := e.socket.tenant
	if old := t.bySID[e.socket.sid]; old != nil {
		t.leave(old)
		e.known = e.known || old.present
		old.present = false
		old.dismiss(link.TakenOver)
	}
}

// abandon gives the presence that was taken over back to nobody.
func (e *entering) abandon() {
	t, s := e.socket.tenant, e.socket
	t.locked(func() {
		e.unclaim()
		switch other := t.bySID[s.sid]; {
		case !e.known:
		case other == nil:
			t.note(s.principal.Load(), s.sid, false)
		default:
			other.present = true
		}
		e.known = false
	})
	t.tellPresence()
}

// replay sends what came after a place, then joins. The last few entries and the
// joining are one step under the lock, so that live entries follow without gap or
// double. What is further behind is sent without the lock, and behind the answer to
// CONNECT: so a cut in the middle costs nothing but the rest.
func (e *entering) replay(ctx context.Context, from int64) (string, error) {
	t, left := e.socket.tenant, int64(e.socket.hub.options.MaxReplay)
	if slices.Contains(e.topics, string(topic.Presence)) {
		e.resync = append(e.resync, string(topic.Presence)) // fleeting: it is not in the log
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
		now := e.look(read, from, left)
		if now.stale {
			continue
		}
		if now.done {
			t.tellPresence()
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

// look finds out how far the replay is, and finishes it where little is missing.
func (e *entering) look(read []*entry.Entry, from, left int64) (now progress) {
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
func (e *entering) begun() error {
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

// giveWay ends the link of one that somebody else has overtaken. The caller holds
// the lock.
func (e *entering) giveWay() error {
	e.socket.dismiss(link.TakenOver)
	return errGone
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

// page reads missed entries from the log. Where the client is ahead of this
// node, the node has to follow first. That the log can't be read says nothing about
// the place in it: the client is told to try again, and keeps its place.
func (e *entering) page(ctx context.Context, from int64) ([]*entry.Entry, string, error) {
	t := e.socket.tenant
	ctx, cancel := t.hub.within(ctx)
	defer cancel()
	read, whole, err := t.hub.options.Log.Read(ctx, t.id, from, logPage)
	if err == nil && !whole {
		return nil, refusedTooOld, nil
	}
	if err == nil && len(read) == 0 {
		var head int64
		if head, err = t.hub.options.Log.Head(ctx, t.id); err == nil && from > head {
			return nil, refusedOffset, nil
		}
	}
	page := make([]*entry.Entry, len(read))
	for i := range read {
		page[i] = &read[i]
	}
	if err == nil {
		err = t.reach(ctx, max(from, last(page, from)))
	}
	if err != nil {
		t.hub.options.Logger.Warn("reading the log for a recovery failed", "organization", t.id, "error", err)
		return nil, refusedError, fault.Wrap(err, fault.Unavailable, "What was missed can't be read at the moment. Please try again.").After(time.Second)
	}
	return page, "", nil
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
	o := &e.socket.hub.options
	return !first.At.IsZero() && o.Now().Sub(first.At) > o.Retention*5/4+2*o.Tick
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

// missed gives the packets that an entry is for this socket. It has the same rules as
// the tenant's deliver. Of topics to be taken anew the client is told before anything
// that gives it a place from which it would not be told again.
func (e *entering) missed(m *entry.Entry) (out []link.Frame) {
	defer func() {
		if e.socket.hub.caught(panickedReplay, recover()) {
			out = e.anew(nil, e.topics)
		}
	}()
	p, c := e.socket.principal.Load(), e.socket.tenant.catalog()
	if c.ChangesRights(m) && c.Affects(m, p) {
		out = e.anew(out, e.topics) // what shows his own name is looked at anew
	}
	if m.Op == entry.Bulk || c.MovesSights(m) {
		out = e.anew(out, e.moved(m, p))
	}
	if m.Op == entry.Bulk {
		return out
	}
	f, left := projection.New(c, m).InTopics(p, func(name string) bool { return slices.Contains(e.topics, name) })
	if !f.Frame.Zero() {
		out = append(out, f.Frame)
	}
	if left {
		out = e.anew(out, e.leave(c.Own(m))) // what follows is without them
	}
	return out
}

// anew adds the packets that tell of topics to be taken anew, each once: the client
// takes them after it has joined.
func (e *entering) anew(out []link.Frame, topics []string) []link.Frame {
	for _, name := range topics {
		if !e.told[name] {
			if e.told == nil {
				e.told = map[string]bool{}
			}
			e.told[name] = true
			out = append(out, projection.Resync(name))
		}
	}
	return out
}

// moved lists the topics in which an entry may have changed what the client sees
// without saying how.
func (e *entering) moved(m *entry.Entry, p *access.Principal) []string {
	c := e.socket.tenant.catalog()
	var out []string
	for _, name := range e.topics {
		at, ok := c.Parse(name)
		if ok && (c.Moved(m, p, at) || m.Op == entry.Bulk && c.Touches(m, at) && p.Rights(m.Object).Readable() != nil) {
			out = append(out, name)
		}
	}
	return out
}

// leave ends the topics of a record that left the client's sight, and gives those that
// were. The record may have come back and been subscribed to since: so the client is
// told to take a fresh look, which tells it how things are.
func (e *entering) leave(gone []string) []string {
	var left []string
	for _, name := range gone {
		if i := slices.Index(e.topics, name); i >= 0 {
			e.topics = slices.Delete(e.topics, i, i+1)
			left = append(left, name)
		}
	}
	return left
}

// reach waits until the tenant has applied a place that the log is known to hold.
func (t *tenant) reach(ctx context.Context, seq int64) error {
	there := make(chan struct{})
	var reached bool
	t.locked(func() {
		if reached = t.applied >= seq; !reached {
			t.waiting = append(t.waiting, waiter{seq, there})
		}
	})
	if reached {
		return nil
	}
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
