package calls_test

import (
	"reflect"
	"testing"
	"time"

	"switchboard/actors/calls"
	"switchboard/actors/carrier"
	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

func reads(objects ...string) access.PermissionSet {
	set := access.PermissionSet{Objects: map[string]access.ObjectPermission{}}
	for _, object := range objects {
		set.Objects[object] = access.ObjectPermission{Read: true}
	}
	return set
}

func TestCallerShowsCompanyNotesAndLastContact(t *testing.T) {
	o := open(t)
	day := func(n int) time.Time { return time.Date(2026, 3, n, 10, 0, 0, 0, time.UTC) }
	who := id.New()
	o.create("contact", who, row.Fields{
		"name": "Noah Kim", "company": "Kim & Sons", "phone": row.JSONValue(map[string]string{"phone_number": "+15550100201"}),
	})
	notes := make([]calls.NoteLink, 0, 4)
	for _, name := range []string{"oldest", "older", "newer", "newest"} {
		note := calls.NoteLink{ID: id.New(), Name: name}
		notes = append([]calls.NoteLink{note}, notes...)
		o.create("note", note.ID, row.Fields{"name": name, "notes": "…", "related_to": row.JSONValue(map[string]any{"schema": "contact", "id": who})})
	}
	o.create("note", id.New(), row.Fields{"name": "of somebody else", "notes": "…", "related_to": row.JSONValue(map[string]any{"schema": "contact", "id": o.contact})})
	thread := id.New()
	o.create("twilio_conversation", thread, row.Fields{"name": "Noah Kim", "last_message_at": day(5)})
	o.create("twilio_participant", id.New(), row.Fields{"name": "Noah Kim", "contact": who, "conversation": thread})
	before := id.New()
	o.create("call", before, row.Fields{"name": "before", "contact": who, "start_time": day(3), "status": calls.Completed, "direction": "inbound"})
	call := id.New()
	o.create("call", call, row.Fields{
		"name": "now", "contact": who, "from_number": "+15550100201", "start_time": day(9), "status": calls.Ringing,
		"direction": "inbound", "candidates": []id.ID{o.users["anna"]},
	})
	text := &calls.LastContact{Kind: "text", ID: thread, At: day(5)}
	for name, c := range map[string]struct {
		sets []access.PermissionSet
		want calls.Caller
	}{
		"all":                {[]access.PermissionSet{reads("call", "contact", "note", "twilio_conversation")}, calls.Caller{Company: "Kim & Sons", Last: text, Notes: notes[:3], MoreNotes: true}},
		"no notes, no texts": {[]access.PermissionSet{reads("call", "contact")}, calls.Caller{Company: "Kim & Sons", Last: &calls.LastContact{Kind: "call", ID: before, At: day(3)}, Notes: []calls.NoteLink{}}},
		"no contacts":        {[]access.PermissionSet{reads("call", "note", "twilio_conversation")}, calls.Caller{Notes: []calls.NoteLink{}}},
		"what rings alone":   {nil, calls.Caller{Notes: []calls.NoteLink{}}},
	} {
		if got, err := o.service.Caller(t.Context(), o.principal("anna", c.sets...), call); err != nil || !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: told %+v, %v", name, got, err)
		}
	}
	if _, err := o.service.Caller(t.Context(), o.principal("ben"), call); !fault.Is(err, fault.Forbidden) {
		t.Errorf("without the right, got %v", err)
	}
}

func TestCallerWithoutAContact(t *testing.T) {
	o := open(t)
	at := time.Date(2026, 3, 3, 10, 0, 0, 0, time.UTC)
	before := id.New()
	o.create("call", before, row.Fields{"name": "before", "from_number": "+15550100777", "start_time": at, "status": calls.Completed, "direction": "inbound"})
	for number, want := range map[string]*calls.LastContact{"+15550100777": {Kind: "call", ID: before, At: at}, "": nil} {
		call := id.New()
		o.create("call", call, row.Fields{"name": "now", "from_number": number, "start_time": at.Add(time.Hour), "status": calls.Ringing, "direction": "inbound"})
		got, err := o.service.Caller(t.Context(), o.principal("anna", reads("call")), call)
		if err != nil || !reflect.DeepEqual(got, calls.Caller{Last: want, Notes: []calls.NoteLink{}}) {
			t.Errorf("%q: told %+v, %v", number, got, err)
		}
	}
}

