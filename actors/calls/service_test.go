package calls_test

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"go.uber.org/goleak"

	"switchboard/actors/calls"
	"switchboard/actors/carrier"
	"switchboard/actors/features"
	"switchboard/actors/records"
	"switchboard/actors/runtime"
	"switchboard/actors/users"
	"switchboard/cmd/storetest"
	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/pg"
	"switchboard/storage/pg/pgtest"
	"switchboard/storage/row"
	"switchboard/storage/settings"
	"switchboard/storage/waittest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(pgtest.Wrap(m)) }

// office is an organization on a real database with calls, three users, a phone and a
// contact.
type office struct {
	t       *testing.T
	store   *pg.Store
	dsn     string
	org     id.ID
	service *calls.Service
	run     *runtime.Local
	phone   id.ID
	contact id.ID
	users   map[string]id.ID
	away    []id.ID // users that calls can no longer ring
	// phoneless is set if the organization does not use the phone.
	phoneless bool
	guarded   atomic.Int64 // number of checks, including those of simultaneous dials
}

const ourNumber, theirNumber = "+15550109999", "+15550100200"

func open(t *testing.T) *office {
	t.Helper()
	store, dsn := storetest.WithDSN(t)
	o := &office{t: t, store: store, dsn: dsn, org: storetest.Organization, phone: id.New(), contact: id.New(), users: map[string]id.ID{}}
	o.create("twilio_phone", o.phone, row.Fields{"name": ourNumber, "sid": "PN1", "phone_number": ourNumber})
	o.create("contact", o.contact, row.Fields{
		"name": "Mia Ortiz", "second_phone": row.JSONValue(map[string]string{"phone_number": theirNumber}),
	})
	for _, name := range []string{"anna", "ben"} {
		o.users[name] = id.New()
		o.create("user", o.users[name], row.Fields{"name": name, "email": name + "@demo.test"})
	}
	o.run = o.engine()
	o.service = calls.New(o.run, store, o, o, o, o, o, o)
	return o
}

// ActsFor implements calls.Principals.
func (o *office) ActsFor(_ context.Context, _, user id.ID) (access.Principal, error) {
	for name, known := range o.users {
		if known == user {
			return *o.principal(name, caller()), nil
		}
	}
	return access.Principal{}, fault.New(fault.NotFound, "This user does not exist.")
}

// AccessToken implements calls.Tokens.
func (*office) AccessToken(identity string) (carrier.AccessToken, error) {
	return carrier.AccessToken{Token: "of " + identity, Identity: identity, TTL: time.Hour}, nil
}

func (o *office) engine() *runtime.Local {
	engine := runtime.NewLocal(runtime.Options{Logger: slog.New(slog.DiscardHandler)})
	engine.Register(calls.Kind, calls.Factory(o.store, o.store, runtime.WriterOptions{}))
	o.t.Cleanup(func() {
		if err := engine.Stop(context.WithoutCancel(o.t.Context())); err != nil {
			o.t.Error(err)
		}
	})
	return engine
}

// Candidates implements calls.RingTargets: all users are available.
func (o *office) Candidates(context.Context, id.ID) ([]id.ID, error) {
	return []id.ID{o.users["anna"], o.users["ben"]}, nil
}

// Rings implements calls.RingTargets: users who are away are missing.
func (o *office) Rings(_ context.Context, _ id.ID, asked []id.ID) (ringing, missing []id.ID, err error) {
	for _, user := range asked {
		if slices.Contains(o.away, user) {
			missing = append(missing, user)
		} else {
			ringing = append(ringing, user)
		}
	}
	return ringing, missing, nil
}

// Call implements calls.Guard: a minute costs 18,000, and two dollars may be spent.
func (o *office) Call(context.Context, *access.Principal, string) (row.Charge, error) {
	o.guarded.Add(1)
	return row.Charge{Account: "outbound:test", Amount: 18_000, Most: 2_000_000, Refusal: "All is spent."}, nil
}

// Settings implements calls.Settings: a call rings for 20 seconds.
func (*office) Settings(context.Context, id.ID) (settings.Organization, error) {
	return settings.Parse([]byte(`{"ring_seconds":20}`)), nil
}

// Uses implements calls.Settings.
func (o *office) Uses(context.Context, id.ID, string) (bool, error) { return !o.phoneless, nil }

// Say implements calls.Speaker.
func (*office) Say(sentence string) carrier.Answer { return carrier.Answer{Body: []byte(sentence)} }

func (o *office) create(object string, record id.ID, set row.Fields) {
	o.t.Helper()
	_, err := o.store.Commit(o.t.Context(), row.Change{Organization: o.org, Writes: []row.Write{
		{Object: object, ID: record, Op: entry.Created, Set: set},
	}})
	if err != nil {
		o.t.Fatalf("%s: %v", object, err)
	}
}

func (o *office) principal(name string, sets ...access.PermissionSet) *access.Principal {
	p := access.Build(features.Registry(), access.Inputs{
		Organization: o.org, User: o.users[name], Name: name, Sets: sets,
	})
	return &p
}

