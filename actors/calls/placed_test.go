package calls_test

import (
	"strings"
	"testing"

	"switchboard/actors/carrier"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// outsideNumber can be called, as the contact's of the tests can't.
const outsideNumber = "+14155552671"

// place has somebody's browser place a call.
func (o *office) place(name, sid, to string) (carrier.Answer, error) {
	o.t.Helper()
	call := carrier.InboundCall{SID: sid, Browser: o.users[name], To: to}
	return o.service.Placed(o.t.Context(), o.org, call, row.Inbound{
		Provider: "twilio", ProviderID: sid, Kind: "voice", Answer: []byte("<join/>"), AnswerType: "text/xml",
	})
}

// A call that a browser placed is a call of his user's, whose leg is there already.
func TestABrowserPlacesACall(t *testing.T) {
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

// What a dial is refused for is told to the browser as a sentence.
func TestABrowsersCallIsRefusedInWords(t *testing.T) {
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
	if answer, err := o.service.Placed(t.Context(), o.org, call, row.Inbound{}); err != nil || !strings.Contains(string(answer.Body), "does not exist") {
		t.Errorf("nobody is answered %q, %v", answer.Body, err)
	}
}
