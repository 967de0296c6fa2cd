package effects

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"maps"
	"math/rand/v2"
	"runtime/debug"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"switchboard/actors/runtime"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// Store keeps the effects (storage/pg).
type Store interface {
	ClaimEffects(ctx context.Context, node string, limit int, lease time.Duration) ([]row.ClaimedEffect, error)
	// ExtendEffects renews the lease of effects that the node still works on.
	ExtendEffects(ctx context.Context, node string, effects []id.ID, lease time.Duration) error
	FinishEffect(ctx context.Context, effect id.ID, result []byte) error
	RetryEffect(ctx context.Context, effect id.ID, after time.Duration, reason string) error
	FailEffect(ctx context.Context, effect id.ID, reason string) error
}

// Handler carries out one kind of effect.
type Handler interface {
	// Do does it and gives the command that tells the actor, nil for none.
	// fault.Unavailable and Limited are tried again, other errors are final.
	Do(ctx context.Context, e row.ClaimedEffect) (command any, err error)
	// Failed gives the command that tells the actor that it will not be done, nil
	// for none.
	Failed(e row.ClaimedEffect, err error) (command any)
}

// Config tunes a Worker; zero values take the defaults named.
type Config struct {
	Node        string        // this process's name, a new id
	Concurrency int           // effects at once, 16
	Lease       time.Duration // 3 s: how soon another takes over what a dead process began
	Bound       time.Duration // 60 s for one effect, well above the provider's time-outs
	Poll        time.Duration // how long an effect waits when nobody poked, 500 ms
	Attempts    int           // before a failure is final, 6
	Backoff     time.Duration // the first pause before a repeat, 500 ms; it doubles
	Logger      *slog.Logger
}

// Worker carries out effects.
type Worker struct {
	config   Config
	store    Store
	engine   runtime.Engine
	handlers map[string]Handler
	poked    chan struct{}
	slots    chan struct{}

	panics atomic.Int64

	mu   sync.Mutex
	held map[id.ID]bool // effects at work here
}

// New makes a worker without handlers.
func New(store Store, engine runtime.Engine, c Config) *Worker {
	if c.Node == "" {
		c.Node = id.New().String()
	}
	if c.Concurrency <= 0 {
		c.Concurrency = 16
	}
	if c.Lease <= 0 {
		c.Lease = 3 * time.Second
	}
	if c.Bound <= 0 {
		c.Bound = time.Minute
	}
	if c.Poll <= 0 {
		c.Poll = 500 * time.Millisecond
	}
	if c.Attempts <= 0 {
		c.Attempts = 6
	}
	if c.Backoff <= 0 {
		c.Backoff = 500 * time.Millisecond
	}
	if c.Logger == nil {
		c.Logger = slog.New(slog.DiscardHandler)
	}
	return &Worker{
		config: c, store: store, engine: engine, handlers: map[string]Handler{},
		poked: make(chan struct{}, 1), slots: make(chan struct{}, c.Concurrency), held: map[id.ID]bool{},
	}
}

// Handle registers the handler of a kind. It must not be called once Run runs.
func (w *Worker) Handle(kind string, h Handler) { w.handlers[kind] = h }

// Poke says that effects were stored. It never blocks.
func (w *Worker) Poke() {
	select {
	case w.poked <- struct{}{}:
	default: // one that waits covers this one too
	}
}

// Run works until ctx ends, then waits for the handlers that run.
func (w *Worker) Run(ctx context.Context) {
	leases, settled := context.WithCancel(context.WithoutCancel(ctx))
	var renewing, running sync.WaitGroup
	defer renewing.Wait()
	defer settled()
	defer running.Wait()
	renewing.Go(func() { w.renew(leases) })
	poll := time.NewTicker(w.config.Poll)
	defer poll.Stop()
	for {
		if w.round(ctx, &running) > 0 {
			continue // there may be more
		}
		select {
		case <-ctx.Done():
			return
		case <-w.poked:
		case <-poll.C:
		}
	}
}

// round claims as many effects as there are free slots and starts them.
func (w *Worker) round(ctx context.Context, running *sync.WaitGroup) int {
	free := cap(w.slots) - len(w.slots)
	if free == 0 || ctx.Err() != nil {
		return 0
	}
	claimed, err := w.store.ClaimEffects(ctx, w.config.Node, free, w.config.Lease)
	if err != nil {
		if ctx.Err() == nil {
			w.config.Logger.Warn("effects could not be claimed", "error", err)
		}
		return 0
	}
	for _, e := range claimed {
		w.slots <- struct{}{}
		w.hold(e.ID, true)
		running.Go(func() {
			defer w.Poke() // the subject's next effect may follow now
			defer func() { <-w.slots }()
			defer w.hold(e.ID, false)
			// What was begun ends even while the worker stops.
			bounded, cancel := context.WithTimeout(context.WithoutCancel(ctx), w.config.Bound)
			defer cancel()
			defer func() {
				if p := recover(); p != nil { // its lease ends, and it is tried again
					w.panicked(e, p)
				}
			}()
			w.carry(bounded, e)
		})
	}
	return len(claimed)
}

