package presence

import (
	"context"
	"encoding/json"
	"time"

	"switchboard/actors/runtime"
	"switchboard/storage/panics"
)

// share tells the other nodes of this one's sockets and learns of theirs, until ctx
// ends; then it gives its lease up.
func (p *Tracker) share(ctx context.Context) {
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
func (p *Tracker) release(ctx context.Context) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), callTime)
	defer cancel()
	err := p.nodes.Leases.Release(ctx, leaseGroup, p.nodes.Node)
	if err == nil {
		err = p.nodes.Leases.Erase(ctx, leaseGroup, p.nodes.Node, p.sheetNames()...)
	}
	if err != nil {
		p.logger.Warn("the lease of presence could not be released, it runs out", "error", err)
	}
}

// renew holds this node's lease, writes what changed of its sheets, and reads the others'.
func (p *Tracker) renew(ctx context.Context) {
	ticker := time.NewTicker(renewTime)
	defer ticker.Stop()
	p.hold(ctx)
	p.list(ctx)
	last := time.Now()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
			p.list(ctx) // first: the own lease tells of those that are missing
			p.hold(ctx)
		case <-p.changed:
			if !runtime.Pause(ctx, changeGap-time.Since(last)) {
				return
			}
			p.panics.Round(panics.Presence, func() { p.report(ctx, "write", p.write(ctx, false)) })
		case <-p.gapped:
			if !runtime.Pause(ctx, changeGap-time.Since(last)) {
				return
			}
			p.list(ctx)
		}
		last = time.Now()
	}
}

// hold renews the lease, and its sheets where they were lost.
func (p *Tracker) hold(ctx context.Context) {
	p.panics.Round(panics.Presence, func() { p.report(ctx, "hold", p.tellLease(ctx)) })
}

func (p *Tracker) tellLease(ctx context.Context) error {
	was := p.sheets.was
	p.sheets.was = p.rev.Load()
	if err := p.write(ctx, true); err != nil { // first: who finds the lease finds the sheets
		return err
	}
	l := p.lease()
	l.Was = was
	value, err := json.Marshal(l)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, callTime)
	defer cancel()
	return p.nodes.Leases.Hold(ctx, leaseGroup, p.nodes.Node, value, nodeTime)
}

// report writes a line when the leases begin to fail and when they are back.
func (p *Tracker) report(ctx context.Context, what string, err error) {
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
func (p *Tracker) noteFailure(ended bool, err error) (before bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	before = p.failed
	if !ended {
		p.failed = err != nil
	}
	return before
}

// list takes over what the other nodes' leases say. Where they can't be read, what
// was known last stays: nobody is offline because Redis is.
func (p *Tracker) list(ctx context.Context) {
	p.panics.Round(panics.Presence, func() { p.readLeases(ctx) })
}

func (p *Tracker) readLeases(ctx context.Context) {
	short, cancel := context.WithTimeout(ctx, callTime)
	defer cancel()
	values, err := p.nodes.Leases.List(short, leaseGroup)
	p.report(ctx, "list", err)
	if err != nil {
		p.leasesUnread()
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
	// The sheets come first: whoever has read the leases knows who is connected.
	for node, l := range leases {
		if err := p.catchUp(ctx, node, l); err != nil {
			p.report(ctx, "read", err)
			p.leasesUnread()
			return
		}
	}
	p.takeAll(leases)
	p.poke()
}

// leasesUnread notes that the leases can't be read.
func (p *Tracker) leasesUnread() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.blind = true
}

// takeAll takes over from the leases which nodes live, and the sockets of nodes without a
// lease that they tell of. Those count as sockets of a node of their own, so that they
// are kept apart from the teller's.
func (p *Tracker) takeAll(leases map[string]lease) {
	now := time.Now()
	p.leasesRead(leases, now)
	held := map[string]bool{}
	for node, l := range leases {
		held[node] = true
		var skew int64
		p.peer(node, func(other *peer) {
			if l.Beat > other.beat {
				p.hears(other, l.At, now)
				other.beat, other.seen = l.Beat, now
				other.gone.Store(false)
			}
			skew = other.skew.Load()
		})
		if len(l.Sockets) > 0 {
			held[node+handedOn] = true
			p.peer(node+handedOn, func(other *peer) {
				if l.Beat > other.beat {
					other.timed = true // it speaks by the same clock
					other.skew.Store(skew)
					p.take(other, l)
				}
			})
		}
	}
	p.sweep(held, now)
}

// leasesRead notes that the leases were read.
func (p *Tracker) leasesRead(leases map[string]lease, now time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.listed {
		p.listed, p.start = true, now
	}
	if p.blind {
		p.blind, p.healthy = false, now
	}
	for _, l := range leases {
		p.guided = p.guided || l.Sure
	}
}
