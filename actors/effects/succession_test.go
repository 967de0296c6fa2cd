package effects_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"switchboard/actors/carrier"
	"switchboard/actors/carrier/simulator"
	"switchboard/actors/conversations"
	"switchboard/actors/effects"
	"switchboard/cmd/storetest"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/pg"
	"switchboard/storage/row"
	"switchboard/storage/waittest"
)

// texting is a conversation with texts to send, and its database, at a provider that
// a test can disturb.
type texting struct {
	*testing.T

	store *pg.Store
	conn  *pgx.Conn
	sim   *simulator.Simulator
	via   func(http.RoundTripper) conversations.Sender
	texts []string
}

// text creates a conversation with n texts to send: "0", "1" and so on.
func text(t *testing.T, texts int) *texting {
	t.Helper()
	store, dsn := storetest.WithDSN(t)
	conn, err := pgx.Connect(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close(context.WithoutCancel(t.Context())) })
	sim, client := provider(t)
	d := &texting{T: t, store: store, conn: conn, sim: sim, via: func(r http.RoundTripper) conversations.Sender {
		return conversations.Sender{Texts: client(r), Conversations: everythingGoes{}}
	}}
	author, subject := string(id.New()), id.New()
	for n := range texts {
		body := fmt.Sprint(n)
		_, err := store.Commit(t.Context(), row.Change{Organization: storetest.Organization, Effects: []row.Effect{{
			ID: id.New(), Kind: conversations.EffectSend, Actor: conversations.Kind, Subject: subject,
			Payload: row.JSONValue(conversations.SendPayload{Message: id.New(), Text: carrier.SendMessage{
				ConversationSID: thread, Author: author, Body: body, ClientID: "typed " + body,
			}}),
		}}})
		if err != nil {
			t.Fatal(err)
		}
		d.texts = append(d.texts, body)
	}
	return d
}

// taken returns the texts that the provider accepted, in its order.
func (d *texting) taken() []string {
	var bodies []string
	for _, e := range d.sim.Journal() {
		if !e.Told && e.Method == http.MethodPost && e.Status == http.StatusCreated {
			bodies = append(bodies, e.Form.Get("Body"))
		}
	}
	return bodies
}

// came checks that the provider accepted the texts, each once and in our order.
func (d *texting) came(texts []string) {
	d.Helper()
	if got := d.taken(); !slices.Equal(got, texts) {
		d.Errorf("the provider took %v, not %v", got, texts)
	}
}

// worker runs a worker until the test ends, or stop is called.
func (d *texting) worker(store effects.Store, h effects.Handler) (w *effects.Worker, told *engine, stop func()) {
	told = &engine{}
	w = effects.New(store, told, effects.Config{Poll: 2 * time.Millisecond, Lease: 300 * time.Millisecond, NotifyPause: time.Millisecond})
	w.Handle(conversations.EffectSend, h, effects.Retry{Attempts: 60, First: time.Millisecond, Max: 10 * time.Millisecond})
	ctx, cancel := context.WithCancel(d.Context())
	ended := make(chan struct{})
	go func() { defer close(ended); w.Run(ctx) }()
	stop = sync.OnceFunc(func() { cancel(); <-ended })
	d.Cleanup(stop)
	return w, told, stop
}

// on is a transport that calls before for each text to decide its outcome.
type on struct {
	next   http.RoundTripper
	before func(body string) (*http.Response, error) // nil, nil sends the text
	after  func(body string) error
}

func (o on) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.Method != http.MethodPost {
		return o.next.RoundTrip(r)
	}
	read, err := r.GetBody()
	if err != nil {
		return nil, err
	}
	again := r.Clone(r.Context())
	again.Body = read
	if err := again.ParseForm(); err != nil {
		return nil, err
	}
	body := again.PostForm.Get("Body")
	if o.before != nil {
		if response, err := o.before(body); response != nil || err != nil {
			return response, err
		}
	}
	response, err := o.next.RoundTrip(r)
	if err == nil && o.after != nil {
		err = o.after(body)
	}
	return response, err
}

func answering(status int) *http.Response {
	w := &http.Response{StatusCode: status, Header: http.Header{"Content-Type": {"application/json"}}}
	w.Body = readCloser{strings.NewReader(fmt.Sprintf(`{"code": 50999, "message": "No.", "status": %d}`, status))}
	return w
}

type readCloser struct{ *strings.Reader }

func (readCloser) Close() error { return nil }

// watched is a handler with a hook before it does anything.
type watched struct {
	handler effects.Recaller
	seen    func(e row.ClaimedEffect)
}

func (h watched) Do(ctx context.Context, e row.ClaimedEffect) (any, error) {
	h.seen(e)
	return h.handler.Do(ctx, e)
}

func (h watched) Failed(e row.ClaimedEffect, err error) any { return h.handler.Failed(e, err) }
func (h watched) Recall(result []byte) (any, error)         { return h.handler.Recall(result) }
func (watched) InSuccession()                               {}

func bodyOf(e row.ClaimedEffect) string {
	p, _ := effects.Payload[conversations.SendPayload](e.Effect)
	return p.Text.Body
}

