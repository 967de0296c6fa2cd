package presence

import (
	"maps"
	"slices"
	"sync"
	"time"

	"switchboard/actors/users"
	"switchboard/storage/id"
	"switchboard/storage/panics"
	"switchboard/storage/row"
)

// roster is what is known of one organization's users.
type roster struct {
	organization id.ID
	due          slot[*roster] // guarded by the agenda

	mu      sync.Mutex
	dropped bool // it is no more the tracker's: another one takes its place
	// people are the users. own are those about whom this node tells the others: they
	// have sockets here or had one a moment ago.
	people, own map[id.ID]*person
	// others are what other nodes told of their sockets.
	others map[*peer]map[id.ID]nodeActivity
	// wanted says that somebody is connected here or asked, asked when that was. Of
	// organizations that aren't wanted only others' sockets are kept.
	wanted bool
	asked  time.Time
	// loaded says that the users are read, again that they were read before. told counts
	// the log's entries about them while they were not, loading the goroutines that read
	// them now.
	loaded, again bool
	told, loading int
	dirty         map[id.ID]bool // whose dot may have changed
	all           bool           // everybody's may have
	sheet         page           // what the other nodes were told of the own
	// ceased are those who were among own, until the others are told that they are no
	// more.
	ceased []id.ID
	// telling says that a message about own is about to leave.
	telling bool
	moments schedule[*person]
}

type person struct {
	id      id.ID
	name    string
	chosen  string
	version int64 // of the user's row; 0 where only a socket told of him
	enabled bool
	sockets map[string]bool // socket → whether the person is there
	left    time.Time       // when the last socket went
	input   time.Time       // when the last socket became idle, or was closed while it was not
	shown   shown
	reach   reach         // what calls were told
	moment  slot[*person] // when the dot changes by time alone
}

// shown is what was last announced of a person.
type shown struct{ dot, chosen, name string }

// find gives an organization's roster; nil where nothing is known of it.
func (p *Tracker) find(organization id.ID) *roster {
	p.mu.RLock()
	defer p.mu.RUnlock()
	return p.rosters[organization]
}

// made gives an organization's roster, an empty one where nothing is known of it.
func (p *Tracker) made(organization id.ID) *roster {
	if r := p.find(organization); r != nil {
		return r
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	r := p.rosters[organization]
	if r == nil {
		r = &roster{
			organization: organization, people: map[id.ID]*person{}, own: map[id.ID]*person{},
			others: map[*peer]map[id.ID]nodeActivity{}, dirty: map[id.ID]bool{},
		}
		p.rosters[organization] = r
	}
	return r
}

// known lists the rosters.
func (p *Tracker) known() []*roster {
	p.mu.RLock()
	defer p.mu.RUnlock()
	return slices.Collect(maps.Values(p.rosters))
}

// with does something under the lock of an organization's roster.
func (p *Tracker) with(organization id.ID, do func(*roster)) {
	for {
		r := p.made(organization)
		if r.locked(func() { do(r) }) {
			return
		}
	}
}

// found does something under the lock of an organization's roster; false where nothing is
// known of it.
func (p *Tracker) found(organization id.ID, do func(*roster)) bool {
	for r := p.find(organization); r != nil; r = p.find(organization) {
		if r.locked(func() { do(r) }) {
			return true
		}
	}
	return false
}

// locked does something under the lock; false where the roster was dropped.
func (r *roster) locked(do func()) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.dropped {
		return false
	}
	do()
	return true
}

// person finds a user's, under the lock.
func (r *roster) person(user id.ID) *person {
	u := r.people[user]
	if u == nil {
		u = &person{id: user, chosen: users.Offline}
		r.people[user] = u
	}
	return u
}

// doubt says that a user's dot may have changed, under the roster's lock.
func (p *Tracker) doubt(r *roster, user id.ID) {
	if r.wanted {
		r.dirty[user] = true
		p.agenda.now(r)
	}
}

// doubtAll says that every user's dot may have changed, under the roster's lock.
func (p *Tracker) doubtAll(r *roster) {
	if r.wanted {
		r.all = true
		p.agenda.now(r)
	}
}

