package presence

import "switchboard/storage/id"

// lease is the value of a node's lease. Its sockets are in its sheets (sheets.go).
type lease struct {
	// Beat increases with every renewal: it distinguishes a renewed lease from an old
	// one without comparing clocks.
	Beat int64 `json:"b"`
	// Rev is the last change in the sheets.
	Rev int64 `json:"r"`
	// Was is the last change at the previous renewal: messages up to it have arrived
	// or are lost.
	Was int64 `json:"w,omitempty"`
	// At is the node's clock, Unix milliseconds.
	At int64 `json:"t"`
	// Sure reports that the node has been up long enough to know absent users.
	Sure bool `json:"s,omitempty"`
	// Sockets are the recent users of nodes without a lease.
	Sockets map[id.ID]map[id.ID]activity `json:"o,omitempty"`
	// Inputs holds the time of the last input of disconnected users. Users not in it
	// were active until the end.
	Inputs map[id.ID]map[id.ID]activity `json:"i,omitempty"`
}

// said returns the users of an organization that a lease hands on.
func (l *lease) said(organization id.ID) map[id.ID]nodeActivity {
	out := make(map[id.ID]nodeActivity, len(l.Sockets[organization]))
	for user, m := range l.Sockets[organization] {
		out[user] = nodeActivity{m, l.Inputs[organization][user], l.Beat, phone{}}
	}
	return out
}

// put keeps the most recent state of a user: an open socket before a closed one, the
// later of two ends, and the latest input.
func (l *lease) put(organization, user id.ID, n nodeActivity) {
	users := l.Sockets[organization]
	if users == nil {
		users = map[id.ID]activity{}
		l.Sockets[organization] = users
	}
	have, known := users[user]
	if known && have >= 0 {
		return
	}
	inputs := l.Inputs[organization]
	if known && n.activity < 0 {
		n.input = max(n.lastInput(), nodeActivity{activity: have, input: inputs[user]}.lastInput())
		n.activity = min(n.activity, have)
	}
	users[user] = n.activity
	delete(inputs, user)
	if n.activity >= 0 || n.input == 0 {
		return
	}
	if inputs == nil {
		inputs = map[id.ID]activity{}
		l.Inputs[organization] = inputs
	}
	inputs[user] = n.input
}

// delta is a message between nodes: the changes in one organization.
type delta struct {
	Node string `json:"n"`
	// Rev is the message's serial; a node's serials are consecutive. Prev is the
	// serial of the previous message of the same organization, or 0: a receiver
	// without that one has missed something.
	Rev    int64              `json:"r"`
	Prev   int64              `json:"p,omitempty"`
	At     int64              `json:"t"`
	Users  map[id.ID]activity `json:"u"`
	Inputs map[id.ID]activity `json:"i,omitempty"` // as in a lease
	Phones map[id.ID]phone    `json:"h,omitempty"` // those that are not ready
	Left   []id.ID            `json:"l,omitempty"` // users without a report any more
}

// put adds a user's activity to the message.
func (d *delta) put(user id.ID, n nodeActivity) {
	if d.Users == nil {
		d.Users = map[id.ID]activity{}
	}
	d.Users[user] = n.activity
	if !n.phone.ready() {
		if d.Phones == nil {
			d.Phones = map[id.ID]phone{}
		}
		d.Phones[user] = n.phone
	}
	if n.input == 0 {
		return
	}
	if d.Inputs == nil {
		d.Inputs = map[id.ID]activity{}
	}
	d.Inputs[user] = n.input
}

// field is a user's entry in a sheet.
type field struct {
	Activity activity `json:"m,omitempty"`
	Input    activity `json:"i,omitempty"` // as in a lease
	Phone    *phone   `json:"h,omitempty"` // if not ready
}

func fieldOf(n nodeActivity) field {
	f := field{Activity: n.activity, Input: n.input}
	if !n.phone.ready() {
		f.Phone = &n.phone
	}
	return f
}

// said returns the field's report, in a sheet at a serial.
func (f field) said(serial int64) nodeActivity {
	n := nodeActivity{activity: f.Activity, input: f.Input, rev: serial}
	if f.Phone != nil {
		n.phone = *f.Phone
	}
	return n
}
