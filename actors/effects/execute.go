package effects

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"switchboard/actors/once"
	"switchboard/storage/fault"
	"switchboard/storage/row"
)

// executor runs the handlers of effects.
type executor struct {
	config    Config
	store     Store
	kinds     map[string]kind
	leases    *leases
	concluder *concluder
	journal   *journal
}

// execute runs one effect, or restores its earlier outcome. It returns nil if the
// effect was postponed or belongs to another worker.
func (c *executor) execute(ctx context.Context, h *lease, e row.ClaimedEffect) *outcome {
	log := c.journal.of(e)
	out, err := c.recall(e)
	if err != nil {
		out = &outcome{failed: e.Outcome == row.EffectFailed, reason: e.Reason, kept: true}
		log.Error("the result of an effect can't be read", "error", err)
	}
	if out != nil && e.Lost > maxLost {
		out.command = nil // delivering it may be what ends the process
	}
	if out == nil {
		if out, err = c.perform(ctx, h, e, log); out == nil {
			c.journal.settled(err, log)
		}
	}
	return out
}

// recall returns the stored outcome of an earlier claim, or nil.
func (c *executor) recall(e row.ClaimedEffect) (*outcome, error) {
	if e.Outcome == "" {
		return nil, nil //nolint:nilnil // it is to be done
	}
	out := &outcome{failed: e.Outcome == row.EffectFailed, reason: e.Reason, kept: true}
	h, ok := c.kinds[e.Kind].Handler.(Recaller)
	if !ok || len(e.Result) == 0 {
		return out, nil
	}
	var err error
	out.command, err = h.Recall(e.Result)
	return out, err
}

// perform calls the handler. It returns nil if the effect was postponed or belongs to
// another worker, with the error of storing that.
func (c *executor) perform(ctx context.Context, h *lease, e row.ClaimedEffect, log *slog.Logger) (*outcome, error) {
	if e.Lost >= maxLost {
		err := fault.New(fault.Internal, "It was begun %d times, and each time nothing was heard of it again.", e.Lost)
		if e.Lost > maxLost { // reporting the failure may be what ends the process
			log.Error("an effect failed, and nobody is told", "error", err)
			return &outcome{failed: true, reason: err.Error()}, nil
		}
		return c.failure(e, err, log), nil
	}
	bounded, cancel := context.WithTimeout(once.With(ctx, func(ctx context.Context) error { return c.leases.still(ctx, h) }), c.config.Bound)
	defer cancel()
	command, err := c.do(bounded, e)
	retry := c.kinds[e.Kind].retry
	_, panicked := errors.AsType[*panicError](err)
	switch {
	case err == nil:
		return &outcome{command: command}, nil
	case errors.Is(err, errLost):
		return nil, errLost
	case passing(err) && e.Tries() < retry.Attempts, panicked && e.Tries() < min(maxPanics, retry.Attempts):
		log.Warn("an effect will be tried again", "error", err)
		c.journal.retried.Add(1)
		c.delayed(ctx, e, err, log)
		settling, done := c.config.settling(ctx)
		defer done()
		return nil, c.store.RetryEffect(settling, e.Claim(), pause(retry.First, retry.Max, e.Tries(), fault.From(err).RetryAfter), err.Error(), once.IsUndone(err))
	default:
		return c.failure(e, err, log), nil
	}
}

func (c *executor) failure(e row.ClaimedEffect, err error, log *slog.Logger) *outcome {
	log.Error("an effect failed", "error", err)
	return &outcome{failed: true, reason: err.Error(), command: c.failed(e, err)}
}

// panicError is a handler's panic.
type panicError struct{ value any }

func (p *panicError) Error() string { return fmt.Sprintf("the handler panicked: %v", p.value) }

func (c *executor) do(ctx context.Context, e row.ClaimedEffect) (command any, err error) {
	if p := c.journal.guard(e, func() { command, err = c.kinds[e.Kind].Do(ctx, e) }); p != nil {
		return nil, &panicError{p}
	}
	return command, err
}

// failed returns the handler's command for a failure. If the handler panics, there is
// none, and the effect has failed anyway.
func (c *executor) failed(e row.ClaimedEffect, err error) (command any) {
	c.journal.guard(e, func() { command = c.kinds[e.Kind].Failed(e, err) })
	return command
}

// delayTimeout bounds how long an effect's next attempt waits for its actor.
const delayTimeout = 5 * time.Second

// delayed notifies the actor that the effect has to wait. It does so while the claim
// holds, so that no later attempt is reported first. If it fails, the next attempt
// reports again.
func (c *executor) delayed(ctx context.Context, e row.ClaimedEffect, err error, log *slog.Logger) {
	h, ok := c.kinds[e.Kind].Handler.(Delayer)
	if !ok {
		return
	}
	bounded, cancel := context.WithTimeout(ctx, delayTimeout)
	defer cancel()
	c.journal.guard(e, func() {
		if err := c.concluder.notify(bounded, e, h.Delayed(e, err)); err != nil {
			log.Info("nobody could be told that an effect waits", "error", err)
		}
	})
}
