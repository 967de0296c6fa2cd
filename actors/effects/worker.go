package effects

import (
	"context"
	"encoding/json"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"time"

	"switchboard/actors/runtime"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// Store keeps the effects (storage/pg). What changes an effect names the claim under
// which it is held, and is fault.Conflict where that does not hold any more.
type Store interface {
	ClaimEffects(ctx context.Context, request row.ClaimRequest) ([]row.ClaimedEffect, error)
	// ClaimNextEffect claims what follows a claimed effect, to be begun when that has
	// been done; ReturnEffect gives it back where that does not come to be.
	ClaimNextEffect(ctx context.Context, claim row.EffectClaim, lease time.Duration) (e row.ClaimedEffect, found bool, err error)
	ReturnEffect(ctx context.Context, claim row.EffectClaim) error
	// ExtendEffects renews the leases of claims and gives the effects of those that
	// still hold.
	ExtendEffects(ctx context.Context, claims []row.EffectClaim, lease time.Duration) ([]id.ID, error)
	RecordEffect(ctx context.Context, claim row.EffectClaim, outcome row.EffectOutcome, result []byte, reason string) error
	FinishEffect(ctx context.Context, claim row.EffectClaim, remark string) error
	// RetryEffect puts an effect off; undone says that nothing was done for it so far.
	RetryEffect(ctx context.Context, claim row.EffectClaim, after time.Duration, reason string, undone bool) error
	RetellEffect(ctx context.Context, claim row.EffectClaim, after time.Duration, reason string) error
	FailEffect(ctx context.Context, claim row.EffectClaim, reason string) error
}

// Handler carries out one kind of effect.
type Handler interface {
	// Do does it and gives the command that tells the actor, nil for none.
	// fault.Unavailable and Limited are tried again, other errors are final. What
	// can't be repeated is sent through a client that asks once.Check of ctx before.
	Do(ctx context.Context, e row.ClaimedEffect) (command any, err error)
	// Failed gives the command that tells the actor that it will not be done, nil
	// for none.
	Failed(e row.ClaimedEffect, err error) (command any)
}

// Recaller is a Handler whose work must not be done again only because its result
// could not be told: the command is kept as JSON with the effect before it is told.
type Recaller interface {
	Handler
	// Recall reads a command that Do or Failed gave.
	Recall(result []byte) (command any, err error)
}

// Delayer is a Handler that tells the actor, too, that its effect has to wait.
type Delayer interface {
	Handler
	// Delayed gives the command that tells that a try failed and will be repeated, nil
	// for none. It is told once, before the effect is put off, and may be missed.
	Delayed(e row.ClaimedEffect, err error) (command any)
}

// Config tunes a Worker; zero values take the defaults named.
type Config struct {
	Node        string        // this process's name, a new id
	Concurrency int           // effects at once, 16
	Lease       time.Duration // 3 s: how soon another takes over what a dead process began
	Bound       time.Duration // 60 s for one effect, well above the provider's time-outs
	Poll        time.Duration // how long an effect waits when nobody poked, 500 ms
	// Tellings is how often the telling of a result is repeated, 200: an actor that
	// can't be reached is told hours later too. TellPause is the first pause before,
	// 500 ms; it doubles up to a minute.
	Tellings  int
	TellPause time.Duration
	Logger    *slog.Logger
}

// orDefault fills in what is not set.
func (c Config) orDefault() Config {
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
	if c.Tellings <= 0 {
		c.Tellings = 200
	}
	if c.TellPause <= 0 {
		c.TellPause = 500 * time.Millisecond
	}
	if c.Logger == nil {
		c.Logger = slog.New(slog.DiscardHandler)
	}
	return c
}

// settling gives a context with time of its own for the store: the effect may have used
// up its time.
func (c Config) settling(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.WithoutCancel(ctx), c.Bound/4)
}

// Worker carries out effects: it claims them and has each subject's done in order.
type Worker struct {
	config    Config
	store     Store
	kinds     map[string]kind
	holds     *holds // effects at work here
	carrying  *carrying
	concluder *concluder
	journal   *journal
	poked     chan struct{}
	slots     chan struct{}
}

// kind is how effects of one kind are carried out.
type kind struct {
	Handler
	retry Retry
}

// New makes a worker without handlers.
func New(store Store, engine runtime.Engine, c Config) *Worker {
	c = c.orDefault()
	kinds, noted := map[string]kind{}, &journal{logger: c.Logger}
	held := &holds{store: store, lease: c.Lease, logger: c.Logger, held: map[id.ID]*hold{}}
	concluding := &concluder{config: c, store: store, engine: engine, kinds: kinds, journal: noted}
	return &Worker{
		config: c, store: store, kinds: kinds, holds: held, journal: noted, concluder: concluding,
		carrying: &carrying{config: c, store: store, kinds: kinds, holds: held, concluder: concluding, journal: noted},
		poked:    make(chan struct{}, 1), slots: make(chan struct{}, c.Concurrency),
	}
}

// Handle registers the handler of a kind and how long it is tried. It must not be
// called once Run runs.
func (w *Worker) Handle(name string, h Handler, retry Retry) {
	w.kinds[name] = kind{h, retry.orDefault()}
}

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
	renewing.Go(func() { w.holds.renew(leases) })
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

// round claims as many effects as there are free slots and starts them. It claims the
// kinds that this release knows: those of the next one wait for its nodes.
func (w *Worker) round(ctx context.Context, running *sync.WaitGroup) int {
	free := cap(w.slots) - len(w.slots)
	if free == 0 || ctx.Err() != nil {
		return 0
	}
	atWork, suspects := w.holds.atWork()
	asked := time.Now()
	claimed, err := w.store.ClaimEffects(ctx, row.ClaimRequest{
		Node: w.config.Node, Limit: free, Lease: w.config.Lease,
		Kinds: slices.Sorted(maps.Keys(w.kinds)), Except: atWork, Suspects: 1 - suspects, Suspicious: suspicious,
	})
	if err != nil {
		if ctx.Err() == nil {
			w.config.Logger.Warn("effects could not be claimed", "error", err)
		}
		return 0
	}
	for _, e := range claimed {
		w.slots <- struct{}{}
		h := w.holds.take(e, asked)
		running.Go(func() {
			defer w.Poke() // the subject's next effect may follow now
			defer func() { <-w.slots }()
			w.work(ctx, h, e)
		})
	}
	return len(claimed)
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

// Stats gives the figures so far.
func (w *Worker) Stats() Stats { return w.journal.stats() }
