package effects

import (
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"runtime/debug"
	"sync"
	"time"

	"switchboard/actors/runtime"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// Store hands out effects (storage/pg).
type Store interface {
	// ClaimEffects takes at most limit effects that are due, for the time of the
	// lease, at most one of each subject.
	ClaimEffects(ctx context.Context, node string, limit int, lease time.Duration) ([]row.ClaimedEffect, error)
	FinishEffect(ctx context.Context, effect id.ID, result []byte) error
	RetryEffect(ctx context.Context, effect id.ID, after time.Duration, reason string) error
	FailEffect(ctx context.Context, effect id.ID, reason string) error
}

// Handler carries out one kind of effect.
type Handler interface {
	// Do does it and gives the command with the result, nil for none. An error of a
	// kind that another try can't mend (fault.Invalid, Forbidden, NotFound,
	// Conflict, Malformed) is final.
	Do(ctx context.Context, e row.ClaimedEffect) (any, error)
	// Failed gives the command that tells the actor that it was given up, nil for
	// none.
	Failed(e row.ClaimedEffect, err error) any
}

// Func is a Handler of a function whose failure concerns nobody.
type Func func(ctx context.Context, e row.ClaimedEffect) (any, error)

// Do implements Handler.
func (f Func) Do(ctx context.Context, e row.ClaimedEffect) (any, error) { return f(ctx, e) }

// Failed implements Handler.
func (Func) Failed(row.ClaimedEffect, error) any { return nil }

// Options bound a worker. The zero value of each means its default.
type Options struct {
	// Node names this process among those that claim (default: a new id).
	Node string
	// AtOnce is how many effects run at the same time (default 16).
	AtOnce int
	// Timeout is how long one may take, Lease how long it stays claimed (defaults
	// 20 s and 1 minute; the lease must be the longer).
	Timeout, Lease time.Duration
	// Poll is how often the worker looks without having been poked (default 2 s).
	Poll time.Duration
	// Attempts is how often an effect is tried (default 8).
	Attempts int
	// Backoff is the wait before the second attempt, doubled each time up to a
	// minute (default 500 ms).
	Backoff time.Duration
	// Logger gets what was given up (default slog.Default).
	Logger *slog.Logger
}

func (o Options) filled() Options {
	set := func(d *time.Duration, usual time.Duration) {
		if *d <= 0 {
			*d = usual
		}
	}
	set(&o.Timeout, 20*time.Second)
	set(&o.Lease, time.Minute)
	set(&o.Poll, 2*time.Second)
	set(&o.Backoff, 500*time.Millisecond)
	if o.Node == "" {
		o.Node = string(id.New())
	}
	if o.AtOnce <= 0 {
		o.AtOnce = 16
	}
	if o.Attempts <= 0 {
		o.Attempts = 8
	}
	if o.Logger == nil {
		o.Logger = slog.Default()
	}
	return o
}

// Worker carries out effects.
type Worker struct {
	store    Store
	engine   runtime.Engine
	handlers map[string]Handler
	options  Options
	poke     chan struct{}
	slots    chan struct{}
}

// New makes a worker with one handler per kind of effect.
func New(store Store, engine runtime.Engine, handlers map[string]Handler, options Options) *Worker {
	options = options.filled()
	return &Worker{
		store: store, engine: engine, handlers: handlers, options: options,
		poke: make(chan struct{}, 1), slots: make(chan struct{}, options.AtOnce),
	}
}

// Poke says that an effect was committed. It never blocks.
func (w *Worker) Poke() {
	select {
	case w.poke <- struct{}{}:
	default:
	}
}

// Run claims and carries out effects until ctx ends, then waits for those begun.
func (w *Worker) Run(ctx context.Context) {
	poll := time.NewTicker(w.options.Poll)
	defer poll.Stop()
	var running sync.WaitGroup
	defer running.Wait()
	for {
		w.claim(ctx, &running)
		select {
		case <-ctx.Done():
			return
		case <-w.poke:
		case <-poll.C:
		}
	}
}

// claim takes as many effects as there are free slots. Each that ends pokes: it
// may have held up the next one of its subject.
func (w *Worker) claim(ctx context.Context, running *sync.WaitGroup) {
	free := cap(w.slots) - len(w.slots)
	if free == 0 || ctx.Err() != nil {
		return
	}
	claimed, err := w.store.ClaimEffects(ctx, w.options.Node, free, w.options.Lease)
	if err != nil {
		if ctx.Err() == nil {
			w.options.Logger.Warn("effects could not be claimed", "error", err)
		}
		return
	}
	for _, e := range claimed {
		w.slots <- struct{}{} // never waits: only this goroutine fills slots
		running.Go(func() {
			defer w.Poke()
			defer func() { <-w.slots }()
			// What was begun is ended: a dial broken off halfway helps nobody.
			one, cancel := context.WithTimeout(context.WithoutCancel(ctx), w.options.Timeout)
			defer cancel()
			w.carryOut(one, e)
		})
	}
}

func (w *Worker) carryOut(ctx context.Context, e row.ClaimedEffect) {
	handler := w.handlers[e.Kind]
	if handler == nil {
		w.settle(e, w.store.FailEffect(ctx, e.ID, "nobody carries out effects of the kind "+e.Kind))
		return
	}
	command, err := w.do(ctx, handler, e)
	if err == nil {
		err = w.tell(ctx, e, command)
		if err == nil {
			w.settle(e, w.store.FinishEffect(ctx, e.ID, nil))
			return
		}
		if final(err) {
			// The actor does not want the result: there is nothing to be repeated.
			w.giveUp(ctx, e, err)
			return
		}
	}
	if !final(err) && e.Attempts < w.options.Attempts {
		w.settle(e, w.store.RetryEffect(ctx, e.ID, w.wait(e.Attempts), err.Error()))
		return
	}
	if tellErr := w.tell(ctx, e, handler.Failed(e, err)); tellErr != nil && !final(tellErr) && e.Attempts < 2*w.options.Attempts {
		w.settle(e, w.store.RetryEffect(ctx, e.ID, w.wait(e.Attempts), tellErr.Error()))
		return
	}
	w.giveUp(ctx, e, err)
}

// do runs the handler; a panic is a failed attempt.
func (w *Worker) do(ctx context.Context, handler Handler, e row.ClaimedEffect) (command any, err error) {
	defer func() {
		if p := recover(); p != nil {
			w.options.Logger.Error("an effect's handler panicked", "kind", e.Kind, "effect", e.ID, "panic", p, "stack", string(debug.Stack()))
			err = fault.Wrap(fmt.Errorf("panic: %v", p), fault.Internal, "Something went wrong on our side.")
		}
	}()
	return handler.Do(ctx, e)
}

// tell asks the actor with a result.
func (w *Worker) tell(ctx context.Context, e row.ClaimedEffect, command any) error {
	if command == nil {
		return nil
	}
	_, err := w.engine.Ask(ctx, e.Actor, runtime.Identity{Organization: e.Organization, ID: e.Subject}, command)
	return err
}

func (w *Worker) giveUp(ctx context.Context, e row.ClaimedEffect, err error) {
	w.options.Logger.Warn("an effect was given up", "kind", e.Kind, "effect", e.ID,
		"organization", e.Organization, "subject", e.Subject, "attempts", e.Attempts, "error", err)
	w.settle(e, w.store.FailEffect(ctx, e.ID, err.Error()))
}

// settle notes an outcome that could not be stored: the lease will end and the
// effect be resumed.
func (w *Worker) settle(e row.ClaimedEffect, err error) {
	if err != nil {
		w.options.Logger.Warn("an effect's outcome could not be stored", "kind", e.Kind, "effect", e.ID, "error", err)
	}
}

// wait is the time before the next attempt, with jitter.
func (w *Worker) wait(attempts int) time.Duration {
	d := w.options.Backoff
	for range attempts - 1 {
		d = min(2*d, time.Minute)
	}
	return d/2 + rand.N(d/2+1) //nolint:gosec // jitter needs no secrecy
}

// final tells whether another try can't mend the error.
func final(err error) bool {
	switch fault.From(err).Code {
	case fault.Invalid, fault.Forbidden, fault.NotFound, fault.Conflict, fault.Malformed:
		return true
	default:
		return false
	}
}
