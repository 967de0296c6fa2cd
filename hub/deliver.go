package hub

import (
	"time"

	"switchboard/hub/projection"
	"switchboard/hub/topic"
	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/id"
)

// delivery sends one entry to the sockets that it concerns and that may see
// it, once each. Its cost grows with the profiles subscribed to the entry's
// topics and with the users named in its routes, not with the number of
// sockets, which only cost a write each. The organization's lock is held
// throughout.
type delivery struct {
	*projection.Change
	to    *orgState
	now   time.Time
	rooms []*room   // of the entry's topics that have sockets
	lost  []*socket // sockets that may no longer see the record
	sent  int
}

// deliver sends an entry to every socket that it concerns and that may see
// it, once each. The caller holds the lock.
func (org *orgState) deliver(e *entry.Entry, now time.Time) {
	if e.Op == entry.Bulk {
		return // resyncOutdated has asked for fresh snapshots
	}
	d := delivery{Change: projection.New(org.catalog(), e), to: org, now: now}
	for _, name := range d.Topics {
		if r := org.rooms[name]; r != nil {
			d.rooms = append(d.rooms, r)
		}
	}
	if len(d.rooms) == 0 {
		return
	}
	d.toNamed()
	d.toOthers()
	for _, s := range d.lost {
		org.closeTopics(s, d.Change)
	}
	org.delivered += int64(d.sent)
	m := org.node.metrics
	m.deliveries.Add(float64(d.sent))
	m.decisions.Add(float64(d.Decisions))
	m.frames.Add(float64(d.Built))
}

// toNamed sends the entry to the users that the routes name. For them, being
// named decides what they see and whether the entry concerns them at all.
func (d *delivery) toNamed() {
	for user, relation := range d.named() {
		for _, s := range d.to.users[user].sockets {
			if s.reload != nil {
				continue // it catches up after its permissions are reloaded
			}
			for _, r := range d.rooms {
				sub := s.subscriptionTo(r)
				if sub == nil {
					continue
				}
				o, ok := d.For(r.topic, user, d.rights(sub.group), relation)
				if !ok {
					continue
				}
				s.seen = d.Entry.Seq
				d.send(s, o)
				break
			}
		}
	}
}

// named returns the users on this node that the routes name, with their
// relation to the record.
func (d *delivery) named() map[id.ID]topic.Relation {
	e, found := d.Entry, map[id.ID]topic.Relation{}
	look := func(user id.ID) {
		if _, known := found[user]; known || user == "" || d.to.users[user] == nil {
			return
		}
		found[user] = topic.RelationOf(e, user)
	}
	for _, route := range []*entry.Route{&e.Route.Before, &e.Route.After} {
		look(route.Owner)
		for _, user := range route.Members {
			look(user)
		}
		for _, user := range route.Candidates {
			look(user)
		}
	}
	if person, ok := d.Catalog.Names(e); ok {
		look(person)
	}
	return found
}

// toOthers sends the entry to all other users, group by group.
func (d *delivery) toOthers() {
	seq := d.Entry.Seq
	for _, r := range d.rooms {
		for _, g := range r.groups {
			var o projection.Outcome
			decided, ok := false, false
			for _, s := range g.sockets {
				if s.seen == seq || s.reload != nil {
					continue
				}
				if !decided {
					o, ok = d.For(r.topic, "", d.rights(g), topic.Relation{})
					decided = true
				}
				if !ok || o.Frame.Zero() {
					break
				}
				s.seen = seq
				d.send(s, o)
			}
		}
	}
}

func (d *delivery) send(s *socket, o projection.Outcome) {
	if o.Frame.Zero() {
		return
	}
	s.sendDurable(o.Frame, d.Entry.Seq, d.now)
	d.sent++
	if o.Left {
		d.lost = append(d.lost, s)
	}
}

// rights returns a group's rights to the entry's object, which all its
// sockets share.
func (d *delivery) rights(g *group) *access.Rights {
	return g.sockets[0].principal.Load().Rights(d.Entry.Object)
}