// announce sends an organization's dots that differ from those last sent. The lock is
// not held while sending.
func (p *Tracker) announce(r *roster) {
	p.mu.RLock()
	out := p.out
	p.mu.RUnlock()
	if out == nil {
		return // kept until somebody listens
	}
	changes, moved := p.changes(r)
	p.tellReached(r.organization, moved)
	for _, c := range changes {
		if !p.panics.Round(panics.Presence, func() { out.PresenceChanged(r.organization, c.ID, row.JSONValue(c)) }) {
			p.untold(r, c.ID)
		}
	}
}

// changes takes an organization's dots that differ from those last sent, and the users
// of whom calls must hear, and notes when to look again.
func (p *Tracker) changes(r *roster) (changes []Dot, moved []id.ID) {
	now := time.Now()
	unsure := p.unsure(now)
	r.locked(func() {
		if !r.loaded {
			return // kept until the names are known
		}
		for _, u := range r.suspects(now) {
			own := r.own[u.id] != nil // which he may be no more afterwards
			is, at := r.judge(u, unsure, now)
			if u.moved(at) && r.tells(u, own) {
				moved = append(moved, u.id)
			}
			if is == u.shown {
				continue
			}
			u.shown = is
			changes = append(changes, Dot{ID: u.id, Name: is.name, Status: is.dot, Chosen: is.chosen})
		}
		p.cease(r)
		p.agenda.set(r, r.next())
	})
	return changes, moved
}

// cease has the others told of those who are not among own any more, under the lock.
func (p *Tracker) cease(r *roster) {
	for _, user := range r.ceased {
		if p.nodes.several() && r.own[user] == nil {
			p.tell(r.organization, user)
			r.telling = true
		}
	}
	r.ceased = nil
}

// suspects takes those whose dot may have changed: something was heard of them, or
// their moment has come.
func (r *roster) suspects(now time.Time) (out []*person) {
	defer func() { r.dirty, r.all = map[id.ID]bool{}, false }()
	if r.all {
		return slices.Collect(maps.Values(r.people))
	}
	for user := range r.dirty {
		if u := r.people[user]; u != nil {
			r.moments.set(&u.moment, u, time.Time{})
			out = append(out, u)
		}
	}
	return append(out, r.moments.take(now)...)
}

// judge derives what others see of a person now and whether a call may ring for him, and
// plans when that changes by time alone.
func (r *roster) judge(u *person, unsure bool, now time.Time) (shown, reach) {
	v := r.view(u.id, u)
	is, at := shown{v.dot(u.chosen, unsure, now), u.chosen, u.name}, v.reach(u.chosen, unsure, now)
	moment := v.next(u.chosen, now)
	if !u.enabled {
		is.dot, at, moment = users.Offline, gone, time.Time{}
	}
	if r.own[u.id] != nil && len(u.sockets) == 0 {
		if over := u.left.Add(leaseTime); over.After(now) {
			moment = earlier(moment, over)
		} else {
			delete(r.own, u.id)
			r.ceased = append(r.ceased, u.id)
		}
	}
	r.moments.set(&u.moment, u, moment)
	return is, at
}

// next is when the dots must be derived again although nothing was heard.
func (r *roster) next() time.Time {
	next := r.moments.first()
	if len(r.own) == 0 && !r.telling {
		next = earlier(next, r.asked.Add(keepTime))
	}
	return next
}

// untold has a dot sent again after a while.
func (p *Tracker) untold(r *roster, user id.ID) {
	r.locked(func() {
		r.person(user).shown = shown{}
		r.dirty[user] = true
		p.agenda.sooner(r, time.Now().Add(sweepTime))
	})
}

// drop forgets the users of an organization of whom nobody is connected here and for
// whom nobody asks any more; what other nodes told of their sockets stays.
func (p *Tracker) drop(r *roster) {
	idle := false
	r.locked(func() { idle = r.idle() })
	if !idle {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	r.locked(func() {
		if !r.idle() {
			return // somebody came meanwhile
		}
		r.people, r.dirty, r.moments, r.all = map[id.ID]*person{}, map[id.ID]bool{}, nil, false
		r.wanted, r.loaded, r.again = false, false, false
		p.agenda.set(r, time.Time{})
		if len(r.others) == 0 {
			r.dropped = true
			delete(p.rosters, r.organization)
		}
	})
}

// idle tells whether nobody needs the users, under the lock.
func (r *roster) idle() bool {
	return len(r.own) == 0 && !r.telling && r.loading == 0 && time.Since(r.asked) >= keepTime
}
