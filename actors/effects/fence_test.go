package effects_test

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"switchboard/actors/calls"
	"switchboard/actors/carrier"
	"switchboard/actors/carrier/carriertest"
	"switchboard/actors/carrier/simulator"
	"switchboard/actors/carrier/twilio"
	"switchboard/actors/conversations"
	"switchboard/actors/effects"
	"switchboard/cmd/storetest"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/pg"
	"switchboard/storage/row"
	"switchboard/storage/waittest"
)

const (
	ourNumber, theirNumber = "+15550100001", "+15550100200"

	thread = "CH00000000000000000000000000000001"
	member = "MB00000000000000000000000000000001"
)

// ice freezes a process at some point until it thaws.
type ice struct {
	mu     sync.Mutex
	solid  bool
	frozen chan struct{} // closed when it is frozen
	thawed chan struct{}
}

func newIce() *ice { return &ice{frozen: make(chan struct{}), thawed: make(chan struct{})} }

// freeze stops all that pass from here on, and the first one at this point.
func (i *ice) freeze() {
	i.mu.Lock()
	if !i.solid {
		i.solid = true
		close(i.frozen)
	}
	i.mu.Unlock()
	<-i.thawed
}

// pass waits while everything is frozen.
func (i *ice) pass() {
	i.mu.Lock()
	solid := i.solid
	i.mu.Unlock()
	if solid {
		<-i.thawed
	}
}

// icedStore is the store of a process that can freeze, and then renews nothing.
type icedStore struct {
	effects.Store

	ice *ice
}

func (s icedStore) ClaimEffects(ctx context.Context, r row.ClaimRequest) ([]row.ClaimedEffect, error) {
	s.ice.pass()
	return s.Store.ClaimEffects(ctx, r)
}

func (s icedStore) ExtendEffects(ctx context.Context, claims []row.EffectClaim, lease time.Duration) ([]id.ID, error) {
	s.ice.pass()
	return s.Store.ExtendEffects(ctx, claims, lease)
}

func (s icedStore) FinishEffect(ctx context.Context, c row.EffectClaim, remark string) error {
	s.ice.pass()
	return s.Store.FinishEffect(ctx, c, remark)
}

// icedHandler freezes its process before the handler does anything.
type icedHandler struct {
	effects.Recaller

	ice  *ice
	done chan struct{}
}

func (h icedHandler) Do(ctx context.Context, e row.ClaimedEffect) (any, error) {
	defer close(h.done)
	if h.ice != nil {
		h.ice.freeze()
	}
	return h.Recaller.Do(ctx, e)
}

// refusing answers the first POST with 429, and then freezes.
type refusing struct {
	http.RoundTripper

	ice *ice
}

func (t refusing) RoundTrip(r *http.Request) (*http.Response, error) {
	select {
	case <-t.ice.frozen:
		return t.RoundTripper.RoundTrip(r)
	default:
	}
	if r.Method != http.MethodPost {
		return t.RoundTripper.RoundTrip(r)
	}
	t.ice.freeze()
	return &http.Response{StatusCode: http.StatusTooManyRequests, Header: http.Header{}, Body: io.NopCloser(bytes.NewReader(nil))}, nil
}

// A process that was frozen past its lease, between claiming an effect and its
// request to the provider, sends nothing when it wakes: another one has executed the
// effect.
func TestFrozenWorkerSendsNothingWhenItWakes(t *testing.T) {
	payloads := map[string]any{
		conversations.EffectSend: conversations.SendPayload{Message: id.New(), Text: carrier.SendMessage{
			ConversationSID: thread, Author: string(id.New()), Body: "Once", ClientID: "typed",
		}},
		calls.EffectAddParticipant: carrier.AddParticipant{
			Organization: storetest.Organization, Call: id.New(), To: theirNumber, From: ourNumber, Label: "customer", TimeoutSeconds: 30,
		},
	}
	for kind, path := range map[string]string{conversations.EffectSend: "/Messages", calls.EffectAddParticipant: "/Participants.json"} {
		for _, place := range []string{"before it asks", "before it asks again"} {
			t.Run(kind+" "+place, func(t *testing.T) {
				store, org := storetest.New(t)
				sim, client := provider(t)
				frost := newIce()
				dozing := icedHandler{ice: frost, done: make(chan struct{})}
				transport := sim.Transport()
				if place == "before it asks again" {
					dozing.ice, transport = nil, refusing{sim.Transport(), frost}
				}
				handlers := func(transport http.RoundTripper) effects.Recaller {
					c := client(transport)
					if kind == calls.EffectAddParticipant {
						return calls.Dialer{Phone: c}
					}
					return conversations.Sender{Texts: c, Conversations: everythingGoes{}}
				}
				dozing.Recaller = handlers(transport)
				_, err := store.Commit(t.Context(), row.Change{Organization: org, Effects: []row.Effect{
					{ID: id.New(), Kind: kind, Actor: "call", Subject: id.New(), Payload: row.JSONValue(payloads[kind])},
				}})
				if err != nil {
					t.Fatal(err)
				}
				first, told := node(t, icedStore{store, frost}, kind, dozing)
				<-frost.frozen
				second, toldToo := node(t, store, kind, icedHandler{Recaller: handlers(sim.Transport()), done: make(chan struct{})})
				waittest.Until(t, "the second node to do it", func() bool { return second.Stats().Done == 1 })
				close(frost.thawed)
				waittest.Until(t, "the first node to notice", func() bool { return first.Stats().Lost == 1 })
				<-dozing.done
				sent := 0
				for _, e := range sim.Journal() {
					if !e.Told && e.Method == http.MethodPost && strings.HasSuffix(e.Path, path) && e.Status == http.StatusCreated {
						sent++
					}
				}
				if sent != 1 || told.count() != 0 || toldToo.count() != 1 {
					t.Errorf("the provider was asked %d times; the first told %v, the second %v", sent, told.told, toldToo.told)
				}
			})
		}
	}
}

