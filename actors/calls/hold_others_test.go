package calls_test

import (
	"strings"
	"testing"
	"time"

	"switchboard/actors/calls"
	"switchboard/actors/carrier"
	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// Accepting a second call first puts the first on hold, and resumes it if the second
// accept fails. Resuming one call holds the other. A repeat changes nothing.
func TestSecondCallHoldsTheFirst(t *testing.T) {
	o := open(t)
	anna, ben := o.principal("anna", caller()), o.principal("ben")
	isHeld := func(when string, call id.ID, want bool) {
		t.Helper()
		if got := !o.call(call).Time("held_at").IsZero(); got != want {
			t.Errorf("%s: held is %v, want %v", when, got, want)
		}
	}
	talks := func(sid string) id.ID {
		call := o.ring(sid)
		if _, err := o.service.Accept(t.Context(), anna, call, "takes "+sid); err != nil {
			t.Fatal(err)
		}
		o.joins(call, sid+"-anna", o.users["anna"])
		return call
	}
	first := talks("CA1")
	second := talks("CA2")
	isHeld("a second was taken: the first", first, true)
	isHeld("a second was taken: the second", second, false)
	if _, err := o.service.Dial(t.Context(), anna, "+14155552671", "", ""); !fault.Is(err, fault.Conflict) {
		t.Errorf("a dial beside them got %v", err)
	}
	if _, err := o.service.Hold(t.Context(), anna, first, false, ""); err != nil {
		t.Fatal(err)
	}
	isHeld("swapped: the first", first, false)
	isHeld("swapped: the second", second, true)
	if _, err := o.service.Accept(t.Context(), anna, second, "takes CA2"); err != nil {
		t.Fatal(err)
	}
	isHeld("a repeat", first, false)
	third := o.ring("CA3")
	if _, err := o.service.Accept(t.Context(), ben, third, ""); err != nil {
		t.Fatal(err)
	}
	if _, err := o.service.Accept(t.Context(), anna, third, ""); !fault.Is(err, fault.Conflict) {
		t.Errorf("one that somebody else has got %v", err)
	}
	isHeld("somebody else has the third", first, false)
	o.joins(third, "CA3-ben", o.users["ben"])
	hands := func() error {
		_, err := o.service.Transfer(t.Context(), ben, calls.Transferring{ID: o.users["anna"], ConferenceID: string(third), Transfer: "Cold"})
		return err
	}
	if err := hands(); err != nil {
		t.Fatal(err)
	}
	if _, err := o.service.Accept(t.Context(), anna, third, ""); err != nil {
		t.Fatal(err)
	}
	isHeld("what was handed over was taken", first, true)
	if _, err := o.service.CancelTransfer(t.Context(), ben, third, ""); err != nil {
		t.Fatal(err)
	}
	user, err := o.store.Get(t.Context(), o.org, "user", o.users["anna"])
	if err != nil {
		t.Fatal(err)
	}
	_, err = o.store.Commit(t.Context(), row.Change{Organization: o.org, Writes: []row.Write{{
		Object: "user", ID: user.ID, Op: entry.Updated, Expect: user.Version, Set: row.Fields{
			"settings":     row.JSONValue(map[string]bool{"allowIncomingWhileBusy": false}),
			"availability": row.JSONValue(map[string]any{"call_availability": map[string]string{"call_status": "on_call"}}),
		},
	}}})
	if err != nil {
		t.Fatal(err)
	}
	if err := hands(); !fault.Is(err, fault.Conflict) || !strings.Contains(err.Error(), "anna is on a call and does not accept others.") {
		t.Errorf("handing to somebody who takes no second call got %v", err)
	}
}

// joins has a user's leg join a call.
func (o *office) joins(call id.ID, sid string, user id.ID) {
	o.t.Helper()
	event := carrier.ConferenceEvent{Kind: "participant-join", Call: call, LegSID: sid, Label: "user:" + string(user), At: time.Now()}
	if err := o.service.ConferenceEvent(o.t.Context(), o.org, event, row.Inbound{}); err != nil {
		o.t.Fatal(err)
	}
}
