package presence

import (
	"sync"
	"time"

	"switchboard/actors/users"
	"switchboard/storage/access"
	"switchboard/storage/id"
)

// roster is the state of one organization's users.
type roster struct {
	organization id.ID
	agenda       *agenda[*roster]
	due          slot[*roster] // guarded by the agenda

	mu       sync.Mutex
	dropped  bool // it was dropped: another roster takes its place
	people   map[id.ID]*person
	own      own
	others   others
	suspects suspects
	// wanted reports whether users are connected here or someone queried them, and
	// asked is when that was. Of other organizations, only other nodes' sockets are
	// kept.
	wanted bool
	asked  time.Time
	// loaded reports that the users were read, again that they were read before. told
	// counts the log entries about them in the meantime, loading the goroutines that
	// are reading them.
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

// locked runs do under the lock, which all methods below need. It returns false if
// the roster was dropped.
func (r *roster) locked(do func()) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.dropped {
		return false
	}
	do()
	return true
}

// soon schedules the roster for the next round.
func (r *roster) soon() { r.agenda.sooner(&r.due, time.Time{}) }

// retry schedules the roster after a pause, because something failed.
func (r *roster) retry() { r.agenda.sooner(&r.due, time.Now().Add(sweepTime)) }

// person returns the user's person.
func (r *roster) person(user id.ID) *person {
	u := r.people[user]
	if u == nil {
		u = &person{id: user, chosen: choice{status: users.Offline}}
		u.moment.of = u
		r.people[user] = u
	}
	return u
}

// touch changes a user's sockets at this node.
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
		r.own.notify(who.User)
	}
	r.doubt(who.User)
	r.soon()
}

// doubt marks a user whose dot may have changed.
func (r *roster) doubt(user id.ID) {
	if r.wanted {
		r.suspects.dirty[user] = true
		r.soon()
	}
}

// doubtAll marks all users.
func (r *roster) doubtAll() {
	if r.wanted {
		r.suspects.all = true
		r.soon()
	}
}

// changes returns the dots that differ from the last announcement, and the users that
// calls must be notified of, and schedules the next check.
func (r *roster) changes(unsure bool, now time.Time) (changes []Dot, moved []id.ID) {
	if !r.loaded {
		return nil, nil // kept until the names are known
	}
	for _, u := range r.suspects.take(r.people, now) {
		own := r.own.people[u.id] != nil // which may change below
		is, at := r.judge(u, unsure, now)
		if u.moved(at) && r.notifies(u, own) {
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

// dots returns the dots of all active users. API keys have none.
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

// resend sends a dot again after a while.
func (r *roster) resend(user id.ID) {
	r.person(user).shown = shown{}
	r.suspects.dirty[user] = true
	r.retry()
}

// judge derives a user's announcement and reach, and schedules the time at which they
// change without an event.
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

// notifies reports whether this node notifies calls of a user: one who is reachable has
// a socket here; one who is gone had one here a moment ago, or at a node that is
// gone, or none is known.
func (r *roster) notifies(u *person, own bool) bool {
	if u.reach == here {
		return len(u.sockets) > 0
	}
	lost, known := r.others.departed(u.id)
	return own || lost || !known
}

// view combines this node's and the others' knowledge of a user. Only this node knows
// its own sockets. Sockets closed before a user was deactivated and activated again
// do not count as recent.
func (r *roster) view(user id.ID, u *person) view {
	v := r.others.add(u.view(), user)
	if !v.left.After(u.enabledAt) {
		v.left, v.last = time.Time{}, phone{}
	}
	return v
}

// seen returns the view of a user whose row may not have been read.
func (r *roster) seen(user id.ID) view {
	u := r.people[user]
	if u == nil {
		u = &person{}
	}
	return r.view(user, u)
}

// next returns when the dots must be derived again without an event.
func (r *roster) next() time.Time {
	next := r.suspects.moments.first()
	if r.own.quiet() {
		next = earlier(next, r.asked.Add(keepTime))
	}
	return next
}

// idle reports whether nobody needs the users.
func (r *roster) idle() bool {
	return r.own.quiet() && r.loading == 0 && time.Since(r.asked) >= keepTime
}
