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

// Tracker derives each user's dot from what he chose, his sockets and his
// activity. It is told by the hub (Connected, Disconnected, Active), by browsers (Phoned), by the
// log (Append) and by the other nodes (Fleeting); none of these block.
//
// Of the parts' locks, these may be taken under others, in this order: a peer's, that of
// the rosters, a roster's. Under the rest nothing else is done, but that of the ledger is
// taken before that of the rosters.
type Tracker struct {
	store     users.Finder
	logger    *slog.Logger
	panics    *panics.Catcher
	wake      chan struct{} // a dot may have changed
	rosters   *rosters
	certainty *certainty
	listeners *listeners
	sharing   *sharing // nil where there are no other nodes
}

// New makes an empty tracker, of this node alone or of several that it
// shares its sockets with. Run it, or only Snapshot and Effective follow the clock.
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

// Announce says where changes go. The hub is made after presence, so this is called once
// both exist; until then changes are kept.
func (p *Tracker) Announce(out Broadcaster) {
	p.listeners.listen(out)
	for _, r := range p.rosters.known() {
		r.locked(r.soon)
	}
	signal(p.wake)
}

// Reached has somebody told of users whom calls may ring for since now, or no more: of
// one with a socket by his own node, of one whose node is gone by all others that have
// people of the organization. told must not block; it is called after the fact and may
// be called twice. Say it before Run.
func (p *Tracker) Reached(told func(organization, user id.ID)) { p.listeners.reached = told }

// Run announces changed dots and tells the other nodes of this one's sockets until
// ctx ends; then it gives its lease up.
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

// Connected tells of a user's socket (hub.Presence).
func (p *Tracker) Connected(who *access.Principal, socket string) {
	p.touch(who, func(u *person) { u.opened(socket, time.Now()) })
}

// Disconnected tells that a socket is gone.
func (p *Tracker) Disconnected(who *access.Principal, socket string) {
	p.touch(who, func(u *person) { u.closed(socket, time.Now()) })
}

// Active tells that the person behind the socket became active or idle.
func (p *Tracker) Active(who *access.Principal, socket string, active bool) {
	p.touch(who, func(u *person) { u.there(socket, active, time.Now()) })
}

// Phoned tells how the phone of the browser behind a socket stands (users.Dots).
func (p *Tracker) Phoned(who *access.Principal, socket string, state users.PhoneState) (known bool) {
	p.touch(who, func(u *person) { known = u.phoned(socket, state, time.Now()) })
	return known
}

func (p *Tracker) touch(who *access.Principal, change func(*person)) {
	p.rosters.with(who.Organization, func(r *roster) { r.touch(who, change) })
	signal(p.wake)
}

// Append implements eventlog.Follower: it takes over what users have chosen. After a
// panic the organization's users are read anew: what was told of them may be lost.
func (p *Tracker) Append(organization id.ID, entries []entry.Entry) {
	r := p.rosters.find(organization)
	if r == nil {
		return // whoever asks later reads it
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

// Serves implements eventlog.Selective: an organization is wanted before its users are read.
func (p *Tracker) Serves(organization id.ID) (wanted bool) {
	if r := p.rosters.find(organization); r != nil {
		r.locked(func() { wanted = r.wanted })
	}
	return wanted
}

// Fleeting takes what another node tells of its sockets (broker.Listener); other
// topics are none of its business. It never blocks.
func (p *Tracker) Fleeting(organization id.ID, topic, _ string, payload json.RawMessage) {
	if topic == socketsTopic && p.sharing != nil {
		p.sharing.hear(organization, payload)
	}
}
