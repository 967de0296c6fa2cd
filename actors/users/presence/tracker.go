package presence

import (
	"context"
	"encoding/json"
	"log/slog"
	"time"

	"switchboard/actors/users"
	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/id"
	"switchboard/storage/panics"
)

// Tracker derives each user's dot from the chosen status, the sockets and the
// activity. Its inputs are the hub (Connected, Disconnected, Active), browsers
// (Phoned), the log (Append) and other nodes (Fleeting). None of these block.
//
// Locks may be nested in this order: a peer's, that of rosters, a roster's. The
// ledger's is taken before that of rosters. No other work is done under the remaining
// locks.
type Tracker struct {
	store     users.Finder
	logger    *slog.Logger
	panics    *panics.Catcher
	wake      chan struct{} // a dot may have changed
	rosters   *rosters
	certainty *certainty
	listeners *listeners
	sharing   *sharing // nil without other nodes
}

// New returns an empty tracker, of this node alone or of several that share their
// sockets. Without Run, only Snapshot and Effective follow the clock.
func New(store users.Finder, logger *slog.Logger, catcher *panics.Catcher, nodes ...Nodes) *Tracker {
	p := &Tracker{
		store: store, logger: logger, panics: catcher, wake: make(chan struct{}, 1),
		rosters: newRosters(nil), certainty: &certainty{start: time.Now()}, listeners: &listeners{panics: catcher},
	}
	if len(nodes) > 0 && nodes[0].several() {
		p.rosters, p.certainty.several = newRosters(newPending()), true
		p.sharing = newSharing(nodes[0], p.certainty, p.rosters, p.wake, logger, catcher)
	}
	return p
}

// Announce sets the receiver of changes. The hub is created after presence, so this
// is called once both exist; until then changes are kept.
func (p *Tracker) Announce(out Broadcaster) {
	p.listeners.listen(out)
	for _, r := range p.rosters.known() {
		r.locked(r.soon)
	}
	signal(p.wake)
}

// Reached sets a callback for users who become available or unavailable for calls. A
// user with a socket is reported by the node of that socket, one whose node is gone
// by all other nodes with users of the organization. changed must not block; it is
// called after the fact and may be called twice. Reached is called before Run.
func (p *Tracker) Reached(told func(organization, user id.ID)) { p.listeners.reached = told }

// Run announces changed dots and publishes this node's sockets until ctx ends, and
// then releases the lease.
func (p *Tracker) Run(ctx context.Context) {
	if p.sharing != nil {
		shared := make(chan struct{})
		go func() {
			defer close(shared)
			p.sharing.run(ctx)
		}()
		defer func() { <-shared }()
	}
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-p.wake:
		case <-timer.C:
		}
		p.panics.Round(panics.Presence, func() { p.round(ctx) })
		timer.Reset(p.pause(time.Now()))
	}
}

// Connected reports a user's socket (hub.Presence).
func (p *Tracker) Connected(who *access.Principal, socket string) {
	p.touch(who, func(u *person) { u.opened(socket, time.Now()) })
}

// Disconnected reports that a socket is closed.
func (p *Tracker) Disconnected(who *access.Principal, socket string) {
	p.touch(who, func(u *person) { u.closed(socket, time.Now()) })
}

// Active reports that a socket became active or idle.
func (p *Tracker) Active(who *access.Principal, socket string, active bool) {
	p.touch(who, func(u *person) { u.there(socket, active, time.Now()) })
}

// Phoned reports the state of a browser's phone (users.Dots).
func (p *Tracker) Phoned(who *access.Principal, socket string, state users.PhoneState) (known bool) {
	p.touch(who, func(u *person) { known = u.phoned(socket, state, time.Now()) })
	return known
}

func (p *Tracker) touch(who *access.Principal, change func(*person)) {
	p.rosters.with(who.Organization, func(r *roster) { r.touch(who, change) })
	signal(p.wake)
}

// Append implements eventlog.Follower: it applies changes of users. After a panic the
// organization's users are read again, because changes may be lost.
func (p *Tracker) Append(organization id.ID, entries []entry.Entry) {
	r := p.rosters.find(organization)
	if r == nil {
		return // a later query reads it
	}
	touched := false
	follow := func() { r.locked(func() { touched = r.follow(entries) }) }
	if !p.panics.Round(panics.Presence, follow) {
		r.locked(r.forget)
		touched = true
	}
	if touched {
		signal(p.wake)
	}
}

// Serves implements eventlog.Selective. An organization is wanted before its users
// are read.
func (p *Tracker) Serves(organization id.ID) (wanted bool) {
	if r := p.rosters.find(organization); r != nil {
		r.locked(func() { wanted = r.wanted })
	}
	return wanted
}

// Ephemeral handles other nodes' messages about their sockets (broker.Listener) and
// ignores other topics. It never blocks.
func (p *Tracker) Ephemeral(organization id.ID, topic, _ string, payload json.RawMessage) {
	if topic == socketsTopic && p.sharing != nil {
		p.sharing.hear(organization, payload)
	}
}
