package smoke_test

import (
	"net/http"
	"testing"

	"switchboard/storage/id"
)

// sendOn transfers a call to a colleague.
func (d *desk) sendOn(call, to id.ID, how string) int {
	d.T.Helper()
	return d.Request(http.MethodPost, "/v1/twilio/call/client/"+to.String(), map[string]any{"conference_id": call, "transfer": how}, nil)
}

// A ringing call is transferred before it is accepted. A user who accepts a
// second call has the first on hold.
func TestACallIsRoutedAndASecondOneIsAccepted(t *testing.T) {
	p := start(t, nil)
	admin, alice, ben := p.signIn("admin"), p.signIn("agent1").present(), p.signIn("agent2").present()
	ben.choose("busy")
	isHeld := func(call id.ID) bool {
		var stored record
		admin.get("call", call, &stored)
		return stored.text("held_at") != ""
	}
	_, first := admin.outside("+12065559901")
	admin.rings(first, alice.me(), true)
	if got := alice.sendOn(first, ben.me(), "Warm"); got != http.StatusConflict {
		t.Errorf("a talk before anybody has taken the call: %d", got)
	}
	if got := alice.sendOn(first, ben.me(), "Cold"); got != http.StatusAccepted {
		t.Fatalf("route: %d", got)
	}
	admin.rings(first, ben.me(), true)
	admin.rings(first, alice.me(), false)
	if got := admin.command(first, "in-progress"); got != http.StatusConflict {
		t.Errorf("somebody else takes it: %d", got)
	}
	if got := ben.command(first, "declined"); got != http.StatusNoContent {
		t.Errorf("decline: %d", got)
	}
	admin.rings(first, alice.me(), true)
	if got := alice.sendOn(first, ben.me(), "Cold"); got != http.StatusAccepted {
		t.Fatalf("route again: %d", got)
	}
	if got := ben.command(first, "in-progress"); got != http.StatusNoContent {
		t.Fatalf("accept: %d", got)
	}
	admin.becomes(first, "in-progress")

	_, second := admin.outside("+12065559902")
	admin.rings(second, alice.me(), true)
	admin.rings(second, ben.me(), false)
	if got := alice.sendOn(second, ben.me(), "Cold"); got != http.StatusAccepted {
		t.Fatalf("route to who is on a call: %d", got)
	}
	if got := ben.command(second, "in-progress"); got != http.StatusNoContent {
		t.Fatalf("accept during a call: %d", got)
	}
	admin.becomes(second, "in-progress")
	if !isHeld(first) || isHeld(second) {
		t.Errorf("the first is held: %v, the second: %v", isHeld(first), isHeld(second))
	}
	if got := ben.Request(http.MethodPost, "/v1/twilio/call", map[string]any{"to": "+14155552671"}, nil); got != http.StatusConflict {
		t.Errorf("a dial during two calls: %d", got)
	}
	if got := ben.Request(http.MethodPost, "/v1/twilio/call/"+first.String()+"/hold", map[string]any{"on": false}, nil); got != http.StatusAccepted {
		t.Fatalf("swap: %d", got)
	}
	if isHeld(first) || !isHeld(second) {
		t.Errorf("swapped, the first is held: %v, the second: %v", isHeld(first), isHeld(second))
	}
	for _, call := range []id.ID{first, second} {
		if got := ben.command(call, "completed"); got != http.StatusNoContent {
			t.Errorf("hang-up: %d", got)
		}
		admin.becomes(call, "completed")
	}
	p.settled()
}
