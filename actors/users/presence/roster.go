package presence

import (
	"sync"
	"time"

	"switchboard/actors/users"
	"switchboard/storage/access"
	"switchboard/storage/id"
)

// roster is what is known of one organization's users.
type roster struct {
	organization id.ID
	agenda       *agenda[*roster]
	due          slot[*roster] // guarded by the agenda

	mu       sync.Mutex
	dropped  bool // it is no more among the rosters: another one takes its place
	people   map[id.ID]*person
	own      own
	others   others
	suspects suspects
	// wanted says that somebody is connected here or asked, asked when that was. Of
	// organizations that aren't wanted only others' sockets are kept.
	wanted bool
	asked  time.Time
	// loaded says that the users are read, again that they were read before. told counts
	// the log's entries about them while they were not, loading the goroutines that read
	// them now.
	loaded, again bool
	told, loading int
}

func newRoster(organization id.ID, a *agenda[*roster], untold *pending) *roster {
	r := &roster{
		organization: organization, agenda: a, people: map[id.ID]*person{},
		own:    own{organization: organization, untold: untold, people: map[id.ID]*person{}},
		others: others{}, suspects: suspects{dirty: map[id.ID]bool{}},
	}
	r.due.of = r
	return r
}

// locked does something under the lock, as all that follows is; false where the roster
// was dropped.
func (r *roster) locked(do func()) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.dropped {
		return false
	}
	do()
	return true
}

// soon has the roster looked at in the next round.
func (r *roster) soon() { r.agenda.sooner(&r.due, time.Time{}) }

// retry has the roster looked at after a pause at the latest, because something failed.
func (r *roster) retry() { r.agenda.sooner(&r.due, time.Now().Add(sweepTime)) }

// person finds a user's.
func (r *roster) person(user id.ID) *person {
	u := r.people[user]
	if u == nil {
		u = &person{id: user, chosen: choice{status: users.Offline}}
		u.moment.of = u
		r.people[user] = u
	}
	return u
}

// touch changes the sockets that a user has here.
func (r *roster) touch(who *access.Principal, change func(*person)) {
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
		r.own.people[who.User] = u
	}
	if is != was || known != knew {
		r.own.tell(who.User)
	}
	r.doubt(who.User)
	r.soon()
}

// doubt says that a user's dot may have changed.
func (r *roster) doubt(user id.ID) {
	if r.wanted {
		r.suspects.dirty[user] = true
		r.soon()
	}
}

// doubtAll says that every user's dot may have changed.
func (r *roster) doubtAll() {
	if r.wanted {
		r.suspects.all = true
		r.soon()
	}
}

// changes takes the dots that differ from those last sent, and the users of whom calls
// must hear, and notes when to look again.
func (r *roster) changes(unsure bool, now time.Time) (changes []Dot, moved []id.ID) {
	if !r.loaded {
		return nil, nil // kept until the names are known
	}
	for _, u := range r.suspects.take(r.people, now) {
		own := r.own.people[u.id] != nil // which he may be no more afterwards
		is, at := r.judge(u, unsure, now)
		if u.moved(at) && r.tells(u, own) {
			moved = append(moved, u.id)
		}
		if is == u.shown {
			continue
		}
		u.shown = is
		if !u.isProgram {
			changes = append(changes, is.of(u.id))
		}
	}
	r.own.tellCeased()
	r.agenda.set(&r.due, r.next())
	return changes, moved
}

// dots gives those of all enabled people. Programs have none.
func (r *roster) dots(unsure bool, now time.Time) []Dot {
	out := []Dot{}
	for _, u := range r.people {
		if u.enabled && !u.isProgram {
			v := r.view(u.id, u)
			is := shown{v.dot(u.chosen, unsure, now), u.chosen.status, u.name, v.why(u.chosen, unsure, now)}
			out = append(out, is.of(u.id))
		}
	}
	return out
}

// resend has a dot sent again after a while.
func (r *roster) resend(user id.ID) {
	r.person(user).shown = shown{}
	r.suspects.dirty[user] = true
	r.retry()
}

// judge derives what others see of a person now and whether a call may ring for him, and
// plans when that changes by time alone.
func (r *roster) judge(u *person, unsure bool, now time.Time) (shown, reach) {
	v := r.view(u.id, u)
	is, at := shown{v.dot(u.chosen, unsure, now), u.chosen.status, u.name, v.why(u.chosen, unsure, now)}, v.reach(u.chosen, unsure, now)
	moment := v.next(u.chosen, now)
	if !u.enabled {
		is.dot, is.reasons, at, moment = users.Offline, "", gone, time.Time{}
	}
	if r.own.people[u.id] != nil && len(u.sockets) == 0 {
		if over := u.left.Add(leaseTime); over.After(now) {
			moment = earlier(moment, over)
		} else {
			r.own.cease(u.id)
		}
	}
	r.suspects.moments.set(&u.moment, moment)
	return is, at
}

// tells tells whether calls hear of a person from this node: of one who is here where he
// has a socket; of one who is gone where he had one a moment ago, which makes him one of
// the own, and where a node that had one is gone, or none is known.
func (r *roster) tells(u *person, own bool) bool {
	if u.reach == here {
		return len(u.sockets) > 0
	}
	lost, known := r.others.departed(u.id)
	return own || lost || !known
}

// view joins what this node and the others know of a user. Of its own sockets this node
// alone knows.
// What a user left before being disabled and enabled again is no departure of a moment ago.
func (r *roster) view(user id.ID, u *person) view {
	v := r.others.add(u.view(), user)
	if !v.left.After(u.enabledAt) {
		v.left, v.last = time.Time{}, phone{}
	}
	return v
}

// seen is view for a user whose row may not have been read.
func (r *roster) seen(user id.ID) view {
	u := r.people[user]
	if u == nil {
		u = &person{}
	}
	return r.view(user, u)
}

// next is when the dots must be derived again although nothing was heard.
func (r *roster) next() time.Time {
	next := r.suspects.moments.first()
	if r.own.quiet() {
		next = earlier(next, r.asked.Add(keepTime))
	}
	return next
}

// idle tells whether nobody needs the users.
func (r *roster) idle() bool {
	return r.own.quiet() && r.loading == 0 && time.Since(r.asked) >= keepTime
}
