package presence

import (
	"time"

	"switchboard/actors/users"
	"switchboard/storage/id"
)

// person is what is known of one user: the row, the sockets at this node, and what
// was announced. The roster's lock guards it.
type person struct {
	id      id.ID
	name    string
	chosen  choice
	version int64 // of the user's row; 0 if only a socket is known
	enabled bool
	// isProgram reports whether the user belongs to an API key, which is no
	// colleague.
	isProgram bool
	// enabledAt is when the user was activated again, or zero.
	enabledAt time.Time
	sockets   map[string]socket
	left      time.Time // when the last socket closed
	last      phone     // phone of the last socket
	input     time.Time // when the last socket became idle, or closed while active
	shown     shown
	reach     reach         // last reported to calls
	moment    slot[*person] // when the dot changes without an event
}

// socket is one of a user's sockets: whether it is active, and its browser's phone.
type socket struct {
	active bool
	phone  phone
}

// shown is the last announcement of a user.
type shown struct{ dot, chosen, name, reasons string }

// opened records a new socket.
func (u *person) opened(sid string, now time.Time) {
	if u.sockets == nil {
		u.sockets = map[string]socket{}
	}
	u.sockets[sid] = socket{true, awaited(now)}
}

// closed records the end of a socket.
func (u *person) closed(sid string, now time.Time) {
	if u.sockets[sid].active { // active until now
		u.input = now
	}
	phone := u.phone()
	delete(u.sockets, sid)
	if len(u.sockets) == 0 {
		u.left, u.last, u.sockets = now, phone, nil
	}
}

// there records that a socket became active or idle.
func (u *person) there(sid string, active bool, now time.Time) {
	if s, open := u.sockets[sid]; open {
		s.active = active
		u.sockets[sid] = s
		u.input = now
	}
}

// phoned records the state of a browser's phone. It returns false if the socket is
// unknown.
func (u *person) phoned(sid string, state users.PhoneState, now time.Time) bool {
	s, open := u.sockets[sid]
	if open {
		s.phone = s.phone.told(state, now)
		u.sockets[sid] = s
	}
	return open
}

// phone combines the phones of all open sockets, or is that of the last socket.
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

// active reports whether the user is active at any socket.
func (u *person) active() bool {
	for _, s := range u.sockets {
		if s.active {
			return true
		}
	}
	return false
}

// activity returns this node's report about a user, or false for an unknown one.
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

// view returns the view of the user's sockets at this node.
func (u *person) view() view {
	return view{open: len(u.sockets) > 0, active: u.active(), input: u.input, left: u.left, phone: u.phone(), last: u.last}
}

// moved records a user's reach, and reports whether calls must be notified.
func (u *person) moved(is reach) bool {
	was := u.reach
	u.reach = is
	return is != was && (is == here || is == gone)
}