func (o *office) ring(sid string) id.ID {
	o.t.Helper()
	call := carrier.InboundCall{SID: sid, From: theirNumber, To: ourNumber}
	answer, err := o.service.Inbound(o.t.Context(), o.org, o.phone, call, row.Inbound{
		Provider: "twilio", ProviderID: sid, Kind: "ringing", Answer: []byte("<join/>"), AnswerType: "text/xml",
	})
	if err != nil || string(answer.Body) != "<join/>" {
		o.t.Fatalf("the caller was answered %q, %v", answer.Body, err)
	}
	return call.ID()
}

func (o *office) call(call id.ID) row.Record {
	o.t.Helper()
	r, err := o.store.Get(o.t.Context(), o.org, "call", call)
	if err != nil {
		o.t.Fatal(err)
	}
	return r
}

func TestInboundCallIsStoredWithItsCaller(t *testing.T) {
	o := open(t)
	call := o.call(o.ring("CA1"))
	if got := call.Text("name"); got != "Call from Mia Ortiz" {
		t.Errorf("it is named %q", got)
	}
	if call.Lookup("contact") != o.contact || call.Lookup("phone") != o.phone || call.Text("status") != calls.Ringing {
		t.Errorf("stored %v", call.Fields)
	}
	if got := call.Lookups("candidates"); !slices.Equal(got, []id.ID{o.users["anna"], o.users["ben"]}) {
		t.Errorf("it rings for %v", got)
	}
}

func TestRepeatedEventIsHandledOnce(t *testing.T) {
	o := open(t)
	call := o.ring("CA1")
	again := carrier.InboundCall{SID: "CA1", From: theirNumber, To: ourNumber}
	answer, err := o.service.Inbound(t.Context(), o.org, o.phone, again, row.Inbound{
		Provider: "twilio", ProviderID: "CA1", Kind: "ringing", Answer: []byte("<join/>"),
	})
	if err != nil || string(answer.Body) != "<join/>" {
		t.Errorf("a repeat was answered %q, %v", answer.Body, err)
	}
	if v := o.call(call).Version; v != 1 {
		t.Errorf("a repeat wrote version %d", v)
	}
	event := carrier.LegEvent{Call: call, SID: "CA1", Label: "customer", Status: carrier.LegCompleted, At: time.Now()}
	mark := row.Inbound{Provider: "twilio", ProviderID: "CA1", Kind: "completed"}
	if err := o.service.LegEvent(t.Context(), o.org, event, mark); err != nil {
		t.Fatal(err)
	}
	if err := o.service.LegEvent(t.Context(), o.org, event, mark); !fault.Is(err, fault.Conflict) {
		t.Errorf("a repeat of a marked event got %v", err)
	}
	if c := o.call(call); c.Version != 2 || c.Text("status") != calls.Canceled {
		t.Errorf("stored %s at version %d", c.Text("status"), c.Version)
	}
	if err := o.service.LegEvent(t.Context(), o.org, carrier.LegEvent{Call: id.New(), SID: "CA7"}, row.Inbound{}); err != nil {
		t.Errorf("a callback of a call that we rejected got %v", err)
	}
}

func TestSimultaneousAcceptsHaveOneWinner(t *testing.T) {
	o := open(t)
	call := o.ring("CA1")
	errs := make(map[string]error)
	var mu sync.Mutex
	var all sync.WaitGroup
	for _, name := range []string{"anna", "ben"} {
		all.Go(func() {
			_, err := o.service.Accept(t.Context(), o.principal(name), call, "")
			mu.Lock()
			errs[name] = err
			mu.Unlock()
		})
	}
	all.Wait()
	winner, loser := "anna", "ben"
	if errs["anna"] != nil {
		winner, loser = loser, winner
	}
	if errs[winner] != nil || !fault.Is(errs[loser], fault.Conflict) {
		t.Fatalf("the two got %v", errs)
	}
	if detail := fault.From(errs[loser]).Detail; detail != winner+" has taken this call." {
		t.Errorf("the loser was told %q", detail)
	}
	stored := o.call(call)
	if stored.Lookup("user") != o.users[winner] || len(stored.Lookups("candidates")) != 0 {
		t.Errorf("stored %v", stored.Fields)
	}
	effects, err := o.store.ClaimEffects(t.Context(), row.ClaimRequest{Node: "test", Limit: 10, Lease: time.Minute})
	if err != nil || len(effects) != 2 {
		t.Fatalf("effects %v, %v", effects, err)
	}
	kinds := []string{effects[0].Kind, effects[1].Kind}
	if slices.Sort(kinds); !slices.Equal(kinds, []string{calls.EffectAddParticipant, calls.EffectOnCall}) {
		t.Errorf("stored the effects %v", kinds)
	}
}

