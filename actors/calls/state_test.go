package calls

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"testing"
	"time"

	"switchboard/actors/carrier"
	"switchboard/actors/runtime"
	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

var (
	began = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	anna  = id.ID("0198c0de-0000-7000-8000-0000000000a1")
	ben   = id.ID("0198c0de-0000-7000-8000-0000000000b2")
	carla = id.ID("0198c0de-0000-7000-8000-0000000000c3")
	org   = id.ID("0198c0de-0000-7000-8000-000000000001")
)

// desk drives the pure core of one call as the actor would, with rows in memory.
type desk struct {
	t       *testing.T
	state   State
	now     time.Time
	ids     int
	effects []row.Effect
	causes  []string
	journal []Event
	others  []row.Write // records other than the call
}

// by returns the metadata of a user's command.
func by(user id.ID) runtime.CommandMeta { return runtime.CommandMeta{By: user} }

func newDesk(t *testing.T) *desk {
	t.Helper()
	return &desk{t: t, now: began, state: State{Who: runtime.Identity{Organization: org, ID: id.Derived("CA1")}}}
}

func (d *desk) try(command any) (any, error) {
	d.t.Helper()
	d.now = d.now.Add(time.Second)
	in := runtime.Input{Now: d.now, NewID: func() id.ID {
		d.ids++
		return id.Derived(fmt.Sprint("id", d.ids))
	}}
	got, err := core{}.Decide(d.state, command, in)
	if err != nil {
		return nil, err
	}
	d.effects = append(d.effects, got.Effects...)
	var committed []row.Record
	for _, w := range got.Writes {
		if w.Object == "call_event" {
			d.enter(w)
			continue
		}
		if w.Object != "call" {
			d.others = append(d.others, w)
			continue
		}
		call := row.Record{Object: w.Object, ID: w.ID, Version: 1, Fields: row.Fields{}}
		if w.Op == entry.Updated {
			if w.Expect != d.state.Call.Version {
				d.t.Errorf("a write expects version %d of %d", w.Expect, d.state.Call.Version)
			}
			call.Version = d.state.Call.Version + 1
			call.Fields = maps.Clone(d.state.Call.Fields)
		}
		maps.Copy(call.Fields, w.Set)
		committed = append(committed, call)
		d.causes = append(d.causes, w.Cause)
	}
	if len(committed) > 0 {
		d.state = core{}.Apply(d.state, committed)
	}
	return got.Reply, nil
}

func (d *desk) do(command any) any {
	d.t.Helper()
	reply, err := d.try(command)
	if err != nil {
		d.t.Fatalf("%T: %v", command, err)
	}
	return reply
}

func (d *desk) status() string { return d.state.Call.Text("status") }

// took returns the effects of a kind decided since its last call.
func (d *desk) took(kind string) []row.Effect {
	var of, rest []row.Effect
	for _, e := range d.effects {
		if e.Kind == kind {
			of = append(of, e)
		} else {
			rest = append(rest, e)
		}
	}
	d.effects = rest
	return of
}

func (d *desk) expect(status string, user id.ID, candidates ...id.ID) {
	d.t.Helper()
	call := d.state.Call
	if got := call.Text("status"); got != status {
		d.t.Errorf("the status is %q, want %q", got, status)
	}
	if got := call.Lookup("user"); got != user {
		d.t.Errorf("the call is %q's, want %q's", got, user)
	}
	over := derive(&d.state.Facts).over() // see TestMissedCalls
	if got := call.Lookups("candidates"); !slices.Equal(got, candidates) && !over {
		d.t.Errorf("it rings for %v, want %v", got, candidates)
	}
}

func ring(candidates ...id.ID) Inbound {
	return Inbound{
		Call:       carrier.InboundCall{SID: "CA1", From: "+15550100200", To: "+15550109999"},
		Candidates: candidates, RingFor: 20 * time.Second,
		Join:   row.Inbound{Provider: "twilio", ProviderID: "CA1", Kind: "ringing", Answer: []byte("join")},
		Nobody: carrier.Answer{Body: []byte("sorry")},
	}
}

func at(seconds int) time.Time { return began.Add(time.Duration(seconds) * time.Second) }

func legEvent(sid, label string, status carrier.LegStatus, sequence, seconds int) LegChanged {
	return LegChanged{Event: carrier.LegEvent{SID: sid, Label: label, Status: status, Sequence: sequence, At: at(seconds)}}
}

