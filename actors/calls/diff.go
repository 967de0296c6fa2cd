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

// journaled adds a decision's events to it. They are written in the same transaction
// as the state, and the call's version ensures that no two decisions write at the
// same position.
func journaled(s State, command any, d runtime.Decision, in runtime.Input) runtime.Decision {
	at := slices.IndexFunc(d.Writes, func(w row.Write) bool { return w.Object == "call" })
	if at < 0 {
		return d
	}
	call := row.Record{Object: "call", ID: s.Who.ID, Fields: row.Fields{}}
	maps.Copy(call.Fields, s.Call.Fields)
	maps.Copy(call.Fields, d.Writes[at].Set)
	appendEvents(s, &d, diffEvents(s, withCall(s.Who, call), command, d.By, in.Now))
	return d
}

// appendEvents writes events at the end of the journal.
func appendEvents(s State, d *runtime.Decision, events []Event) {
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

// eventDiff collects the events between two states of a call.
type eventDiff struct {
	was, is *facts
	now     time.Time
	by      id.ID
	events  []Event
}

func (t *eventDiff) add(kind string, at time.Time, by id.ID, detail Detail) {
	t.events = append(t.events, Event{Kind: kind, At: at, By: by, Detail: detail})
}

// diffEvents returns the events of a command. It compares the two states, so every
// change has an event: a repeated callback changes nothing and adds no event, a late
// one corrects earlier events.
func diffEvents(was, is State, command any, by id.ID, now time.Time) []Event {
	t := &eventDiff{was: &was.Facts, is: &is.Facts, now: now, by: by}
	if !was.exists() {
		begun := Detail{Outbound: t.is.Outbound}
		t.add(EventRinging, is.Call.Time("start_time"), is.Call.Lookup("user"), begun)
	}
	t.offers()
	t.accepts(was.exists())
	t.legs()
	t.transfers()
	_, failed := command.(HoldFailed)
	t.holds(failed)
	t.recordings()
	t.state(was.Call, is.Call)
	return t.events
}

func (t *eventDiff) offers() {
	reached := func(f *facts, user id.ID) bool {
		return slices.Contains(f.Targets, user) && !slices.Contains(f.Unavailable, user)
	}
	var offered, withdrawn []id.ID
	for _, user := range t.is.Targets {
		switch had, has := reached(t.was, user), reached(t.is, user); {
		case has && !had:
			offered = append(offered, user)
		case !has && (had || !slices.Contains(t.was.Targets, user)):
			withdrawn = append(withdrawn, user)
		}
	}
	if len(offered) > 0 {
		t.add(EventOffered, t.now, "", Detail{Users: offered})
	}
	if len(withdrawn) > 0 {
		t.add(EventWithdrawn, t.now, "", Detail{Users: withdrawn})
	}
	for _, user := range t.is.Declined {
		if !slices.Contains(t.was.Declined, user) {
			t.add(EventDeclined, t.now, user, Detail{})
		}
	}
}

// accepts adds who accepted and who could not be connected. A completed transfer and
// the start of an outbound call have their own events.
func (t *eventDiff) accepts(existed bool) {
	had, has := t.was.Taken, t.is.Taken
	switch {
	case has == nil && had != nil:
		t.add(EventReturned, t.now, had.User, Detail{})
	case has == nil, !existed, had != nil && had.User == has.User:
	case t.transferred() && has.User == t.is.Transfer.To:
	default:
		t.add(EventAccepted, has.At, has.User, Detail{})
	}
}

// transferred reports whether the call has just become the transfer target's.
func (t *eventDiff) transferred() bool {
	return t.is.Transfer != nil && t.is.Transfer.State == TransferCompleted && t.transferChanged()
}

func (t *eventDiff) transferChanged() bool {
	had, has := t.was.Transfer, t.is.Transfer
	return has != nil && (had == nil || had.ID != has.ID || had.State != has.State)
}

func (t *eventDiff) transfers() {
	if !t.transferChanged() {
		return
	}
	has, by := t.is.Transfer, t.is.Transfer.To
	switch has.State {
	case TransferPending:
		by = has.From
	case TransferCanceled:
		by = t.by
	}
	t.add(transferEvent(has.State), t.now, by, Detail{To: has.To, Warm: has.Warm})
}

// legs adds when parties joined and left.
func (t *eventDiff) legs() {
	for _, sid := range slices.Sorted(maps.Keys(t.is.Legs)) {
		var from, to time.Time
		if had := t.was.Legs[sid]; had != nil {
			from, to = had.presence()
		}
		has := t.is.Legs[sid]
		since, until := has.presence()
		user := labelUser(has.Label)
		if user == "" && has.Label != customerLabel {
			continue
		}
		if !since.IsZero() && !since.Equal(from) {
			t.add(EventJoined, since, user, Detail{Leg: sid})
		}
		if !until.IsZero() && !until.Equal(to) {
			t.add(EventLeft, until, user, Detail{Leg: sid})
		}
	}
}

// presence returns when the party was on the line, or zero times if it only rang.
func (l *leg) presence() (since, until time.Time) {
	if since = earliest(l.Joined, l.answered()); !since.IsZero() {
		until = l.Over
	}
	return since, until
}

func (t *eventDiff) holds(failed bool) {
	had, has := t.was.Held, t.is.Held
	switch {
	case had == nil && has != nil:
		t.add(EventHeld, has.At, t.by, Detail{Failed: failed})
	case had != nil && has == nil:
		t.add(EventResumed, t.now, t.by, Detail{Failed: failed})
	}
}

// recordings adds the changes of recordings during the call. A call's end ends its
// recordings without an event.
func (t *eventDiff) recordings() {
	over := derive(t.is).over()
	for i, has := range t.is.Recordings {
		had := &recording{State: RecordingStarting}
		if i < len(t.was.Recordings) {
			had = t.was.Recordings[i]
		}
		if had.Noticed.IsZero() && !has.Noticed.IsZero() {
			t.add(EventRecordingNoticed, has.Noticed, "", Detail{})
		}
		if had.Begun.IsZero() && !has.Begun.IsZero() {
			t.add(EventRecordingStarted, has.Begun, has.By, Detail{})
		}
		switch {
		case had.State == has.State || has.State == RecordingStarting:
		case has.State == RecordingPaused:
			t.add(EventRecordingPaused, t.now, has.By, Detail{})
		case has.State == RecordingOn && had.State == RecordingPaused:
			t.add(EventRecordingResumed, t.now, has.By, Detail{})
		case has.State != RecordingOver || over:
		case has.Failed:
			t.add(EventRecordingFailed, t.now, has.By, Detail{})
		case !has.Begun.IsZero():
			t.add(EventRecordingStopped, t.now, has.By, Detail{})
		}
	}
}

// state adds changes of the call's status and owner.
func (t *eventDiff) state(was, is row.Record) {
	status, owner := is.Text("status"), is.Lookup("user")
	if answered := is.Time("answered_at"); !answered.IsZero() && !answered.Equal(was.Time("answered_at")) {
		t.add(EventConnected, answered, owner, Detail{})
	}
	before := was.Lookup("user")
	for _, e := range t.events {
		before = e.ownerAfter(before)
	}
	if before != owner {
		t.add(EventAssigned, t.now, owner, Detail{})
	}
	over := !slices.Contains(LiveStatuses(), status)
	if ended := is.Time("end_time"); over && (status != was.Text("status") || !ended.Equal(was.Time("end_time"))) {
		t.add(EventEnded, ended, "", Detail{Status: status})
	}
}

// ownerAfter returns the owner of the call after an event.
func (e Event) ownerAfter(before id.ID) id.ID {
	switch e.Kind {
	case EventRinging, EventAccepted, EventConnected, EventAssigned, transferEvent(TransferCompleted):
		return e.By
	case EventReturned:
		return ""
	default:
		return before
	}
}

// contactUpdates updates the contact in the call's journal, so that an erasure finds
// the events.
func contactUpdates(s State, contact any) []row.Write {
	var out []row.Write
	for seq := int64(1); seq <= s.Call.Int("journal"); seq++ {
		out = append(out, row.Write{Object: "call_event", ID: eventID(s.Who.ID, seq), Op: entry.Updated, Set: row.Fields{"contact": contact}, Cause: "call.updated"})
	}
	return out
}
