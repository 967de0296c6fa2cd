package users

import (
	"context"
	"encoding/json"
	"sync"
	"time"

	"switchboard/storage/id"
	"switchboard/storage/panics"
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
	p.panics.Round(panics.Presence, func() { p.release(ctx) })
}

// release gives the lease up, so that nobody waits for its end.
func (p *Presence) release(ctx context.Context) {
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
	gap := heavyGap
	p.panics.Round(panics.Presence, func() { gap = p.tellLease(ctx) })
	return gap
}

func (p *Presence) tellLease(ctx context.Context) time.Duration {
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
	failed := p.noteFailure(ctx.Err() != nil, err)
	switch {
	case ctx.Err() != nil || failed == (err != nil):
	case err != nil:
		p.logger.Warn("the leases of presence can't be reached: other nodes' users stay as they were", "step", what, "error", err)
	default:
		p.logger.Info("the leases of presence are back")
	}
}

// noteFailure keeps whether the leases fail, but for the end of everything, and tells
// whether they did before.
func (p *Presence) noteFailure(ended bool, err error) (before bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	before = p.failed
	if !ended {
		p.failed = err != nil
	}
	return before
}

// lease is what this node's lease says now: its sockets, who left a moment ago, and
// whom nodes without a lease had then, for those that start now. The change that it
// names is read before the sockets: what is older is in it for certain.
func (p *Presence) lease() lease {
	now := time.Now()
	l := lease{Beat: p.beat.Add(1), Rev: p.rev.Load(), At: now.UnixMilli(), Settled: !p.unsure(now), Sockets: map[id.ID]map[id.ID]mark{}, Inputs: map[id.ID]map[id.ID]mark{}}
	for _, r := range p.known() {
		r.locked(func() {
			for user, u := range r.own {
				if n, known := u.note(); known && (n.mark >= 0 || n.mark.recent(now)) {
					l.put(r.organization, user, n)
				}
			}
		})
	}
	healthy, peers := p.company()
	for _, other := range peers {
		other.locked(func() {
			if other.missing {
				p.handOn(&l, other, later(other.seen, healthy), now)
			}
		})
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

// handOn puts whom a node without a lease had when it was last heard of, under its lock.
func (p *Presence) handOn(l *lease, other *peer, last, now time.Time) {
	heard := mark(-last.UnixMilli())
	for organization := range other.organizations {
		p.with(organization, func(r *roster) {
			for user, n := range r.others[other] {
				n = other.here(n)
				if n.mark >= 0 {
					n = note{mark: heard, input: n.mark}
				}
				if n.mark.recent(now) {
					l.put(organization, user, n)
				}
			}
		})
	}
}

// list takes over what the other nodes' leases say. Where they can't be read, what
// was known last stays: nobody is offline because Redis is.
func (p *Presence) list(ctx context.Context) {
	p.panics.Round(panics.Presence, func() { p.readLeases(ctx) })
}

func (p *Presence) readLeases(ctx context.Context) {
	short, cancel := context.WithTimeout(ctx, callTime)
	defer cancel()
	values, err := p.nodes.Leases.List(short, leaseGroup)
	p.report(ctx, "list", err)
	if err != nil {
		p.lostSight()
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
	p.takeAll(leases)
	p.poke()
}

// lostSight notes that the leases can't be read.
func (p *Presence) lostSight() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.blind = true
}

// takeAll replaces what is known of the other nodes by their leases.
func (p *Presence) takeAll(leases map[string]lease) {
	now := time.Now()
	p.sight(leases, now)
	for node, l := range leases {
		p.peer(node, func(other *peer) {
			if l.Beat > other.beat {
				p.take(other, l)
			}
		})
	}
	p.sweep(leases, now)
}

// sight notes that the leases were read.
func (p *Presence) sight(leases map[string]lease, now time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.listed {
		p.listed, p.start = true, now
	}
	if p.blind {
		p.blind, p.healthy = false, now
	}
	for _, l := range leases {
		p.guided = p.guided || l.Settled
	}
}

// pending are the users whose marks are to be published.
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

// tell notes that a user's mark changed, for the others. Under the lock of his roster:
// who holds it knows that what the roster says is what changes up to rev made of it.
func (p *Presence) tell(organization, user id.ID) {
	p.rev.Add(1)
	p.pending.add(organization, user)
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
		p.panics.Round(panics.Presence, p.publishAll)
		ended = !wait(ctx, publishGap) && ended
	}
}

func (p *Presence) publishAll() {
	for organization, deltas := range p.deltas() {
		for _, d := range deltas {
			p.panics.Round(panics.Presence, func() { p.publishOne(organization, d) })
		}
	}
}

func (p *Presence) publishOne(organization id.ID, d delta) {
	payload, err := json.Marshal(d)
	if err == nil {
		err = p.nodes.Publish(organization, socketsTopic, socketsEvent, payload)
	}
	if err != nil { // the lease tells of it
		p.logger.Debug("a change of presence was not published", "organization", organization, "error", err)
	}
}

// deltas takes what is to be told, in messages that are small enough.
func (p *Presence) deltas() map[id.ID][]delta {
	out := map[id.ID][]delta{}
	for organization, users := range p.pending.take() {
		p.with(organization, func(r *roster) {
			fresh := delta{Node: p.nodes.Node, Rev: p.rev.Load(), At: time.Now().UnixMilli()}
			d := fresh
			for user := range users {
				u := r.people[user]
				if u == nil {
					continue // he left so long ago that he is forgotten
				}
				n, known := u.note()
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
		})
	}
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
