package smoke_test

import (
	"net/http"
	"net/url"
	"testing"

	"switchboard/actors/carrier/simulator"
	"switchboard/storage/id"
	"switchboard/storage/waittest"
)

// A call from the voice SDK belongs to the user of its token, whatever its
// page claims; hanging up there ends it.
func TestBrowserPlacesACall(t *testing.T) {
	p := start(t, nil)
	agent, other := p.signIn("agent1").present(), p.signIn("agent2")
	const number = "+14155552671"
	sid, err := agent.phone.Place(t.Context(), url.Values{
		"To": {number}, "From": {"+15550000000"}, "Direction": {"Outbound"}, "Caller": {"client:" + other.me().String()},
		"User": {other.me().String()}, "to_formatted": {"(415) 555-2671"},
	})
	if err != nil {
		t.Fatal(err)
	}
	call := id.Derived(sid)
	agent.becomes(call, "ringing")
	var stored struct {
		Direction string
		User      struct{ ID id.ID }
	}
	if got := agent.get("call", call, &stored); got != http.StatusOK || stored.Direction != "outbound" || stored.User.ID != agent.me() {
		t.Fatalf("%d, %+v", got, stored)
	}
	var customer string
	waittest.Until(t, "the other side to ring", func() bool {
		var state simulator.View
		agent.Request(http.MethodGet, "/simulator/state", nil, &state)
		for _, c := range state.Calls {
			if c.To == number && c.Status == "ringing" {
				customer = c.SID
			}
		}
		return customer != ""
	})
	if got := agent.Request(http.MethodPost, "/simulator/calls/"+customer+"/answer", map[string]any{}, nil); got != http.StatusNoContent {
		t.Fatalf("answer: %d", got)
	}
	agent.becomes(call, "in-progress")
	agent.phone.Send("hangup", sid, nil)
	agent.becomes(call, "completed")
	p.settled()
}
