package presence

import (
	"sync/atomic"
	"time"

	"switchboard/storage/id"
)

// source is another node as rosters see it: its clock, and whether it is gone.
type source struct {
	// skew is how far this node's clock is ahead of the other's: the minimum seen,
	// because messages take time.
	skew atomic.Int64
	// gone reports that its lease ended long ago: all its sockets count as closed.
	gone atomic.Bool
}

// local converts an activity to this node's clock.
func (s *source) local(m activity) activity {
	skew := activity(time.Duration(s.skew.Load()).Milliseconds())
	switch {
	case m > 0:
		return max(m+skew, 1)
	case m < 0:
		return min(m-skew, -1)
	default:
		return 0
	}
}

// here converts a node's activity to this node's clock.
func (s *source) here(n nodeActivity) nodeActivity {
	if n.phone.Since != 0 {
		n.phone.Since = s.local(n.phone.Since)
	}
	return nodeActivity{s.local(n.activity), s.local(n.input), n.rev, n.phone}
}

// activities is another node's reports about the users of one organization, by its
// clock.
type activities map[id.ID]nodeActivity

// hear applies a message. It calls changed for each user with a new activity.
func (a activities) hear(d *delta, changed func(user id.ID)) {
	for user, m := range d.Users {
		if d.Rev > a[user].rev {
			a[user] = nodeActivity{m, d.Inputs[user], d.Rev, d.Phones[user]}
			changed(user)
		}
	}
	for _, user := range d.Left {
		if n, known := a[user]; known && d.Rev > n.rev {
			delete(a, user)
			changed(user)
		}
	}
}

// replace replaces all reports up to a serial and keeps later ones.
func (a activities) replace(serial int64, said map[id.ID]nodeActivity, changed func(user id.ID)) {
	for user, n := range a {
		if _, stays := said[user]; !stays && n.rev <= serial {
			delete(a, user)
			changed(user)
		}
	}
	for user, n := range said {
		have, known := a[user]
		if known && have.rev > serial {
			continue
		}
		n.rev = serial
		a[user] = n
		if have.rev = serial; !known || have != n {
			changed(user)
		}
	}
}

// cut counts all sockets as closed at a time of the node's clock.
func (a activities) cut(left activity, changed func(user id.ID)) {
	for user, n := range a {
		if n.activity >= 0 {
			a[user] = nodeActivity{left, n.activity, n.rev, n.phone}
			changed(user)
		}
	}
}

// others is the other nodes' reports about one organization's users, guarded by the
// roster's lock.
type others map[*source]activities

// of returns a node's reports.
func (o others) of(s *source) activities {
	all := o[s]
	if all == nil {
		all = activities{}
		o[s] = all
	}
	return all
}

// add adds the reports about a user to what this node knows.
func (o others) add(v view, user id.ID) view {
	for s, all := range o {
		if n, known := all[user]; known {
			v = v.with(s.here(n))
		}
	}
	return v
}

// departed reports whether a user was at a node that is gone, and whether any node
// reported the user.
func (o others) departed(user id.ID) (lost, known bool) {
	for s, all := range o {
		if _, has := all[user]; has {
			known = true
			lost = lost || s.gone.Load()
		}
	}
	return lost, known
}