func TestCallSurvivesARestart(t *testing.T) {
	o := open(t)
	call := o.ring("CA1")
	if _, err := o.service.Accept(t.Context(), o.principal("anna"), call, "one"); err != nil {
		t.Fatal(err)
	}
	o.service = calls.New(o.engine(), o.store, o, o, o, o, o, o) // another process
	join := carrier.ConferenceEvent{Call: call, Kind: "participant-join", LegSID: "CA2", Label: "user:" + string(o.users["anna"]), At: time.Now()}
	if err := o.service.ConferenceEvent(t.Context(), o.org, join, row.Inbound{}); err != nil {
		t.Fatal(err)
	}
	if c := o.call(call); c.Text("status") != calls.InProgress || c.Time("answered_at").IsZero() {
		t.Errorf("stored %v", c.Fields)
	}
	if _, err := o.service.Accept(t.Context(), o.principal("anna"), call, "one"); err != nil {
		t.Errorf("the same accept after the restart got %v", err)
	}
	if _, err := o.service.Hangup(t.Context(), o.principal("anna"), call, ""); err != nil {
		t.Fatal(err)
	}
	if c := o.call(call); c.Text("status") != calls.Completed {
		t.Errorf("it is %s", c.Text("status"))
	}
}

// TestTwoEnginesOneCall runs one identity twice, as a partitioned cluster does: the
// version check keeps one writer.
func TestTwoEnginesOneCall(t *testing.T) {
	o := open(t)
	call := o.ring("CA1")
	other := calls.New(o.engine(), o.store, o, o, o, o, o, o)
	// The other engine also has the call in memory before anyone accepts it.
	for _, engine := range []*calls.Service{other, o.service} {
		if _, err := engine.Hangup(t.Context(), o.principal("ben"), call, ""); !fault.Is(err, fault.Forbidden) {
			t.Fatalf("one who is not on the call hangs up: %v", err)
		}
	}
	if _, err := other.Accept(t.Context(), o.principal("ben"), call, ""); err != nil {
		t.Fatal(err)
	}
	if _, err := o.service.Accept(t.Context(), o.principal("anna"), call, ""); !fault.Is(err, fault.Conflict) {
		t.Errorf("the engine with the old state answered %v", err)
	}
	if got := o.call(call).Lookup("user"); got != o.users["ben"] {
		t.Errorf("the call is %s's", got)
	}
}

func caller() access.PermissionSet {
	return access.PermissionSet{Objects: map[string]access.ObjectPermission{
		"call": {Create: true, Read: true, Update: true}, "contact": {Read: true},
	}}
}

func TestDialing(t *testing.T) {
	o := open(t)
	p := o.principal("anna", caller())
	first, err := o.service.Dial(t.Context(), p, "(415) 555-2671", "", "one")
	if err != nil {
		t.Fatal(err)
	}
	again, err := o.service.Dial(t.Context(), p, "(415) 555-2671", "", "one")
	if err != nil || again.ID != first.ID {
		t.Errorf("the same command gave %v and %v, %v", first, again, err)
	}
	o.charged(18_000)
	if asked := o.guarded.Load(); asked != 1 {
		t.Errorf("a repeat asked the guard: %d times in all", asked)
	}
	call := o.call(first.ID)
	if call.Text("to_number") != "+14155552671" || call.Text("from_number") != ourNumber || call.Lookup("user") != o.users["anna"] {
		t.Errorf("stored %v", call.Fields)
	}
	if _, err := o.service.Dial(t.Context(), o.principal("ben"), "4155552671", "", ""); !fault.Is(err, fault.Forbidden) {
		t.Errorf("one without the right got %v", err)
	}
	if _, err := o.service.Dial(t.Context(), p, "12345", "", ""); !fault.Is(err, fault.Invalid) {
		t.Errorf("a bad number got %v", err)
	}
	dnc := id.New()
	o.create("contact", dnc, row.Fields{
		"name": "Noah Kim", "do_not_call": true, "phone": row.JSONValue(map[string]string{"phone_number": "+14155550000"}),
	})
	if _, err := o.service.Dial(t.Context(), p, "", dnc, ""); !fault.Is(err, fault.Invalid) {
		t.Errorf("a contact who is not to be called got %v", err)
	}
	// Neither another contact with the number nor the number alone avoids the check,
	// and the error names no contact that the caller can't see.
	twin := id.New()
	o.create("contact", twin, row.Fields{"name": "Noah's twin", "phone": row.JSONValue(map[string]string{"phone_number": "+14155550000"})})
	reader := o.principal("anna", caller(), access.PermissionSet{Objects: map[string]access.ObjectPermission{"contact": {Read: true}}})
	if _, err := o.service.Dial(t.Context(), reader, "+14155550000", twin, ""); !fault.Is(err, fault.Invalid) || !strings.Contains(err.Error(), "Noah Kim") {
		t.Errorf("another contact with the number got %v", err)
	}
	nameless := o.principal("anna", access.PermissionSet{
		Objects: map[string]access.ObjectPermission{"call": {Create: true}, "contact": {Read: true}},
		Fields:  map[string]map[string]access.FieldPermission{"contact": {"phone": {Read: true}}},
	})
	for _, contact := range []id.ID{dnc, twin, ""} {
		_, err := o.service.Dial(t.Context(), nameless, "+14155550000", contact, "")
		if !fault.Is(err, fault.Invalid) || strings.Contains(err.Error(), "Noah") || !strings.Contains(err.Error(), "asked not to be called.") {
			t.Errorf("one who may not read the contact's name got %v", err)
		}
	}
	blind := access.Build(features.Registry(), access.Inputs{Organization: o.org, User: o.users["anna"], Sets: []access.PermissionSet{
		{Objects: map[string]access.ObjectPermission{"call": {Create: true}}},
	}})
	if _, err := o.service.Dial(t.Context(), &blind, "+14155550000", "", ""); !fault.Is(err, fault.Invalid) || strings.Contains(err.Error(), "Noah") {
		t.Errorf("the number alone got %v", err)
	}
}

