package effects

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"strings"
	"time"

	"switchboard/actors/once"
	"switchboard/actors/runtime"
	"switchboard/storage/fault"
	"switchboard/storage/row"
)

// outcome is what became of an effect outside.
type outcome struct {
	command any    // that tells it, nil for nobody to tell
	reason  string // of a failure
	failed  bool
	kept    bool // with the effect
}

// carry does one effect, or recalls what became of it, and gives that. It gives nil
// where it was put off or is somebody else's.
func (w *Worker) carry(ctx context.Context, h *hold, e row.ClaimedEffect) *outcome {
	log := w.logger(e)
	out, err := w.recall(e)
	if err != nil {
		out = &outcome{failed: e.Outcome == row.EffectFailed, reason: e.Reason, kept: true}
		log.Error("the result of an effect can't be read", "error", err)
	}
	if out != nil && e.Lost > mostLost {
		out.command = nil // telling it may be what ends the process
	}
	if out == nil {
		if out, err = w.perform(ctx, h, e, log); out == nil {
			w.settled(err, log)
		}
	}
	return out
}

// conclude stores the outcome of an effect, tells the actor and settles the effect. The
// outcome is stored first: where the actor can't be told now he is told later, and the
// work is not done again.
func (w *Worker) conclude(ctx context.Context, e row.ClaimedEffect, out *outcome) {
	log := w.logger(e)
	if !out.kept {
		if err := w.keep(ctx, e, out, log); err != nil {
			w.settled(err, log)
			return
		}
	}
	bounded, cancel := context.WithTimeout(ctx, w.config.Bound)
	defer cancel()
	w.settled(w.announce(bounded, e, out, log), log)
}

func (w *Worker) logger(e row.ClaimedEffect) *slog.Logger {
	return w.config.Logger.With("effect", e.ID, "kind", e.Kind, "subject", e.Subject, "attempt", e.Attempts)
}

// recall gives what became of an effect at an earlier claim, nil where that is not known.
func (w *Worker) recall(e row.ClaimedEffect) (*outcome, error) {
	if e.Outcome == "" {
		return nil, nil //nolint:nilnil // it is to be done
	}
	out := &outcome{failed: e.Outcome == row.EffectFailed, reason: e.Reason, kept: true}
	h, ok := w.kinds[e.Kind].Handler.(Recaller)
	if !ok || len(e.Result) == 0 {
		return out, nil
	}
	var err error
	out.command, err = h.Recall(e.Result)
	return out, err
}

// perform has the handler do it. It gives nil where it was put off or is somebody
// else's, with the error of settling that.
func (w *Worker) perform(ctx context.Context, h *hold, e row.ClaimedEffect, log *slog.Logger) (*outcome, error) {
	if e.Lost >= mostLost {
		err := fault.New(fault.Internal, "It was begun %d times, and each time nothing was heard of it again.", e.Lost)
		if e.Lost > mostLost { // saying so may be what ends the process
			log.Error("an effect failed, and nobody is told", "error", err)
			return &outcome{failed: true, reason: err.Error()}, nil
		}
		return w.failure(e, err, log), nil
	}
	bounded, cancel := context.WithTimeout(once.With(ctx, func(ctx context.Context) error { return w.still(ctx, h) }), w.config.Bound)
	defer cancel()
	command, err := w.do(bounded, e)
	retry := w.kinds[e.Kind].retry
	_, panicked := errors.AsType[*panicError](err)
	switch {
	case err == nil:
		return &outcome{command: command}, nil
	case errors.Is(err, errLost):
		return nil, errLost
	case passing(err) && e.Tries() < retry.Attempts, panicked && e.Tries() < min(mostPanics, retry.Attempts):
		log.Warn("an effect will be tried again", "error", err)
		w.stats.retried.Add(1)
		w.delayed(ctx, e, err, log)
		settling, done := w.settling(ctx)
		defer done()
		return nil, w.store.RetryEffect(settling, e.Claim(), pause(retry.First, retry.Most, e.Tries(), fault.From(err).RetryAfter), err.Error(), once.IsUndone(err))
	default:
		return w.failure(e, err, log), nil
	}
}

func (w *Worker) failure(e row.ClaimedEffect, err error, log *slog.Logger) *outcome {
	log.Error("an effect failed", "error", err)
	return &outcome{failed: true, reason: err.Error(), command: w.failed(e, err)}
}

