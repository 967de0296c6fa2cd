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
	rooms []*room // of the entry's topics that have sockets
	// outcomes caches what a group receives, by the relation of its users to
	// the record.
	outcomes  map[outcomeKey]outcome
	lost      []*socket // sockets that may no longer see the record
	decisions int       // how often visibility was decided
	sent      int
}

type outcomeKey struct {
	group    *group
	relation topic.Relation
}

type outcome struct {
	projection.Packet
	left bool // the record became invisible
}

// deliver sends an entry to every socket that it concerns and that may see
// it, once each. The caller holds the lock.
func (org *orgState) deliver(e *entry.Entry, now time.Time) {
	if e.Op == entry.Bulk {
		org.deliverBulk(e, now)
		return
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
	d.outcomes = map[outcomeKey]outcome{}
	d.toNamed()
	d.toOthers()
	for _, s := range d.lost {
		org.closeTopics(s, e)
	}
	org.delivered += int64(d.sent)
	m := org.node.metrics
	m.deliveries.Add(float64(d.sent))
	m.decisions.Add(float64(d.decisions))
	m.frames.Add(float64(d.Built))
}

// toNamed sends the entry to the users that the routes name. For them, being
// named decides what they see and whether the entry concerns them at all.
func (d *delivery) toNamed() {
	e := d.Entry
	for user, relation := range d.named() {
		for _, s := range d.to.users[user].sockets {
			if s.reload != nil {
				continue // it catches up after its permissions are reloaded
			}
			for _, r := range d.rooms {
				sub := s.subscriptionTo(r)
				if sub == nil || !d.Catalog.Concerns(r.topic, user, relation, e) {
					continue
				}
				o := d.outcome(sub.group, relation)
				if !o.Frame.Zero() && !o.In(r.name) {
					continue
				}
				s.seen = e.Seq
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
		if !d.Catalog.Concerns(r.topic, "", topic.Relation{}, d.Entry) {
			continue // it concerns only the users that are named
		}
		for _, g := range r.groups {
			var o outcome
			decided := false
			for _, s := range g.sockets {
				if s.seen == seq || s.reload != nil {
					continue
				}
				if !decided {
					o, decided = d.outcome(g, topic.Relation{}), true
				}
				if o.Frame.Zero() || !o.In(r.name) {
					break
				}
				s.seen = seq
				d.send(s, o)
			}
		}
	}
}

func (d *delivery) send(s *socket, o outcome) {
	if o.Frame.Zero() {
		return
	}
	s.sendDurable(o.Frame, d.Entry.Seq, d.now)
	d.sent++
	if o.left {
		d.lost = append(d.lost, s)
	}
}

// outcome decides what the users of a group with this relation to the record
// receive.
func (d *delivery) outcome(g *group, relation topic.Relation) outcome {
	key := outcomeKey{g, relation}
	if o, ok := d.outcomes[key]; ok {
		return o
	}
	d.decisions++
	rights := g.sockets[0].principal.Load().Rights(d.Entry.Object)
	var o outcome
	if rights != nil {
		var before, after access.Sight
		if d.Entry.Op != entry.Created {
			before = rights.SightAs(&d.Entry.Route.Before, relation.Before)
		}
		if d.Entry.Op != entry.Removed {
			after = rights.SightAs(&d.Entry.Route.After, relation.After)
		}
		o.Packet, o.left = d.Between(rights, before, after)
	}
	d.outcomes[key] = o
	return o
}
