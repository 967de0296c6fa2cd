package hub

import (
	"context"
	"slices"
	"time"

	"switchboard/storage/entry"
	"switchboard/storage/fault"
)

// An entry of the past was meant for those who could see it then, and a replay
// decides by the rights of now. Where these differ it would show a record that was
// out of sight, or a value that was hidden, so a session is recovered only if its
// user's rights were the same all the while: those in force are those under which
// the session began, and nothing in the range to be replayed touched them. A record
// that came into sight by a change of its own is another matter: its routes before
// and after stand in its entry.

// survey looks for changes of the user's rights in the whole range, before anything
// of it is sent. It gives "" where there are none.
func (e recovery) survey(ctx context.Context, from int64) (string, error) {
	t := e.socket.tenant
	for {
		var missed int64
		var recent []*entry.Entry
		var whole bool
		t.locked(func() {
			missed = t.applied - from
			recent, whole = t.window.Since(from, t.applied)
		})
		if missed > int64(t.node.options.MaxReplay) {
			return refusedTooMuch, nil
		}
		if whole {
			return e.forbids(recent), nil
		}
		page, outcome, err := e.page(ctx, from)
		if outcome != "" {
			return outcome, err
		}
		if len(page) == 0 {
			return refusedOffset, nil // the log denies what was applied
		}
		if outcome := e.forbids(page); outcome != "" {
			return outcome, nil
		}
		from = last(page, from)
	}
}

// forbids tells why entries that are to be replayed next must not be, "" where they
// may.
func (e recovery) forbids(missing []*entry.Entry) string {
	if len(missing) == 0 {
		return ""
	}
	if e.tooOld(missing[0]) {
		return refusedTooOld
	}
	p := e.socket.principal.Load()
	if slices.ContainsFunc(missing, func(m *entry.Entry) bool { return e.socket.tenant.catalog().Rights.GrantsOrTakes(m, p) }) {
		return refusedRights
	}
	return ""
}

// page reads missed entries from the log. Where the client is ahead of this
// node, the node has to follow first. That the log can't be read says nothing about
// the place in it: the client is told to try again, and keeps its place.
func (e recovery) page(ctx context.Context, from int64) ([]*entry.Entry, string, error) {
	t := e.socket.tenant
	ctx, cancel := t.node.within(ctx)
	defer cancel()
	read, whole, err := t.node.options.Log.Read(ctx, t.id, from, logPage)
	if err == nil && !whole {
		return nil, refusedTooOld, nil
	}
	if err == nil && len(read) == 0 {
		var head int64
		if head, err = t.node.options.Log.Head(ctx, t.id); err == nil && from > head {
			return nil, refusedOffset, nil
		}
	}
	page := make([]*entry.Entry, len(read))
	for i := range read {
		page[i] = &read[i]
	}
	if err == nil {
		err = e.reach(ctx, max(from, last(page, from)))
	}
	if err != nil {
		t.node.options.Logger.Warn("reading the log for a recovery failed", "organization", t.id, "error", err)
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
func (e recovery) tooOld(first *entry.Entry) bool {
	o := &e.socket.node.options
	return !first.At.IsZero() && o.Now().Sub(first.At) > o.Retention*5/4+2*o.Tick
}

// reach waits until the tenant has applied a place that the log is known to hold.
func (e recovery) reach(ctx context.Context, seq int64) error {
	t := e.socket.tenant
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
	t.feed.readLog()
	select {
	case <-there:
		return nil
	case <-ctx.Done():
		return fault.From(ctx.Err())
	case <-t.ctx.Done():
		return errGone
	}
}
