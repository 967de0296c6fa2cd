package presence

import (
	"time"

	"switchboard/storage/ephemeral"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// own is this node's reports about one organization, guarded by the roster's lock.
type own struct {
	organization id.ID
	// untold collects the users to publish; nil without other nodes.
	untold *pending
	// people are the users with sockets here, now or a moment ago.
	people map[id.ID]*person
	// ceased are users who left people, until that is published.
	ceased []id.ID
	// telling reports that a message about people is about to be sent.
	telling bool
	sheet   page
}

// page tracks how far an organization was published.
type page struct {
	last    int64 // the serial of the organization's last message
	written int64 // the serial of the sheet; 0 if it must be rewritten
	when    time.Time
}

// quiet reports whether there is nothing to publish.
func (o *own) quiet() bool { return len(o.people) == 0 && !o.telling }

// notify publishes a user.
func (o *own) notify(user id.ID) {
	if o.untold != nil {
		o.untold.add(o.organization, user)
		signal(o.untold.some)
	}
}

// tellAgain publishes all users with the next change.
func (o *own) tellAgain() {
	for user := range o.people {
		o.untold.add(o.organization, user)
	}
	o.telling = false
}

// cease removes a user.
func (o *own) cease(user id.ID) {
	delete(o.people, user)
	o.ceased = append(o.ceased, user)
}

// tellCeased publishes the removed users.
func (o *own) tellCeased() {
	for _, user := range o.ceased {
		if o.untold != nil && o.people[user] == nil {
			o.notify(user)
			o.telling = true
		}
	}
	o.ceased = nil
}

// messages returns messages about some users, each small enough, with the next serial
// and the serial of the previous one.
func (o *own) messages(node string, users map[id.ID]bool, next func() int64) (out []delta) {
	var d delta
	end := func() {
		d.Node, d.At, d.Prev, d.Rev = node, time.Now().UnixMilli(), o.sheet.last, next()
		o.sheet.last = d.Rev
		out = append(out, d)
		d = delta{}
	}
	for user := range users {
		u := o.people[user]
		if u == nil {
			d.Left = append(d.Left, user)
		} else if n, known := u.activity(); known {
			d.put(user, n)
		}
		if len(d.Users)+len(d.Inputs)+len(d.Phones)+len(d.Left) >= maxDelta-2 { // the next user may add three
			end()
		}
	}
	if len(d.Users)+len(d.Left) > 0 {
		end()
	}
	o.telling = false
	return out
}

// change returns the changes of some users since the sheet was written, or a whole
// sheet.
func (o *own) change(users map[id.ID]bool, rewrite bool) ephemeral.Change {
	c := ephemeral.Change{From: o.sheet.written, To: o.sheet.last, Fields: map[string][]byte{}}
	set := func(user id.ID) {
		c.Fields[string(user)] = nil
		if u := o.people[user]; u != nil {
			if n, known := u.activity(); known {
				c.Fields[string(user)] = row.JSONValue(fieldOf(n))
			}
		}
	}
	if rewrite || o.sheet.written == 0 {
		c.From = 0
		for user := range o.people {
			set(user)
		}
		return c
	}
	for user := range users {
		if user != "" {
			set(user)
		}
	}
	return c
}
