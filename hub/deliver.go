package hub

import (
	"time"

	"switchboard/hub/projection"
	"switchboard/hub/topic"
	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/id"
)

// delivery brings one entry to the sockets that it concerns and that may see it,
// to each once. What it costs grows with the profiles that follow the entry's
// topics and with the users whom its routes name, not with the sockets, for which
// nothing is left but to write. The tenant's lock is held throughout.
type delivery struct {
	*projection.Change
	to    *audience
	now   time.Time
	rooms []*room // of the entry's topics, as far as anybody is in them
	// outcomes are what a group is told, by how the routes name its user.
	outcomes  map[outcomeKey]outcome
	gone      []*socket // out of whose sight the record went
	decisions int       // how often visibility was decided
	sent      int
}

type outcomeKey struct {
	group    *group
	standing topic.Standing
}

type outcome struct {
	projection.Telling
	left bool // the record went out of sight
}

// deliver gives an entry to every socket that it concerns and may see it, each
// once. The caller holds the lock.
func (a *audience) deliver(e *entry.Entry, now time.Time) {
	if e.Op == entry.Bulk {
		a.deliverBulk(e, now)
		return
	}
	d := delivery{Change: projection.New(a.catalog(), e), to: a, now: now}
	for _, name := range d.Topics {
		if r := a.rooms[name]; r != nil {
			d.rooms = append(d.rooms, r)
		}
	}
	if len(d.rooms) == 0 {
		return
	}
	d.outcomes = map[outcomeKey]outcome{}
	d.toNamed()
	d.toOthers()
	for _, s := range d.gone {
		a.closeTopics(s, e)
	}
	a.delivered += int64(d.sent)
	m := a.node.metrics
	m.deliveries.Add(float64(d.sent))
	m.decisions.Add(float64(d.decisions))
	m.frames.Add(float64(d.Built))
}

// toNamed tells the users whom the routes name: what they see, and whether the
// entry concerns them at all, depends on it.
func (d *delivery) toNamed() {
	e := d.Entry
	for user, how := range d.named() {
		for _, s := range d.to.users[user].sockets {
			if s.renewal != nil {
				continue // it is told when its rights are known
			}
			for _, r := range d.rooms {
				sub := s.subscriptionTo(r)
				if sub == nil || !d.Catalog.Concerns(r.topic, user, how, e) {
					continue
				}
				o := d.outcome(sub.group, how)
				if !o.Frame.Zero() && !o.In(r.name) {
					continue
				}
				s.seen = e.Seq
				d.tell(s, o)
				break
			}
		}
	}
}

// named lists the users on this node whom the routes name, and how.
func (d *delivery) named() map[id.ID]topic.Standing {
	e, found := d.Entry, map[id.ID]topic.Standing{}
	look := func(user id.ID) {
		if _, known := found[user]; known || user == "" || d.to.users[user] == nil {
			return
		}
		found[user] = topic.StandingOf(e, user)
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

// toOthers tells everybody else, group by group.
func (d *delivery) toOthers() {
	seq := d.Entry.Seq
	for _, r := range d.rooms {
		if !d.Catalog.Concerns(r.topic, "", topic.Standing{}, d.Entry) {
			continue // it is for those alone who are named
		}
		for _, g := range r.groups {
			var o outcome
			decided := false
			for _, s := range g.sockets {
				if s.seen == seq || s.renewal != nil {
					continue
				}
				if !decided {
					o, decided = d.outcome(g, topic.Standing{}), true
				}
				if o.Frame.Zero() || !o.In(r.name) {
					break
				}
				s.seen = seq
				d.tell(s, o)
			}
		}
	}
}

func (d *delivery) tell(s *socket, o outcome) {
	if o.Frame.Zero() {
		return
	}
	s.sendDurable(o.Frame, d.Entry.Seq, d.now)
	d.sent++
	if o.left {
		d.gone = append(d.gone, s)
	}
}

// outcome decides what the users of a group whom the routes name so are told.
func (d *delivery) outcome(g *group, how topic.Standing) outcome {
	key := outcomeKey{g, how}
	if o, ok := d.outcomes[key]; ok {
		return o
	}
	d.decisions++
	rights := g.sockets[0].principal.Load().Rights(d.Entry.Object)
	var o outcome
	if rights != nil {
		var before, after access.Sight
		if d.Entry.Op != entry.Created {
			before = rights.SightAs(&d.Entry.Route.Before, how.Before)
		}
		if d.Entry.Op != entry.Removed {
			after = rights.SightAs(&d.Entry.Route.After, how.After)
		}
		o.Telling, o.left = d.Between(rights, before, after)
	}
	d.outcomes[key] = o
	return o
}