func TestOneCallAtATime(t *testing.T) {
	o := open(t)
	p := o.principal("anna", caller())
	// Two tabs at once: one passes, the other gets an error and costs nothing.
	const tabs = 6
	refs, errs := make([]calls.Ref, tabs), make([]error, tabs)
	var all sync.WaitGroup
	for tab := range tabs {
		all.Go(func() {
			refs[tab], errs[tab] = o.service.Dial(t.Context(), p, "+14155552671", "", fmt.Sprint("tab", tab))
		})
	}
	all.Wait()
	var up []id.ID
	for tab, err := range errs {
		if err == nil {
			up = append(up, refs[tab].ID)
		} else if !fault.Is(err, fault.Conflict) || !strings.Contains(err.Error(), "You are on a call with (415) 555-2671.") {
			t.Errorf("a second dial got %v", err)
		}
	}
	if len(up) != 1 {
		t.Fatalf("%d calls were placed at once", len(up))
	}
	o.charged(18_000)
	if _, err := o.service.Dial(t.Context(), o.principal("ben", caller()), "+14155552672", "", ""); err != nil {
		t.Errorf("somebody else's call was refused: %v", err)
	}
	if _, err := o.service.Hangup(t.Context(), p, up[0], ""); err != nil {
		t.Fatal(err)
	}
	// A call that the user accepted counts as well; the error names its other party.
	call := o.ring("CA1")
	if _, err := o.service.Accept(t.Context(), p, call, ""); err != nil {
		t.Fatal(err)
	}
	if _, err := o.service.Dial(t.Context(), p, "+14155552671", "", ""); !fault.Is(err, fault.Conflict) || !strings.Contains(err.Error(), "You are on a call with Mia Ortiz.") {
		t.Errorf("a dial beside a call that was taken got %v", err)
	}
	if _, err := o.service.Hangup(t.Context(), p, call, ""); err != nil {
		t.Fatal(err)
	}
	if _, err := o.service.Dial(t.Context(), p, "+14155552671", "", ""); err != nil {
		t.Errorf("a dial after the call got %v", err)
	}
}

func (o *office) charged(want int64) {
	o.t.Helper()
	got, err := o.store.Charged(o.t.Context(), o.org, "outbound:test")
	if err != nil || got != want {
		o.t.Errorf("%d was charged, want %d, %v", got, want, err)
	}
}

// A call costs a minute when it is dialed, each started minute when it is over,
// nothing if unanswered, and the provider's own price if there is one, however often
// a callback arrives.
func TestCallCharges(t *testing.T) {
	for name, c := range map[string]struct {
		status carrier.LegStatus
		talk   time.Duration
		price  int64
		want   int64
	}{
		"nobody answers":        {carrier.LegNoAnswer, 0, 0, 0},
		"a short talk":          {carrier.LegCompleted, 20 * time.Second, 0, 18_000},
		"a longer one":          {carrier.LegCompleted, 121 * time.Second, 0, 3 * 18_000},
		"the provider's price":  {carrier.LegCompleted, 121 * time.Second, 42_500, 42_500},
		"a price without talk":  {carrier.LegBusy, 0, 1_000, 1_000},
		"dearer than the bound": {carrier.LegCompleted, 3 * time.Hour, 0, 180 * 18_000},
	} {
		t.Run(name, func(t *testing.T) {
			o := open(t)
			ref, err := o.service.Dial(t.Context(), o.principal("anna", caller()), "4155552671", "", "")
			if err != nil {
				t.Fatal(err)
			}
			o.charged(18_000)
			ended := time.Now().Add(4 * time.Hour)
			event := carrier.LegEvent{Call: ref.ID, SID: "CAc", Label: "customer", Status: carrier.LegRinging, At: ended.Add(-c.talk)}
			tell := func() {
				t.Helper()
				if err := o.service.LegEvent(t.Context(), o.org, event, row.Inbound{}); err != nil {
					t.Fatal(err)
				}
			}
			tell()
			if c.talk > 0 {
				event.Status, event.Sequence = carrier.LegInProgress, 1
				tell()
				o.charged(18_000)
			}
			event.Status, event.Sequence, event.At, event.Duration, event.Price = c.status, 2, ended, c.talk, c.price
			for range 3 {
				tell()
			}
			o.charged(c.want)
		})
	}
}