func conference(kind, sid, label string, seconds int) ConferenceChanged {
	return ConferenceChanged{Event: carrier.ConferenceEvent{Kind: kind, LegSID: sid, Label: label, At: at(seconds)}}
}

func TestInboundCallLifecycle(t *testing.T) {
	d := newDesk(t)
	if answer := d.do(ring(anna, ben)).(carrier.Answer); string(answer.Body) != "join" {
		t.Errorf("the caller was answered %q", answer.Body)
	}
	d.expect(Ringing, "", anna, ben)

	d.do(Accept{CommandMeta: by(anna)})
	d.expect(Ringing, anna)
	dial := d.took(EffectAddParticipant)
	if len(dial) != 1 || len(d.took(EffectOnCall)) != 1 {
		t.Fatalf("accepting led to %v", d.effects)
	}
	var p carrier.AddParticipant
	if err := json.Unmarshal(dial[0].Payload, &p); err != nil || p.To != "client:"+string(anna)+"?call="+string(d.state.Who.ID) || p.Call != d.state.Who.ID || p.EndOnExit {
		t.Errorf("the taker is dialled by %+v, %v", p, err)
	}
	d.do(LegAdded{Effect: dial[0].ID, Label: userLabel(anna), Leg: carrier.Leg{SID: "CA2", Status: carrier.LegQueued}})
	d.do(conference("participant-join", "CA1", customerLabel, 3))
	d.expect(Ringing, anna) // the caller waits alone
	d.do(conference("participant-join", "CA2", userLabel(anna), 5))
	d.expect(InProgress, anna)
	if got := d.state.Call.Time("answered_at"); !got.Equal(at(5)) {
		t.Errorf("answered at %v", got)
	}
	d.do(legEvent("CA1", customerLabel, carrier.LegCompleted, 1, 65))
	d.expect(Completed, anna)
	if got := d.state.Call.Int("duration"); got != 60 {
		t.Errorf("it took %d seconds", got)
	}
	if len(d.took(EffectOffCall)) != 1 {
		t.Error("the user was not told that the call is over")
	}
	want := []string{"call.ringing", "call.accepted", "call.updated", "call.updated", "call.connected", "call.ended"}
	if !slices.Equal(d.causes, want) {
		t.Errorf("the causes are %v, want %v", d.causes, want)
	}
}

// The answered leg of the user who accepted connects the call, since its join
// callback may be lost. The leg of a user who returned the call does not.
func TestAnsweredLegConnectsTheCall(t *testing.T) {
	d := newDesk(t)
	d.do(ring(anna, ben))
	d.do(Accept{CommandMeta: by(anna)})
	dial := d.took(EffectAddParticipant)[0]
	d.do(LegAdded{Effect: dial.ID, Label: userLabel(anna), Leg: carrier.Leg{SID: "CA2", Status: carrier.LegQueued}})
	d.do(Decline{CommandMeta: by(anna)})
	d.do(legEvent("CA2", userLabel(anna), carrier.LegInProgress, 2, 5))
	d.expect(Ringing, "", anna, ben)
	d.do(Accept{CommandMeta: by(ben)})
	d.do(legEvent("CA3", userLabel(ben), carrier.LegRinging, 1, 6))
	d.expect(Ringing, ben)
	d.do(legEvent("CA3", userLabel(ben), carrier.LegInProgress, 2, 8))
	d.expect(InProgress, ben)
	if got := d.state.Call.Time("answered_at"); !got.Equal(at(8)) {
		t.Errorf("answered at %v", got)
	}
	d.do(conference("participant-join", "CA3", userLabel(ben), 9))
	if got := d.state.Call.Time("answered_at"); !got.Equal(at(8)) {
		t.Errorf("answered at %v once it joined", got)
	}
}

// Each accept schedules queries for its outcome.
func TestAcceptSchedulesQueries(t *testing.T) {
	d := newDesk(t)
	d.do(ring(anna))
	d.do(Accept{CommandMeta: by(anna)})
	reconciles := d.took(EffectReconcile)
	var after []time.Duration
	for _, e := range reconciles {
		after = append(after, e.NotBefore.Sub(d.now))
		if e.Subject != "" || e.Actor != Kind {
			t.Errorf("the reconciliation %+v waits for others", e)
		}
	}
	if !slices.Equal(after, []time.Duration{3 * time.Second, 10 * time.Second, 30 * time.Second}) {
		t.Errorf("it is reconciled after %v", after)
	}
	d.do(Accept{CommandMeta: by(anna)})
	if again := d.took(EffectReconcile); len(again) != 0 {
		t.Errorf("a repeat left %v", again)
	}
}

