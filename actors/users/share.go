package users

import (
	"context"
	"encoding/json"
	"time"

	"switchboard/storage/id"
)

// share tells the other nodes of this one's sockets and learns of theirs, until ctx
// ends; then it gives its lease up.
func (p *Presence) share(ctx context.Context) {
	told := make(chan struct{})
	go func() {
		defer close(told)
		p.publish(ctx)
	}()
	p.renew(ctx)
	<-told
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), callTime)
	defer cancel()
	if err := p.nodes.Leases.Release(ctx, leaseGroup, p.nodes.Node); err != nil {
		p.logger.Warn("the lease of presence could not be released, it runs out", "error", err)
	}
}

// renew holds this node's lease and reads the others'.
func (p *Presence) renew(ctx context.Context) {
	ticker := time.NewTicker(renewTime)
	defer ticker.Stop()
	gap := p.hold(ctx)
	p.list(ctx)
	last := time.Now()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
			p.list(ctx) // first: the own lease tells of those that are missing
			gap = p.hold(ctx)
		case <-p.changed:
			if !wait(ctx, gap-time.Since(last)) {
				return
			}
			gap = p.hold(ctx)
		}
		last = time.Now()
	}
}

// wait waits for a while; false when ctx ended first.
func wait(ctx context.Context, d time.Duration) bool {
	if d <= 0 {
		return ctx.Err() == nil
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}

// hold renews the lease and gives the pause until changes may renew it again.
func (p *Presence) hold(ctx context.Context) time.Duration {
	value, err := json.Marshal(p.lease())
	if err == nil {
		ctx, cancel := context.WithTimeout(ctx, callTime)
		err = p.nodes.Leases.Hold(ctx, leaseGroup, p.nodes.Node, value, nodeTime)
		cancel()
	}
	p.report(ctx, "hold", err)
	if len(value) > heavyLease {
		return heavyGap
	}
	return changeGap
}

// report writes a line when the leases begin to fail and when they are back.
func (p *Presence) report(ctx context.Context, what string, err error) {
	p.mu.Lock()
	failed := p.failed
	if ctx.Err() == nil {
		p.failed = err != nil
	}
	p.mu.Unlock()
	switch {
	case ctx.Err() != nil || failed == (err != nil):
	case err != nil:
		p.logger.Warn("the leases of presence can't be reached: other nodes' users stay as they were", "step", what, "error", err)
	default:
		p.logger.Info("the leases of presence are back")
	}
}

// lease is what this node's lease says now: its sockets, who left a moment ago, and
// whom nodes without a lease had then, for those that start now.
func (p *Presence) lease() lease {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := time.Now()
	p.beat++
	l := lease{Beat: p.beat, Rev: p.rev, At: now.UnixMilli(), Settled: !p.unsure(now), Sockets: map[id.ID]map[id.ID]mark{}, Inputs: map[id.ID]map[id.ID]mark{}}
	for organization, r := range p.rosters {
		for user, u := range r.people {
			if n, known := u.note(); known && (n.mark >= 0 || n.mark.recent(now)) {
				l.put(organization, user, n)
			}
		}
	}
	for _, other := range p.peers {
		if other.missing {
			p.handOn(&l, other, now)
		}
	}
	return l
}

// put says the best that is known of a user: a socket before a departure, a later
// departure before an earlier one, and of departures the latest input.
func (l *lease) put(organization, user id.ID, n note) {
	users := l.Sockets[organization]
	if users == nil {
		users = map[id.ID]mark{}
		l.Sockets[organization] = users
	}
	have, known := users[user]
	if known && have >= 0 {
		return
	}
	inputs := l.Inputs[organization]
	if known && n.mark < 0 {
		n.input = max(n.lastInput(), note{mark: have, input: inputs[user]}.lastInput())
		n.mark = min(n.mark, have)
	}
	users[user] = n.mark
	delete(inputs, user)
	if n.mark >= 0 || n.input == 0 {
		return
	}
	if inputs == nil {
		inputs = map[id.ID]mark{}
		l.Inputs[organization] = inputs
	}
	inputs[user] = n.input
}

// handOn puts whom a node without a lease had when it was last heard of.
func (p *Presence) handOn(l *lease, other *peer, now time.Time) {
	heard := mark(-later(other.seen, p.healthy).UnixMilli())
	for organization, users := range other.notes {
		for user, n := range users {
			n = other.here(n)
			if n.mark >= 0 {
				n = note{mark: heard, input: n.mark}
			}
			if n.mark.recent(now) {
				l.put(organization, user, n)
			}
		}
	}
}

// list takes over what the other nodes' leases say. Where they can't be read, what
// was known last stays: nobody is offline because Redis is.
func (p *Presence) list(ctx context.Context) {
	short, cancel := context.WithTimeout(ctx, callTime)
	defer cancel()
	values, err := p.nodes.Leases.List(short, leaseGroup)
	p.report(ctx, "list", err)
	if err != nil {
		p.mu.Lock()
		p.blind = true
		p.mu.Unlock()
		return
	}
	leases := make(map[string]lease, len(values))
	for node, value := range values {
		if node == p.nodes.Node {
			continue
		}
		var l lease
		if err := json.Unmarshal(value, &l); err != nil {
			p.logger.Warn("a node's lease of presence is not understood", "node", node, "error", err)
			continue
		}
		leases[node] = l
	}
	p.mu.Lock()
	now := time.Now()
	if !p.listed {
		p.listed, p.start = true, now
	}
	if p.blind {
		p.blind, p.healthy = false, now
	}
	for node, l := range leases {
		p.guided = p.guided || l.Settled
		if other := p.peer(node); other != nil && l.Beat > other.beat {
			p.take(other, l)
		}
	}
	p.sweep(leases, now)
	p.mu.Unlock()
	p.poke()
}

// tell notes that a user's mark changed, for the others. Under the lock.
func (p *Presence) tell(organization, user id.ID) {
	p.rev++
	users := p.pending[organization]
	if users == nil {
		users = map[id.ID]bool{}
		p.pending[organization] = users
	}
	users[user] = true
	for _, signal := range []chan struct{}{p.changed, p.news} {
		select {
		case signal <- struct{}{}:
		default:
		}
	}
}

// publish tells the others of each change at once, until ctx ends and the last is told.
func (p *Presence) publish(ctx context.Context) {
	for ended := false; !ended; {
		select {
		case <-ctx.Done():
			ended = true
		case <-p.news:
		}
		for organization, deltas := range p.deltas() {
			for _, d := range deltas {
				payload, err := json.Marshal(d)
				if err == nil {
					err = p.nodes.Publish(organization, socketsTopic, socketsEvent, payload)
				}
				if err != nil { // the lease tells of it
					p.logger.Debug("a change of presence was not published", "organization", organization, "error", err)
				}
			}
		}
		ended = !wait(ctx, publishGap) && ended
	}
}

// deltas takes what is to be told, in messages that are small enough.
func (p *Presence) deltas() map[id.ID][]delta {
	p.mu.Lock()
	defer p.mu.Unlock()
	out := map[id.ID][]delta{}
	for organization, users := range p.pending {
		fresh := delta{Node: p.nodes.Node, Rev: p.rev, At: time.Now().UnixMilli()}
		d := fresh
		for user := range users {
			n, known := p.roster(organization).person(user).note()
			if !known {
				continue
			}
			d.put(user, n)
			if len(d.Users)+len(d.Inputs) >= maxDelta-1 { // the next may bring two
				out[organization] = append(out[organization], d)
				d = fresh
			}
		}
		if len(d.Users) > 0 {
			out[organization] = append(out[organization], d)
		}
	}
	clear(p.pending)
	return out
}

// put says what changed of a user.
func (d *delta) put(user id.ID, n note) {
	if d.Users == nil {
		d.Users = map[id.ID]mark{}
	}
	d.Users[user] = n.mark
	if n.input == 0 {
		return
	}
	if d.Inputs == nil {
		d.Inputs = map[id.ID]mark{}
	}
	d.Inputs[user] = n.input
}
