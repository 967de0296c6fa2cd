package simulator

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"switchboard/actors/carrier/simulator/schedule"
	"switchboard/actors/carrier/simulator/texting"
	"switchboard/actors/carrier/simulator/voice"
	"switchboard/storage/panics"
)

// pump does what is owed as time passes.
type pump struct {
	store  *store
	sender *sender
	retry  time.Duration // before a failed webhook is sent again
	log    *slog.Logger
	panics *panics.Catcher

	ctx  context.Context // the life of the goroutines between start and close
	stop context.CancelFunc
	wait sync.WaitGroup

	mu    sync.Mutex
	begun bool // started or closed, so that it starts once at most
}

func newPump(over *store, by *sender, config Config) *pump {
	p := &pump{store: over, sender: by, retry: config.Pace.Retry, log: config.Log, panics: config.Panics}
	p.ctx, p.stop = context.WithCancel(context.Background())
	return p
}

func (p *pump) start() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.begun {
		p.begun = true
		p.wait.Go(p.run)
	}
}

// close cuts off what is under way, which is owed still, and waits for every goroutine.
func (p *pump) close() {
	p.mu.Lock()
	p.begun = true
	p.mu.Unlock()
	p.stop()
	p.wait.Wait()
}

// run is the one goroutine in which time passes.
func (p *pump) run() {
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		timer.Reset(p.round())
		select {
		case <-p.ctx.Done():
			return
		case <-p.store.changed:
		case <-timer.C:
		}
	}
}

// round does what is due. After a panic, which cost one task, the next follow in a while.
func (p *pump) round() (wait time.Duration) {
	wait = time.Second
	p.panics.Round(panics.Simulator, func() { wait = p.due() })
	return wait
}

// due does what is due and returns how long nothing will be.
func (p *pump) due() time.Duration {
	for {
		t, due, wait := p.next()
		if !due {
			return wait
		}
		if t.Kind == schedule.Webhook {
			p.wait.Go(func() { p.deliver(t) })
			continue
		}
		if err := p.store.update(func(w *world) error {
			w.schedule.Forget(t.ID)
			if t.Kind == texting.TaskReceipt {
				w.texts.Receipt(t)
			} else {
				w.calls.Step(t)
			}
			return nil
		}); err != nil {
			return time.Second
		}
	}
}

func (p *pump) next() (t schedule.Task, due bool, wait time.Duration) {
	p.store.view(func(w *world) { t, due, wait = w.schedule.Next(time.Now()) })
	return t, due, wait
}

// deliver sends a webhook; one over which something panics is dropped.
func (p *pump) deliver(webhook schedule.Task) {
	if p.panics.Round(panics.Simulator, func() { p.send(webhook) }) {
		return
	}
	p.panics.Round(panics.Simulator, func() { p.drop(webhook) })
}

func (p *pump) drop(webhook schedule.Task) {
	err := p.store.updateEvenClosed(func(w *world) error {
		w.schedule.Forget(webhook.ID)
		return nil
	})
	if err != nil {
		p.log.Warn("phone simulator: webhook not dropped", "url", webhook.URL, "error", err)
	}
}

// send posts a webhook and settles what follows: done, once more, or dropped.
func (p *pump) send(t schedule.Task) {
	body, err := p.sender.post(p.ctx, t)
	defer p.store.notify()
	if err != nil && p.ctx.Err() != nil {
		return // cut off by close: still owed
	}
	updateErr := p.store.updateEvenClosed(func(w *world) error {
		if !w.schedule.Settle(t.ID, err != nil, p.retry) {
			return nil
		}
		if err != nil {
			p.log.Warn("phone simulator: webhook dropped", "url", t.URL, "error", err)
		}
		if t.Part == voice.Instructions {
			w.calls.Instruct(t.Ref, body, err)
		}
		return nil
	})
	if updateErr != nil {
		p.log.Warn("phone simulator: webhook not settled", "url", t.URL, "error", updateErr)
	}
}
