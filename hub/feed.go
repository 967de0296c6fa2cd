package hub

import (
	"sync"
	"time"

	"switchboard/storage/entry"
)

// maxInbox bounds the entries that wait in memory for a tenant; beyond it the
// tenant reads the log instead.
const maxInbox = 4096

// feed is where the relay leaves entries for a tenant's goroutine.
type feed struct {
	wake chan struct{}

	mu    sync.Mutex
	inbox []arrival
	// behind says that the log may have more than the inbox.
	behind bool
}

// arrival is an entry with the time when it came to this node.
type arrival struct {
	entry entry.Entry
	at    time.Time
}

func (f *feed) put(entries []entry.Entry, now time.Time) {
	f.mu.Lock()
	defer f.mu.Unlock()
	defer f.poke()
	if len(f.inbox)+len(entries) > maxInbox {
		f.inbox, f.behind = nil, true
	} else {
		for i := range entries {
			f.inbox = append(f.inbox, arrival{entries[i], now})
		}
	}
}

// readLog has the tenant read the log to its end.
func (f *feed) readLog() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.behind = true
	f.poke()
}

func (f *feed) poke() {
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
