package presence

import "switchboard/storage/id"

// handedOn is the suffix of the peer under which a node's lease tells of sockets that
// other nodes had.
const handedOn = " handed on"

// said is whom a lease hands on of an organization.
func (l *lease) said(organization id.ID) map[id.ID]nodeActivity {
	out := make(map[id.ID]nodeActivity, len(l.Sockets[organization]))
	for user, m := range l.Sockets[organization] {
		out[user] = nodeActivity{m, l.Inputs[organization][user], l.Beat}
	}
	return out
}

// put keeps the most that is known of a user: an open socket before a closed one, the
// later of two closings, and the latest input.
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
