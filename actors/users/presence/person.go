package presence

import (
	"time"

	"switchboard/actors/users"
	"switchboard/storage/id"
)

// person is what is known of one user: his row, his sockets at this node, and what was
// announced of him. His roster's lock guards it.
type person struct {
	id      id.ID
	name    string
	chosen  choice
	version int64 // of the user's row; 0 where only a socket told of him
	enabled bool
	// isProgram says that the user belongs to an API key: nobody's colleague.
	isProgram bool
	// enabledAt is when the user was enabled again, zero for one who was never disabled.
	enabledAt time.Time
	sockets   map[string]socket
	left      time.Time // when the last socket went
	last      phone     // of it
	input     time.Time // when the last socket became idle, or was closed while it was not
	shown     shown
	reach     reach         // what calls were told
	moment    slot[*person] // when the dot changes by time alone
}

// socket is one of a person's: whether he is there, and its browser's phone.
type socket struct {
	active bool
	phone  phone
}

// shown is what was last announced of a person.
type shown struct{ dot, chosen, name, reasons string }

// opened takes a socket.
func (u *person) opened(sid string, now time.Time) {
	if u.sockets == nil {
		u.sockets = map[string]socket{}
	}
	u.sockets[sid] = socket{true, awaited(now)}
}

// closed takes the end of a socket.
func (u *person) closed(sid string, now time.Time) {
	if u.sockets[sid].active { // he was there until now
		u.input = now
	}
	phone := u.phone()
	delete(u.sockets, sid)
	if len(u.sockets) == 0 {
		u.left, u.last, u.sockets = now, phone, nil
	}
}

// there takes that the person behind a socket became active or idle.
func (u *person) there(sid string, active bool, now time.Time) {
	if s, open := u.sockets[sid]; open {
		s.active = active
		u.sockets[sid] = s
		u.input = now
	}
}

// phoned takes what a browser tells of its phone; false where its socket is not known.
func (u *person) phoned(sid string, state users.PhoneState, now time.Time) bool {
	s, open := u.sockets[sid]
	if open {
		s.phone = s.phone.told(state, now)
		u.sockets[sid] = s
	}
	return open
}

// phone is that of all his sockets, and of the last one where none is open.
func (u *person) phone() phone {
	if len(u.sockets) == 0 {
		return u.last
	}
	var best *phone
	for _, s := range u.sockets {
		if best != nil {
			s.phone = s.phone.or(*best)
		}
		best = &s.phone
	}
	return *best
}

// active tells whether he is at one of his sockets.
func (u *person) active() bool {
	for _, s := range u.sockets {
		if s.active {
			return true
		}
	}
	return false
}

// activity is what this node tells the others of a user; false for one it never saw.
func (u *person) activity() (nodeActivity, bool) {
	switch {
	case u.active():
		return nodeActivity{phone: u.phone()}, true
	case len(u.sockets) > 0:
		return nodeActivity{activity: activity(u.input.UnixMilli()), phone: u.phone()}, true
	case u.left.IsZero():
		return nodeActivity{}, false
	}
	n := nodeActivity{activity: activity(-u.left.UnixMilli()), phone: u.phone()}
	if u.input.Before(u.left) {
		n.input = activity(u.input.UnixMilli())
	}
	return n, true
}

// view is what his sockets at this node say.
func (u *person) view() view {
	return view{open: len(u.sockets) > 0, active: u.active(), input: u.input, left: u.left, phone: u.phone(), last: u.last}
}

// moved notes a person's reach; true where calls must hear of it.
func (u *person) moved(is reach) bool {
	was := u.reach
	u.reach = is
	return is != was && (is == here || is == gone)
}
