package relay

import (
	"fmt"
	"log/slog"
	"runtime/debug"
	"slices"
	"sync"
	"sync/atomic"

	"switchboard/storage/entry"
	"switchboard/storage/eventlog"
	"switchboard/storage/id"
)

// followers are told the log, entry by entry, in seq order.
type followers struct {
	log    *slog.Logger
	list   []eventlog.Follower // fixed when Run starts
	panics atomic.Int64

	mu      sync.Mutex
	applied map[id.ID]int64 // newest seq that they have, by organization
}

func newFollowers(log *slog.Logger) *followers {
	return &followers{log: log, applied: map[id.ID]int64{}}
}

// Applied returns the newest seq of the organization that the followers were told of (the head at
// the relay's start where nothing came since).
func (f *followers) Applied(organization id.ID) int64 {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.applied[organization]
}

// begin makes a seq the place from which they are told.
func (f *followers) begin(organization id.ID, seq int64) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.applied[organization] = seq
}

// tell hands entries of one organization, in seq order, to the followers. What
// they have already is left out.
func (f *followers) tell(organization id.ID, entries []entry.Entry) {
	f.mu.Lock()
	applied := f.applied[organization]
	f.mu.Unlock()
	first, _ := slices.BinarySearchFunc(entries, applied+1, func(e entry.Entry, seq int64) int { return int(e.Seq - seq) })
	entries = entries[first:]
	if len(entries) == 0 {
		return
	}
	for _, one := range f.list {
		f.hand(one, organization, entries)
	}
	f.mu.Lock()
	f.applied[organization] = entries[len(entries)-1].Seq
	f.mu.Unlock()
}

// hand returns entries to one follower. That it panics must not keep the others from theirs, nor
// end the process: followers read the log where something is missing.
func (f *followers) hand(one eventlog.Follower, organization id.ID, entries []entry.Entry) {
	defer func() {
		if p := recover(); p != nil {
			f.panics.Add(1)
			f.log.Error("a follower of the log panicked", "organization", organization, "follower", fmt.Sprintf("%T", one),
				"panic", fmt.Sprint(p), "stack", string(debug.Stack()))
		}
	}()
	one.Append(organization, entries)
}

// serves reports whether a follower wants the entries of an organization. It is asked after they
// were committed: whoever begins to want them later reads what they did.
func (f *followers) serves(organization id.ID) bool {
	for _, one := range f.list {
		if s, selects := one.(eventlog.Selective); !selects || s.Serves(organization) {
			return true
		}
	}
	return false
}

// passOver counts entries as told that no follower here wants.
func (f *followers) passOver(organization id.ID, upTo int64) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.applied[organization] = max(f.applied[organization], upTo)
}
