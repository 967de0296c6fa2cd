package smoke_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"

	"switchboard/actors/carrier/simulator"
	"switchboard/cmd/switchboard/demo"
	"switchboard/storage/id"
	"switchboard/storage/waittest"
)

// choose sets the desk's own availability.
func (d *desk) choose(status string) {
	d.T.Helper()
	if got := d.Request(http.MethodPost, "/v1/twilio/call/available", map[string]string{"call_status": status}, nil); got != http.StatusOK {
		d.T.Fatalf("choose %s: %d", status, got)
	}
}

// rings waits until the call rings for the user, or does not.
func (d *desk) rings(call, user id.ID, want bool) {
	d.T.Helper()
	waittest.Until(d.T, fmt.Sprintf("ringing for %s to be %v", user, want), func() bool {
		var stored struct {
			Candidates []struct{ ID id.ID }
		}
		d.get("call", call, &stored)
		return slices.ContainsFunc(stored.Candidates, func(c struct{ ID id.ID }) bool { return c.ID == user }) == want
	})
}

// hears waits until a caller has heard a sentence with this prefix.
func (d *desk) hears(sid, sentence string) {
	d.T.Helper()
	waittest.Until(d.T, "the caller to hear "+sentence, func() bool {
		var state simulator.View
		d.Request(http.MethodGet, "/simulator/state", nil, &state)
		for _, c := range state.Calls {
			if c.SID == sid && c.Status == "completed" {
				return len(c.Heard) == 1 && strings.HasPrefix(c.Heard[0], sentence)
			}
		}
		return false
	})
}

// The users that a call rings follow their availability while it rings.
func TestRingingFollowsAvailability(t *testing.T) {
	p := start(t, nil)
	admin := p.signIn("admin")
	var agents []*desk
	for _, name := range []string{"admin", "supervisor", "agent1", "agent2", "agent3", "agent4", "agent5"} {
		d := p.signIn(name)
		d.present().choose("do_not_disturb")
		agents = append(agents, d)
	}
	p.settled()
	alice, ben := agents[2], agents[3]

	const sorry = "We are sorry. Nobody is available"
	sid, unheard := admin.outside("+12065559601")
	admin.becomes(unheard, "no-answer")
	admin.hears(sid, sorry)

	alice.choose("available")
	p.settled()
	sid, call := admin.outside("+12065559602")
	admin.becomes(call, "ringing")
	admin.rings(call, alice.me(), true)
	if got := ben.command(call, "in-progress"); got != http.StatusForbidden {
		t.Errorf("a user it does not ring accepts: %d", got)
	}
	ben.choose("available")
	admin.rings(call, ben.me(), true)
	alice.choose("do_not_disturb")
	admin.rings(call, alice.me(), false)
	if got := alice.command(call, "in-progress"); got != http.StatusForbidden {
		t.Errorf("one who wants not to be disturbed accepts: %d", got)
	}
	alice.choose("available")
	admin.rings(call, alice.me(), true)
	// It follows their phones too, and requests report the reason.
	alice.browser.phoned("no_microphone")
	admin.rings(call, alice.me(), false)
	var status struct {
		Effective string
		Reasons   []string
	}
	alice.Must(http.MethodPost, "/v1/twilio/call/available", map[string]string{"call_status": "available"}, &status)
	if want := "The browser may use no microphone."; status.Effective != "away" || len(status.Reasons) != 1 || status.Reasons[0] != want {
		t.Errorf("without a microphone one is %+v", status)
	}
	alice.browser.phoned("ready")
	admin.rings(call, alice.me(), true)
	// A disabled user is no longer rung; the last one declines.
	if got := admin.Request(http.MethodPatch, "/v1/object/user", map[string]any{"id": alice.me(), "is_active": false}, nil); got != http.StatusOK {
		t.Fatalf("disable: %d", got)
	}
	alicesID := id.Derived("demo/user/agent1")
	admin.rings(call, alicesID, false)
	if got := ben.command(call, "declined"); got != http.StatusNoContent {
		t.Errorf("decline: %d", got)
	}
	admin.becomes(call, "no-answer")
	admin.hears(sid, sorry)
	admin.becomes(call, "no-answer") // the provider's callbacks about the sentence change nothing
	p.settled()
}