func TestFirstAcceptWins(t *testing.T) {
	d := newDesk(t)
	d.do(ring(anna, ben))
	d.do(Accept{CommandMeta: runtime.CommandMeta{By: ben, Command: "1"}})
	_, err := d.try(Accept{CommandMeta: by(anna)})
	e := fault.From(err)
	if !fault.Is(err, fault.Conflict) || len(e.Fields["user"]) != 1 || e.Fields["user"][0] != string(ben) {
		t.Errorf("the second accept got %v (%v)", err, e)
	}
	if reply := d.do(Accept{CommandMeta: by(ben)}).(Ref); reply.User != ben {
		t.Errorf("the winner's repeat got %+v", reply)
	}
	if n := len(d.took(EffectAddParticipant)); n != 1 {
		t.Errorf("%d legs were dialled", n)
	}
	if _, err := d.try(Accept{CommandMeta: by(carla)}); !fault.Is(err, fault.Conflict) {
		t.Errorf("somebody it never rang for got %v", err)
	}
}

func TestOnlyTargetsMayAccept(t *testing.T) {
	d := newDesk(t)
	d.do(ring(anna))
	for _, command := range []any{Accept{CommandMeta: by(carla)}, Decline{CommandMeta: by(carla)}, Hangup{CommandMeta: by(anna)}, Hangup{CommandMeta: by(carla)}} {
		if _, err := d.try(command); !fault.Is(err, fault.Forbidden) {
			t.Errorf("%#v got %v", command, err)
		}
	}
	if reply := d.do(Accept{CommandMeta: by(carla), Supervisor: true}).(Ref); reply.User != carla {
		t.Errorf("a supervisor's accept got %+v", reply)
	}
}

// Only unanswered callers hear the sentence.
func TestOnlyUnansweredCallersHearTheSentence(t *testing.T) {
	for name, told := range map[string][]any{
		"a supervisor ends it":   {ring(anna), Hangup{CommandMeta: by(ben), Supervisor: true}},
		"its taker hangs up":     {ring(anna), Accept{CommandMeta: by(anna)}, conference("participant-join", "CA2", userLabel(anna), 5), Hangup{CommandMeta: by(anna)}},
		"callee does not answer": {Dial{CommandMeta: by(anna), To: "+15550100200"}, legEvent("CA1", customerLabel, carrier.LegNoAnswer, 2, 45)},
		"caller hangs up":        {Dial{CommandMeta: by(anna), To: "+15550100200"}, Hangup{CommandMeta: by(anna)}},
		"caller hung up":         {ring(anna), legEvent("CA1", customerLabel, carrier.LegCompleted, 1, 9)},
	} {
		d := newDesk(t)
		for _, command := range told {
			d.do(command)
		}
		for _, end := range d.took(EffectEnd) {
			var p EndPayload
			if err := json.Unmarshal(end.Payload, &p); err != nil || p.Sentence != "" {
				t.Errorf("%s: let go with %+v, %v", name, p, err)
			}
		}
	}
}

func TestDeclining(t *testing.T) {
	d := newDesk(t)
	d.do(ring(anna, ben))
	d.do(Decline{CommandMeta: by(anna)})
	d.do(Decline{CommandMeta: by(anna)})
	d.expect(Ringing, "", anna, ben) // she may reconsider
	if ends := d.took(EffectEnd); len(ends) != 0 {
		t.Errorf("the caller was let go while somebody was left: %v", ends)
	}
	d.do(Decline{CommandMeta: by(ben)})
	d.expect(NoAnswer, "")
	ends := d.took(EffectEnd)
	var p EndPayload
	if len(ends) != 1 || json.Unmarshal(ends[0].Payload, &p) != nil || !slices.Equal(p.Legs, []string{"CA1"}) {
		t.Errorf("the last decline led to %v, %+v", ends, p)
	}
	d.do(legEvent("CA1", customerLabel, carrier.LegCompleted, 1, 9))
	d.expect(NoAnswer, "")
	if _, err := d.try(Accept{CommandMeta: by(anna)}); !fault.Is(err, fault.Conflict) {
		t.Errorf("a call that is over was accepted: %v", err)
	}
}