// A call that would exceed the month's limit is not made, even if the guard did not
// know that yet.
func TestMonthlyLimitIsEnforcedByTheActor(t *testing.T) {
	o := open(t)
	_, err := o.store.Commit(t.Context(), row.Change{Organization: o.org, Charges: []row.Charge{{Account: "outbound:test", Amount: 1_990_000}}, Writes: []row.Write{
		{Object: "note", ID: id.New(), Op: entry.Created, Set: row.Fields{"name": "x", "notes": "x"}},
	}})
	if err != nil {
		t.Fatal(err)
	}
	_, err = o.service.Dial(t.Context(), o.principal("anna", caller()), "4155552671", "", "one")
	if !fault.Is(err, fault.Forbidden) || fault.From(err).Detail != "All is spent." {
		t.Errorf("dialling got %v", err)
	}
	made, findErr := o.store.Find(t.Context(), o.org, row.Query{Object: "call"})
	if findErr != nil || len(made) > 0 {
		t.Errorf("made %v, %v", made, findErr)
	}
}

func TestPatchingACall(t *testing.T) {
	o := open(t)
	call := o.ring("CA1")
	door := records.New(o.store)
	door.Own("call", calls.Owner{Service: o.service})
	patch := func(fields records.Input, expect int64) ([]string, error) {
		fields["id"] = row.JSONValue(call)
		written, err := door.Patch(t.Context(), o.principal("anna"), "call", []records.Input{fields}, expect, "")
		return written.Ignored, err
	}
	notes := func(text string) records.Input { return records.Input{"notes": row.JSONValue(text)} }
	if _, err := patch(notes("hi"), 0); !fault.Is(err, fault.Forbidden) {
		t.Errorf("a ringing target got %v", err)
	}
	if _, err := o.service.Accept(t.Context(), o.principal("anna"), call, ""); err != nil {
		t.Fatal(err)
	}
	ignored, err := patch(records.Input{"notes": row.JSONValue("hi"), "status": row.JSONValue("completed")}, 0)
	if err != nil || !slices.Equal(ignored, []string{"status"}) {
		t.Errorf("ignored %v, %v", ignored, err)
	}
	if c := o.call(call); c.Text("notes") != "hi" || c.Text("status") != calls.Ringing {
		t.Errorf("stored %v", c.Fields)
	}
	if _, err = patch(notes("ho"), 1); !fault.Is(err, fault.VersionConflict) {
		t.Errorf("an old version got %v", err)
	}
}

// network is a phone network that knows some legs.
type network struct {
	legs  map[string]carrier.Leg
	added []carrier.AddParticipant
	ended []string
	// refuse is the result of dialing. answered runs after the conference was read
	// and before the result is returned; it is optional.
	refuse   error
	mute     error // the result of speaking a sentence
	held     []string
	answered func()
	recordingNetwork
}

func (n *network) AddParticipant(_ context.Context, p carrier.AddParticipant) (carrier.Leg, error) {
	n.added = append(n.added, p)
	if n.refuse != nil {
		return carrier.Leg{}, n.refuse
	}
	return carrier.Leg{SID: "CA-new", Label: p.Label}, nil
}

func (n *network) ChangeParticipant(_ context.Context, _, sid string, change carrier.ParticipantChange) error {
	n.held = append(n.held, fmt.Sprintf("%s %t", sid, *change.Hold))
	return n.refuse
}

func (n *network) EndCall(_ context.Context, sid string) error {
	n.ended = append(n.ended, sid)
	return nil
}

func (n *network) SayAndEnd(_ context.Context, sid, sentence string) error {
	if n.mute != nil {
		return n.mute
	}
	n.ended = append(n.ended, sid+" hears "+sentence)
	return nil
}

func (n *network) Call(_ context.Context, sid string) (carrier.Leg, error) {
	leg, ok := n.legs[sid]
	if !ok {
		return leg, fault.New(fault.NotFound, "no such call")
	}
	return leg, nil
}

func (n *network) Conference(context.Context, string) ([]carrier.Leg, error) {
	var out []carrier.Leg
	for _, leg := range n.legs {
		if !leg.Status.Over() {
			out = append(out, leg)
		}
	}
	slices.SortFunc(out, func(a, b carrier.Leg) int { return strings.Compare(a.SID, b.SID) })
	if n.answered != nil {
		n.answered()
	}
	return out, nil
}

func TestReconcilingClosesStaleCalls(t *testing.T) {
	o := open(t)
	call := o.ring("CA1")
	n := &network{legs: map[string]carrier.Leg{"CA1": {SID: "CA1", Label: "customer", Status: carrier.LegInProgress}}}
	reconciler := calls.Reconciler{Service: o.service, Phone: n, Logger: slog.New(slog.DiscardHandler)}
	if err := reconciler.Reconcile(t.Context(), o.org, 0); err != nil {
		t.Fatal(err)
	}
	if c := o.call(call); c.Text("status") != calls.Ringing || c.Version == 1 {
		t.Errorf("a live call is %s at version %d", c.Text("status"), c.Version)
	}
	delete(n.legs, "CA1")
	if err := reconciler.Reconcile(t.Context(), o.org, time.Hour); err != nil {
		t.Fatal(err)
	}
	if c := o.call(call); c.Text("status") != calls.Ringing {
		t.Errorf("a call that changed just now was asked about: %s", c.Text("status"))
	}
	if err := reconciler.Reconcile(t.Context(), o.org, 0); err != nil {
		t.Fatal(err)
	}
	if c := o.call(call); c.Text("status") != calls.Canceled {
		t.Errorf("a zombie is %s", c.Text("status"))
	}
}

