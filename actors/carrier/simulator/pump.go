package simulator

import (
	"slices"
	"time"

	"switchboard/storage/panics"
)

// mostUnderWay bounds the webhooks that are sent at the same time.
const mostUnderWay = 32

// idle is how long the pump sleeps when nothing is due.
const idle = time.Hour

// Kinds of tasks.
const (
	taskWebhook = "webhook" // send URL and Form
	taskRing    = "ring"    // leg Ref starts to ring
	taskAnswer  = "answer"  // leg Ref answers by itself
	taskTimeout = "timeout" // leg Ref has rung for too long
	taskProceed = "proceed" // leg Ref goes on with its program
	taskReceipt = "receipt" // message Part of conversation Ref gets its next receipt
)

// run is the one goroutine in which time passes.
func (s *Simulator) run() {
	timer := time.NewTimer(idle)
	defer timer.Stop()
	for {
		timer.Reset(s.round())
		select {
		case <-s.ctx.Done():
			return
		case <-s.wake:
		case <-timer.C:
		}
	}
}

// round does what is due. After a panic, which cost one task, the next follow in a while.
func (s *Simulator) round() (wait time.Duration) {
	wait = time.Second
	s.config.Panics.Round(panics.Simulator, func() { wait = s.due() })
	return wait
}

// due does what is due and tells how long nothing will be.
func (s *Simulator) due() time.Duration {
	for {
		t, wait := s.next()
		if t == nil {
			return wait
		}
		if t.Kind == taskWebhook {
			webhook := *t
			s.wait.Go(func() { s.deliver(webhook) })
			continue
		}
		if err := s.update(func(w *world) error {
			w.forget(t.ID)
			w.happen(t)
			return nil
		}); err != nil {
			return time.Second
		}
	}
}

// deliver sends a webhook; one over which something panics is dropped.
func (s *Simulator) deliver(webhook task) {
	if s.config.Panics.Round(panics.Simulator, func() { s.send(webhook) }) {
		return
	}
	s.config.Panics.Round(panics.Simulator, func() { s.drop(webhook) })
}

func (s *Simulator) drop(webhook task) {
	err := s.updateEvenClosed(func(w *world) error {
		delete(s.inFlight, webhook.ID)
		w.forget(webhook.ID)
		return nil
	})
	if err != nil {
		s.config.Log.Warn("phone simulator: webhook not dropped", "url", webhook.URL, "error", err)
	}
}

// next picks the first task that is due. A webhook is marked as under way; it
// waits where another one of its key is earlier, and where too many are under way.
func (s *Simulator) next() (*task, time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	now, wait := time.Now(), idle
	blocked := map[string]bool{}
	for _, t := range s.state.Tasks {
		if t.Kind == taskWebhook {
			_, sending := s.inFlight[t.ID]
			held := !t.Loose && blocked[t.Key]
			if !t.Loose {
				blocked[t.Key] = true
			}
			if sending || held || len(s.inFlight) >= mostUnderWay {
				continue
			}
		}
		if d := t.At.Sub(now); d > 0 {
			wait = min(wait, d)
			continue
		}
		if t.Kind == taskWebhook {
			s.inFlight[t.ID] = t.Key
		}
		return t, 0
	}
	return nil, wait
}

// forget removes a task.
func (w *world) forget(id uint64) {
	w.Tasks = slices.DeleteFunc(w.Tasks, func(t *task) bool { return t.ID == id })
}

// happen does a task that is not a webhook. The call or text that it is about may be over
// by then; that is not an error.
func (w *world) happen(t *task) {
	if t.Kind == taskReceipt {
		w.receipt(t.Ref, t.Part)
		return
	}
	l := w.Legs[t.Ref]
	if l == nil || l.over() {
		return
	}
	switch t.Kind {
	case taskRing:
		w.ring(l)
	case taskAnswer:
		if l.Status == statusRinging {
			w.answer(l)
		}
	case taskTimeout:
		if l.Answered == nil {
			w.end(l, statusNoAnswer, "participant_add_failed")
		}
	case taskProceed:
		w.proceed(l)
	}
}