func TestDeclinedUserMayStillAccept(t *testing.T) {
	d := newDesk(t)
	d.do(ring(anna, ben))
	d.do(Decline{CommandMeta: by(anna)})
	d.do(Accept{CommandMeta: by(anna)})
	d.expect(Ringing, anna)
	effect := d.took(EffectAddParticipant)[0].ID
	d.do(LegAdded{Effect: effect, Label: userLabel(anna), Refused: "no device"})
	d.expect(Ringing, "", anna, ben)
	if got := d.state.Facts.stillRinging(); !slices.Equal(got, []id.ID{ben}) {
		t.Errorf("a call that came back rings for %v", got)
	}
	d.do(Offer{User: anna})
	if _, err := d.try(Accept{CommandMeta: by(anna)}); !fault.Is(err, fault.Forbidden) {
		t.Errorf("who declined and left took it: %v", err)
	}
	d.do(Accept{CommandMeta: by(ben)})
	d.do(Offer{User: anna, Available: true})
	if _, err := d.try(Accept{CommandMeta: by(anna)}); !fault.Is(err, fault.Conflict) {
		t.Errorf("who declined took a call that somebody has: %v", err)
	}
}

func TestMissedCalls(t *testing.T) {
	d := newDesk(t)
	d.do(ring(anna, ben, carla))
	lists := func(when string, missed, noted []id.ID) {
		t.Helper()
		call := d.state.Call
		if got := call.Lookups("candidates"); !slices.Equal(got, missed) {
			t.Errorf("%s: missed by %v, want %v", when, got, missed)
		}
		if got := call.Lookups("seen_by"); !slices.Equal(got, noted) {
			t.Errorf("%s: known to %v, want %v", when, got, noted)
		}
	}
	d.do(Decline{CommandMeta: by(anna)})
	d.do(Notice{CommandMeta: by(ben)})
	lists("while it rings", []id.ID{anna, ben, carla}, nil)
	d.do(Offer{User: carla}) // Carla left, and missed it all the same
	d.do(RingOut{})
	lists("after it ended, also for the user who declined it", []id.ID{anna, ben, carla}, nil)
	d.do(Notice{CommandMeta: by(ben)})
	d.do(Notice{CommandMeta: by(ben)})
	lists("after it was seen", []id.ID{anna, ben, carla}, []id.ID{ben})
	d.do(Notice{CommandMeta: by(anna)})
	lists("after both saw it", []id.ID{anna, ben, carla}, []id.ID{ben, anna})
	if _, err := d.try(Notice{CommandMeta: by(id.New())}); !fault.Is(err, fault.Forbidden) {
		t.Errorf("a user it did not ring for marked it as seen: %v", err)
	}

	hasty := newDesk(t)
	hasty.do(ring(anna, ben))
	hasty.do(Accept{CommandMeta: by(anna)})
	hasty.do(legEvent("CA1", customerLabel, carrier.LegCompleted, 1, 9))
	if got := hasty.state.Call.Lookups("seen_by"); hasty.status() != Canceled || !slices.Equal(got, []id.ID{anna}) {
		t.Errorf("a caller who left before being connected: %s, known to %v", hasty.status(), got)
	}

	taken := newDesk(t)
	taken.do(ring(anna, ben))
	taken.do(Accept{CommandMeta: by(anna)})
	effect := taken.took(EffectAddParticipant)[0].ID
	taken.do(LegAdded{Effect: effect, Label: userLabel(anna), Leg: carrier.Leg{SID: "CA2", Status: carrier.LegInProgress}})
	taken.do(legEvent("CA2", userLabel(anna), carrier.LegInProgress, 2, 5))
	taken.do(Hangup{CommandMeta: by(anna)})
	if got := taken.state.Call.Lookups("candidates"); taken.status() != Completed || len(got) > 0 {
		t.Errorf("a call that was %s was missed by %v", taken.status(), got)
	}
}

func TestInboundCallWithoutTargetsEnds(t *testing.T) {
	d := newDesk(t)
	if answer := d.do(ring()).(carrier.Answer); string(answer.Body) != "sorry" {
		t.Errorf("the caller was answered %q", answer.Body)
	}
	d.expect(NoAnswer, "")
}

