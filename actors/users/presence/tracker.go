package presence

import (
	"context"
	"encoding/json"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"switchboard/actors/users"
	"switchboard/storage/access"
	"switchboard/storage/id"
	"switchboard/storage/panics"
)

// The times of presence (docs/calls.md).
const (
	// leaseTime is how long a user without socket keeps his dot: a reload or a cut
	// of the network is not a departure. After a start nothing is known for as long.
	leaseTime = 30 * time.Second
	// idleTime is how long an idle user stays available.
	idleTime = 10 * time.Minute
	// sweepTime is the pause before what failed is tried again.
	sweepTime = time.Second
	// keepTime is how long the users of an organization are kept of whom nobody is
	// connected here and for whom nobody asks.
	keepTime = time.Minute
)

// Dot is one user's dot as others see it, and what he chose.
type Dot struct {
	ID     id.ID  `json:"id"`
	Name   string `json:"name,omitempty"`
	Status string `json:"status"`
	Chosen string `json:"chosen"`
}

// Broadcaster carries a changed dot to the organization's sockets; of several
// changes within 250 ms it sends the latest, in one packet (the hub does).
type Broadcaster interface {
	PresenceChanged(organization, user id.ID, presence json.RawMessage)
}

// Tracker derives each user's dot from what he chose, his sockets and his
// activity. It is told by the hub (Connected, Disconnected, Active) and by the
// log (Append); none of these block.
//
// Its locks, in the order in which they may be taken: a peer's, mu, a roster's, and
// those of agenda and pending, under which nothing else is done.
type Tracker struct {
	store  users.Finder
	logger *slog.Logger
	panics *panics.Catcher
	nodes  Nodes
	wake   chan struct{} // a dot may have changed
	// changed and news say that the own sockets changed: to the sheets and to the
	// messages; gapped that a message of another node was missed.
	changed, news, gapped chan struct{}
	agenda                agenda
	pending               pending
	sheets                sheets
	rev                   atomic.Int64 // rises with each message
	beat                  atomic.Int64 // rises with each lease
	reached               func(organization, user id.ID)

	mu      sync.RWMutex
	out     Broadcaster
	rosters map[id.ID]*roster
	start   time.Time // since when absence can be told from ignorance
	sure    bool      // that time was over in the last round

	// Of several nodes:
	peers   map[string]*peer
	listed  bool      // the leases were read once
	guided  bool      // another node knows for longer than this one
	blind   bool      // the leases could not be read the last time
	failed  bool      // and that was said
	healthy time.Time // when they could be read again
}

// New makes an empty tracker, of this node alone or of several that it
// shares its sockets with. Run it, or only Snapshot and Effective follow the clock.
func New(store users.Finder, logger *slog.Logger, catcher *panics.Catcher, nodes ...Nodes) *Tracker {
	p := &Tracker{
		store: store, logger: logger, panics: catcher, start: time.Now(),
		rosters: map[id.ID]*roster{}, wake: make(chan struct{}, 1),
		changed: make(chan struct{}, 1), news: make(chan struct{}, 1), gapped: make(chan struct{}, 1),
		peers: map[string]*peer{},
	}
	p.rev.Store(1) // the index stands at it while nothing was told
	if len(nodes) > 0 {
		p.nodes = nodes[0]
	}
	if p.nodes.Publish == nil { // then the leases alone tell
		p.nodes.Publish = func(id.ID, string, string, json.RawMessage) error { return nil }
	}
	return p
}

// Announce says where changes go. The hub is made after presence, so this is called once
// both exist; until then changes are kept.
func (p *Tracker) Announce(out Broadcaster) {
	p.mu.Lock()
	p.out = out
	p.mu.Unlock()
	for _, r := range p.known() {
		r.locked(func() { p.agenda.now(r) })
	}
	p.poke()
}

