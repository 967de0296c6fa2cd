package hub

import (
	"context"
	"slices"
	"time"

	"switchboard/storage/entry"
	"switchboard/storage/fault"
)

// Past entries were visible to those who could see them then, but a replay
// decides by current permissions. If the two differ, the replay could show a
// record that was invisible, or a value that was hidden. So a session is
// recovered only if its user's permissions did not change: the current ones
// are those under which the session began, and no entry in the range changed
// them. A record that became visible by a change of its own is fine, because
// its entry carries the routes before and after.

// scanRange looks for changes of the user's permissions in the whole range
// before any of it is sent. It returns "" if there are none.
func (r recovery) scanRange(ctx context.Context, from int64) (string, error) {
	org := r.socket.org
	for {
		var missed int64
		var recent []*entry.Entry
		var whole bool
		org.locked(func() {
			missed = org.applied - from
			recent, whole = org.window.Since(from, org.applied)
		})
		if missed > int64(org.node.options.MaxReplay) {
			return refusedTooMuch, nil
		}
		if whole {
			return r.refusalFor(recent), nil
		}
		page, outcome, err := r.page(ctx, from)
		if outcome != "" {
			return outcome, err
		}
		if len(page) == 0 {
			return refusedOffset, nil // the log lacks what was applied
		}
		if outcome := r.refusalFor(page); outcome != "" {
			return outcome, nil
		}
		from = last(page, from)
	}
}

// refusalFor returns why the next entries must not be replayed, or "" if they
// may.
func (r recovery) refusalFor(missing []*entry.Entry) string {
	if len(missing) == 0 {
		return ""
	}
	if r.tooOld(missing[0]) {
		return refusedTooOld
	}
	p := r.socket.principal.Load()
	if slices.ContainsFunc(missing, func(m *entry.Entry) bool { return r.socket.org.catalog().Rights.GrantsOrTakes(m, p) }) {
		return refusedRights
	}
	return ""
}

// page reads missed entries from the log. If the client is ahead of this
// node, it first waits for the node to catch up. An unreadable log does not
// invalidate the client's offset: the client is asked to try again and keeps
// it.
func (r recovery) page(ctx context.Context, from int64) ([]*entry.Entry, string, error) {
	org := r.socket.org
	ctx, cancel := org.node.within(ctx)
	defer cancel()
	read, whole, err := org.node.options.Log.Read(ctx, org.id, from, logPage)
	if err == nil && !whole {
		return nil, refusedTooOld, nil
	}
	if err == nil && len(read) == 0 {
		var head int64
		if head, err = org.node.options.Log.Head(ctx, org.id); err == nil && from > head {
			return nil, refusedOffset, nil
		}
	}
	page := make([]*entry.Entry, len(read))
	for i := range read {
		page[i] = &read[i]
	}
	if err == nil {
		err = r.reach(ctx, max(from, last(page, from)))
	}
	if err != nil {
		org.node.options.Logger.Warn("reading the log for a recovery failed", "organization", org.id, "error", err)
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

// tooOld reports whether the client has been away for longer than the
// retention. While it was connected, sync kept its offset within a quarter of
// the retention.
func (r recovery) tooOld(first *entry.Entry) bool {
	o := &r.socket.node.options
	return !first.At.IsZero() && o.Now().Sub(first.At) > o.Retention*5/4+2*o.Tick
}

// reach waits until the organization has applied a position that the log is
// known to hold.
func (r recovery) reach(ctx context.Context, seq int64) error {
	org := r.socket.org
	done := make(chan struct{})
	var reached bool
	org.locked(func() {
		if reached = org.applied >= seq; !reached {
			org.waiting = append(org.waiting, waiter{seq, done})
		}
	})
	if reached {
		return nil
	}
	org.feed.readLog()
	select {
	case <-done:
		return nil
	case <-ctx.Done():
		return fault.From(ctx.Err())
	case <-org.ctx.Done():
		return errGone
	}
}
