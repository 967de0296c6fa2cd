package hub

import (
	"sync"
	"time"

	"switchboard/storage/entry"
)

// maxInbox bounds the entries queued in memory for an organization. Beyond it
// the organization reads the log instead.
const maxInbox = 4096

// feed hands entries from the relay to an organization's goroutine.
type feed struct {
	wake chan struct{}

	mu    sync.Mutex
	inbox []arrival
	// behind is true if the log may have more than the inbox.
	behind bool
}

// arrival is an entry and the time at which it reached this node.
type arrival struct {
	entry entry.Entry
	at    time.Time
}

func (f *feed) put(entries []entry.Entry, now time.Time) {
	f.mu.Lock()
	defer f.mu.Unlock()
	defer f.notify()
	if len(f.inbox)+len(entries) > maxInbox {
		f.inbox, f.behind = nil, true
	} else {
		for i := range entries {
			f.inbox = append(f.inbox, arrival{entries[i], now})
		}
	}
}

// readLog makes the organization read the log to its end.
func (f *feed) readLog() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.behind = true
	f.notify()
}

func (f *feed) notify() {
	select {
	case f.wake <- struct{}{}:
	default:
	}
}

func (f *feed) take() (entries []arrival, behind bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	entries, behind = f.inbox, f.behind
	f.inbox, f.behind = nil, false
	return entries, behind
}
