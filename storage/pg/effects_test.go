package pg_test

import (
	"encoding/json"
	"fmt"
	"sync"
	"testing"
	"time"

	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/pg"
	"switchboard/storage/row"
)

const lease = time.Minute

// effect commits an effect and gives its id.
func (f *fixture) effect(subject id.ID, kind string, notBefore time.Time) id.ID {
	f.Helper()
	e := row.Effect{ID: id.New(), Kind: kind, Actor: "call", Subject: subject, Payload: json.RawMessage(`{"to": "x"}`), NotBefore: notBefore}
	f.commit(row.Change{Organization: f.org, Effects: []row.Effect{e}})
	return e.ID
}

func (f *fixture) claim(limit int, lease time.Duration) []row.ClaimedEffect {
	f.Helper()
	out, err := f.ClaimEffects(f.Context(), "node", limit, lease)
	if err != nil {
		f.Fatal(err)
	}
	return out
}

// one claims what must be exactly one effect.
func (f *fixture) one(lease time.Duration) row.ClaimedEffect {
	f.Helper()
	out := f.claim(10, lease)
	if len(out) != 1 {
		f.Fatalf("%d claimed, want 1", len(out))
	}
	return out[0]
}

func (f *fixture) ok(err error) {
	f.Helper()
	if err != nil {
		f.Fatal(err)
	}
}

func TestEffectIsClaimedAndFinishedOnce(t *testing.T) {
	f := newFixture(t)
	subject := id.New()
	made := f.effect(subject, "call.dial", time.Time{})
	e := f.one(lease)
	if e.ID != made || e.Organization != f.org || e.Kind != "call.dial" || e.Actor != "call" || e.Subject != subject ||
		e.Attempts != 1 || e.Resumed || string(e.Payload) != `{"to": "x"}` {
		t.Errorf("claimed %+v", e)
	}
	if again := f.claim(10, lease); len(again) != 0 {
		t.Errorf("claimed again: %+v", again)
	}
	f.ok(f.FinishEffect(t.Context(), made, []byte(`{"sid":"CA1"}`)))
	f.refused(f.FinishEffect(t.Context(), made, nil), fault.Conflict)
	f.refused(f.RetryEffect(t.Context(), made, 0, "late"), fault.Conflict)
	f.refused(f.FailEffect(t.Context(), made, "late"), fault.Conflict)
	if again := f.claim(10, lease); len(again) != 0 {
		t.Errorf("a finished one was claimed: %+v", again)
	}
	f.refused(f.FinishEffect(t.Context(), id.New(), []byte(`{`)), fault.Internal)
}

func TestEffectOfADeadWorkerIsResumed(t *testing.T) {
	f := newFixture(t)
	made := f.effect(id.New(), "call.dial", time.Time{})
	f.one(time.Microsecond) // its worker dies at once
	e := f.one(lease)
	if e.ID != made || !e.Resumed || e.Attempts != 2 {
		t.Errorf("claimed %+v", e)
	}
}

func TestEffectIsTriedAgainOrFails(t *testing.T) {
	f := newFixture(t)
	made := f.effect(id.New(), "message.send", time.Time{})
	f.one(lease)
	f.ok(f.RetryEffect(t.Context(), made, time.Hour, "429"))
	if early := f.claim(10, lease); len(early) != 0 {
		t.Errorf("claimed before its time: %+v", early)
	}
	if _, err := f.conn.Exec(t.Context(), `UPDATE core.effect SET not_before = now()`); err != nil {
		t.Fatal(err)
	}
	if e := f.one(lease); !e.Resumed || e.Attempts != 2 {
		t.Errorf("claimed %+v", e)
	}
	f.ok(f.FailEffect(t.Context(), made, "refused\x00 for good"))
	var state, reason string
	f.ok(f.conn.QueryRow(t.Context(), `SELECT state, error FROM core.effect`).Scan(&state, &reason))
	if state != "failed" || reason != "refused for good" || len(f.claim(10, lease)) != 0 {
		t.Errorf("%s: %q", state, reason)
	}
}

func TestEffectsOfOneSubjectKeepTheirOrder(t *testing.T) {
	f := newFixture(t)
	subject := id.New()
	f.effect(subject, "timer", time.Now().Add(time.Hour)) // holds nobody up
	first, second := f.effect(subject, "first", time.Time{}), f.effect(subject, "second", time.Time{})
	other := f.effect(id.New(), "other", time.Time{})
	got := f.claim(10, lease)
	if len(got) != 2 || got[0].ID != first || got[1].ID != other {
		t.Fatalf("claimed %+v", got)
	}
	f.ok(f.RetryEffect(t.Context(), first, time.Hour, "429"))
	if overtaking := f.claim(10, lease); len(overtaking) != 0 {
		t.Fatalf("overtook: %+v", overtaking)
	}
	if _, err := f.conn.Exec(t.Context(), `UPDATE core.effect SET not_before = now() WHERE kind = 'first'`); err != nil {
		t.Fatal(err)
	}
	f.one(lease)
	f.ok(f.FinishEffect(t.Context(), first, nil))
	if e := f.one(lease); e.ID != second {
		t.Errorf("then came %s", e.Kind)
	}
}