// A leg dialed while the provider answered is missing from that answer, which means
// nothing.
func TestOldAnswerDoesNotEndNewerLegs(t *testing.T) {
	o := open(t)
	call := o.ring("CA1")
	n := &network{legs: map[string]carrier.Leg{"CA1": {SID: "CA1", Label: "customer", Status: carrier.LegInProgress}}}
	n.answered = func() {
		if _, err := o.service.Accept(t.Context(), o.principal("anna"), call, ""); err != nil {
			t.Fatal(err)
		}
		label := "user:" + string(o.users["anna"])
		n.legs["CA2"] = carrier.Leg{SID: "CA2", Label: label, Status: carrier.LegInProgress}
		join := carrier.ConferenceEvent{Call: call, Kind: "participant-join", LegSID: "CA2", Label: label, At: time.Now()}
		if err := o.service.ConferenceEvent(t.Context(), o.org, join, row.Inbound{}); err != nil {
			t.Fatal(err)
		}
		n.answered = nil
	}
	reconciler := calls.Reconciler{Service: o.service, Phone: n, Logger: slog.New(slog.DiscardHandler)}
	for range 2 {
		if err := reconciler.Reconcile(t.Context(), o.org, 0); err != nil {
			t.Fatal(err)
		}
		if c := o.call(call); c.Text("status") != calls.InProgress {
			t.Fatalf("a call that was just taken is %s", c.Text("status"))
		}
	}
	delete(n.legs, "CA2")
	if err := reconciler.Reconcile(t.Context(), o.org, 0); err != nil {
		t.Fatal(err)
	}
	if c := o.call(call); c.Text("status") != calls.Completed {
		t.Errorf("a call whose taker is gone is %s", c.Text("status"))
	}
}

// Reconciling finds an accepted call whose callbacks were all lost.
func TestReconcilingConnectsACallWithLostCallbacks(t *testing.T) {
	o := open(t)
	call := o.ring("CA1")
	if _, err := o.service.Accept(t.Context(), o.principal("anna"), call, ""); err != nil {
		t.Fatal(err)
	}
	n := &network{legs: map[string]carrier.Leg{"CA1": {SID: "CA1", Label: "customer", Status: carrier.LegInProgress}}}
	handler := calls.ReconcileHandler{Reconciler: &calls.Reconciler{Service: o.service, Phone: n, Logger: slog.New(slog.DiscardHandler)}}
	look := func(call id.ID) {
		t.Helper()
		e := row.ClaimedEffect{Organization: o.org, Effect: row.Effect{ID: id.New(), Kind: calls.EffectReconcile, Payload: row.JSONValue(calls.ReconcilePayload{Call: call})}}
		if command, err := handler.Do(t.Context(), e); command != nil || err != nil {
			t.Errorf("gave %v, %v", command, err)
		}
	}
	look(call)
	if c := o.call(call); c.Text("status") != calls.Ringing || c.Lookup("user") != o.users["anna"] {
		t.Errorf("stored %v", c.Fields)
	}
	n.legs["CA2"] = carrier.Leg{SID: "CA2", Label: "user:" + string(o.users["anna"]), Status: carrier.LegInProgress}
	look(call)
	if c := o.call(call); c.Text("status") != calls.InProgress {
		t.Errorf("it is %s", c.Text("status"))
	}
	// Calls that are connected, over or deleted are not queried.
	n.answered = func() { t.Error("the provider was asked") }
	look(call)
	look(id.New())
	if _, err := o.service.Hangup(t.Context(), o.principal("anna"), call, ""); err != nil {
		t.Fatal(err)
	}
	look(call)
	bad := row.ClaimedEffect{Effect: row.Effect{ID: id.New(), Payload: json.RawMessage(`1`)}}
	if _, err := handler.Do(t.Context(), bad); !fault.Is(err, fault.Invalid) {
		t.Errorf("a payload that is none got %v", err)
	}
}

