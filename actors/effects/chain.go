package effects

import (
	"context"
	"sync"
	"time"

	"switchboard/storage/row"
)

// maxSuccession is how long a subject with many effects may keep its slot.
const maxSuccession = 2 * time.Second

// chain executes a subject's effects one after the other.
type chain struct {
	config    Config
	store     Store
	kinds     map[string]kind
	leases    *leases // effects in progress here
	executor  *executor
	concluder *concluder
	journal   *journal
}

// successor is an effect that was claimed to start when the one before it is done.
type successor struct {
	effect row.ClaimedEffect
	lease  *lease
}

// work executes a claimed effect, and its successors if its kind is a Succession,
// until ctx ends.
func (c *chain) work(ctx context.Context, h *lease, e row.ClaimedEffect) {
	end := time.Now().Add(maxSuccession)
	unbroken := context.WithoutCancel(ctx) // what was started finishes even while the worker stops
	var settling sync.WaitGroup            // of at most one effect
	defer settling.Wait()
	for {
		ahead := c.ahead(ctx, e, end)
		out := c.begin(unbroken, h, e)
		next := <-ahead
		settling.Wait()
		if out == nil { // it is retried or belongs to another worker, so its successors wait
			c.leases.release(h)
			c.giveBack(unbroken, next)
			return
		}
		done, held := e, h
		settling.Go(func() {
			defer c.leases.release(held)
			c.settle(unbroken, done, out)
		})
		if next == nil {
			return
		}
		if ctx.Err() != nil {
			c.giveBack(unbroken, next)
			return
		}
		e, h = next.effect, next.lease
	}
}

// ahead claims the next effect. It returns nil if none can start right after e. An
// effect that was lost with a worker before is executed alone.
func (c *chain) ahead(ctx context.Context, e row.ClaimedEffect, end time.Time) <-chan *successor {
	found := make(chan *successor, 1)
	if _, ok := c.kinds[e.Kind].Handler.(Succession); !ok || e.Lost > 0 || e.Outcome != "" || ctx.Err() != nil || !time.Now().Before(end) {
		found <- nil
		return found
	}
	go func() {
		var next *successor
		defer func() { found <- next }()
		c.journal.guard(e, func() { next = c.claimNext(ctx, e) })
	}()
	return found
}

// claimNext claims the next effect, or returns nil.
func (c *chain) claimNext(ctx context.Context, e row.ClaimedEffect) *successor {
	bounded, done := c.config.settling(ctx)
	defer done()
	asked := time.Now()
	effect, ok, err := c.store.ClaimNextEffect(bounded, e.Claim(), c.config.Lease)
	if err != nil {
		c.config.Logger.Warn("the next effect could not be claimed", "after", e.ID, "error", err)
	}
	if err != nil || !ok {
		return nil
	}
	return &successor{effect, c.leases.take(effect, asked)}
}

// giveBack returns a claim that was not used.
func (c *chain) giveBack(ctx context.Context, next *successor) {
	if next == nil {
		return
	}
	defer c.leases.release(next.lease)
	bounded, done := c.config.settling(ctx)
	defer done()
	if err := c.store.ReturnEffect(bounded, next.effect.Claim()); err != nil {
		c.journal.settled(err, c.journal.of(next.effect))
	}
}

// begin executes an effect and returns its outcome, or nil if it was postponed or
// belongs to another worker. A panic costs the claim: the lease ends, and the effect
// is retried until it was lost too often.
func (c *chain) begin(ctx context.Context, h *lease, e row.ClaimedEffect) (out *outcome) {
	c.journal.guard(e, func() { out = c.executor.execute(ctx, h, e) })
	return out
}

// settle concludes an effect. A panic affects only this one.
func (c *chain) settle(ctx context.Context, e row.ClaimedEffect, out *outcome) {
	c.journal.guard(e, func() { c.concluder.conclude(ctx, e, out) })
}
