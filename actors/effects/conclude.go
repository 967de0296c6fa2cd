package effects

import (
	"context"
	"encoding/json"
	"log/slog"
	"strings"

	"switchboard/actors/runtime"
	"switchboard/storage/fault"
	"switchboard/storage/row"
	"switchboard/storage/wait"
)

// outcome is the result of an effect.
type outcome struct {
	command any    // for the actor, or nil
	reason  string // reason of a failure
	failed  bool
	kept    bool // stored with the effect
}

// concluder stores outcomes of effects, notifies their actors and settles them.
type concluder struct {
	config  Config
	store   Store
	engine  runtime.Engine
	kinds   map[string]kind
	journal *journal
}

// conclude stores the outcome of an effect, notifies the actor and settles the
// effect. It stores the outcome first: if the actor is unavailable now it is notified
// later, and the work is not repeated.
func (c *concluder) conclude(ctx context.Context, e row.ClaimedEffect, out *outcome) {
	log := c.journal.of(e)
	if !out.kept {
		if err := c.keep(ctx, e, out, log); err != nil {
			c.journal.settled(err, log)
			return
		}
	}
	bounded, cancel := context.WithTimeout(ctx, c.config.Bound)
	defer cancel()
	c.journal.settled(c.announce(bounded, e, out, log), log)
}

// keep stores the outcome of an effect whose work must not be repeated. It retries
// while the database is unavailable: until the lease ends nobody else can claim the
// effect, and the next claim first looks at the provider.
func (c *concluder) keep(ctx context.Context, e row.ClaimedEffect, out *outcome, log *slog.Logger) error {
	if _, ok := c.kinds[e.Kind].Handler.(Recaller); !ok || out.command == nil {
		return nil
	}
	result, err := json.Marshal(out.command)
	if err != nil {
		log.Error("the result of an effect can't be kept", "error", err)
		return nil
	}
	state := row.EffectDone
	if out.failed {
		state = row.EffectFailed
	}
	ctx, cancel := context.WithTimeout(ctx, c.config.Bound)
	defer cancel()
	for try := 1; ; try++ {
		err := c.store.RecordEffect(ctx, e.Claim(), state, result, out.reason)
		switch {
		case err == nil:
			out.kept = true
			return nil
		case fault.Is(err, fault.Conflict):
			return errLost
		case !passing(err): // the actor is notified without it
			log.Error("the result of an effect can't be kept", "error", err)
			return nil
		}
		if !wait.For(ctx, pause(c.config.NotifyPause, maxTellPause, try, 0)) {
			return err
		}
	}
}

// announce notifies the actor of the outcome and settles the effect. If the actor is
// unavailable, it is retried later.
func (c *concluder) announce(ctx context.Context, e row.ClaimedEffect, out *outcome, log *slog.Logger) error {
	told := c.notify(ctx, e, out.command)
	settling, done := c.config.settling(ctx)
	defer done()
	remark := ""
	if told != nil {
		if !deaf(told) && e.Tellings < c.config.NotifyAttempts {
			log.Warn("the result of an effect will be told again", "error", told, "tellings", e.Tellings)
			c.journal.renotified.Add(1)
			return c.store.RetellEffect(settling, e.Claim(), pause(c.config.NotifyPause, maxTellPause, e.Tellings+1, fault.From(told).RetryAfter), told.Error())
		}
		log.Error("the result of an effect could not be told", "error", told)
		c.journal.undelivered.Add(1)
		remark = "Nobody could be told: " + told.Error()
	}
	if out.failed {
		c.journal.failed.Add(1)
		return c.store.FailEffect(settling, e.Claim(), strings.TrimSpace(out.reason+" "+remark))
	}
	c.journal.done.Add(1)
	return c.store.FinishEffect(settling, e.Claim(), remark)
}

// notify sends a command to an effect's actor, if there is one.
func (c *concluder) notify(ctx context.Context, e row.ClaimedEffect, command any) error {
	if command == nil {
		return nil
	}
	_, err := c.engine.Ask(ctx, e.Actor, runtime.Identity{Organization: e.Organization, ID: e.Subject}, command)
	return err
}