func (w *Worker) hold(effect id.ID, at bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if at {
		w.held[effect] = true
	} else {
		delete(w.held, effect)
	}
}

// renew keeps the leases of what is at work, until ctx ends. A lease is short, so
// that a caller does not wait long for a leg that a killed process was dialling.
func (w *Worker) renew(ctx context.Context) {
	tick := time.NewTicker(w.config.Lease / 3)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		w.mu.Lock()
		held := slices.Collect(maps.Keys(w.held))
		w.mu.Unlock()
		if len(held) == 0 {
			continue
		}
		if err := w.store.ExtendEffects(ctx, w.config.Node, held, w.config.Lease); err != nil && ctx.Err() == nil {
			w.config.Logger.Warn("leases of effects could not be renewed", "error", err)
		}
	}
}

// carry does one effect and settles it.
func (w *Worker) carry(ctx context.Context, e row.ClaimedEffect) {
	log := w.config.Logger.With("effect", e.ID, "kind", e.Kind, "subject", e.Subject, "attempt", e.Attempts)
	command, err := w.do(ctx, e)
	if err == nil {
		err = w.tell(ctx, e, command)
	}
	switch {
	case err == nil:
		err = w.store.FinishEffect(ctx, e.ID, nil)
	case passing(err) && e.Attempts < w.config.Attempts:
		log.Warn("an effect will be tried again", "error", err)
		err = w.store.RetryEffect(ctx, e.ID, w.pause(e.Attempts, fault.From(err).RetryAfter), err.Error())
	default:
		log.Error("an effect failed", "error", err)
		if told := w.tell(ctx, e, w.failed(e, err)); told != nil && passing(told) && e.Attempts < 2*w.config.Attempts {
			err = w.store.RetryEffect(ctx, e.ID, w.pause(e.Attempts, 0), told.Error())
			break
		}
		err = w.store.FailEffect(ctx, e.ID, err.Error())
	}
	if err != nil && !fault.Is(err, fault.Conflict) { // a conflict: another worker has settled it
		log.Warn("an effect could not be settled", "error", err)
	}
}

func (w *Worker) do(ctx context.Context, e row.ClaimedEffect) (command any, err error) {
	h, ok := w.handlers[e.Kind]
	if !ok {
		return nil, fault.New(fault.Internal, "No handler for effects of kind %s.", e.Kind)
	}
	defer func() {
		if p := recover(); p != nil {
			w.panicked(e, p)
			err = fault.New(fault.Internal, "The handler of %s panicked: %v", e.Kind, p)
		}
	}()
	return h.Do(ctx, e)
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
	if h, ok := w.handlers[e.Kind]; ok {
		return h.Failed(e, err)
	}
	return nil
}

// panicked logs what else would have ended the process.
func (w *Worker) panicked(e row.ClaimedEffect, p any) {
	w.panics.Add(1)
	w.config.Logger.Error("an effect panicked", "effect", e.ID, "kind", e.Kind, "panic", fmt.Sprint(p), "stack", string(debug.Stack()))
}

// Panics tells how often a handler, or the settling of an effect, panicked.
func (w *Worker) Panics() int64 { return w.panics.Load() }

func (w *Worker) tell(ctx context.Context, e row.ClaimedEffect, command any) error {
	if command == nil {
		return nil
	}
	_, err := w.engine.Ask(ctx, e.Actor, runtime.Identity{Organization: e.Organization, ID: e.Subject}, command)
	return err
}

// passing tells whether it is worth trying again.
func passing(err error) bool {
	return fault.Is(err, fault.Unavailable) || fault.Is(err, fault.Limited) || fault.Is(err, fault.VersionConflict)
}

// pause doubles from attempt to attempt, with jitter so that a crowd spreads, and
// is never shorter than the provider asked for.
func (w *Worker) pause(attempt int, atLeast time.Duration) time.Duration {
	base := w.config.Backoff << min(attempt-1, 6)
	return max(base/2+rand.N(base), atLeast) //nolint:gosec // jitter
}

// Command is the handler of an effect whose work is the command itself: it is
// only handed over.
type Command func(e row.Effect) (any, error)

// Do implements Handler.
func (c Command) Do(_ context.Context, e row.ClaimedEffect) (any, error) { return c(e.Effect) }

// Failed implements Handler: there is nobody else to tell.
func (Command) Failed(row.ClaimedEffect, error) any { return nil }

// Payload decodes an effect's payload.
func Payload[T any](e row.Effect) (T, error) {
	var p T
	if err := json.Unmarshal(e.Payload, &p); err != nil {
		return p, fault.Wrap(err, fault.Invalid, "The payload of effect %s can't be read.", e.ID)
	}
	return p, nil
}
