package presence

import (
	"time"

	"switchboard/storage/ephemeral"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// own is what this node tells the others of one organization. The roster's lock guards it.
type own struct {
	organization id.ID
	// untold takes whom the others are to be told of; nil where there are no others.
	untold *pending
	// people are those who have sockets here or had one a moment ago.
	people map[id.ID]*person
	// ceased are those who were among people, until the others are told that they are no
	// more.
	ceased []id.ID
	// telling says that a message about people is about to leave.
	telling bool
	sheet   page
}

// page is how far the others were told of an organization.
type page struct {
	last    int64 // the serial of the organization's last message
	written int64 // where the sheet stands, 0 where it is to be written anew
	when    time.Time
}

// quiet tells whether the others have nothing to hear.
func (o *own) quiet() bool { return len(o.people) == 0 && !o.telling }

// tell has the others told of a user.
func (o *own) tell(user id.ID) {
	if o.untold != nil {
		o.untold.add(o.organization, user)
		signal(o.untold.some)
	}
}

// tellAgain has the others told of everybody with the next change.
func (o *own) tellAgain() {
	for user := range o.people {
		o.untold.add(o.organization, user)
	}
	o.telling = false
}

// cease takes a user out.
func (o *own) cease(user id.ID) {
	delete(o.people, user)
	o.ceased = append(o.ceased, user)
}

// tellCeased has the others told of those who are not among people any more.
func (o *own) tellCeased() {
	for _, user := range o.ceased {
		if o.untold != nil && o.people[user] == nil {
			o.tell(user)
			o.telling = true
		}
	}
	o.ceased = nil
}

// messages tells of some users, in messages that are small enough; each gets the next
// serial and names the one before it.
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
		if len(d.Users)+len(d.Inputs)+len(d.Phones)+len(d.Left) >= maxDelta-2 { // the next may bring three
			end()
		}
	}
	if len(d.Users)+len(d.Left) > 0 {
		end()
	}
	o.telling = false
	return out
}

// change is what changed of some users since the sheet was written, or all of it.
func (o *own) change(users map[id.ID]bool, anew bool) ephemeral.Change {
	c := ephemeral.Change{From: o.sheet.written, To: o.sheet.last, Fields: map[string][]byte{}}
	set := func(user id.ID) {
		c.Fields[string(user)] = nil
		if u := o.people[user]; u != nil {
			if n, known := u.activity(); known {
				c.Fields[string(user)] = row.JSONValue(fieldOf(n))
			}
		}
	}
	if anew || o.sheet.written == 0 {
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
