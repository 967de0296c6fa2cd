package presence

import (
	"context"
	"encoding/json"
	"sync"
	"time"

	"switchboard/actors/runtime"
	"switchboard/storage/id"
	"switchboard/storage/panics"
)

// pending are the users whose activities are to be published.
type pending struct {
	mu    sync.Mutex
	users map[id.ID]map[id.ID]bool
}

func (n *pending) add(organization, user id.ID) {
	n.mu.Lock()
	defer n.mu.Unlock()
	users := n.users[organization]
	if users == nil {
		users = map[id.ID]bool{}
		if n.users == nil {
			n.users = map[id.ID]map[id.ID]bool{}
		}
		n.users[organization] = users
	}
	users[user] = true
}

func (n *pending) take() map[id.ID]map[id.ID]bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	users := n.users
	n.users = nil
	return users
}

// tell notes that a user's activity changed, for the others.
func (p *Tracker) tell(organization, user id.ID) {
	p.pending.add(organization, user)
	signal(p.news)
}

// tellAgain has everybody in own told with the next change: which of them were pending is
// lost.
func (p *Tracker) tellAgain() {
	for _, r := range p.known() {
		r.locked(func() {
			for user := range r.own {
				p.pending.add(r.organization, user)
			}
			r.telling = false
			p.agenda.now(r)
		})
	}
}

// signal wakes the goroutine that waits, now or when it next waits.
func signal(waiting chan struct{}) {
	select {
	case waiting <- struct{}{}:
	default:
	}
}

// publish tells the others of each change at once, until ctx ends and the last is told.
func (p *Tracker) publish(ctx context.Context) {
	for ended := false; !ended; {
		select {
		case <-ctx.Done():
			ended = true
		case <-p.news:
		}
		if !p.panics.Round(panics.Presence, p.publishAll) {
			p.tellAgain()
		}
		ended = !runtime.Pause(ctx, publishGap) && ended
	}
}

func (p *Tracker) publishAll() {
	for organization, deltas := range p.deltas() {
		for _, d := range deltas {
			p.panics.Round(panics.Presence, func() { p.publishOne(organization, d) })
		}
	}
}

func (p *Tracker) publishOne(organization id.ID, d delta) {
	payload, err := json.Marshal(d)
	if err == nil {
		err = p.nodes.Publish(organization, socketsTopic, socketsEvent, payload)
	}
	if err != nil { // the lease tells of it
		p.logger.Debug("a change of presence was not published", "organization", organization, "error", err)
	}
}

// deltas takes what is to be told, in messages that are small enough. Each has a serial
// of this node's and names the one before it of its organization; what is told is to be
// written into the sheets, too.
func (p *Tracker) deltas() map[id.ID][]delta {
	p.sheets.telling.Lock()
	defer p.sheets.telling.Unlock()
	out := map[id.ID][]delta{}
	for organization, users := range p.pending.take() {
		p.with(organization, func(r *roster) {
			var d delta
			end := func() {
				d.Node, d.At, d.Prev, d.Rev = p.nodes.Node, time.Now().UnixMilli(), r.sheet.last, p.rev.Add(1)
				r.sheet.last = d.Rev
				out[organization] = append(out[organization], d)
				d = delta{}
			}
			for user := range users {
				u := r.own[user]
				if u == nil {
					d.Left = append(d.Left, user)
				} else if n, known := u.activity(); known {
					d.put(user, n)
				}
				p.sheets.unwritten.add(organization, user)
				if len(d.Users)+len(d.Inputs)+len(d.Left) >= maxDelta-1 { // the next may bring two
					end()
				}
			}
			if len(d.Users)+len(d.Left) > 0 {
				end()
			}
			if r.telling = false; len(r.own) == 0 {
				p.agenda.now(r) // it may be dropped
			}
		})
	}
	if len(out) > 0 {
		signal(p.changed)
	}
	return out
}

// put adds a user's activity to the message.
func (d *delta) put(user id.ID, n nodeActivity) {
	if d.Users == nil {
		d.Users = map[id.ID]activity{}
	}
	d.Users[user] = n.activity
	if n.input == 0 {
		return
	}
	if d.Inputs == nil {
		d.Inputs = map[id.ID]activity{}
	}
	d.Inputs[user] = n.input
}