// The Reconciler frees only users who missed the end of their call.
func TestReconcilingFreesUsersOfEndedCalls(t *testing.T) {
	o := open(t)
	engine := o.engine()
	engine.Register(users.Kind, users.Factory(o.store, runtime.WriterOptions{}))
	people := users.New(engine, o.store, nil)
	over, live := o.ring("CA1"), o.ring("CA2")
	carla, dora := id.New(), id.New()
	for name, user := range map[string]id.ID{"carla": carla, "dora": dora} {
		o.create("user", user, row.Fields{"name": name, "email": name + "@demo.test", "is_active": true})
	}
	for user, call := range map[id.ID]id.ID{o.users["anna"]: over, o.users["ben"]: live, carla: live, dora: id.New()} {
		if _, err := engine.Ask(t.Context(), users.Kind, runtime.Identity{Organization: o.org, ID: user}, users.OnCall{Call: call}); err != nil {
			t.Fatal(err)
		}
	}
	for user, call := range map[string]id.ID{"anna": over, "ben": live} {
		if _, err := o.service.Accept(t.Context(), o.principal(user), call, ""); err != nil {
			t.Fatal(err)
		}
	}
	n := &network{legs: map[string]carrier.Leg{"CA2": {SID: "CA2", Label: "customer", Status: carrier.LegInProgress}}}
	reconciler := calls.Reconciler{Service: o.service, Phone: n, People: people, Open: o.store, Logger: slog.New(slog.DiscardHandler)}
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() { defer close(done); reconciler.Run(ctx) }()
	waittest.UntilIs(t, "those who are said to be on a call", 1, func() int {
		found, err := o.store.Open(t.Context(), "user")
		if err != nil {
			t.Fatal(err)
		}
		return len(found[o.org])
	})
	stop()
	<-done
	for user, want := range map[id.ID]string{o.users["anna"]: users.Available, o.users["ben"]: users.OnCallStatus, carla: users.Available, dora: users.Available} {
		record, err := o.store.Get(t.Context(), o.org, "user", user)
		var raw json.RawMessage
		_ = record.JSON("availability", &raw)
		if got := users.ChosenStatus(raw); err != nil || got != want {
			t.Errorf("%s is %s, want %s, %v", record.Text("name"), got, want, err)
		}
	}
}

// A leg of ours that never got through and that the provider no longer knows was not
// answered.
func TestUnknownLegWasNotAnswered(t *testing.T) {
	o := open(t)
	call := o.ring("CA1")
	if _, err := o.service.Accept(t.Context(), o.principal("anna"), call, ""); err != nil {
		t.Fatal(err)
	}
	ringing := carrier.LegEvent{Call: call, SID: "CA2", Label: "user:" + string(o.users["anna"]), Status: carrier.LegRinging, At: time.Now()}
	if err := o.service.LegEvent(t.Context(), o.org, ringing, row.Inbound{}); err != nil {
		t.Fatal(err)
	}
	n := &network{legs: map[string]carrier.Leg{"CA1": {SID: "CA1", Label: "customer", Status: carrier.LegInProgress}}}
	reconciler := calls.Reconciler{Service: o.service, Phone: n, Logger: slog.New(slog.DiscardHandler)}
	if err := reconciler.Reconcile(t.Context(), o.org, 0); err != nil {
		t.Fatal(err)
	}
	if c := o.call(call); c.Text("status") != calls.Ringing || c.Lookup("user") != "" || len(c.Lookups("candidates")) != 2 {
		t.Errorf("stored %v", c.Fields)
	}
}

// If the provider rejects a leg because its label is already in the conference,
// another attempt dialed it. That leg is used.
func TestExistingLegIsUsed(t *testing.T) {
	raw := row.JSONValue(carrier.AddParticipant{Call: id.New(), Label: "customer"})
	e := row.ClaimedEffect{Effect: row.Effect{ID: id.New(), Payload: raw}}
	n := &network{refuse: fault.New(fault.Conflict, "It is there already."), legs: map[string]carrier.Leg{}}
	if _, err := (calls.Dialer{Phone: n}).Do(t.Context(), e); !fault.Is(err, fault.Unavailable) {
		t.Errorf("one that does not show yet got %v", err)
	}
	n.legs["CA5"] = carrier.Leg{SID: "CA5", Label: "customer", Status: carrier.LegRinging}
	command, err := calls.Dialer{Phone: n}.Do(t.Context(), e)
	if added, ok := command.(calls.LegAdded); err != nil || !ok || added.Leg.SID != "CA5" || added.Refused != "" {
		t.Errorf("gave %v, %v", command, err)
	}
}

func TestResumedDialLooksForTheLegFirst(t *testing.T) {
	n := &network{legs: map[string]carrier.Leg{"CA5": {SID: "CA5", Label: "customer", Status: carrier.LegRinging}}}
	raw, err := json.Marshal(carrier.AddParticipant{Call: id.New(), Label: "customer"})
	if err != nil {
		t.Fatal(err)
	}
	e := row.ClaimedEffect{Effect: row.Effect{ID: id.New(), Payload: raw}, Resumed: true}
	command, err := calls.Dialer{Phone: n}.Do(t.Context(), e)
	added, ok := command.(calls.LegAdded)
	if err != nil || !ok || added.Leg.SID != "CA5" || len(n.added) != 0 {
		t.Errorf("gave %v, %v and dialled %v", command, err, n.added)
	}
	e.Resumed = false
	if _, err := (calls.Dialer{Phone: n}).Do(t.Context(), e); err != nil || len(n.added) != 1 {
		t.Errorf("dialed %v, %v", n.added, err)
	}
}

