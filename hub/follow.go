package hub

import (
	"context"
	"errors"
	"time"

	"switchboard/hub/link"
	"switchboard/hub/topic"
	"switchboard/storage/entry"
	"switchboard/storage/wait"
)

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
		entries, behind := t.feed.take()
		if len(entries) == 0 && !behind {
			return true
		}
		if !t.follow(entries, behind) {
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
			if t.node.caught(panickedTenant, recover()) {
				err = errPanicked
			}
		}()
		head, err := t.node.options.Log.Head(ctx, t.id)
		if err != nil {
			return err
		}
		if err := t.readCatalog(ctx); err != nil {
			return err
		}
		t.locked(func() {
			with()
			t.applied, t.epoch = head, t.node.epoch.Add(1)
			t.arrived()
		})
		return nil
	})
}

// readCatalog takes the registry in force.
func (t *tenant) readCatalog(ctx context.Context) error {
	registry, err := t.node.options.Registries.Registry(ctx, t.id)
	if err == nil {
		t.known.Store(topic.New(registry))
	}
	return err
}

// follow applies entries in order, and reads the log where some are missing or
// the log may have more. It gives false when the tenant ends.
func (t *tenant) follow(entries []arrival, behind bool) bool {
	for i := range entries {
		e, at := &entries[i].entry, entries[i].at
		switch {
		case e.Seq <= t.applied: // known
		case e.Seq > t.applied+1:
			t.node.metrics.holes.Inc()
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
	return !behind || t.catchUp()
}

const logPage = 500

// catchUp applies what the log holds beyond the tenant's place.
func (t *tenant) catchUp() bool {
	for {
		var page []entry.Entry
		whole := true
		if !t.retry("the log", func(ctx context.Context) (err error) {
			page, whole, err = t.node.options.Log.Read(ctx, t.id, t.applied, logPage)
			return err
		}) {
			return false
		}
		if !whole {
			return t.lost()
		}
		now := t.node.options.Now()
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
		ctx, cancel := context.WithTimeout(t.ctx, t.node.options.CommandTimeout)
		err := read(ctx)
		cancel()
		if err == nil {
			return true
		}
		if t.ctx.Err() != nil {
			return false
		}
		t.node.options.Logger.Warn("reading the log failed, trying again", "what", what, "organization", t.id, "error", err)
		if !wait.For(t.ctx, pause) {
			return false
		}
		pause = min(2*pause, 2*time.Second)
	}
}

// apply takes the next entry, which came to this node at a time.
func (t *tenant) apply(e *entry.Entry, arrived time.Time) {
	if t.catalog().Rights.ChangesObjects(e) && !t.retry("the objects", t.readCatalog) {
		return // the tenant ends
	}
	t.place(e)
	t.node.metrics.applied(e.At, arrived, t.node.options.Now())
}

// place notes that the entry is applied and delivers it; users whose rights it may have
// changed are told later (renewals).
func (t *tenant) place(e *entry.Entry) {
	t.mu.Lock()
	defer t.mu.Unlock()
	defer func() {
		if t.node.caught(panickedTenant, recover()) {
			t.window.Release() // it may lack this entry
			t.applied = max(t.applied, e.Seq)
			t.arrived()
			t.startAnew()
		}
	}()
	now := t.node.options.Now()
	t.window.Add(e, now.Add(-t.node.options.Retention))
	t.applied = e.Seq
	c := t.catalog()
	if c.Rights.ChangedBy(e) || c.Rights.EndsSession(e) {
		t.epoch = t.node.epoch.Add(1) // whoever is signing in reads his rights anew
	}
	if c.Rights.ChangedBy(e) {
		t.renewals.pause(e)
	}
	if len(t.waiting) > 0 {
		t.arrived()
	}
	t.endSessions(e)
	t.resyncConcerned(e) // first: after a cut behind the change nobody is told again
	t.deliver(e, now)
	t.standingsMoved(e, now)
	t.queries.noticed(e)
}

// lost begins anew at the log's head: entries were trimmed before this node had read
// them, so the sockets are closed, since nobody can tell them what they missed.
func (t *tenant) lost() bool {
	return t.locate(func() {
		t.window.Release()
		for s := range t.sockets {
			s.link.Close(link.Behind)
		}
	})
}

// guarded runs a step of the tenant's goroutine. Where it panics the tenant goes on at
// the log's head, or the same entry would be met again and again; false means that the
// tenant ends.
func (t *tenant) guarded(step func() bool) (goOn bool) {
	defer func() {
		if t.node.caught(panickedTenant, recover()) {
			goOn = t.locate(func() {
				t.window.Release()
			}) && t.resume()
		}
	}()
	return step()
}

// resume has everybody take fresh snapshots after the tenant found its place again. Where
// that panics too the sockets are closed, and reconnect.
func (t *tenant) resume() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	defer func() {
		if t.node.caught(panickedTenant, recover()) {
			for s := range t.sockets {
				s.link.Close(link.Panicked)
			}
		}
	}()
	t.renewals.pauseAll() // what was passed over may have changed anybody's rights
	t.startAnew()
	return true
}

// errPanicked is what a step failed with that panicked.
var errPanicked = errors.New("hub: a panic was caught")
