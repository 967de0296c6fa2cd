package calls

import (
	"maps"
	"slices"
	"time"

	"switchboard/actors/runtime"
	"switchboard/storage/entry"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// journaled adds to a decision the events that it makes: they are written with the state that
// they tell of, in one transaction, and the call's version sees to it that no two decisions
// write at the same place.
func journaled(s State, command any, d runtime.Decision, in runtime.Input) runtime.Decision {
	at := slices.IndexFunc(d.Writes, func(w row.Write) bool { return w.Object == "call" })
	if at < 0 {
		return d
	}
	call := row.Record{Object: "call", ID: s.Who.ID, Fields: row.Fields{}}
	maps.Copy(call.Fields, s.Call.Fields)
	maps.Copy(call.Fields, d.Writes[at].Set)
	enter(s, &d, happened(s, withCall(s.Who, call), command, d.By, in.Now))
	return d
}

// enter writes events at the end of the journal.
func enter(s State, d *runtime.Decision, events []Event) {
	if len(events) == 0 {
		return
	}
	at := slices.IndexFunc(d.Writes, func(w row.Write) bool { return w.Object == "call" })
	contact, changed := d.Writes[at].Set["contact"].(id.ID)
	if !changed {
		contact = s.Call.Lookup("contact")
	}
	callback := ""
	if d.Inbound != nil {
		callback = d.Inbound.ProviderID + "/" + d.Inbound.Kind
	}
	last := s.Call.Int("journal")
	for _, e := range events {
		last++
		e.Seq = last
		d.Writes = append(d.Writes, e.write(s.Who.ID, contact, callback))
		callback = ""
	}
	d.Writes[at].Set["journal"], d.Writes[at].Quiet = last, false
}

// telling gathers what happened between two states of a call.
type telling struct {
	was, is *facts
	now     time.Time
	by      id.ID
	events  []Event
}

func (t *telling) tell(kind string, at time.Time, by id.ID, detail Detail) {
	t.events = append(t.events, Event{Kind: kind, At: at, By: by, Detail: detail})
}

// happened is what a command has made of a call. It goes by how the states differ, so that
// whatever changes one is told: a callback that comes twice changes nothing and tells nothing,
// one that comes late corrects what was told before.
func happened(was, is State, command any, by id.ID, now time.Time) []Event {
	t := &telling{was: &was.Facts, is: &is.Facts, now: now, by: by}
	if !was.exists() {
		begun := Detail{Outbound: t.is.Outbound}
		t.tell(EventRinging, is.Call.Time("start_time"), is.Call.Lookup("user"), begun)
	}
	t.offers()
	t.takes(was.exists())
	t.lines()
	t.transfers()
	_, failed := command.(HoldFailed)
	t.holds(failed)
	t.recordings()
	t.state(was.Call, is.Call)
	return t.events
}

func (t *telling) offers() {
	reached := func(f *facts, user id.ID) bool {
		return slices.Contains(f.Rung, user) && !slices.Contains(f.Gone, user)
	}
	var offered, withdrawn []id.ID
	for _, user := range t.is.Rung {
		switch had, has := reached(t.was, user), reached(t.is, user); {
		case has && !had:
			offered = append(offered, user)
		case !has && (had || !slices.Contains(t.was.Rung, user)):
			withdrawn = append(withdrawn, user)
		}
	}
	if len(offered) > 0 {
		t.tell(EventOffered, t.now, "", Detail{Users: offered})
	}
	if len(withdrawn) > 0 {
		t.tell(EventWithdrawn, t.now, "", Detail{Users: withdrawn})
	}
	for _, user := range t.is.Declined {
		if !slices.Contains(t.was.Declined, user) {
			t.tell(EventDeclined, t.now, user, Detail{})
		}
	}
}

// takes tells who took it, and who could not be connected. Whose it is by a transfer, the
// transfer tells, and whose an outbound one is, its beginning.
func (t *telling) takes(existed bool) {
	had, has := t.was.Taken, t.is.Taken
	switch {
	case has == nil && had != nil:
		t.tell(EventReturned, t.now, had.User, Detail{})
	case has == nil, !existed, had != nil && had.User == has.User:
	case t.handed() && has.User == t.is.Transfer.To:
	default:
		t.tell(EventAccepted, has.At, has.User, Detail{})
	}
}

// handed tells whether the call has just become the target's of a transfer.
func (t *telling) handed() bool {
	return t.is.Transfer != nil && t.is.Transfer.State == TransferCompleted && t.moved()
}

func (t *telling) moved() bool {
	had, has := t.was.Transfer, t.is.Transfer
	return has != nil && (had == nil || had.ID != has.ID || had.State != has.State)
}

func (t *telling) transfers() {
	if !t.moved() {
		return
	}
	has, by := t.is.Transfer, t.is.Transfer.To
	switch has.State {
	case TransferPending:
		by = has.From
	case TransferCanceled:
		by = t.by
	}
	t.tell(transferEvent(has.State), t.now, by, Detail{To: has.To, Warm: has.Warm})
}

// lines tells who is on the line since when, and until when.
func (t *telling) lines() {
	for _, sid := range slices.Sorted(maps.Keys(t.is.Legs)) {
		var from, to time.Time
		if had := t.was.Legs[sid]; had != nil {
			from, to = had.presence()
		}
		has := t.is.Legs[sid]
		since, until := has.presence()
		who := labelUser(has.Label)
		if who == "" && has.Label != customerLabel {
			continue
		}
		if !since.IsZero() && !since.Equal(from) {
			t.tell(EventJoined, since, who, Detail{Leg: sid})
		}
		if !until.IsZero() && !until.Equal(to) {
			t.tell(EventLeft, until, who, Detail{Leg: sid})
		}
	}
}

// presence is since when, and until when, somebody was on the line; the zero times of one
// whom it only rang for.
func (l *leg) presence() (since, until time.Time) {
	if since = earliest(l.Joined, l.answered()); !since.IsZero() {
		until = l.Over
	}
	return since, until
}

func (t *telling) holds(failed bool) {
	had, has := t.was.Held, t.is.Held
	switch {
	case had == nil && has != nil:
		t.tell(EventHeld, has.At, t.by, Detail{Failed: failed})
	case had != nil && has == nil:
		t.tell(EventResumed, t.now, t.by, Detail{Failed: failed})
	}
}

// recordings tells what has become of each recording while the call was up: with the call it
// ends anyway.
func (t *telling) recordings() {
	over := verdictOf(t.is).over()
	for i, has := range t.is.Recordings {
		had := &recording{State: RecordingStarting}
		if i < len(t.was.Recordings) {
			had = t.was.Recordings[i]
		}
		if had.Noticed.IsZero() && !has.Noticed.IsZero() {
			t.tell(EventNoticed, has.Noticed, "", Detail{})
		}
		if had.Begun.IsZero() && !has.Begun.IsZero() {
			t.tell(EventTaping, has.Begun, has.By, Detail{})
		}
		switch {
		case had.State == has.State || has.State == RecordingStarting:
		case has.State == RecordingPaused:
			t.tell(EventPaused, t.now, has.By, Detail{})
		case has.State == RecordingOn && had.State == RecordingPaused:
			t.tell(EventTapes, t.now, has.By, Detail{})
		case has.State != RecordingOver || over:
		case has.Failed:
			t.tell(EventUntaped, t.now, has.By, Detail{})
		case !has.Begun.IsZero():
			t.tell(EventTaped, t.now, has.By, Detail{})
		}
	}
}

// state tells what the call is, and whose, where that changed.
func (t *telling) state(was, is row.Record) {
	status, whose := is.Text("status"), is.Lookup("user")
	if answered := is.Time("answered_at"); !answered.IsZero() && !answered.Equal(was.Time("answered_at")) {
		t.tell(EventConnected, answered, whose, Detail{})
	}
	told := was.Lookup("user")
	for _, e := range t.events {
		told = e.whose(told)
	}
	if told != whose {
		t.tell(EventAssigned, t.now, whose, Detail{})
	}
	over := !slices.Contains(LiveStatuses(), status)
	if ended := is.Time("end_time"); over && (status != was.Text("status") || !ended.Equal(was.Time("end_time"))) {
		t.tell(EventEnded, ended, "", Detail{Status: status})
	}
}

// whose is whose the call is after an event.
func (e Event) whose(before id.ID) id.ID {
	switch e.Kind {
	case EventRinging, EventAccepted, EventConnected, EventAssigned, transferEvent(TransferCompleted):
		return e.By
	case EventReturned:
		return ""
	default:
		return before
	}
}

// reassigned writes into the journal whom the call is about now: an erasure finds it by him.
func reassigned(s State, contact any) []row.Write {
	var out []row.Write
	for seq := int64(1); seq <= s.Call.Int("journal"); seq++ {
		out = append(out, row.Write{Object: "call_event", ID: eventID(s.Who.ID, seq), Op: entry.Updated, Set: row.Fields{"contact": contact}, Cause: "call.updated"})
	}
	return out
}
