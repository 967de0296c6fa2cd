package pg_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/pg/retention"
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
	out, err := f.ClaimEffects(f.Context(), row.ClaimRequest{Node: "node", Limit: limit, Lease: lease})
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
		e.Attempts != 1 || e.Resumed || time.Since(e.Created).Abs() > time.Hour || string(e.Payload) != `{"to": "x"}` {
		t.Errorf("claimed %+v", e)
	}
	if again := f.claim(10, lease); len(again) != 0 {
		t.Errorf("claimed again: %+v", again)
	}
	f.ok(f.FinishEffect(t.Context(), e.Claim(), ""))
	f.fenced(e)
	if again := f.claim(10, lease); len(again) != 0 {
		t.Errorf("a finished one was claimed: %+v", again)
	}
}

// fenced holds: a claim that ended changes nothing.
func (f *fixture) fenced(e row.ClaimedEffect) {
	f.Helper()
	const state = `SELECT to_jsonb(e)::text FROM core.effect e WHERE id = $1`
	var before, after string
	f.ok(f.conn.QueryRow(f.Context(), state, string(e.ID)).Scan(&before))
	f.refused(f.RecordEffect(f.Context(), e.Claim(), row.EffectDone, []byte(`{}`), ""), fault.Conflict)
	f.refused(f.FinishEffect(f.Context(), e.Claim(), ""), fault.Conflict)
	f.refused(f.RetryEffect(f.Context(), e.Claim(), 0, "late", true), fault.Conflict)
	f.refused(f.RetellEffect(f.Context(), e.Claim(), 0, "late"), fault.Conflict)
	f.refused(f.FailEffect(f.Context(), e.Claim(), "late"), fault.Conflict)
	if held, err := f.ExtendEffects(f.Context(), []row.EffectClaim{e.Claim()}, lease); err != nil || len(held) != 0 {
		f.Errorf("extended %v, %v", held, err)
	}
	f.ok(f.conn.QueryRow(f.Context(), state, string(e.ID)).Scan(&after))
	if before != after {
		f.Errorf("a claim that ended changed\n%s into\n%s", before, after)
	}
}

// A worker whose lease ended touches nothing of what another works on, nor does an
// earlier claim of the same worker.
func TestAnEndedClaimIsFenced(t *testing.T) {
	f := newFixture(t)
	f.effect(id.New(), "call.dial", time.Time{})
	first := f.one(time.Microsecond)
	second, err := f.ClaimEffects(t.Context(), row.ClaimRequest{Node: "another", Limit: 1, Lease: time.Microsecond})
	if err != nil || len(second) != 1 {
		t.Fatalf("claimed %v, %v", second, err)
	}
	f.fenced(first)
	third := f.one(lease) // the first node's again
	f.fenced(first)
	f.fenced(second[0])
	f.ok(f.FailEffect(t.Context(), third.Claim(), "no"))
}

// What became of an effect comes back with every later claim, and its telling is
// counted apart.
func TestAnOutcomeIsKept(t *testing.T) {
	f := newFixture(t)
	subject := id.New()
	f.effect(subject, "message.send", time.Time{})
	next := f.effect(subject, "message.send", time.Time{})
	e := f.one(lease)
	f.refused(f.RecordEffect(t.Context(), e.Claim(), row.EffectDone, []byte(`{`), ""), fault.Internal)
	f.ok(f.RecordEffect(t.Context(), e.Claim(), row.EffectFailed, []byte(`{"sid": "IM1"}`), "refused\x00 it"))
	f.ok(f.RetellEffect(t.Context(), e.Claim(), 0, "deaf"))
	both := f.claim(10, time.Microsecond) // who waits behind it need not wait for the telling
	if len(both) != 2 || both[1].ID != next {
		t.Fatalf("claimed %+v", both)
	}
	e = both[0]
	if e.Outcome != row.EffectFailed || string(e.Result) != `{"sid": "IM1"}` || e.Reason != "refused it" || e.Tellings != 1 || e.Lost != 0 || !e.Resumed {
		t.Errorf("claimed %+v", e)
	}
	both = f.claim(10, lease)
	if len(both) != 2 || both[0].Lost != 1 || both[1].Lost != 1 {
		t.Fatalf("claimed %+v", both)
	}
	f.ok(f.FinishEffect(t.Context(), both[0].Claim(), "x"))
}

