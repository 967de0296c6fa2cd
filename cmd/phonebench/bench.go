package main

import (
	"context"
	"fmt"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"
)

// bench is the measured setup.
type bench struct {
	settings

	world          *world
	alone, crowded sounds
	talk           talk
}

// talk is the state while all calls talked.
type talk struct {
	late, took, clock     spread
	talking, heard, ended int // number of calls in each state
	wrong                 []string
	before, during        use
	cores                 float64
}

// single times the accepts of calls one after the other.
func (b *bench) single(ctx context.Context) error {
	admin, err := b.world.signIn(ctx, "admin")
	if err != nil {
		return err
	}
	a, err := b.world.agent(ctx, "agent1")
	if err != nil {
		return err
	}
	defer a.leave()
	if err := a.beThere(ctx); err != nil {
		return err
	}
	for range b.rounds {
		if err := a.pickUp(ctx); err != nil { // with a phone that has heard nothing
			return err
		}
		c, err := ring(ctx, admin, a, "+12065550177")
		if err != nil {
			return err
		}
		if err := c.accept(ctx, &b.alone); err != nil {
			return err
		}
		if err := c.command(ctx, "completed"); err != nil {
			return err
		}
		if err := c.becomes(ctx, "completed"); err != nil {
			return err
		}
	}
	return nil
}

// many lets all agents talk at once.
func (b *bench) many(ctx context.Context) (err error) {
	admin, err := b.world.signIn(ctx, "admin")
	if err != nil {
		return err
	}
	agents := make([]*agent, b.calls)
	defer func() {
		for _, a := range agents {
			if a != nil {
				a.leave()
			}
		}
	}()
	calls := make([]*call, b.calls)
	if err := b.sideBySide(ctx, func(ctx context.Context, i int) (err error) {
		agents[i], err = b.world.agent(ctx, fmt.Sprintf("phone%d", i+1))
		return err
	}); err != nil {
		return err
	}
	if b.talk.before, err = b.world.use(ctx); err != nil {
		return err
	}
	if err := b.sideBySide(ctx, func(ctx context.Context, i int) (err error) {
		if err := agents[i].beThere(ctx); err != nil {
			return err
		}
		if calls[i], err = ring(ctx, admin, agents[i], fmt.Sprintf("+1206556%04d", i)); err != nil {
			return err
		}
		return calls[i].accept(ctx, &b.crowded)
	}); err != nil {
		return err
	}
	if err := b.watch(ctx); err != nil {
		return err
	}
	if b.talk.during, err = b.world.use(ctx); err != nil {
		return err
	}
	return b.judge(ctx, calls)
}

// sideBySide runs do for each call, some of them concurrently.
func (b *bench) sideBySide(ctx context.Context, do func(ctx context.Context, i int) error) error {
	work, ctx := errgroup.WithContext(ctx)
	work.SetLimit(b.atOnce)
	for i := range b.calls {
		work.Go(func() error { return do(ctx, i) })
	}
	return work.Wait()
}

// watch counts ticks while all talk, and those of a separate clock.
func (b *bench) watch(ctx context.Context) error {
	before, err := b.world.figures(ctx)
	if err != nil {
		return err
	}
	began := time.Now()
	if b.talk.clock, err = clockLateness(ctx, b.measure); err != nil {
		return err
	}
	after, err := b.world.figures(ctx)
	if err != nil {
		return err
	}
	const cpu = "process_cpu_seconds_total"
	b.talk.cores = (after[cpu] - before[cpu]) / time.Since(began).Seconds()
	for name, into := range map[string]*spread{"switchboard_simulator_tick_late_seconds": &b.talk.late, "switchboard_simulator_tick_seconds": &b.talk.took} {
		from, err := before.spread(name)
		if err != nil {
			return err
		}
		to, err := after.spread(name)
		if err != nil {
			return err
		}
		to.since(&from)
		*into = to
	}
	return nil
}

// judge checks that every call is in the expected state, and ends them, half
// of them by the agent.
func (b *bench) judge(ctx context.Context, calls []*call) error {
	var mu sync.Mutex
	wrong := func(c *call, what string) {
		if len(b.talk.wrong) < 10 {
			b.talk.wrong = append(b.talk.wrong, fmt.Sprintf("call %s %s", c.id, what))
		}
	}
	return b.sideBySide(ctx, func(ctx context.Context, i int) error {
		c := calls[i]
		now, hear := c.stored(ctx), c.bothHear(ctx)
		end := func() error { return c.command(ctx, "completed") }
		if i%2 == 0 {
			end = func() error { return c.outside(ctx, "hangup", nil) }
		}
		err := end()
		if err == nil {
			err = c.becomes(ctx, "completed")
		}
		mu.Lock()
		defer mu.Unlock()
		if now.Status == "in-progress" && now.User.ID == c.agent.id {
			b.talk.talking++
		} else {
			wrong(c, fmt.Sprintf("of %s is %s with %s", c.agent.id, now.Status, now.User.ID))
		}
		if hear {
			b.talk.heard++
		} else {
			wrong(c, "is not heard at both ends")
		}
		if err == nil {
			b.talk.ended++
		} else {
			wrong(c, err.Error())
		}
		return nil
	})
}