// A provider that is down is retried only as long as a caller waits. After that
// nothing is dialed, however soon it recovers.
func TestCallIsNotDialedLate(t *testing.T) {
	down := fault.New(fault.Unavailable, "The phone provider is busy.")
	dial := func(n *network, left time.Duration, resumed bool) (calls.LegAdded, error) {
		raw := row.JSONValue(calls.DialPayload{AddParticipant: carrier.AddParticipant{Label: "customer"}, Until: time.Now().Add(left)})
		command, err := calls.Dialer{Phone: n}.Do(t.Context(), row.ClaimedEffect{Effect: row.Effect{Payload: raw}, Resumed: resumed})
		added, _ := command.(calls.LegAdded)
		return added, err
	}
	if _, err := dial(&network{refuse: down}, time.Minute, false); !fault.Is(err, fault.Unavailable) {
		t.Errorf("with time left it gave %v", err)
	}
	if _, err := dial(&network{refuse: down}, time.Second, false); !fault.Is(err, fault.Invalid) || fault.From(err).Detail != down.Detail {
		t.Errorf("for the last time it gave %v", err)
	}
	late := &network{}
	if _, err := dial(late, -time.Second, true); !fault.Is(err, fault.Invalid) || len(late.added) != 0 {
		t.Errorf("late it gave %v and dialled %v", err, late.added)
	}
	there := &network{legs: map[string]carrier.Leg{"CA5": {SID: "CA5", Label: "customer", Status: carrier.LegRinging}}}
	if added, err := dial(there, -time.Second, true); err != nil || added.Leg.SID != "CA5" {
		t.Errorf("dialing in time with a late lookup returned %v, %v", added, err)
	}
}

func TestEndingHangsUpAllLegs(t *testing.T) {
	n := &network{legs: map[string]carrier.Leg{
		"CA1": {SID: "CA1", Status: carrier.LegInProgress}, "CA2": {SID: "CA2", Status: carrier.LegCompleted},
	}}
	raw := row.JSONValue(calls.EndPayload{Call: id.New(), Legs: []string{"CA3"}})
	command, err := calls.Ender{Phone: n}.Do(t.Context(), row.ClaimedEffect{Effect: row.Effect{Payload: raw}})
	slices.Sort(n.ended)
	if command != nil || err != nil || !slices.Equal(n.ended, []string{"CA1", "CA3"}) {
		t.Errorf("gave %v, %v and ended %v", command, err, n.ended)
	}
}

// The legs with a sentence hear it after all others have left, and are hung up
// without it if the provider rejects it. If the provider is unreachable, it is
// retried.
func TestCallerHearsTheSentenceLast(t *testing.T) {
	claimed := row.ClaimedEffect{Effect: row.Effect{Payload: row.JSONValue(calls.EndPayload{Call: id.New(), Legs: []string{"CA1"}, Sentence: "Goodbye."})}}
	for _, test := range []struct {
		name string
		mute error
		want []string
	}{
		{"spoken", nil, []string{"CA2", "CA1 hears Goodbye."}},
		{"refused", fault.New(fault.Invalid, "No."), []string{"CA2", "CA1"}},
		{"away", fault.New(fault.Unavailable, "Later."), []string{"CA2"}},
	} {
		n := &network{mute: test.mute, legs: map[string]carrier.Leg{
			"CA1": {SID: "CA1", Label: "customer", Status: carrier.LegInProgress}, "CA2": {SID: "CA2", Status: carrier.LegRinging},
		}}
		_, err := calls.Ender{Phone: n}.Do(t.Context(), claimed)
		if fault.Is(err, fault.Unavailable) != (test.name == "away") || (err != nil) != (test.name == "away") || !slices.Equal(n.ended, test.want) {
			t.Errorf("%s: ended %q, %v", test.name, n.ended, err)
		}
	}
}

// The end of ringing is an effect that survives every process: it is stored with the
// call, for the time in the organization's settings.
func TestUnansweredCallEnds(t *testing.T) {
	o := open(t)
	call := o.ring("CA1")
	conn, err := pgx.Connect(t.Context(), o.dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close(context.WithoutCancel(t.Context())) }()
	var due time.Time
	var payload []byte
	err = conn.QueryRow(t.Context(), "SELECT not_before, payload FROM core.effect WHERE kind = $1", calls.EffectRingOut).Scan(&due, &payload)
	if rings := due.Sub(o.call(call).Time("start_time")).Round(time.Second); err != nil || rings != 20*time.Second {
		t.Fatalf("it rings for %s, %v", rings, err)
	}
	other := calls.New(o.engine(), o.store, o, o, o, o, o, o) // another process
	claimed := row.ClaimedEffect{Organization: o.org}
	claimed.Payload = payload
	for range 2 {
		if _, err := (calls.RingTimer{Service: other}).Do(t.Context(), claimed); err != nil {
			t.Fatal(err)
		}
	}
	if r := o.call(call); r.Text("status") != calls.NoAnswer {
		t.Errorf("it is %s", r.Text("status"))
	}
	var end calls.EndPayload
	if err := json.Unmarshal(o.ending(conn), &end); err != nil || !slices.Equal(end.Legs, []string{"CA1"}) || !strings.Contains(end.Sentence, "Nobody is available") {
		t.Errorf("it ends with %+v, %v", end, err)
	}
}

// ending returns the payload of the one effect that ends a call's legs.
func (o *office) ending(conn *pgx.Conn) (payload []byte) {
	o.t.Helper()
	if err := conn.QueryRow(o.t.Context(), "SELECT payload FROM core.effect WHERE kind = $1", calls.EffectEnd).Scan(&payload); err != nil {
		o.t.Fatal(err)
	}
	return payload
}
