package presence

import (
	"time"

	"switchboard/storage/id"
)

// person is what is known of one user: his row, his sockets at this node, and what was
// announced of him. His roster's lock guards it.
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

// opened takes a socket.
func (u *person) opened(socket string) {
	if u.sockets == nil {
		u.sockets = map[string]bool{}
	}
	u.sockets[socket] = true
}

// closed takes the end of a socket.
func (u *person) closed(socket string, now time.Time) {
	if u.sockets[socket] { // he was there until now
		u.input = now
	}
	delete(u.sockets, socket)
	if len(u.sockets) == 0 {
		u.left, u.sockets = now, nil
	}
}

// there takes that the person behind a socket became active or idle.
func (u *person) there(socket string, active bool, now time.Time) {
	if _, open := u.sockets[socket]; open {
		u.sockets[socket] = active
		u.input = now
	}
}

// active tells whether he is at one of his sockets.
func (u *person) active() bool {
	for _, active := range u.sockets {
		if active {
			return true
		}
	}
	return false
}

// activity is what this node tells the others of a user; false for one it never saw.
func (u *person) activity() (nodeActivity, bool) {
	switch {
	case u.active():
		return nodeActivity{}, true
	case len(u.sockets) > 0:
		return nodeActivity{activity: activity(u.input.UnixMilli())}, true
	case u.left.IsZero():
		return nodeActivity{}, false
	}
	n := nodeActivity{activity: activity(-u.left.UnixMilli())}
	if u.input.Before(u.left) {
		n.input = activity(u.input.UnixMilli())
	}
	return n, true
}

// view is what his sockets at this node say.
func (u *person) view() view {
	return view{open: len(u.sockets) > 0, active: u.active(), input: u.input, left: u.left}
}

// moved notes a person's reach; true where calls must hear of it.
func (u *person) moved(is reach) bool {
	was := u.reach
	u.reach = is
	return is != was && (is == here || is == gone)
}
