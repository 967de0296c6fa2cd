package users

import (
	"context"
	"encoding/json"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"time"

	"switchboard/storage/access"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// The times of presence (decision 84).
const (
	// leaseTime is how long a user without socket keeps his dot: a reload or a cut
	// of the network is not a departure. After a start nothing is known for as long.
	leaseTime = 30 * time.Second
	// idleTime is how long an idle user stays available.
	idleTime = 10 * time.Minute
	// sweepTime is how often dots are looked at that only time changes.
	sweepTime = time.Second
)

// UserPresence is one user's dot as others see it, and what he chose.
type UserPresence struct {
	ID     id.ID  `json:"id"`
	Name   string `json:"name,omitempty"`
	Status string `json:"status"`
	Chosen string `json:"chosen"`
}

// Broadcaster carries a changed dot to the organisation's sockets; of several
// changes within 250 ms it sends the latest, in one packet (the hub does).
type Broadcaster interface {
	PresenceChanged(organization, user id.ID, presence json.RawMessage)
}

// Finder reads users.
type Finder interface {
	Find(ctx context.Context, organization id.ID, query row.Query) ([]row.Record, error)
}

// Presence derives each user's dot from what he chose, his sockets and his
// activity. It is told by the hub (Connected, Disconnected, Active) and by the
// log (Append); none of these block.
type Presence struct {
	store  Finder
	logger *slog.Logger
	nodes  Nodes
	wake   chan struct{} // a dot may have changed
	// changed and news say that the own sockets changed: to the lease and to the
	// messages.
	changed, news chan struct{}

	mu      sync.Mutex
	out     Broadcaster
	rosters map[id.ID]*roster
	start   time.Time // since when absence can be told from ignorance

	// Of several nodes:
	peers   map[string]*peer
	pending map[id.ID]map[id.ID]bool // users whose marks are to be published
	rev     int64                    // rises with each change of an own mark
	beat    int64                    // rises with each lease
	listed  bool                     // the leases were read once
	guided  bool                     // another node knows for longer than this one
	blind   bool                     // the leases could not be read the last time
	failed  bool                     // and that was said
	healthy time.Time                // when they could be read again
}

// roster is what is known of one organisation's users. Guarded by Presence.mu.
type roster struct {
	people map[id.ID]*person
	loaded bool
	behind bool           // the log told of a user since loading began
	dirty  map[id.ID]bool // whose dot may have changed
}

type person struct {
	name    string
	chosen  string
	version int64 // of the user's row; 0 where only a socket told of him
	enabled bool
	sockets map[string]bool // socket → whether the person is there
	left    time.Time       // when the last socket went
	input   time.Time       // when the last socket became idle, or was closed while it was not
	shown   string          // the dot that was last announced
}

// NewPresence makes an empty presence, of this node alone or of several that it
// shares its sockets with. Run it, or only Snapshot and Effective follow the clock.
func NewPresence(store Finder, logger *slog.Logger, nodes ...Nodes) *Presence {
	p := &Presence{
		store: store, logger: logger, start: time.Now(),
		rosters: map[id.ID]*roster{}, wake: make(chan struct{}, 1),
		changed: make(chan struct{}, 1), news: make(chan struct{}, 1),
		peers: map[string]*peer{}, pending: map[id.ID]map[id.ID]bool{},
	}
	if len(nodes) > 0 {
		p.nodes = nodes[0]
	}
	if p.nodes.Publish == nil { // then the leases alone tell
		p.nodes.Publish = func(id.ID, string, string, json.RawMessage) error { return nil }
	}
	return p
}

// Announce says where changes go. The hub is made after presence, so this is
// said once both stand; before, changes are kept.
func (p *Presence) Announce(out Broadcaster) {
	p.mu.Lock()
	p.out = out
	p.mu.Unlock()
	p.poke()
}

// Run announces changed dots and tells the other nodes of this one's sockets until
// ctx ends; then it gives its lease up.
func (p *Presence) Run(ctx context.Context) {
	if p.nodes.several() {
		shared := make(chan struct{})
		go func() {
			defer close(shared)
			p.share(ctx)
		}()
		defer func() { <-shared }()
	}
	sweep := time.NewTicker(sweepTime)
	defer sweep.Stop()
	for {
		all := false
		select {
		case <-ctx.Done():
			return
		case <-p.wake:
		case <-sweep.C:
			all = true
		}
		for _, organization := range p.unloaded() {
			if err := p.load(ctx, organization); err != nil && ctx.Err() == nil {
				p.logger.Warn("users could not be read for presence", "organization", organization, "error", err)
			}
		}
		p.announce(all)
	}
}

// Connected tells of a user's socket (hub.Presence).
func (p *Presence) Connected(who *access.Principal, socket string) {
	p.touch(who, func(u *person) { u.sockets[socket] = true })
}

// Disconnected tells that a socket is gone.
func (p *Presence) Disconnected(who *access.Principal, socket string) {
	p.touch(who, func(u *person) {
		now := time.Now()
		if u.sockets[socket] { // he was there until now
			u.input = now
		}
		delete(u.sockets, socket)
		if len(u.sockets) == 0 {
			u.left = now
		}
	})
}

// Active tells that the person behind the socket became active or idle.
func (p *Presence) Active(who *access.Principal, socket string, active bool) {
	p.touch(who, func(u *person) {
		if _, open := u.sockets[socket]; open {
			u.sockets[socket] = active
			u.input = time.Now()
		}
	})
}

// Snapshot lists the dots of an organisation's users by name.
func (p *Presence) Snapshot(ctx context.Context, organization id.ID) ([]UserPresence, error) {
	p.mu.Lock()
	loaded := p.roster(organization).loaded
	p.mu.Unlock()
	if !loaded {
		if err := p.load(ctx, organization); err != nil {
			return nil, err
		}
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	now := time.Now()
	out := []UserPresence{}
	for user, u := range p.roster(organization).people {
		if u.enabled {
			out = append(out, UserPresence{ID: user, Name: u.name, Status: p.dot(organization, user, u, u.chosen, now), Chosen: u.chosen})
		}
	}
	slices.SortFunc(out, func(a, b UserPresence) int {
		return strings.Compare(a.Name+string(a.ID), b.Name+string(b.ID))
	})
	return out, nil
}

func (p *Presence) touch(who *access.Principal, change func(*person)) {
	p.mu.Lock()
	r := p.roster(who.Organization)
	u := r.people[who.User]
	if u == nil {
		u = newPerson()
		u.name, u.chosen, u.enabled = who.Name, Offline, true
		r.people[who.User] = u
	}
	was, knew := u.note()
	change(u)
	if is, known := u.note(); p.nodes.several() && (is != was || known != knew) {
		p.tell(who.Organization, who.User)
	}
	r.dirty[who.User] = true
	p.mu.Unlock()
	p.poke()
}

func newPerson() *person { return &person{sockets: map[string]bool{}} }

// roster finds an organisation's, under the lock.
func (p *Presence) roster(organization id.ID) *roster {
	r := p.rosters[organization]
	if r == nil {
		r = &roster{people: map[id.ID]*person{}, dirty: map[id.ID]bool{}}
		p.rosters[organization] = r
	}
	return r
}

func (p *Presence) poke() {
	select {
	case p.wake <- struct{}{}:
	default:
	}
}

func (p *Presence) unloaded() []id.ID {
	p.mu.Lock()
	defer p.mu.Unlock()
	var out []id.ID
	for organization, r := range p.rosters {
		if !r.loaded {
			out = append(out, organization)
		}
	}
	return out
}

// announce sends the dots that differ from those last sent. The lock is not held
// while sending.
func (p *Presence) announce(all bool) {
	type change struct {
		organization id.ID
		presence     UserPresence
	}
	var changes []change
	p.mu.Lock()
	out := p.out
	now := time.Now()
	for organization, r := range p.rosters {
		if out == nil || !r.loaded {
			continue // kept until somebody listens and the names are known
		}
		for user, u := range r.people {
			if !all && !r.dirty[user] {
				continue
			}
			dot := p.dot(organization, user, u, u.chosen, now)
			if !u.enabled {
				dot = Offline
			}
			shown := dot + "\x00" + u.chosen + "\x00" + u.name
			if shown == u.shown {
				continue
			}
			u.shown = shown
			changes = append(changes, change{organization, UserPresence{ID: user, Name: u.name, Status: dot, Chosen: u.chosen}})
		}
		clear(r.dirty)
	}
	p.mu.Unlock()
	for _, c := range changes {
		out.PresenceChanged(c.organization, c.presence.ID, row.JSONValue(c.presence))
	}
}
