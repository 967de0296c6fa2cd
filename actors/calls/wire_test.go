package calls_test

import (
	"reflect"
	"testing"
	"time"

	"switchboard/actors/calls"
	"switchboard/actors/carrier"
	"switchboard/actors/runtime"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// What crosses to another node arrives as it was.
func TestCommandsCross(t *testing.T) {
	calls.RegisterWire()
	one, at := id.New(), time.Date(2026, 11, 21, 8, 0, 0, 5, time.UTC)
	mark := row.Inbound{Provider: "twilio", ProviderID: "CA1", Kind: "voice", Answer: []byte("<x/>"), AnswerType: "text/xml"}
	for _, command := range []any{
		calls.Inbound{
			Call:  carrier.InboundCall{Key: carrier.Key{ProviderID: "CA1", Kind: "voice"}, SID: "CA1", From: "+1", To: "+2"},
			Phone: one, Contact: calls.Party{ID: one, Name: "Ada", DoNotCall: true}, Candidates: []id.ID{one}, Join: mark,
			Nobody: carrier.Answer{Body: []byte("a"), Type: "b"},
		},
		calls.Dial{By: one, Command: "c", To: "+1", From: "+2", Phone: one}, calls.Accept{By: one, Command: "c", Supervisor: true},
		calls.Decline{By: one}, calls.Hangup{By: one, Command: "c"}, calls.Offer{User: one, Available: true}, calls.Offer{User: one},
		calls.Patch{By: one, Command: "c", Set: row.Fields{"notes": nil, "contact": one}, Expect: 3},
		calls.LegChanged{Event: carrier.LegEvent{Call: one, Sequence: 2, Duration: time.Second, At: at}, Inbound: mark},
		calls.ConferenceChanged{Event: carrier.ConferenceEvent{Call: one, Kind: "participant-join", At: at}, Inbound: mark},
		calls.LegAdded{Effect: one, Label: "user:x", Leg: carrier.Leg{SID: "CA2", Label: "user:x"}},
		calls.Observed{Legs: []carrier.Leg{{SID: "CA2"}}, At: at}, calls.Observed{At: at},
		calls.Ref{ID: one, Status: "ringing"}, carrier.Answer{Body: []byte("x"), Type: "text/xml"},
	} {
		got, err := runtime.Cross(command)
		if err != nil || !reflect.DeepEqual(got, command) {
			t.Errorf("%#v became %#v, %v", command, got, err)
		}
	}
}