// keeping is a store with hooks before an outcome is stored, and after a next effect
// was claimed.
type keeping struct {
	*pg.Store

	keep    func()
	claimed func()
}

func (s keeping) RecordEffect(ctx context.Context, c row.EffectClaim, o row.EffectOutcome, result []byte, reason string) error {
	s.keep()
	return s.Store.RecordEffect(ctx, c, o, result, reason)
}

func (s keeping) ClaimNextEffect(ctx context.Context, c row.EffectClaim, lease time.Duration) (row.ClaimedEffect, bool, error) {
	e, found, err := s.Store.ClaimNextEffect(ctx, c, lease)
	if found {
		s.claimed()
	}
	return e, found, err
}

// The next text is sent as soon as the provider has answered the previous one, not
// only when its outcome is stored.
func TestNextTextDoesNotWaitForTheNotification(t *testing.T) {
	d := text(t, 3)
	second := make(chan struct{})
	late := sync.OnceFunc(func() {
		select {
		case <-second:
		case <-time.After(20 * time.Second):
			t.Error("the second text waited until the first was stored")
		}
	})
	transport := on{next: d.sim.Transport(), after: func(body string) error {
		if body == "1" {
			close(second)
		}
		return nil
	}}
	w, told, _ := d.worker(keeping{d.store, late, func() {}}, d.via(transport))
	waittest.Until(t, "three texts to be sent", func() bool { return w.Stats().Done == 3 })
	d.came(d.texts)
	if told.count() != 3 {
		t.Errorf("told %v", told.told)
	}
}

// A text that is rejected permanently delays none after it.
func TestRejectedTextDelaysNone(t *testing.T) {
	d := text(t, 4)
	transport := on{next: d.sim.Transport(), before: func(body string) (*http.Response, error) {
		if body == "1" {
			return answering(http.StatusBadRequest), nil
		}
		return nil, nil //nolint:nilnil // it goes
	}}
	w, _, _ := d.worker(d.store, d.via(transport))
	waittest.Until(t, "all texts but the refused one to be sent", func() bool { return w.Stats().Done == 3 && w.Stats().Failed == 1 })
	d.came([]string{"0", "2", "3"})
}

// A waiting text delays the ones behind it, which are not tried and lose no attempts.
func TestWaitingTextDelaysTheNext(t *testing.T) {
	for name, refuse := range map[string]struct {
		times int // the client itself retries a 429 three times
		with  func() (*http.Response, error)
	}{
		"too many":     {10, func() (*http.Response, error) { return answering(http.StatusTooManyRequests), nil }},
		"out of order": {4, func() (*http.Response, error) { return answering(http.StatusServiceUnavailable), nil }},
		"no answer":    {1, func() (*http.Response, error) { return nil, errors.New("connection reset") }},
	} {
		t.Run(name, func(t *testing.T) {
			d := text(t, 4)
			left := refuse.times
			transport := on{next: d.sim.Transport(), before: func(body string) (*http.Response, error) {
				if body == "1" && left > 0 {
					left--
					return refuse.with()
				}
				return nil, nil //nolint:nilnil // it goes
			}}
			var mu sync.Mutex
			seen := map[string][]row.ClaimedEffect{}
			h := watched{d.via(transport), func(e row.ClaimedEffect) {
				mu.Lock()
				defer mu.Unlock()
				seen[bodyOf(e)] = append(seen[bodyOf(e)], e)
			}}
			w, _, _ := d.worker(d.store, h)
			waittest.Until(t, "all texts to be sent", func() bool { return w.Stats().Done == 4 })
			d.came(d.texts)
			mu.Lock()
			defer mu.Unlock()
			if tries := len(seen["1"]); tries < 2 {
				t.Errorf("the text that waits was tried %d times", tries)
			}
			for _, body := range []string{"2", "3"} {
				if e := seen[body][0]; len(seen[body]) != 1 || e.Resumed || e.Tries() != 1 {
					t.Errorf("text %s was begun %d times, first as %+v", body, len(seen[body]), e)
				}
			}
		})
	}
}