// Run announces changed dots and tells the other nodes of this one's sockets until
// ctx ends; then it gives its lease up.
func (p *Tracker) Run(ctx context.Context) {
	if p.nodes.several() {
		shared := make(chan struct{})
		go func() {
			defer close(shared)
			p.share(ctx)
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

// pause is how long nothing changes by time alone.
func (p *Tracker) pause(now time.Time) time.Duration {
	most := idleTime
	if unsure := p.ignorance(now); unsure > 0 {
		most = min(most, unsure)
	}
	return p.agenda.pause(now, most)
}

// round announces what changed in the organizations that are due, and reads those
// whose users are missing. A panic about one organization costs the others nothing.
func (p *Tracker) round(ctx context.Context) {
	p.doubtAllOnce()
	for _, r := range p.agenda.take(time.Now()) {
		if !p.panics.Round(panics.Presence, func() { p.refresh(ctx, r) }) {
			r.locked(func() {
				r.all = r.wanted
				p.agenda.sooner(r, time.Now().Add(sweepTime))
			})
		}
	}
}

// doubtAllOnce derives all dots anew once absence is known: from then on those of whom
// nothing was heard are absent.
func (p *Tracker) doubtAllOnce() {
	if p.unsure(time.Now()) || !p.nowSure() {
		return
	}
	for _, r := range p.known() {
		r.locked(func() { p.doubtAll(r) })
	}
}

// nowSure notes that absence is known; true the first time.
func (p *Tracker) nowSure() (first bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	first = !p.sure
	p.sure = true
	return first
}

// refresh reads an organization's users where they are missing and announces what
// changed.
func (p *Tracker) refresh(ctx context.Context, r *roster) {
	if r.missing() {
		if err := p.load(ctx, r.organization); err != nil && ctx.Err() == nil {
			p.logger.Warn("users could not be read for presence", "organization", r.organization, "error", err)
		}
	}
	p.announce(r)
	p.drop(r)
}

// Connected tells of a user's socket (hub.Presence).
func (p *Tracker) Connected(who *access.Principal, socket string) {
	p.touch(who, func(u *person) {
		if u.sockets == nil {
			u.sockets = map[string]bool{}
		}
		u.sockets[socket] = true
	})
}

// Disconnected tells that a socket is gone.
func (p *Tracker) Disconnected(who *access.Principal, socket string) {
	p.touch(who, func(u *person) {
		now := time.Now()
		if u.sockets[socket] { // he was there until now
			u.input = now
		}
		delete(u.sockets, socket)
		if len(u.sockets) == 0 {
			u.left, u.sockets = now, nil
		}
	})
}

// Active tells that the person behind the socket became active or idle.
func (p *Tracker) Active(who *access.Principal, socket string, active bool) {
	p.touch(who, func(u *person) {
		if _, open := u.sockets[socket]; open {
			u.sockets[socket] = active
			u.input = time.Now()
		}
	})
}

func (p *Tracker) touch(who *access.Principal, change func(*person)) {
	p.with(who.Organization, func(r *roster) {
		u := r.people[who.User]
		if u == nil {
			u = r.person(who.User)
			u.name, u.enabled = who.Name, true
		}
		was, knew := u.activity()
		change(u)
		is, known := u.activity()
		if known {
			r.wanted = true
			r.own[who.User] = u
		}
		if p.nodes.several() && (is != was || known != knew) {
			p.tell(who.Organization, who.User)
		}
		p.doubt(r, who.User)
		p.agenda.now(r)
	})
	p.poke()
}

// Snapshot lists the dots of an organization's users by name.
func (p *Tracker) Snapshot(ctx context.Context, organization id.ID) ([]Dot, error) {
	if !p.ask(organization) {
		if err := p.load(ctx, organization); err != nil {
			return nil, err
		}
	}
	now := time.Now()
	unsure := p.unsure(now)
	out := []Dot{}
	p.with(organization, func(r *roster) {
		for _, u := range r.people {
			if u.enabled {
				out = append(out, Dot{ID: u.id, Name: u.name, Status: r.view(u.id, u).dot(u.chosen, unsure, now), Chosen: u.chosen})
			}
		}
	})
	slices.SortFunc(out, func(a, b Dot) int {
		return strings.Compare(a.Name+string(a.ID), b.Name+string(b.ID))
	})
	return out, nil
}

// ask notes that somebody asks for an organization's users; true where they are read.
// A look is due when they may be dropped already, and reading them makes it due too.
func (p *Tracker) ask(organization id.ID) (loaded bool) {
	p.with(organization, func(r *roster) {
		r.wanted, r.asked, loaded = true, time.Now(), r.loaded
	})
	return loaded
}

func (p *Tracker) poke() {
	select {
	case p.wake <- struct{}{}:
	default:
	}
}