// Concurrent accepts by REST and socket: exactly one succeeds, and hanging up
// while its leg is being dialed ends everything.
func TestAcceptsAtOnceAndAHangUpWhileDialling(t *testing.T) {
	p := start(t, nil)
	admin := p.signIn("admin")
	var agents []*desk
	for i := range 5 {
		agents = append(agents, p.signIn(fmt.Sprintf("agent%d", i+1)).present())
	}
	for round := range 3 {
		_, call := admin.outside(fmt.Sprintf("+1206555%04d", 9700+round))
		admin.becomes(call, "ringing")
		var won, lost []int
		var mu sync.Mutex
		var all sync.WaitGroup
		var winner *desk
		for i, d := range agents {
			accept := func() int { return d.command(call, "in-progress") }
			if i%2 == 0 {
				s := d.connect("calls")
				accept = func() int {
					var ack struct {
						OK    bool
						Error struct{ Code string }
					}
					s.ask("call.accept", map[string]any{"id": call, "command": id.New()}, &ack)
					switch {
					case ack.OK:
						return http.StatusNoContent
					case ack.Error.Code == "conflict":
						return http.StatusConflict
					default:
						return 0
					}
				}
			}
			all.Go(func() {
				got := accept()
				mu.Lock()
				defer mu.Unlock()
				switch got {
				case http.StatusNoContent:
					won, winner = append(won, i), d
				case http.StatusConflict:
					lost = append(lost, i)
				}
			})
		}
		all.Wait()
		if len(won) != 1 || len(lost) != 4 {
			t.Fatalf("round %d: %v won, %v lost", round, won, lost)
		}
		if got := winner.command(call, "completed"); got != http.StatusNoContent {
			t.Fatalf("hang-up: %d", got)
		}
		waittest.Until(t, "the end", func() bool {
			var stored record
			admin.get("call", call, &stored)
			return stored.text("status") == "completed" || stored.text("status") == "canceled"
		})
		p.settled()
	}
}

// Concurrent texts get numbers without gaps; each command counts once.
func TestTextsOfManyAtOnce(t *testing.T) {
	p := start(t, nil)
	admin := p.signIn("admin")
	conversation := id.Derived(demo.ThreadAt(0).SID)
	filter := fmt.Sprintf(`[{"field":"conversation","operator":"=","value":"%s"}]`, conversation)
	waittest.Until(t, "the demo's history", func() bool { return admin.get("twilio_conversation", conversation, nil) == http.StatusOK })
	before := len(admin.list("twilio_message", filter))
	const each = 6
	var all sync.WaitGroup
	for i := range 4 {
		d := p.signIn(fmt.Sprintf("agent%d", i+1))
		all.Go(func() {
			for n := range each {
				body := map[string]any{"conversation": conversation, "body": fmt.Sprint("from ", i, " ", n), "client_id": fmt.Sprint(i, "-", n)}
				for range 2 {
					if got := d.Request(http.MethodPost, "/v1/twilio/message", body, nil); got != http.StatusCreated {
						t.Errorf("send: %d", got)
					}
				}
			}
		})
		all.Go(func() {
			for n := range each {
				text := map[string]string{"from": demo.ThreadAt(0).Contact, "to": demo.ThreadAt(0).Ours, "body": fmt.Sprint("to ", i, " ", n)}
				if got := admin.Request(http.MethodPost, "/simulator/texts", text, nil); got != http.StatusCreated {
					t.Errorf("simulated text: %d", got)
				}
			}
		})
	}
	all.Wait()
	p.settled()
	messages := admin.list("twilio_message", filter)
	numbers := make([]int, len(messages))
	for i, m := range messages {
		if err := json.Unmarshal(m["number"], &numbers[i]); err != nil {
			t.Fatal(err)
		}
	}
	slices.Sort(numbers)
	for i, n := range numbers {
		if n != i+1 {
			t.Fatalf("the numbers have a hole or a double at %d: %v", i, numbers)
		}
	}
	if len(numbers) != before+2*4*each {
		t.Errorf("%d messages after %d, not %d more", len(numbers), before, 2*4*each)
	}
	var stored struct {
		Last   int `json:"last_number"`
		Unread int `json:"unread_messages"`
	}
	admin.get("twilio_conversation", conversation, &stored)
	incoming := 0
	for _, m := range messages {
		var read bool
		if _ = json.Unmarshal(m["read"], &read); !read {
			incoming++
		}
	}
	if stored.Last != len(numbers) || stored.Unread > stored.Last || (stored.Unread == 0) != (incoming == 0) {
		t.Errorf("last %d, unread %d with %d unread texts", stored.Last, stored.Unread, incoming)
	}
	if got := admin.Request(http.MethodPost, "/v1/twilio/conversation/"+url.PathEscape(conversation.String())+"/read", map[string]any{}, nil); got != http.StatusNoContent {
		t.Fatalf("read: %d", got)
	}
	if admin.get("twilio_conversation", conversation, &stored); stored.Unread != 0 {
		t.Errorf("%d unread after reading all", stored.Unread)
	}
}
