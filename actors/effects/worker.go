package effects

import (
	"context"
	"maps"
	"slices"
	"sync"
	"time"

	"switchboard/actors/runtime"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// Worker executes effects. It claims them and runs each subject's effects in order.
type Worker struct {
	config  Config
	store   Store
	kinds   map[string]kind
	leases  *leases // effects in progress here
	chain   *chain
	journal *journal
	poked   chan struct{}
	slots   chan struct{}
}

// New returns a worker without handlers.
func New(store Store, engine runtime.Engine, c Config) *Worker {
	c = c.orDefault()
	kinds, noted := map[string]kind{}, &journal{logger: c.Logger}
	held := &leases{store: store, life: c.Lease, logger: c.Logger, held: map[id.ID]*lease{}}
	concluding := &concluder{config: c, store: store, engine: engine, kinds: kinds, journal: noted}
	return &Worker{
		config: c, store: store, kinds: kinds, leases: held, journal: noted,
		chain: &chain{
			config: c, store: store, kinds: kinds, leases: held, concluder: concluding, journal: noted,
			executor: &executor{config: c, store: store, kinds: kinds, leases: held, concluder: concluding, journal: noted},
		},
		poked: make(chan struct{}, 1), slots: make(chan struct{}, c.Concurrency),
	}
}

// Handle registers the handler and retry policy of a kind. It must not be called
// after Run.
func (w *Worker) Handle(name string, h Handler, retry Retry) {
	w.kinds[name] = kind{h, retry.orDefault()}
}

// Poke signals that effects were stored. It never blocks.
func (w *Worker) Poke() {
	select {
	case w.poked <- struct{}{}:
	default: // a pending signal covers this one
	}
}

// Run works until ctx ends, then waits for running handlers.
func (w *Worker) Run(ctx context.Context) {
	renewed, settled := context.WithCancel(context.WithoutCancel(ctx))
	var renewing, running sync.WaitGroup
	defer renewing.Wait()
	defer settled()
	defer running.Wait()
	renewing.Go(func() { w.leases.renew(renewed) })
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

// round claims as many effects as there are free slots and starts them. It claims
// only kinds that this release knows; those of a newer release wait for its nodes.
func (w *Worker) round(ctx context.Context, running *sync.WaitGroup) int {
	free := cap(w.slots) - len(w.slots)
	if free == 0 || ctx.Err() != nil {
		return 0
	}
	atWork, suspects := w.leases.atWork()
	asked := time.Now()
	claimed, err := w.store.ClaimEffects(ctx, row.ClaimRequest{
		Node: w.config.Node, Limit: free, Lease: w.config.Lease,
		Kinds: slices.Sorted(maps.Keys(w.kinds)), Except: atWork, Suspects: 1 - suspects, Suspicious: suspectAfter,
	})
	if err != nil {
		if ctx.Err() == nil {
			w.config.Logger.Warn("effects could not be claimed", "error", err)
		}
		return 0
	}
	for _, e := range claimed {
		w.slots <- struct{}{}
		h := w.leases.take(e, asked)
		running.Go(func() {
			defer w.Poke() // the subject's next effect may be free now
			defer func() { <-w.slots }()
			w.chain.work(ctx, h, e)
		})
	}
	return len(claimed)
}

// Stats returns the counters so far.
func (w *Worker) Stats() Stats { return w.journal.stats() }
