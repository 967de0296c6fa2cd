package hub

import (
	"errors"
	"fmt"
	"runtime/debug"
	"time"

	"switchboard/hub/link"
	"switchboard/hub/projection"
)

// Where a panic was caught, for the metrics. It costs what it was about and never the
// process, on which every other organisation's sockets live.
const (
	panickedCommand  = "command"
	panickedTenant   = "tenant"
	panickedReload   = "reload"
	panickedReplay   = "replay"
	panickedLook     = "look"
	panickedKeeping  = "housekeeping"
	panickedPresence = "presence"
	panickedFleeting = "fleeting"
	panickedTimer    = "timer"
)

var panicked = []string{panickedCommand, panickedTenant, panickedReload, panickedReplay, panickedLook, panickedKeeping, panickedPresence, panickedFleeting, panickedTimer}

// caught counts and logs a panic. It is called with what recover gave, and then says
// whether there was one.
func (h *Hub) caught(where string, p any) bool {
	if p == nil {
		return false
	}
	h.metrics.panics.WithLabelValues(where).Inc()
	h.options.Logger.Error("a panic was caught", "where", where, "panic", fmt.Sprint(p), "stack", string(debug.Stack()))
	return true
}

// locked does something under the tenant's lock, which it gives back after a panic too.
func (t *tenant) locked(do func()) {
	t.mu.Lock()
	defer t.mu.Unlock()
	do()
}

// startAnew has everybody take all of his topics anew and moves his place to the
// tenant's: what went wrong may have been about any of them. The caller holds the lock.
func (t *tenant) startAnew() {
	now := t.hub.options.Now()
	for s := range t.sockets {
		for _, name := range s.topics {
			t.ask(s, name)
		}
		t.move(s, now)
	}
}

// move moves one socket's place to the tenant's. The caller holds the lock.
func (t *tenant) move(s *socket, now time.Time) {
	s.sendDurable(projection.Sync(t.applied), t.applied, now)
	s.heldAt = t.applied
}

// guarded runs a step of the tenant's goroutine. Where it panics the tenant goes on at
// the log's head, or the same entry would be met again and again; false means that the
// tenant ends.
func (t *tenant) guarded(step func() bool) (goOn bool) {
	defer func() {
		if t.hub.caught(panickedTenant, recover()) {
			goOn = t.locate(func() {
				t.window.Release()
			}) && t.resume()
		}
	}()
	return step()
}

// resume tells everybody after the tenant found its place again. Who can't be told
// comes back by himself.
func (t *tenant) resume() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	defer func() {
		if t.hub.caught(panickedTenant, recover()) {
			for s := range t.sockets {
				s.link.Close(link.Panicked)
			}
		}
	}()
	t.holdAll() // what was passed over may have changed anybody's rights
	t.startAnew()
	return true
}

// errPanicked is what a step failed with that panicked.
var errPanicked = errors.New("hub: a panic was caught")
