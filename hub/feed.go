package hub

import (
	"context"
	"sync"
	"time"

	"switchboard/hub/topic"
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
	bell  bool
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
		f.inbox, f.bell = nil, true
	} else {
		for i := range entries {
			f.inbox = append(f.inbox, arrival{entries[i], now})
		}
	}
}

func (f *feed) ring() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.bell = true
	f.poke()
}

func (f *feed) poke() {
	select {
	case f.wake <- struct{}{}:
	default:
	}
}

func (f *feed) take() (entries []arrival, bell bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	entries, bell = f.inbox, f.bell
	f.inbox, f.bell = nil, false
	return entries, bell
}

// run is the tenant's goroutine.
func (t *tenant) run() {
	defer t.release()
	if !t.locate(func() {}) {
		return
	}
	close(t.ready)
	for {
		select {
		case <-t.ctx.Done():
			return
		case <-t.feed.wake:
		}
		if !t.guarded(t.followAll) {
			return
		}
	}
}

// followAll applies what waits until nothing does; it gives false when the tenant ends.
func (t *tenant) followAll() bool {
	for {
		entries, bell := t.feed.take()
		if len(entries) == 0 && !bell {
			return true
		}
		if !t.follow(entries, bell) {
			return false
		}
	}
}

// locate finds the tenant's place, the log's head, and takes it together with what
// the place makes necessary. What was appended while it looked is behind that place
// or in the inbox.
func (t *tenant) locate(with func()) bool {
	return t.retry("the head of the log", func(ctx context.Context) (err error) {
		defer func() { // there is nothing to go back to: it is tried until it succeeds
			if t.hub.caught(panickedTenant, recover()) {
				err = errPanicked
			}
		}()
		head, err := t.hub.options.Log.Head(ctx, t.id)
		if err != nil {
			return err
		}
		if err := t.readCatalog(ctx); err != nil {
			return err
		}
		t.locked(func() {
			with()
			t.applied, t.epoch = head, t.hub.epoch.Add(1)
			t.arrived()
		})
		return nil
	})
}

// readCatalog takes the registry in force.
func (t *tenant) readCatalog(ctx context.Context) error {
	registry, err := t.hub.options.Registries.Registry(ctx, t.id)
	if err == nil {
		t.known.Store(topic.New(registry))
	}
	return err
}

// follow applies entries in order, and reads the log where some are missing or
// a bell rang. It gives false when the tenant ends.
func (t *tenant) follow(entries []arrival, bell bool) bool {
	for i := range entries {
		e, at := &entries[i].entry, entries[i].at
		switch {
		case e.Seq <= t.applied: // known
		case e.Seq > t.applied+1:
			t.hub.metrics.holes.Inc()
			if !t.catchUp() {
				return false
			}
			if e.Seq == t.applied+1 {
				t.apply(e, at)
			}
		default:
			t.apply(e, at)
		}
	}
	return !bell || t.catchUp()
}

const logPage = 500

// catchUp applies what the log holds beyond the tenant's place.
func (t *tenant) catchUp() bool {
	for {
		var page []entry.Entry
		whole := true
		if !t.retry("the log", func(ctx context.Context) (err error) {
			page, whole, err = t.hub.options.Log.Read(ctx, t.id, t.applied, logPage)
			return err
		}) {
			return false
		}
		if !whole {
			return t.lost()
		}
		now := t.hub.options.Now()
		for i := range page {
			if page[i].Seq == t.applied+1 {
				t.apply(&page[i], now)
			}
		}
		if len(page) < logPage {
			return true
		}
	}
}

// retry repeats a read of the log until it succeeds or the tenant ends.
func (t *tenant) retry(what string, read func(context.Context) error) bool {
	pause := 50 * time.Millisecond
	for {
		ctx, cancel := context.WithTimeout(t.ctx, t.hub.options.CommandTimeout)
		err := read(ctx)
		cancel()
		if err == nil {
			return true
		}
		if t.ctx.Err() != nil {
			return false
		}
		t.hub.options.Logger.Warn("reading the log failed, trying again", "what", what, "organization", t.id, "error", err)
		timer := time.NewTimer(pause)
		select {
		case <-t.ctx.Done():
			timer.Stop()
			return false
		case <-timer.C:
		}
		pause = min(2*pause, 2*time.Second)
	}
}
