package simulator

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	mathrand "math/rand/v2"
	"net/http"
	"slices"
	"time"

	"github.com/stripe/stripe-go/v76/webhook"
)

const (
	deliveryTimeout = 20 * time.Second
	// tick is how often what is due is looked for.
	tick = time.Second
	// slowest is the longest time between two deliveries of an event, deliveries how many there are.
	slowest    = 30 * time.Second
	deliveries = 50
	// apiVersion is the one that stripe-go v76 pins.
	apiVersion = "2023-10-16"
)

func secret() string {
	b := make([]byte, 16)
	_, _ = rand.Read(b) // never fails (crypto/rand since Go 1.24)
	return hex.EncodeToString(b)
}

// emit stores an event.
func (s *Simulator) emit(st *state, kind string, about object) {
	id := st.id("evt")
	body, err := json.Marshal(object{
		"id": id, "object": "event", "type": kind, "api_version": apiVersion, "created": s.now().Unix(), "livemode": false,
		"data": object{"object": about},
	})
	if err != nil {
		s.config.Log.Error("an event of the payment simulator can't be written", "error", err)
		return
	}
	times := 1
	if s.config.Edges.Twice {
		times = 2
	}
	for range times {
		due := s.now()
		if late := s.config.Edges.Late; late > 0 {
			due = due.Add(mathrand.N(late)) //nolint:gosec // delays need no secrecy
		}
		st.Events = append(st.Events, event{ID: id, Body: body, Due: due.UnixMilli()})
	}
}

// Signed is an event with its signature.
type Signed struct {
	ID        string
	Body      []byte
	Signature string
}

// Take returns the events that wait, in their order, and forgets them: for tests that deliver
// them themselves.
func (s *Simulator) Take() (out []Signed) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, e := range s.state.Events {
		out = append(out, s.sign(e))
	}
	s.state.Events = nil
	return out
}

func (s *Simulator) sign(e event) Signed {
	signed := webhook.GenerateTestSignedPayload(&webhook.UnsignedPayload{Payload: e.Body, Secret: s.config.WebhookSecret})
	return Signed{e.ID, e.Body, signed.Header}
}

// Run delivers events and renews subscriptions until ctx ends.
func (s *Simulator) Run(ctx context.Context) {
	ticker := time.NewTicker(tick)
	defer ticker.Stop()
	for ctx.Err() == nil {
		s.mu.Lock()
		s.due(s.state)
		s.mu.Unlock()
		for s.deliverNext(ctx) {
			if ctx.Err() != nil {
				return
			}
		}
		select {
		case <-ctx.Done():
			return
		case <-s.poked:
		case <-ticker.C:
		}
	}
}

// deliverNext delivers one event that is due; false where there is none.
func (s *Simulator) deliverNext(ctx context.Context) bool {
	s.mu.Lock()
	now := s.now().UnixMilli()
	var ready []int
	for i, e := range s.state.Events {
		if e.Due <= now {
			ready = append(ready, i)
		}
	}
	if len(ready) == 0 {
		s.mu.Unlock()
		return false
	}
	at := ready[0]
	if s.config.Edges.Shuffled {
		at = ready[mathrand.IntN(len(ready))] //nolint:gosec // an order needs no secrecy
	}
	e := s.state.Events[at]
	s.state.Events = slices.Delete(s.state.Events, at, at+1)
	signed := s.sign(e)
	s.mu.Unlock()

	err := s.post(ctx, signed)
	if err == nil {
		_ = s.changed(func(*state) error { return nil })
		return true
	}
	s.config.Log.Warn("an event of the payment simulator was not taken; it is sent again", "event", e.ID, "error", err)
	e.Failures++
	if e.Failures < deliveries {
		e.Due = s.now().Add(min(slowest, time.Duration(e.Failures)*time.Second)).UnixMilli()
		_ = s.changed(func(st *state) error {
			st.Events = append(st.Events, e)
			return nil
		})
	}
	return true
}

func (s *Simulator) post(ctx context.Context, e Signed) error {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, s.config.Webhook, bytes.NewReader(e.Body))
	if err != nil {
		return err
	}
	r.Header.Set("Content-Type", "application/json; charset=utf-8")
	r.Header.Set("Stripe-Signature", e.Signature)
	answer, err := s.client.Do(r)
	if err != nil {
		return err
	}
	defer func() { _ = answer.Body.Close() }()
	_, _ = io.Copy(io.Discard, io.LimitReader(answer.Body, 4<<10))
	if answer.StatusCode >= http.StatusMultipleChoices {
		return fmt.Errorf("the webhook answered %s", answer.Status)
	}
	return nil
}
