package calls

import (
	"slices"
	"strings"
	"testing"
	"time"

	"switchboard/actors/carrier"
	"switchboard/actors/runtime"
	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// enter stores an event as the database would: at its own position, once,
// unchangeable.
func (d *desk) enter(w row.Write) {
	d.t.Helper()
	e, err := eventOf(row.Record{Object: w.Object, ID: w.ID, Fields: w.Set})
	if err != nil {
		d.t.Fatal(err)
	}
	if w.Op != entry.Created {
		return // the contact of the call
	}
	e.Recorded = d.now
	if e.Seq != int64(len(d.journal))+1 || w.ID != eventID(d.state.Who.ID, e.Seq) {
		d.t.Errorf("event %d is written behind %d", e.Seq, len(d.journal))
	}
	d.journal = append(d.journal, e)
}

// fields returns the call's fields that follow from its journal.
func (f *replayed) fields() row.Fields {
	out := row.Fields{
		"status": f.status, "user": f.user, "start_time": f.started, "answered_at": f.answered, "end_time": f.ended,
		"candidates": []id.ID{}, "declined_by": f.declined, "held_at": f.heldAt, "direction": "inbound",
		"transfer": "", "transfer_state": f.transfer, "transfer_to": f.target,
	}
	waited := f.heldFor
	if f.over() && !f.heldAt.IsZero() {
		out["held_at"] = time.Time{}
		waited += max(0, f.ended.Sub(f.heldAt))
	}
	out["hold_seconds"] = int64(waited.Seconds())
	if f.outbound {
		out["direction"] = "outbound"
	}
	switch {
	case f.transferring():
		out["candidates"] = []id.ID{f.target}
	case f.status == Ringing && f.taken == "" && !f.outbound:
		out["candidates"] = without(f.targets, f.unavailable...)
	case !f.outbound && f.over() && f.answered.IsZero():
		out["candidates"] = f.allTargets()
	}
	if f.transfer != "" {
		out["transfer"] = map[bool]string{true: "Warm", false: "Cold"}[f.warm]
	}
	if f.over() {
		out["duration"] = int64(0)
		if !f.answered.IsZero() && f.ended.After(f.answered) {
			out["duration"] = int64(f.ended.Sub(f.answered).Seconds())
		}
		if f.transfer == TransferPending || f.transfer == TransferAccepted || f.transfer == TransferTalking {
			out["transfer_state"] = TransferCanceled
		}
	}
	return out
}

// kinds returns the kinds of the journal's events.
func (d *desk) kinds() string {
	var out []string
	for _, e := range d.journal {
		out = append(out, e.Kind)
	}
	return strings.Join(out, " ")
}

// expectReplay compares the replayed journal with the call's state.
func (d *desk) expectReplay(why any) {
	d.t.Helper()
	for field, value := range replay(d.journal...).fields() {
		stored := d.state.Call.Fields[field]
		if users, isList := value.([]id.ID); isList && len(users) == 0 && len(d.state.Call.Lookups(field)) == 0 {
			continue
		}
		if !runtime.Equal(runtime.Storable(value), stored) {
			d.t.Errorf("%v: the journal (%s) comes to %s %v, the call has %v", why, d.kinds(), field, value, stored)
		}
	}
	if got := d.state.Call.Int("journal"); got != int64(len(d.journal)) {
		d.t.Errorf("the call counts %d events of %d", got, len(d.journal))
	}
}

// stands compares a party's state with the expected one.
func (d *desk) stands(who id.ID, want string) {
	d.t.Helper()
	for _, p := range replay(d.journal...).standings() {
		if p.Who == string(who) && p.State != want {
			d.t.Errorf("%s is %q after %s, want %q", who, p.State, d.kinds(), want)
		}
	}
}

func TestJournalListsEachChange(t *testing.T) {
	d := talking(t)
	d.do(Hold{CommandMeta: by(anna), On: true})
	d.do(Hold{CommandMeta: by(anna)})
	d.do(Transfer{CommandMeta: by(anna), To: ben, Warm: true})
	d.do(Accept{CommandMeta: by(ben)})
	d.do(LegAdded{Effect: d.took(EffectAddParticipant)[0].ID, Label: userLabel(ben), Leg: carrier.Leg{SID: "CA3", Status: carrier.LegQueued}})
	d.do(conference("participant-join", "CA3", userLabel(ben), 20))
	d.do(CompleteTransfer{CommandMeta: by(anna)})
	d.do(conference("participant-leave", "CA2", userLabel(anna), 30))
	d.do(conference("participant-leave", "CA1", customerLabel, 40))
	want := "ringing offered accepted joined joined connected held resumed transfer_started held transfer_accepted joined transfer_talking transfer_completed resumed left left ended"
	if got := d.kinds(); got != want {
		t.Errorf("the journal is\n%s, want\n%s", got, want)
	}
	d.expectReplay("at the end")
	list, people := steps(d.journal)
	if len(list) != len(d.journal) || !slices.Equal(people, []id.ID{anna, ben}) {
		t.Errorf("%d of %d steps name %v", len(list), len(d.journal), people)
	}
}

func TestStepsCarryPartyStates(t *testing.T) {
	d := newDesk(t)
	d.do(ring(anna, ben, carla))
	d.stands(otherSide, PartyWaiting)
	d.stands(ben, PartyRinging)
	d.do(Decline{CommandMeta: by(carla)})
	d.stands(carla, PartyDeclined)
	d.do(Accept{CommandMeta: by(anna)})
	d.stands(anna, PartyConnecting)
	d.stands(ben, PartyNone)
	d.do(conference("participant-join", "CA1", customerLabel, 4))
	d.do(conference("participant-join", "CA2", userLabel(anna), 6))
	d.stands(anna, PartyTalking)
	d.stands(otherSide, PartyTalking)
	d.do(Hold{CommandMeta: by(anna), On: true})
	d.stands(anna, PartyHolding)
	d.stands(otherSide, PartyHeld)
	d.do(Transfer{CommandMeta: by(anna), To: ben})
	d.stands(ben, PartyRinging)
	d.do(Decline{CommandMeta: by(ben)})
	d.stands(ben, PartyDeclined)
	d.stands(anna, PartyTalking)
	d.do(conference("participant-leave", "CA1", customerLabel, 30))
	d.stands(otherSide, PartyLeft)
	d.stands(anna, PartyLeft)
}

func TestLateCallbacksAreSortedByTime(t *testing.T) {
	d := newDesk(t)
	d.do(ring(anna))
	d.do(Accept{CommandMeta: by(anna)})
	d.do(legEvent("CA1", customerLabel, carrier.LegCompleted, 1, 30))
	d.now = began.Add(time.Minute)
	d.do(conference("participant-join", "CA2", userLabel(anna), 8))
	d.do(conference("participant-join", "CA2", userLabel(anna), 6))
	d.expectReplay("after callbacks out of order")
	var kinds []string
	list, _ := steps(d.journal)
	for _, s := range list {
		kinds = append(kinds, s.Kind)
	}
	if want := []string{"ringing", "offered", "accepted", "joined", "connected", "ended"}; !slices.Equal(kinds, want) {
		t.Errorf("the steps are %v, want %v", kinds, want)
	}
}

// Leg durations are whole seconds: they do not correct when the leg was answered.
func TestLegDurationDoesNotCorrectKnownTimes(t *testing.T) {
	d := talking(t)
	for _, leg := range []struct{ sid, label string }{{"CA2", userLabel(anna)}, {"CA1", customerLabel}} {
		over := legEvent(leg.sid, leg.label, carrier.LegCompleted, 4, 30)
		over.Event.Duration = 29 * time.Second
		d.do(over)
	}
	d.expectReplay("after the call")
	for _, kind := range []string{EventJoined, EventConnected} {
		if n := strings.Count(d.kinds(), kind); n != strings.Count(talking(t).kinds(), kind) {
			t.Errorf("%s is told %d times: %s", kind, n, d.kinds())
		}
	}
	// Without any other source, the duration counts.
	d = newDesk(t)
	d.do(ring(anna))
	d.do(Accept{CommandMeta: by(anna)})
	d.do(LegAdded{Effect: d.took(EffectAddParticipant)[0].ID, Label: userLabel(anna), Leg: carrier.Leg{SID: "CA2", Status: carrier.LegQueued}})
	over := legEvent("CA2", userLabel(anna), carrier.LegCompleted, 4, 30)
	over.Event.Duration = 20 * time.Second
	d.do(over)
	if got := d.state.Call.Time("answered_at"); !got.Equal(at(10)) {
		t.Errorf("it was answered at %s", got)
	}
}

// The second that a callback names may begin before the call did.
func TestNoEventPrecedesTheStart(t *testing.T) {
	begun := began.Add(300 * time.Millisecond)
	list, _ := steps([]Event{
		{Seq: 1, Kind: EventRinging, At: begun, Recorded: begun},
		{Seq: 2, Kind: EventAccepted, By: anna, At: begun.Add(400 * time.Millisecond), Recorded: begun.Add(400 * time.Millisecond)},
		{Seq: 3, Kind: EventJoined, By: anna, At: began, Recorded: begun.Add(9 * time.Second), Detail: Detail{Leg: "CA2"}},
	})
	if list[0].Kind != EventRinging || list[2].Kind != EventJoined {
		t.Errorf("the steps are %s, %s, %s", list[0].Kind, list[1].Kind, list[2].Kind)
	}
}

func TestRepeatedCallbackAddsNoEvent(t *testing.T) {
	d := talking(t)
	had := len(d.journal)
	d.do(conference("participant-join", "CA2", userLabel(anna), 6))
	d.do(legEvent("CA2", userLabel(anna), carrier.LegRinging, 1, 3))
	if len(d.journal) != had {
		t.Errorf("the journal grew to %s", d.kinds())
	}
}

func TestPhoneReportsEnterTheJournal(t *testing.T) {
	d := talking(t)
	tell := func(user id.ID, reports ...Reported) error {
		_, err := d.try(Report{CommandMeta: by(user), Reports: reports})
		return err
	}
	sample := Reported{Kind: EventSample, Line: Line{MOS: 4.123, Spoke: []Span{{5000, 2000}}}}
	if err := tell(anna, Reported{Kind: EventMuted, Ago: 500}, sample); err != nil {
		t.Fatal(err)
	}
	last := d.journal[len(d.journal)-1]
	if last.MOS != 4.12 || len(last.Spoke) != 1 || last.By != anna {
		t.Errorf("the journal keeps %+v", last)
	}
	if at := d.journal[len(d.journal)-2].At; !at.Equal(d.now.Add(-500 * time.Millisecond)) {
		t.Errorf("she muted at %s, %s before it was told", at, d.now.Sub(at))
	}
	if !replay(d.journal...).muted[anna] {
		t.Error("the journal does not say that she is muted")
	}
	if err := tell(ben, sample); !fault.Is(err, fault.Forbidden) {
		t.Errorf("who is not on the call tells of it: %v", err)
	}
	d.expectReplay("after reports")
}

// Phones report late; a report is placed at the time it describes.
func TestLateReportsAreSortedByTime(t *testing.T) {
	d := talking(t)
	d.do(Hold{CommandMeta: by(anna), On: true})
	d.do(Report{CommandMeta: by(anna), Reports: []Reported{{Kind: EventUnmuted, Ago: 1_500}}})
	list, _ := steps(d.journal)
	if last := list[len(list)-1].Kind; last != EventHeld {
		t.Errorf("the last step is %s", last)
	}
}

func TestReportsAreLimited(t *testing.T) {
	d := talking(t)
	had, refused := len(d.journal), 0
	for range 2000 {
		_, err := d.try(Report{CommandMeta: by(anna), Reports: []Reported{{Kind: EventMuted}, {Kind: EventUnmuted}}})
		if fault.Is(err, fault.Limited) {
			refused++
		}
	}
	if wrote := len(d.journal) - had; wrote > maxReportsPerCall || refused == 0 {
		t.Errorf("%d events were written, %d reports refused", wrote, refused)
	}
	for _, bad := range []Reported{
		{Kind: EventEnded}, {Kind: EventWarning, Warning: "no such"}, {Kind: EventKeys, Keys: 65}, {Kind: EventMuted, Ago: -1},
		{Kind: EventSample, Line: Line{MOS: 9}}, {Kind: EventSample, Line: Line{Spoke: make([]Span, maxSpans+1)}},
		{Kind: EventSample, Line: Line{Heard: []Span{{1, 2}}}},
	} {
		if bad.check() == nil {
			t.Errorf("%+v is taken", bad)
		}
	}
}

func TestChangedContactUpdatesTheJournal(t *testing.T) {
	d := talking(t)
	got, err := core{}.Decide(d.state, Patch{runtime.Patch{Set: row.Fields{"contact": carla}}}, runtime.Input{Now: d.now, NewID: id.New})
	if err != nil {
		t.Fatal(err)
	}
	told := 0
	for _, w := range got.Writes {
		if w.Object == "call_event" && w.Op == entry.Updated && w.Set["contact"] == any(carla) {
			told++
		}
	}
	if told != len(d.journal) {
		t.Errorf("%d of %d events name the contact", told, len(d.journal))
	}
}

// TestEndedCallStaysEnded has legs come up after the end, one after the other.
func TestEndedCallStaysEnded(t *testing.T) {
	d := newDesk(t)
	d.do(Dial{CommandMeta: by(anna), To: "+15550100200", From: "+15550109999"})
	d.do(conference("participant-join", "CA9", userLabel(anna), 2))
	d.do(conference("participant-leave", "CA9", userLabel(anna), 8))
	d.expect(Canceled, anna)
	for range 2 {
		d.do(conference("participant-join", "CA7", userLabel(anna), 10))
		d.do(legEvent("CA7", userLabel(anna), carrier.LegRinging, 1, 9))
		d.expect(Canceled, anna)
	}
	d.expectReplay("at the end")
}