// A node takes only what it knows; what it does not know keeps its place before what
// it does, and waits for a node of the next release.
func TestUnknownKindsWait(t *testing.T) {
	f := newFixture(t)
	subject := id.New()
	unknown := f.effect(subject, "call.hold", time.Time{})
	f.effect(subject, "call.end", time.Time{})
	other := f.effect(id.New(), "call.end", time.Time{})
	known := func(kinds ...string) []row.ClaimedEffect {
		t.Helper()
		got, err := f.ClaimEffects(t.Context(), row.ClaimRequest{Node: "node", Limit: 10, Lease: lease, Kinds: kinds})
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	if got := known("call.end"); len(got) != 1 || got[0].ID != other {
		t.Errorf("claimed %+v", got)
	}
	if got := known("call.end", "call.hold"); len(got) != 1 || got[0].ID != unknown || got[0].Resumed {
		t.Errorf("the next release claimed %+v", got)
	}
}

// What a node is at work at it does not claim, though its lease has ended.
func TestWhatIsAtWorkIsNotClaimedAgain(t *testing.T) {
	f := newFixture(t)
	f.effect(id.New(), "call.dial", time.Time{})
	e := f.one(time.Microsecond)
	got, err := f.ClaimEffects(t.Context(), row.ClaimRequest{Node: "node", Limit: 10, Lease: lease, Except: []id.ID{id.New(), e.ID}})
	if err != nil || len(got) != 0 {
		t.Errorf("claimed %+v, %v", got, err)
	}
	if got := f.one(lease); got.Lost != 1 {
		t.Errorf("lost %d times", got.Lost)
	}
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
	f.effect(id.New(), "message.send", time.Time{})
	f.ok(f.RetryEffect(t.Context(), f.one(lease).Claim(), time.Hour, "429", true))
	if early := f.claim(10, lease); len(early) != 0 {
		t.Errorf("claimed before its time: %+v", early)
	}
	if _, err := f.conn.Exec(t.Context(), `UPDATE core.effect SET not_before = now()`); err != nil {
		t.Fatal(err)
	}
	e := f.one(lease)
	if !e.Resumed || e.Attempts != 2 {
		t.Errorf("claimed %+v", e)
	}
	f.ok(f.FailEffect(t.Context(), e.Claim(), "refused\x00 for good"))
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
	f.ok(f.RetryEffect(t.Context(), got[0].Claim(), time.Hour, "429", true))
	if overtaking := f.claim(10, lease); len(overtaking) != 0 {
		t.Fatalf("overtook: %+v", overtaking)
	}
	if _, err := f.conn.Exec(t.Context(), `UPDATE core.effect SET not_before = now() WHERE kind = 'first'`); err != nil {
		t.Fatal(err)
	}
	again := f.one(lease)
	f.ok(f.FinishEffect(t.Context(), again.Claim(), ""))
	if e := f.one(lease); e.ID != second {
		t.Errorf("then came %s", e.Kind)
	}
}

// A long backlog of one subject hides nobody behind it, whether or not its first effect
// is at work, and those without a subject neither.
func TestABacklogHidesNobody(t *testing.T) {
	f := newFixture(t)
	const limit = 2
	backlog := make([]row.Effect, 100)
	busy, other := id.New(), id.New()
	for i := range backlog {
		backlog[i] = row.Effect{ID: id.New(), Kind: "text", Actor: "conversation", Subject: busy, Payload: []byte(`{}`)}
	}
	alone := row.Effect{ID: id.New(), Kind: "text", Actor: "conversation", Subject: other, Payload: []byte(`{}`)}
	free := row.Effect{ID: id.New(), Kind: "text", Actor: "conversation", Payload: []byte(`{}`)}
	for _, some := range [][]row.Effect{backlog, {alone}, {free}} {
		f.commit(row.Change{Organization: f.org, Effects: some})
	}
	if _, err := f.conn.Exec(t.Context(), "ANALYZE core.effect"); err != nil {
		t.Fatal(err)
	}
	claimed := map[id.ID]bool{}
	for range 3 {
		some, err := f.ClaimEffects(t.Context(), row.ClaimRequest{Node: "one", Limit: limit, Lease: time.Minute})
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range some {
			claimed[e.ID] = true
		}
	}
	if len(claimed) != 3 || !claimed[backlog[0].ID] || !claimed[alone.ID] || !claimed[free.ID] {
		t.Errorf("%d were claimed: the head %t, the other subject %t, the one without %t", len(claimed), claimed[backlog[0].ID], claimed[alone.ID], claimed[free.ID])
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
				got, err := f.ClaimEffects(t.Context(), row.ClaimRequest{Node: "node", Limit: 5, Lease: lease})
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
	if kinds, err := f.InboundKinds(t.Context(), event.Provider, event.ProviderID); err != nil || !slices.Equal(kinds, []string{"ringing"}) {
		t.Errorf("the kinds are %v, %v", kinds, err)
	}
}

func TestRetentionOfEffectsAndEvents(t *testing.T) {
	f := newFixture(t)
	for i := range 7 {
		f.effect(id.New(), "done", time.Time{})
		f.commit(row.Change{Organization: f.org, Inbound: &row.Inbound{Provider: "twilio", ProviderID: fmt.Sprint(i), Kind: "x"}})
	}
	for _, e := range f.claim(10, lease) {
		f.ok(f.FinishEffect(t.Context(), e.Claim(), ""))
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
	removed, err := f.Trim(t.Context(), retention.Periods{Batch: 2})
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
	mine := f.one(time.Microsecond).Claim()
	anothers, older, gone := mine, mine, mine
	anothers.Node, older.Attempts, gone.Effect = "another", 0, id.New()
	extend := func(lease time.Duration, want ...id.ID) {
		t.Helper()
		held, err := f.ExtendEffects(t.Context(), []row.EffectClaim{anothers, gone, mine, older}, lease)
		if err != nil || !slices.Equal(held, want) {
			t.Errorf("extended %v, %v", held, err)
		}
	}
	extend(lease, made)
	if got := f.claim(10, lease); len(got) != 0 {
		t.Errorf("claimed %+v", got)
	}
	extend(-lease, made)
	if e := f.one(lease); !e.Resumed || e.ID != made {
		t.Errorf("claimed %+v", e)
	}
	extend(lease)
}

// Of what was lost again and again so many are claimed at once as are asked for, and
// the others are not lost once more.
func TestSuspectsAreClaimedOneByOne(t *testing.T) {
	f := newFixture(t)
	for range 3 {
		f.effect(id.New(), "call.dial", time.Time{})
	}
	claim := func(suspects int) []row.ClaimedEffect {
		t.Helper()
		got, err := f.ClaimEffects(t.Context(), row.ClaimRequest{Node: "node", Limit: 10, Lease: time.Microsecond, Suspects: suspects, Suspicious: 2})
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	for lost := range 2 {
		if got := claim(1); len(got) != 3 || got[2].Lost != lost {
			t.Fatalf("claimed %+v", got)
		}
	}
	for lost := 2; lost < 4; lost++ {
		if got := claim(1); len(got) != 1 || got[0].Lost != lost {
			t.Errorf("claimed %+v", got)
		}
	}
	fresh := f.effect(id.New(), "call.dial", time.Time{})
	if got := claim(0); len(got) != 1 || got[0].ID != fresh {
		t.Errorf("beside one at work it claimed %+v", got)
	}
	first := f.claim(10, lease)
	if len(first) != 4 || first[1].Lost != 2 {
		t.Fatalf("claimed %+v", first)
	}
	f.ok(f.RetryEffect(t.Context(), first[0].Claim(), 0, "it lives", true))
	if got := claim(0); len(got) != 1 || got[0].Lost != 0 {
		t.Errorf("what lives is under suspicion: %+v", got)
	}
}