func TestFailedConnectionReturnsTheCall(t *testing.T) {
	d := newDesk(t)
	d.do(ring(anna, ben))
	d.do(Decline{CommandMeta: by(ben)})
	d.do(Accept{CommandMeta: by(anna)})
	first := d.took(EffectAddParticipant)[0]
	d.do(legEvent("CA2", userLabel(anna), carrier.LegNoAnswer, 2, 25))
	d.expect(Ringing, "", anna, ben)
	if len(d.took(EffectOffCall)) != 1 {
		t.Error("the user was not told of the end of the call")
	}
	// The result of the failed attempt comes late and has no effect.
	d.do(LegAdded{Effect: first.ID, Label: userLabel(anna), Leg: carrier.Leg{SID: "CA2"}})
	d.expect(Ringing, "", anna, ben)

	d.do(Accept{CommandMeta: by(anna)})
	second := d.took(EffectAddParticipant)[0]
	d.do(legEvent("CA2", userLabel(anna), carrier.LegNoAnswer, 2, 25))
	d.expect(Ringing, anna)
	d.do(LegAdded{Effect: second.ID, Label: userLabel(anna), Refused: "no such client"})
	d.expect(Ringing, "", anna, ben)
}

// Users who accept a call become unavailable because of it. It rings for them again
// if they could not be connected, even if it rings for nobody else.
func TestReturnedCallRingsForTheUserWhoAccepted(t *testing.T) {
	d := newDesk(t)
	d.do(ring(anna))
	d.do(Accept{CommandMeta: by(anna)})
	d.do(Offer{User: anna})
	d.expect(Ringing, anna)
	d.do(LegAdded{Effect: d.took(EffectAddParticipant)[0].ID, Label: userLabel(anna), Refused: "The phone provider has a problem."})
	d.expect(Ringing, "", anna)
	d.do(Offer{User: anna})
	d.expect(NoAnswer, "", anna)
}

func TestUnneededLegIsEnded(t *testing.T) {
	d := newDesk(t)
	d.do(ring(anna))
	d.do(Accept{CommandMeta: by(anna)})
	dial := d.took(EffectAddParticipant)[0]
	d.do(legEvent("CA1", customerLabel, carrier.LegCompleted, 1, 4))
	d.expect(Canceled, anna)
	d.took(EffectEnd)
	d.do(LegAdded{Effect: dial.ID, Label: userLabel(anna), Leg: carrier.Leg{SID: "CA2", Status: carrier.LegQueued}})
	var p EndPayload
	ends := d.took(EffectEnd)
	if len(ends) != 1 || json.Unmarshal(ends[0].Payload, &p) != nil || !slices.Equal(p.Legs, []string{"CA2"}) {
		t.Errorf("a leg that came too late was left up: %v %+v", ends, p)
	}
}

