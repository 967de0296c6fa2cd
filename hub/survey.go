package hub

import (
	"context"
	"slices"

	"switchboard/storage/entry"
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
func (e *entering) survey(ctx context.Context, from int64) (string, error) {
	t := e.socket.tenant
	for {
		var missed int64
		var recent []*entry.Entry
		var whole bool
		t.locked(func() {
			missed = t.applied - from
			recent, whole = t.window.Since(from, t.applied)
		})
		if missed > int64(t.hub.options.MaxReplay) {
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
func (e *entering) forbids(missing []*entry.Entry) string {
	if len(missing) == 0 {
		return ""
	}
	if e.tooOld(missing[0]) {
		return refusedTooOld
	}
	p := e.socket.principal.Load()
	if slices.ContainsFunc(missing, func(m *entry.Entry) bool { return e.socket.tenant.catalog().GrantsOrTakes(m, p) }) {
		return refusedRights
	}
	return ""
}
