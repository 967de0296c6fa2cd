package relay

import (
	"switchboard/storage/broker"
	"switchboard/storage/id"
	"switchboard/storage/pg/pool"
)

// watcher takes for the relay what other processes say; the relay's own goroutine
// acts upon it, so that there is one order.
type watcher struct{ relay *state }

var _ broker.Watcher = watcher{}

var _ broker.Selective = watcher{}

// Serves implements broker.Selective. The one that leads needs everybody's notifications.
func (w watcher) Serves(organization id.ID) bool {
	return w.relay.leading.Load() || w.relay.serves(organization)
}

// Committed implements broker.Watcher.
func (w watcher) Committed(organization id.ID) {
	if w.Serves(organization) {
		w.relay.heard.Notify(organization)
	}
}

// Logged implements broker.Watcher.
func (w watcher) Logged(organization id.ID, b broker.Batch) {
	if w.relay.leading.Load() || !w.relay.serves(organization) {
		return // its own, or for nobody; one that leads no more looks into the log when it notices
	}
	w.relay.heard.Log(organization, b)
}

// Resumed implements broker.Watcher.
func (w watcher) Resumed() { w.relay.heard.Resume() }

// committed tells whoever moves the outbox of a commit made in this process.
func (r *state) committed(c pool.Committed) {
	if c.Entries == 0 {
		return
	}
	r.Poke()
	if r.cfg.Broker == nil || r.leading.Load() {
		return
	}
	if err := r.cfg.Broker.Notify(c.Organization); err != nil { // polling makes up for it
		r.cfg.Logger.Debug("a notification could not be sent", "error", err)
	}
}