// A process that freezes or dies between two texts of a conversation sends none twice
// and loses none, and they arrive in order.
func TestWorkerThatFreezesBetweenTwoTexts(t *testing.T) {
	const place = "2"
	for name, arrange := range map[string]func(d *texting, frost *ice) (effects.Store, effects.Handler){
		"before one is begun": func(d *texting, frost *ice) (effects.Store, effects.Handler) {
			return icedStore{d.store, frost}, watched{d.via(d.sim.Transport()), func(e row.ClaimedEffect) {
				if frost.pass(); bodyOf(e) == place {
					frost.freeze()
				}
			}}
		},
		"before one's answer": func(d *texting, frost *ice) (effects.Store, effects.Handler) {
			return icedStore{d.store, frost}, watched{d.via(on{next: d.sim.Transport(), after: func(body string) error {
				if body == place {
					frost.freeze()
				}
				return nil
			}}), func(row.ClaimedEffect) { frost.pass() }}
		},
		"before one is stored": func(d *texting, frost *ice) (effects.Store, effects.Handler) {
			kept := 0
			store := keeping{d.store, func() {
				if kept++; kept == 2 {
					frost.freeze()
				}
				frost.pass()
			}, frost.pass}
			return icedStore{store, frost}, watched{d.via(d.sim.Transport()), func(row.ClaimedEffect) { frost.pass() }}
		},
		"when the next is claimed": func(d *texting, frost *ice) (effects.Store, effects.Handler) {
			claimed := 0
			store := keeping{d.store, frost.pass, func() {
				if claimed++; claimed == 2 {
					frost.freeze()
				}
			}}
			return icedStore{store, frost}, watched{d.via(d.sim.Transport()), func(row.ClaimedEffect) { frost.pass() }}
		},
	} {
		t.Run(name, func(t *testing.T) {
			d := text(t, 6)
			frost := newIce()
			store, h := arrange(d, frost)
			first, _, _ := d.worker(store, h)
			<-frost.frozen
			d.worker(d.store, d.via(d.sim.Transport()))
			waittest.Until(t, "all texts to be sent", func() bool { return len(d.taken()) >= len(d.texts) && d.open() == 0 })
			d.came(d.texts)
			close(frost.thawed)
			waittest.Until(t, "the first node to notice", func() bool { return first.Stats().Lost > 0 })
			d.came(d.texts)
		})
	}
}

// open counts the unsettled effects.
func (d *texting) open() int {
	d.Helper()
	var open int
	err := d.conn.QueryRow(d.Context(), `SELECT count(*) FROM core.effect WHERE state IN ('pending', 'running')`).Scan(&open)
	if err != nil {
		d.Fatal(err)
	}
	return open
}

// flaky is a store in which statements fail at random, before or after they took
// effect.
type flaky struct {
	*pg.Store

	fails func() (before, after bool)
}

func failing[T any](s flaky, do func() (T, error)) (T, error) {
	before, after := s.fails()
	if before {
		var none T
		return none, fault.New(fault.Unavailable, "away")
	}
	got, err := do()
	if after {
		var none T
		return none, fault.New(fault.Unavailable, "away")
	}
	return got, err
}

func (s flaky) ClaimNextEffect(ctx context.Context, c row.EffectClaim, lease time.Duration) (row.ClaimedEffect, bool, error) {
	e, err := failing(s, func() (e row.ClaimedEffect, err error) {
		e, _, err = s.Store.ClaimNextEffect(ctx, c, lease)
		return e, err
	})
	return e, e.ID != "", err
}

func (s flaky) do(change func() error) error {
	_, err := failing(s, func() (struct{}, error) { return struct{}{}, change() })
	return err
}

func (s flaky) ReturnEffect(ctx context.Context, c row.EffectClaim) error {
	return s.do(func() error { return s.Store.ReturnEffect(ctx, c) })
}

func (s flaky) RetryEffect(ctx context.Context, c row.EffectClaim, after time.Duration, reason string, undone bool) error {
	return s.do(func() error { return s.Store.RetryEffect(ctx, c, after, reason, undone) })
}

func (s flaky) RecordEffect(ctx context.Context, c row.EffectClaim, o row.EffectOutcome, result []byte, reason string) error {
	return s.do(func() error { return s.Store.RecordEffect(ctx, c, o, result, reason) })
}

func (s flaky) FinishEffect(ctx context.Context, c row.EffectClaim, remark string) error {
	return s.do(func() error { return s.Store.FinishEffect(ctx, c, remark) })
}

// Whatever the provider and the database do, and whenever a worker is stopped: no
// text is sent twice, none is lost and they arrive in order.
func TestTextsArriveOnceAndInOrderUnderFaults(t *testing.T) {
	d := text(t, 15)
	var mu sync.Mutex
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 1))
	chance := func(of float64) bool {
		mu.Lock()
		defer mu.Unlock()
		return random.Float64() < of
	}
	refused := []string{"4", "9"}
	transport := on{
		next: d.sim.Transport(),
		before: func(body string) (*http.Response, error) {
			switch {
			case chance(0.15):
				return answering(http.StatusServiceUnavailable), nil
			case slices.Contains(refused, body):
				return answering(http.StatusBadRequest), nil
			default:
				return nil, nil //nolint:nilnil // it goes
			}
		},
		after: func(string) error {
			if chance(0.15) {
				return errors.New("the answer was lost")
			}
			return nil
		},
	}
	store := flaky{d.store, func() (before, after bool) { return chance(0.03), chance(0.03) }}
	for d.open() > 0 {
		_, _, stop := d.worker(store, d.via(transport))
		_, _, stopToo := d.worker(store, d.via(transport))
		wait := time.Now().Add(time.Duration(100+rand.IntN(300)) * time.Millisecond)
		waittest.Until(t, "a while", func() bool { return time.Now().After(wait) || d.open() == 0 })
		stop()
		stopToo()
	}
	d.came(slices.DeleteFunc(d.texts, func(body string) bool { return slices.Contains(refused, body) }))
}
