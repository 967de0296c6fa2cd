package presence

import (
	"sync/atomic"
	"time"

	"switchboard/storage/id"
)

// source is another node as rosters see it: its clock, and whether it is gone.
type source struct {
	// skew is how much the own clock is ahead of the node's: the least that was
	// seen, because what it says is some time on its way.
	skew atomic.Int64
	// gone says that its lease ended for long: all its sockets count as cut.
	gone atomic.Bool
}

// local is an activity by this node's clock.
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

// here is a node's activity by this node's clock.
func (s *source) here(n nodeActivity) nodeActivity {
	if n.phone.Since != 0 {
		n.phone.Since = s.local(n.phone.Since)
	}
	return nodeActivity{s.local(n.activity), s.local(n.input), n.rev, n.phone}
}

// activities are what another node told of the users of one organization, by its clock.
type activities map[id.ID]nodeActivity

// hear takes over a message. changed is told of each user of whom it says something new.
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

// replace takes over all that was said up to a serial; what was told later stays.
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

// others are what the other nodes told of one organization's users. The roster's lock
// guards it.
type others map[*source]activities

// of gives what a node told, empty where it told nothing.
func (o others) of(s *source) activities {
	all := o[s]
	if all == nil {
		all = activities{}
		o[s] = all
	}
	return all
}

// add adds what they told of a user to what is known of him here.
func (o others) add(v view, user id.ID) view {
	for s, all := range o {
		if n, known := all[user]; known {
			v = v.with(s.here(n))
		}
	}
	return v
}

// departed tells whether a user was at a node that is gone, and whether any told of him.
func (o others) departed(user id.ID) (lost, known bool) {
	for s, all := range o {
		if _, has := all[user]; has {
			known = true
			lost = lost || s.gone.Load()
		}
	}
	return lost, known
}
