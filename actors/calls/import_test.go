package calls

import (
	"slices"
	"testing"
	"time"

	"switchboard/storage/id"
	"switchboard/storage/row"
)

// The fields of an imported call match its journal.
func TestImportedCallMatchesItsJournal(t *testing.T) {
	call := id.Derived("CA1")
	lived := []TimedCommand{
		{began, ring(anna, ben)},
		{began.Add(2 * time.Second), Decline{CommandMeta: by(ben)}},
		{began.Add(5 * time.Second), Accept{CommandMeta: by(anna)}},
		{began.Add(7 * time.Second), conference("participant-join", "CA2", userLabel(anna), 7)},
		{began.Add(60 * time.Second), conference("participant-leave", "CA1", customerLabel, 60)},
	}
	set, writes, err := Import(org, call, lived)
	if err != nil {
		t.Fatal(err)
	}
	d := newDesk(t)
	d.state = withCall(d.state.Who, row.Record{Object: "call", ID: call, Fields: set})
	var rooms []string
	for _, w := range writes {
		if w.Object == "call_event" {
			d.enter(w)
		} else {
			rooms = append(rooms, w.Object)
		}
		if w.Set["created_date"] == nil {
			t.Errorf("%s %v does not say when it was written", w.Object, w.Set["seq"])
		}
	}
	if want := []string{ConferenceObject, ParticipantObject}; !slices.Equal(rooms, want) {
		t.Errorf("it makes %v beside its journal, want %v", rooms, want)
	}
	d.expectReplay("of the past")
	if set["status"] != Completed || set["duration"] != int64(53) {
		t.Errorf("it is %v and lasted %v", set["status"], set["duration"])
	}
	if _, _, err := Import(org, call, []TimedCommand{{began, Accept{CommandMeta: by(anna)}}}); err == nil {
		t.Error("a call that never was is taken")
	}
}