func TestOutbound(t *testing.T) {
	dialled := func(t *testing.T) *desk {
		t.Helper()
		d := newDesk(t)
		d.do(Dial{CommandMeta: by(anna), To: "+15550100200", From: "+15550109999"})
		d.expect(Ringing, anna)
		if n := len(d.took(EffectAddParticipant)); n != 2 {
			t.Fatalf("%d legs were dialled", n)
		}
		d.do(LegAdded{Label: customerLabel, Leg: carrier.Leg{SID: "CA8", Status: carrier.LegQueued}})
		if got := d.state.Call.Text("sid"); got != "CA8" {
			t.Errorf("the call's sid is %q", got)
		}
		d.do(conference("participant-join", "CA9", userLabel(anna), 2))
		d.expect(Ringing, anna)
		return d
	}
	t.Run("answered", func(t *testing.T) {
		d := dialled(t)
		d.do(legEvent("CA8", customerLabel, carrier.LegInProgress, 2, 10))
		d.expect(InProgress, anna)
		d.do(Hangup{CommandMeta: by(anna)})
		d.expect(Completed, anna)
		if len(d.took(EffectEnd)) != 1 {
			t.Error("nothing hangs up")
		}
	})
	for status, want := range map[carrier.LegStatus]string{
		carrier.LegBusy: Busy, carrier.LegFailed: Failed, carrier.LegNoAnswer: NoAnswer, carrier.LegCanceled: Canceled,
	} {
		t.Run(string(status), func(t *testing.T) {
			d := dialled(t)
			d.do(legEvent("CA8", customerLabel, status, 2, 10))
			d.expect(want, anna)
		})
	}
	t.Run("our side fails", func(t *testing.T) {
		d := newDesk(t)
		d.do(Dial{CommandMeta: by(anna), To: "+15550100200"})
		d.do(legEvent("CA9", userLabel(anna), carrier.LegFailed, 1, 3))
		d.expect(Failed, anna)
	})
	t.Run("refused", func(t *testing.T) {
		d := newDesk(t)
		d.do(Dial{CommandMeta: by(anna), To: "+15550100200"})
		d.do(LegAdded{Label: customerLabel, Refused: "no such number"})
		d.expect(Failed, anna)
		if why := d.state.Call.Text("error_text"); why != "no such number" {
			t.Errorf("it failed since %q", why)
		}
		d.took(EffectEnd)
		for range 2 { // the provider dialed it after all, but its response was lost
			d.do(legEvent("CA8", customerLabel, carrier.LegRinging, 1, 9))
		}
		d.expect(Failed, anna)
		if n := len(d.took(EffectEnd)); n != 1 {
			t.Errorf("it is hung up %d times", n)
		}
	})
	t.Run("not to be called", func(t *testing.T) {
		d := newDesk(t)
		_, err := d.try(Dial{CommandMeta: by(anna), To: "+15550100200", Contact: Party{ID: carla, Name: "Carla", DoNotCall: true}})
		if !fault.Is(err, fault.Invalid) {
			t.Errorf("got %v", err)
		}
	})
}

func TestRingingFollowsOffers(t *testing.T) {
	d := newDesk(t)
	d.do(ring(anna))
	d.do(Offer{User: ben, Available: true})
	d.expect(Ringing, "", anna, ben)
	d.do(Offer{User: anna})
	d.expect(Ringing, "", ben)
	d.do(Offer{User: anna, Available: true})
	d.expect(Ringing, "", anna, ben)
	d.do(Decline{CommandMeta: by(anna)})
	d.do(Offer{User: anna, Available: true})
	d.expect(Ringing, "", anna, ben)
	if got := d.state.Facts.stillRinging(); !slices.Equal(got, []id.ID{ben}) {
		t.Errorf("it rings again for who declined: %v", got)
	}
}

// A call that rings for nobody ends, in whatever order the last two users leave, and
// so does one that has rung for the maximum time.
func TestRingingEndsWithoutTargetsOrInTime(t *testing.T) {
	for name, c := range map[string]struct {
		told []any
		want string
	}{
		"one declines, the other goes":  {[]any{Decline{CommandMeta: by(anna)}, Offer{User: ben}}, NoAnswer},
		"one goes, the other declines":  {[]any{Offer{User: ben}, Decline{CommandMeta: by(anna)}}, NoAnswer},
		"both go":                       {[]any{Offer{User: ben}, Offer{User: anna}}, NoAnswer},
		"one comes back in between":     {[]any{Offer{User: ben}, Offer{User: ben, Available: true}, Decline{CommandMeta: by(anna)}}, Ringing},
		"it has rung long enough":       {[]any{RingOut{}}, NoAnswer},
		"it has, and somebody comes":    {[]any{RingOut{}, Offer{User: carla, Available: true}}, NoAnswer},
		"somebody is taking it":         {[]any{Accept{CommandMeta: by(anna)}, RingOut{}, Offer{User: ben}}, Ringing},
		"and can't be connected":        {[]any{Accept{CommandMeta: by(anna)}, RingOut{}, legEvent("CA2", userLabel(anna), carrier.LegNoAnswer, 2, 25)}, NoAnswer},
		"and is connected":              {[]any{Accept{CommandMeta: by(anna)}, RingOut{}, conference("participant-join", "CA2", userLabel(anna), 5)}, InProgress},
		"it was connected already":      {[]any{Accept{CommandMeta: by(anna)}, conference("participant-join", "CA2", userLabel(anna), 5), RingOut{}}, InProgress},
		"the caller had hung up before": {[]any{legEvent("CA1", customerLabel, carrier.LegCompleted, 1, 9), RingOut{}}, Canceled},
	} {
		t.Run(name, func(t *testing.T) {
			d := newDesk(t)
			d.do(ring(anna, ben))
			if later := d.took(EffectRingOut); len(later) != 1 || later[0].NotBefore.Sub(d.now) != 20*time.Second || later[0].Subject != "" {
				t.Errorf("the end of ringing is to come as %+v", later)
			}
			for _, command := range c.told {
				d.do(command)
			}
			if got := d.state.Call.Text("status"); got != c.want {
				t.Errorf("it is %s, want %s", got, c.want)
			}
			ends := d.took(EffectEnd)
			if (len(ends) > 0) != (c.want == NoAnswer) {
				t.Errorf("the caller was let go %d times", len(ends))
			}
			for _, end := range ends {
				var p EndPayload
				if err := json.Unmarshal(end.Payload, &p); err != nil || p.Sentence != nobodySentence || !slices.Equal(p.Legs, []string{"CA1"}) {
					t.Errorf("released with %+v, %v", p, err)
				}
			}
		})
	}
}

