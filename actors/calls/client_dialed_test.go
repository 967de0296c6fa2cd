package calls_test

import (
	"strings"
	"testing"
	"time"

	"switchboard/actors/calls"
	"switchboard/actors/carrier"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// outsideNumber can be called, unlike the number of the tests' contact.
const outsideNumber = "+14155552671"

// place has a user's browser place a call.
func (o *office) place(name, sid, to string) (carrier.Answer, error) {
	o.t.Helper()
	call := carrier.InboundCall{SID: sid, Browser: o.users[name], To: to}
	return o.service.ClientDialed(o.t.Context(), o.org, call, row.Inbound{
		Provider: "twilio", ProviderID: sid, Kind: "voice", Answer: []byte("<join/>"), AnswerType: "text/xml",
	})
}

// A call that a browser placed belongs to its user, and the user's leg is already
// there.
func TestBrowserPlacesACall(t *testing.T) {
	o := open(t)
	for range 2 { // a repeat changes nothing
		if answer, err := o.place("anna", "CA7", outsideNumber); err != nil || string(answer.Body) != "<join/>" {
			t.Fatalf("answered %q, %v", answer.Body, err)
		}
	}
	call := o.call(id.Derived("CA7"))
	if call.Text("direction") != "outbound" || call.Text("status") != "ringing" || call.Lookup("user") != o.users["anna"] ||
		call.Text("to_number") != outsideNumber || call.Text("from_number") != ourNumber {
		t.Fatalf("stored is %v", call.Fields)
	}
	if n := o.guarded.Load(); n != 1 {
		t.Errorf("it was asked for %d times", n)
	}
	answer, stored, found, err := o.store.InboundAnswer(t.Context(), "twilio", "CA7", "voice")
	if err != nil || !found || string(answer) != "<join/>" || stored != "text/xml" {
		t.Errorf("stored is %q, %q, %v, %v", answer, stored, found, err)
	}
}

// The reason why a dial is rejected is spoken to the browser.
func TestRejectedBrowserCallHearsTheReason(t *testing.T) {
	o := open(t)
	if answer, err := o.place("anna", "CA8", "12"); err != nil || !strings.Contains(string(answer.Body), "number") {
		t.Errorf("answered %q, %v", answer.Body, err)
	}
	if _, err := o.store.Get(t.Context(), o.org, "call", id.Derived("CA8")); !fault.Is(err, fault.NotFound) {
		t.Errorf("stored is %v", err)
	}
	if _, err := o.place("anna", "CA9", outsideNumber); err != nil {
		t.Fatal(err)
	}
	if answer, err := o.place("anna", "CA10", outsideNumber); err != nil || !strings.Contains(string(answer.Body), "You are on a call with") {
		t.Errorf("a second one is answered %q, %v", answer.Body, err)
	}
	call := carrier.InboundCall{SID: "CA11", Browser: id.New(), To: outsideNumber}
	if answer, err := o.service.ClientDialed(t.Context(), o.org, call, row.Inbound{}); err != nil || !strings.Contains(string(answer.Body), "does not exist") {
		t.Errorf("nobody is answered %q, %v", answer.Body, err)
	}
}

// end reports the end of a leg as the callback of the number or of the client does.
func (o *office) end(event carrier.LegEvent) {
	o.t.Helper()
	event.Call, event.Status, event.At = id.Derived(event.SID), carrier.LegCompleted, time.Now()
	err := o.service.LegEvent(o.t.Context(), o.org, event, row.Inbound{
		Provider: carrier.Provider, ProviderID: event.SID, Kind: carrier.LegEventKind(event.Status),
	})
	if err != nil {
		o.t.Fatal(err)
	}
}

// Callbacks overtake each other: if the caller is known to have hung up, the call
// rings for nobody, and its targets see a missed call.
func TestCallEndedBeforeItStartsDoesNotRing(t *testing.T) {
	o := open(t)
	o.end(carrier.LegEvent{SID: "CA1", Label: "customer"})
	if _, err := o.store.Get(t.Context(), o.org, "call", id.Derived("CA1")); !fault.Is(err, fault.NotFound) {
		t.Fatalf("the end alone made a call: %v", err)
	}
	call := o.call(o.ring("CA1"))
	if call.Text("status") != calls.Canceled || call.Time("end_time").IsZero() || len(call.Lookups("candidates")) != 2 || call.Lookup("user") != "" {
		t.Errorf("the call is %v", call.Fields)
	}
	if call = o.call(o.ring("CA2")); call.Text("status") != calls.Ringing {
		t.Errorf("another call is %v", call.Fields)
	}
}

// No number is dialed for a browser that has already hung up.
func TestBrowserCallEndedBeforeItStartsDialsNothing(t *testing.T) {
	o := open(t)
	o.end(carrier.LegEvent{SID: "CA7", Label: "user:" + string(o.users["anna"]), Browser: o.users["anna"]})
	if _, err := o.place("anna", "CA7", outsideNumber); err != nil {
		t.Fatal(err)
	}
	if call := o.call(id.Derived("CA7")); call.Text("status") != calls.Canceled || call.Time("end_time").IsZero() {
		t.Errorf("the call is %v", call.Fields)
	}
	effects, err := o.store.ClaimEffects(t.Context(), row.ClaimRequest{Node: "test", Limit: 10, Lease: time.Second})
	if err != nil || len(effects) != 0 {
		t.Errorf("left to do are %v, %v", effects, err)
	}
	if spent, err := o.store.Charged(t.Context(), o.org, "outbound:test"); err != nil || spent != 0 {
		t.Errorf("charged are %d, %v", spent, err)
	}
}