// sleepyStore renews nothing, so that leases end under their workers, and counts the
// claims that found nothing.
type sleepyStore struct {
	*pg.Store

	empty atomic.Int64
}

func (*sleepyStore) ExtendEffects(context.Context, []row.EffectClaim, time.Duration) ([]id.ID, error) {
	return nil, fault.New(fault.Unavailable, "asleep")
}

func (s *sleepyStore) ClaimEffects(ctx context.Context, r row.ClaimRequest) ([]row.ClaimedEffect, error) {
	got, err := s.Store.ClaimEffects(ctx, r)
	if err == nil && len(got) == 0 {
		s.empty.Add(1)
	}
	return got, err
}

// A process that wakes after its lease has ended does not start an effect again while
// its own handler still runs.
func TestWakingProcessDoesNotClaimItsOwnEffects(t *testing.T) {
	store, dsn := storetest.WithDSN(t)
	conn, err := pgx.Connect(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close(context.WithoutCancel(t.Context())) })
	_, err = store.Commit(t.Context(), row.Change{Organization: storetest.Organization, Effects: []row.Effect{
		{ID: id.New(), Kind: "work", Actor: "call", Subject: id.New()},
	}})
	if err != nil {
		t.Fatal(err)
	}
	wake := make(chan struct{})
	var begun atomic.Int64
	asleep := &sleepyStore{Store: store}
	worker, _ := node(t, asleep, "work", effects.Command(func(row.Effect) (any, error) {
		begun.Add(1)
		<-wake
		return nil, nil //nolint:nilnil // nobody is told
	}))
	waittest.Until(t, "the claim to run out", func() bool {
		var ended bool
		err := conn.QueryRow(t.Context(), `SELECT EXISTS (SELECT FROM core.effect WHERE state = 'running' AND claimed_until < now())`).Scan(&ended)
		return err == nil && ended
	})
	since := asleep.empty.Load()
	waittest.Until(t, "some claims in vain", func() bool { return begun.Load() > 1 || asleep.empty.Load() > since+3 })
	if n := begun.Load(); n != 1 {
		t.Errorf("it was begun %d times at once", n)
	}
	close(wake)
	waittest.Until(t, "the end of the effect", func() bool { return worker.Stats().Done+worker.Stats().Lost > 0 })
}

// everythingGoes allows every text.
type everythingGoes struct{}

func (everythingGoes) MaySend(context.Context, id.ID, id.ID, id.ID) (string, error) { return "", nil }

func (everythingGoes) ProviderRef(context.Context, id.ID, id.ID) (conversations.ProviderRef, error) {
	return conversations.ProviderRef{}, nil
}

func (everythingGoes) CheckProviderID(context.Context, id.ID, id.ID, string) error { return nil }

// provider returns a simulated provider and clients of it.
func provider(t *testing.T) (*simulator.Simulator, func(http.RoundTripper) *twilio.Client) {
	t.Helper()
	product := carriertest.NewProduct(t)
	sim, err := simulator.New(simulator.Config{
		Folder: t.TempDir(), PublicURL: "https://switchboard.example", Webhooks: product, Journal: 100,
		Numbers: []simulator.Number{{Number: ourNumber}},
		Threads: []simulator.Thread{{SID: thread, Participant: member, Address: theirNumber, Proxy: ourNumber}},
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(sim.Close)
	made := func(transport http.RoundTripper) *twilio.Client {
		client, err := twilio.New(twilio.Config{
			AccountSID: sim.AccountSID(), AuthToken: sim.AuthToken(), ServiceSID: sim.ServiceSID(),
			PublicURL: "https://switchboard.example", Transport: transport, RetryBase: time.Millisecond,
		})
		if err != nil {
			t.Fatal(err)
		}
		return client
	}
	product.Use(made(sim.Transport()).Webhooks())
	return sim, made
}

// node runs a worker until the test ends.
func node(t *testing.T, store effects.Store, kind string, h effects.Handler) (*effects.Worker, *engine) {
	t.Helper()
	told := &engine{}
	w := effects.New(store, told, effects.Config{Poll: 5 * time.Millisecond, Lease: 300 * time.Millisecond})
	w.Handle(kind, h, effects.Seconds())
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() { defer close(ended); w.Run(ctx) }()
	t.Cleanup(func() { cancel(); <-ended })
	return w, told
}