func TestObservedLegs(t *testing.T) {
	d := newDesk(t)
	d.do(ring(anna))
	d.do(Accept{CommandMeta: by(anna)})
	d.do(conference("participant-join", "CA2", userLabel(anna), 3))
	version := d.state.Call.Version
	both := []carrier.Leg{
		{SID: "CA1", Label: customerLabel, Status: carrier.LegInProgress},
		{SID: "CA2", Label: userLabel(anna), Status: carrier.LegInProgress},
	}
	d.do(Observed{Legs: both, At: at(100)})
	d.expect(InProgress, anna)
	if d.state.Call.Version == version {
		t.Error("a live call was not touched")
	}
	d.do(Observed{Legs: both[1:], At: at(160)})
	d.expect(InProgress, anna) // the answer may be older than the missing leg
	both[0].Status = carrier.LegCompleted
	d.do(Observed{Legs: both, At: at(170)})
	d.expect(Completed, anna)
}

// A late error, from a worker that woke up, does not affect a known leg.
func TestLateDialErrorDoesNotEndALiveCall(t *testing.T) {
	late := func(label string, effect id.ID) LegAdded {
		return LegAdded{Label: label, Effect: effect, Refused: "A participant with this label is there already."}
	}
	t.Run("outbound", func(t *testing.T) {
		d := newDesk(t)
		d.do(Dial{CommandMeta: by(anna), To: "+15550100200", From: "+15550109999"})
		dials := d.took(EffectAddParticipant)
		d.do(LegAdded{Effect: dials[1].ID, Label: customerLabel, Leg: carrier.Leg{SID: "CA8", Status: carrier.LegQueued}})
		d.do(conference("participant-join", "CA9", userLabel(anna), 2))
		d.do(late(customerLabel, dials[1].ID))
		d.do(late(userLabel(anna), dials[0].ID))
		d.expect(Ringing, anna)
		d.do(legEvent("CA8", customerLabel, carrier.LegInProgress, 2, 10))
		d.do(late(customerLabel, dials[1].ID))
		d.expect(InProgress, anna)
	})
	t.Run("inbound", func(t *testing.T) {
		d := newDesk(t)
		d.do(ring(anna, ben))
		d.do(Accept{CommandMeta: by(anna)})
		dial := d.took(EffectAddParticipant)[0]
		d.do(legEvent("CA2", userLabel(anna), carrier.LegRinging, 1, 3))
		d.do(late(userLabel(anna), dial.ID))
		d.expect(Ringing, anna)
		d.do(conference("participant-join", "CA2", userLabel(anna), 5))
		d.do(late(userLabel(anna), dial.ID))
		d.expect(InProgress, anna)
		if ends := d.took(EffectEnd); len(ends) != 0 {
			t.Errorf("legs were ended: %v", ends)
		}
	})
	t.Run("of a leg that failed before", func(t *testing.T) {
		d := newDesk(t)
		d.do(ring(anna))
		d.do(Accept{CommandMeta: by(anna)})
		d.took(EffectAddParticipant)
		d.do(legEvent("CA2", userLabel(anna), carrier.LegNoAnswer, 2, 25))
		d.do(Accept{CommandMeta: by(anna)})
		d.do(late(userLabel(anna), d.took(EffectAddParticipant)[0].ID))
		d.expect(Ringing, "", anna)
	})
}