func TestClaimersNeverShareAnEffect(t *testing.T) {
	f := newFixture(t)
	const effects, claimers = 120, 6
	for i := range effects {
		f.effect(id.New(), fmt.Sprint(i), time.Time{})
	}
	var mu sync.Mutex
	owners := map[id.ID]int{}
	var wg sync.WaitGroup
	for range claimers {
		wg.Go(func() {
			for {
				got, err := f.ClaimEffects(t.Context(), "node", 5, lease)
				if err != nil {
					t.Error(err)
					return
				}
				mu.Lock()
				for _, e := range got {
					owners[e.ID]++
				}
				all := len(owners) == effects
				mu.Unlock()
				if all || len(got) == 0 {
					return
				}
			}
		})
	}
	wg.Wait()
	for _, e := range f.claim(effects, lease) { // what a claimer skipped at its end
		owners[e.ID]++
	}
	if len(owners) != effects {
		t.Errorf("%d of %d were claimed", len(owners), effects)
	}
	for e, n := range owners {
		if n != 1 {
			t.Errorf("%s was claimed %d times", e, n)
		}
	}
}

func TestInboundAnswerIsKept(t *testing.T) {
	f := newFixture(t)
	event := row.Inbound{Provider: "twilio", ProviderID: "CA1", Kind: "ringing", Answer: []byte("<Response/>"), AnswerType: "text/xml"}
	if _, _, found, err := f.InboundAnswer(t.Context(), event.Provider, event.ProviderID, event.Kind); found || err != nil {
		t.Fatalf("found %v, %v", found, err)
	}
	f.commit(row.Change{Organization: f.org, Inbound: &event})
	answer, typ, found, err := f.InboundAnswer(t.Context(), event.Provider, event.ProviderID, event.Kind)
	if err != nil || !found || string(answer) != "<Response/>" || typ != "text/xml" {
		t.Errorf("got %q %q %v %v", answer, typ, found, err)
	}
	if _, _, found, _ := f.InboundAnswer(t.Context(), event.Provider, event.ProviderID, "completed"); found {
		t.Error("another event was found")
	}
}

func TestRetentionOfEffectsAndEvents(t *testing.T) {
	f := newFixture(t)
	for i := range 7 {
		f.effect(id.New(), "done", time.Time{})
		f.commit(row.Change{Organization: f.org, Inbound: &row.Inbound{Provider: "twilio", ProviderID: fmt.Sprint(i), Kind: "x"}})
	}
	for _, e := range f.claim(10, lease) {
		f.ok(f.FinishEffect(t.Context(), e.ID, nil))
	}
	open := f.effect(id.New(), "open", time.Time{})
	for _, sql := range []string{
		`UPDATE core.effect SET created = created - interval '30 days', finished = finished - interval '30 days' WHERE place > 2`,
		`UPDATE core.inbound_event SET received = received - interval '30 days' WHERE provider_id > '1'`,
	} {
		if _, err := f.conn.Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
	removed, err := f.Trim(t.Context(), pg.Retention{Batch: 2})
	if err != nil || removed != 10 {
		t.Fatalf("removed %d, %v", removed, err)
	}
	if e := f.one(lease); e.ID != open {
		t.Errorf("the open one is %+v", e)
	}
}

// A lease that is renewed keeps the effect; another node can't end it.
func TestARenewedLeaseKeepsTheEffect(t *testing.T) {
	f := newFixture(t)
	made := f.effect(id.New(), "call.dial", time.Time{})
	f.one(time.Microsecond)
	f.ok(f.ExtendEffects(t.Context(), "node", []id.ID{made, id.New()}, lease))
	f.ok(f.ExtendEffects(t.Context(), "another", []id.ID{made}, -lease))
	if got := f.claim(10, lease); len(got) != 0 {
		t.Errorf("claimed %+v", got)
	}
	f.ok(f.ExtendEffects(t.Context(), "node", []id.ID{made}, -lease))
	if e := f.one(lease); !e.Resumed || e.ID != made {
		t.Errorf("claimed %+v", e)
	}
}
