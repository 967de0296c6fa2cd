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

// run is the organization's goroutine.
func (org *orgHub) run() {
	defer org.release()
	if !org.seekHead(func() {}) {
		return
	}
	close(org.ready)
	for {
		select {
		case <-org.ctx.Done():
			return
		case <-org.feed.wake:
		}
		if !org.guarded(org.followAll) {
			return
		}
	}
}

// followAll applies queued entries until none are left. It returns false when
// the organization is stopped.
func (org *orgHub) followAll() bool {
	for {
		entries, behind := org.feed.take()
		if len(entries) == 0 && !behind {
			return true
		}
		if !org.follow(entries, behind) {
			return false
		}
	}
}

// seekHead moves the applied position to the head of the log and runs with in
// the same step. Entries appended while it reads are behind that position or
// in the inbox.
func (org *orgHub) seekHead(with func()) bool {
	return org.retry("the head of the log", func(ctx context.Context) (err error) {
		defer func() { // there is no fallback: it is retried until it succeeds
			if org.node.caught(panickedOrg, recover()) {
				err = errPanicked
			}
		}()
		head, err := org.node.options.Log.Head(ctx, org.id)
		if err != nil {
			return err
		}
		if err := org.readCatalog(ctx); err != nil {
			return err
		}
		org.locked(func() {
			with()
			org.applied, org.epoch = head, org.node.epoch.Add(1)
			org.notifyWaiters()
		})
		return nil
	})
}

// readCatalog loads the current registry.
func (org *orgHub) readCatalog(ctx context.Context) error {
	registry, err := org.node.options.Registries.Registry(ctx, org.id)
	if err == nil {
		org.current.Store(topic.New(registry))
	}
	return err
}

// follow applies entries in order. It reads the log if entries are missing or
// the log may have more. It returns false when the organization is stopped.
func (org *orgHub) follow(entries []arrival, behind bool) bool {
	for i := range entries {
		e, at := &entries[i].entry, entries[i].at
		switch {
		case e.Seq <= org.applied: // already applied
		case e.Seq > org.applied+1:
			org.node.metrics.holes.Inc()
			if !org.catchUp() {
				return false
			}
			if e.Seq == org.applied+1 {
				org.apply(e, at)
			}
		default:
			org.apply(e, at)
		}
	}
	return !behind || org.catchUp()
}

const logPage = 500

// catchUp applies the log's entries beyond the applied position.
func (org *orgHub) catchUp() bool {
	for {
		var page []entry.Entry
		whole := true
		if !org.retry("the log", func(ctx context.Context) (err error) {
			page, whole, err = org.node.options.Log.Read(ctx, org.id, org.applied, logPage)
			return err
		}) {
			return false
		}
		if !whole {
			return org.restartAtHead()
		}
		now := org.node.options.Now()
		for i := range page {
			if page[i].Seq == org.applied+1 {
				org.apply(&page[i], now)
			}
		}
		if len(page) < logPage {
			return true
		}
	}
}

// retry repeats a read of the log until it succeeds or the organization is
// stopped.
func (org *orgHub) retry(what string, read func(context.Context) error) bool {
	pause := 50 * time.Millisecond
	for {
		ctx, cancel := context.WithTimeout(org.ctx, org.node.options.CommandTimeout)
		err := read(ctx)
		cancel()
		if err == nil {
			return true
		}
		if org.ctx.Err() != nil {
			return false
		}
		org.node.options.Logger.Warn("reading the log failed, trying again", "what", what, "organization", org.id, "error", err)
		if !wait.For(org.ctx, pause) {
			return false
		}
		pause = min(2*pause, 2*time.Second)
	}
}

// apply applies the next entry, which reached this node at arrived.
func (org *orgHub) apply(e *entry.Entry, arrived time.Time) {
	if org.catalog().Rights.ChangesObjects(e) && !org.retry("the objects", org.readCatalog) {
		return // the organization is stopped
	}
	org.applyLocked(e)
	org.node.metrics.applied(e.At, arrived, org.node.options.Now())
}

// applyLocked records that the entry is applied and delivers it. Users whose
// permissions it may have changed receive it later (rightsReloads).
func (org *orgHub) applyLocked(e *entry.Entry) {
	org.mu.Lock()
	defer org.mu.Unlock()
	defer func() {
		if org.node.caught(panickedOrg, recover()) {
			org.window.Release() // it may lack this entry
			org.applied = max(org.applied, e.Seq)
			org.notifyWaiters()
			org.resyncAll()
		}
	}()
	now := org.node.options.Now()
	org.window.Add(e, now.Add(-org.node.options.Retention))
	org.applied = e.Seq
	c := org.catalog()
	if c.Rights.ChangedBy(e) || c.Rights.EndsSession(e) {
		org.epoch = org.node.epoch.Add(1) // sockets that are signing in reload their permissions
	}
	if c.Rights.ChangedBy(e) {
		org.reloads.pause(e)
	}
	if len(org.waiting) > 0 {
		org.notifyWaiters()
	}
	org.endSessions(e)
	org.resyncOutdated(e, now) // first: after a disconnect behind this change the resync would not be repeated
	org.deliver(e, now)
	org.resyncNumbers(e, now)
	org.queries.onEntry(e)
}

// restartAtHead continues at the head of the log: entries were trimmed before
// this node had read them. It closes the sockets, because what they missed is
// unknown.
func (org *orgHub) restartAtHead() bool {
	return org.seekHead(func() {
		org.window.Release()
		for s := range org.sockets {
			s.link.Close(link.Behind)
		}
	})
}

// guarded runs a step of the organization's goroutine. After a panic the
// organization continues at the head of the log, since it would otherwise
// meet the same entry again and again. It returns false when the organization
// is stopped.
func (org *orgHub) guarded(step func() bool) (goOn bool) {
	defer func() {
		if org.node.caught(panickedOrg, recover()) {
			goOn = org.seekHead(func() {
				org.window.Release()
			}) && org.resumeAfterPanic()
		}
	}()
	return step()
}

// resumeAfterPanic asks all sockets for fresh snapshots after the
// organization has found its position again. If that panics too, it closes
// the sockets, and they reconnect.
func (org *orgHub) resumeAfterPanic() bool {
	org.mu.Lock()
	defer org.mu.Unlock()
	defer func() {
		if org.node.caught(panickedOrg, recover()) {
			for s := range org.sockets {
				s.link.Close(link.Panicked)
			}
		}
	}()
	org.reloads.pauseAll() // skipped entries may have changed anybody's permissions
	org.resyncAll()
	return true
}

// errPanicked is the error of a step that panicked.
var errPanicked = errors.New("hub: a panic was caught")