// keep stores what became of an effect whose work must not be done again. While the
// database is away it goes on trying: nobody else can claim the effect meanwhile, and
// who claims it afterwards looks at the provider for what was done.
func (w *Worker) keep(ctx context.Context, e row.ClaimedEffect, out *outcome, log *slog.Logger) error {
	if _, ok := w.kinds[e.Kind].Handler.(Recaller); !ok || out.command == nil {
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
	ctx, cancel := context.WithTimeout(ctx, w.config.Bound)
	defer cancel()
	for try := 1; ; try++ {
		err := w.store.RecordEffect(ctx, e.Claim(), state, result, out.reason)
		switch {
		case err == nil:
			out.kept = true
			return nil
		case fault.Is(err, fault.Conflict):
			return errLost
		case !passing(err): // it is told without
			log.Error("the result of an effect can't be kept", "error", err)
			return nil
		}
		wait := time.NewTimer(pause(w.config.TellPause, mostTellPause, try, 0))
		select {
		case <-ctx.Done():
			wait.Stop()
			return err
		case <-wait.C:
		}
	}
}

// announce tells the actor the outcome and settles the effect; where the actor can't be
// told, it is tried again later.
func (w *Worker) announce(ctx context.Context, e row.ClaimedEffect, out *outcome, log *slog.Logger) error {
	told := w.tell(ctx, e, out.command)
	settling, done := w.settling(ctx)
	defer done()
	remark := ""
	if told != nil {
		if !deaf(told) && e.Tellings < w.config.Tellings {
			log.Warn("the result of an effect will be told again", "error", told, "tellings", e.Tellings)
			w.stats.retold.Add(1)
			return w.store.RetellEffect(settling, e.Claim(), pause(w.config.TellPause, mostTellPause, e.Tellings+1, fault.From(told).RetryAfter), told.Error())
		}
		log.Error("the result of an effect could not be told", "error", told)
		w.stats.untold.Add(1)
		remark = "Nobody could be told: " + told.Error()
	}
	if out.failed {
		w.stats.failed.Add(1)
		return w.store.FailEffect(settling, e.Claim(), strings.TrimSpace(out.reason+" "+remark))
	}
	w.stats.done.Add(1)
	return w.store.FinishEffect(settling, e.Claim(), remark)
}

// settling gives a context with time of its own for the store: the effect may have used
// up its time.
func (w *Worker) settling(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.WithoutCancel(ctx), w.config.Bound/4)
}

// settled logs where an effect could not be settled.
func (w *Worker) settled(err error, log *slog.Logger) {
	switch {
	case err == nil:
	case errors.Is(err, errLost), fault.Is(err, fault.Conflict):
		w.stats.lost.Add(1)
		log.Info("an effect is another worker's by now")
	default:
		log.Warn("an effect could not be settled", "error", err)
	}
}

// panicError is a handler's panic.
type panicError struct{ value any }

func (p *panicError) Error() string { return fmt.Sprintf("the handler panicked: %v", p.value) }

func (w *Worker) do(ctx context.Context, e row.ClaimedEffect) (command any, err error) {
	defer func() {
		if p := recover(); p != nil {
			w.panicked(e, p)
			err = &panicError{p}
		}
	}()
	return w.kinds[e.Kind].Do(ctx, e)
}

// failed asks the handler whom to tell. One that panics has nobody told: the effect
// has failed all the same.
func (w *Worker) failed(e row.ClaimedEffect, err error) (command any) {
	defer func() {
		if p := recover(); p != nil {
			w.panicked(e, p)
			command = nil
		}
	}()
	return w.kinds[e.Kind].Failed(e, err)
}

// tellDelay bounds how long an effect's next try waits for its actor to be told.
const tellDelay = 5 * time.Second

// delayed tells the actor that the effect has to wait. It is told while the claim holds,
// so that nobody tells of a later try before; where that fails the next try tells again.
func (w *Worker) delayed(ctx context.Context, e row.ClaimedEffect, err error, log *slog.Logger) {
	defer func() {
		if p := recover(); p != nil {
			w.panicked(e, p)
		}
	}()
	h, ok := w.kinds[e.Kind].Handler.(Delayer)
	if !ok {
		return
	}
	bounded, cancel := context.WithTimeout(ctx, tellDelay)
	defer cancel()
	if err := w.tell(bounded, e, h.Delayed(e, err)); err != nil {
		log.Info("nobody could be told that an effect waits", "error", err)
	}
}

// panicked logs what else would have ended the process.
func (w *Worker) panicked(e row.ClaimedEffect, p any) {
	w.stats.panics.Add(1)
	w.config.Logger.Error("an effect panicked", "effect", e.ID, "kind", e.Kind, "panic", fmt.Sprint(p), "stack", string(debug.Stack()))
}

func (w *Worker) tell(ctx context.Context, e row.ClaimedEffect, command any) error {
	if command == nil {
		return nil
	}
	_, err := w.engine.Ask(ctx, e.Actor, runtime.Identity{Organization: e.Organization, ID: e.Subject}, command)
	return err
}