// For an outbound call, the called number identifies the other party, not our own
// number.
func TestCallerOfAnOutboundCallWithoutAContact(t *testing.T) {
	o := open(t)
	at := time.Date(2026, 3, 3, 10, 0, 0, 0, time.UTC)
	out := func(to string, start time.Time) id.ID {
		call := id.New()
		o.create("call", call, row.Fields{
			"name": "out", "from_number": ourNumber, "to_number": to, "start_time": start, "status": calls.Completed, "direction": "outbound",
		})
		return call
	}
	before := out("+15550100777", at)
	out("+15550100888", at.Add(time.Minute))
	got, err := o.service.Caller(t.Context(), o.principal("anna", reads("call")), out("+15550100777", at.Add(time.Hour)))
	if want := (calls.Caller{Last: &calls.LastContact{Kind: "call", ID: before, At: at}, Notes: []calls.NoteLink{}}); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("told %+v, %v", got, err)
	}
}

// A field that names the contact reveals nothing to users who may not read it.
func TestCallerHidesUnreadableFields(t *testing.T) {
	o := open(t)
	at := time.Date(2026, 3, 3, 10, 0, 0, 0, time.UTC)
	o.create("note", id.New(), row.Fields{"name": "about her", "notes": "…", "related_to": row.JSONValue(map[string]any{"schema": "contact", "id": o.contact})})
	o.create("call", id.New(), row.Fields{"name": "before", "contact": o.contact, "start_time": at, "status": calls.Completed, "direction": "inbound"})
	call := id.New()
	o.create("call", call, row.Fields{
		"name": "now", "contact": o.contact, "start_time": at.Add(time.Hour), "status": calls.Ringing, "direction": "inbound", "candidates": []id.ID{o.users["anna"]},
	})
	set := reads("call", "contact", "note")
	read := access.FieldPermission{Read: true}
	set.Fields = map[string]map[string]access.FieldPermission{"note": {"name": read}, "call": {"name": read, "start_time": read}}
	got, err := o.service.Caller(t.Context(), o.principal("anna", set), call)
	if err != nil || got.Last != nil || len(got.Notes) > 0 {
		t.Errorf("told %+v, %v", got, err)
	}
}

func TestMissedCallIsShownUntilSeen(t *testing.T) {
	o := open(t)
	call := o.ring("CA1")
	anna, ben := o.principal("anna"), o.principal("ben") // they have no right except that it rings for them
	if _, err := o.service.Decline(t.Context(), ben, call, ""); err != nil {
		t.Fatal(err)
	}
	if _, err := o.service.Decline(t.Context(), anna, call, ""); err != nil {
		t.Fatal(err)
	}
	missed := func(p *access.Principal) int {
		t.Helper()
		got, err := calls.Feature.Snapshots[0].Read(t.Context(), o.store, p, "")
		if err != nil {
			t.Fatal(err)
		}
		return len(got.(calls.Snapshot).Missed)
	}
	if missed(anna) != 1 || missed(ben) != 1 {
		t.Errorf("missed by %d and %d", missed(anna), missed(ben))
	}
	gone := o.ring("CA2")
	event := carrier.LegEvent{Call: gone, SID: "CA2", Label: "customer", Status: carrier.LegCompleted, At: time.Now()}
	if err := o.service.LegEvent(t.Context(), o.org, event, row.Inbound{}); err != nil {
		t.Fatal(err)
	}
	if err := o.service.Notice(t.Context(), anna, []id.ID{call, gone}, ""); err != nil {
		t.Fatal(err)
	}
	if got := o.call(gone).Lookups("seen_by"); len(got) != 1 || got[0] != o.users["anna"] {
		t.Errorf("seen by %v", got)
	}
	stranger := access.Principal{Organization: o.org, User: id.New()}
	if err := o.service.Notice(t.Context(), &stranger, []id.ID{gone}, ""); !fault.Is(err, fault.Forbidden) && !fault.Is(err, fault.NotFound) {
		t.Errorf("a user it did not ring for got %v", err)
	}
}
