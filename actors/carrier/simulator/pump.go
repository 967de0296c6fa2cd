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

// pump runs tasks when they are due.
type pump struct {
	store  *store
	sender *sender
	retry  time.Duration // before a failed webhook is retried
	log    *slog.Logger
	panics *panics.Catcher
}

func newPump(over *store, by *sender, config Config) *pump {
	return &pump{store: over, sender: by, retry: config.Pace.Retry, log: config.Log, panics: config.Panics}
}

// run runs tasks until ctx ends. Then it cancels requests in flight, which stay
// pending, and waits for every goroutine.
func (p *pump) run(ctx context.Context) {
	var sends sync.WaitGroup
	defer sends.Wait()
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		timer.Reset(p.round(ctx, &sends))
		select {
		case <-ctx.Done():
			return
		case <-p.store.changed:
		case <-timer.C:
		}
	}
}

// round runs the due tasks. After a panic, which drops one task, it pauses.
func (p *pump) round(ctx context.Context, sends *sync.WaitGroup) (wait time.Duration) {
	wait = time.Second
	p.panics.Round(panics.Simulator, func() { wait = p.due(ctx, sends) })
	return wait
}

// due runs the due tasks and returns the time until the next one.
func (p *pump) due(ctx context.Context, sends *sync.WaitGroup) time.Duration {
	for {
		t, due, wait := p.next()
		if !due {
			return wait
		}
		if t.Kind == schedule.Webhook {
			sends.Go(func() { p.deliver(ctx, t) })
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

// deliver sends a webhook. A panic drops it.
func (p *pump) deliver(ctx context.Context, webhook schedule.Task) {
	if p.panics.Round(panics.Simulator, func() { p.send(ctx, webhook) }) {
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

// send posts a webhook and settles the result: done, retried, or dropped.
func (p *pump) send(ctx context.Context, t schedule.Task) {
	body, err := p.sender.post(ctx, t)
	defer p.store.notify()
	if err != nil && ctx.Err() != nil {
		return // canceled at the end, so still pending
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
		if t.Part == voice.Announcing {
			w.calls.Announce(t.Ref, body, err)
		}
		return nil
	})
	if updateErr != nil {
		p.log.Warn("phone simulator: webhook not settled", "url", t.URL, "error", updateErr)
	}
}
