package cluster_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"sync"
	"testing"
	"time"

	"switchboard/cmd/switchboard/demo"
	"switchboard/storage/id"
	"switchboard/storage/waittest"
)

// populate signs everyone in, opens the sockets and creates the threads.
func (w *world) populate(t *testing.T) {
	t.Helper()
	for _, name := range []string{"admin", "supervisor", "agent1", "agent2", "agent3", "agent4", "agent5"} {
		w.signIn(t, name)
	}
	admin := w.people["admin"]
	var members []id.ID
	for _, p := range w.people {
		members = append(members, p.id)
	}
	w.threads.chat = admin.create(t, "chat", map[string]any{"name": "The storm", "members": members})
	w.openConversation(t)

	w.driver = startDriver(t)
	everything := []string{
		"me", "presence", "calls:all", "object:contact", "object:call", "object:chat", "object:chat_message",
		"object:twilio_conversation", "object:twilio_participant", "object:twilio_message",
		"chat:" + w.threads.chat.String(), "conversation:" + w.threads.conversation.String(),
	}
	some := []string{"me", "calls", "object:contact", "chat:" + w.threads.chat.String()}
	for node := range nodes {
		w.driver.open(t, watch{Name: fmt.Sprintf("admin at %s", nodeRole(node)), URL: w.nodeURL(node), Topics: everything, person: admin})
		w.driver.open(t, watch{Name: fmt.Sprintf("admin %d", node), URL: w.balancer.url(), Topics: everything, person: admin})
	}
	w.driver.open(t, watch{Name: "admin polling", URL: w.nodeURL(1), Topics: everything, Transports: []string{"polling"}, person: admin})
	for i := 1; i <= 5; i++ {
		agent := w.people[fmt.Sprintf("agent%d", i)]
		w.driver.open(t, watch{Name: agent.name, URL: w.balancer.url(), Topics: some, person: agent})
	}
	w.since = w.head(t)
}

// openConversation sends a first text from outside.
func (w *world) openConversation(t *testing.T) {
	t.Helper()
	if _, err := w.provide(t.Context(), http.MethodPost, "/simulator/texts", outside("Good morning")); err != nil {
		t.Fatal(err)
	}
	waittest.UntilNil(t, "the conversation", func() error {
		for _, e := range w.journal(t) {
			if sid := e.Form.Get("ConversationSid"); sid != "" {
				w.threads.conversation = id.Derived(sid)
			}
		}
		if w.threads.conversation == "" {
			return errNotYet
		}
		a := w.people["admin"].insist(t.Context(), request{method: http.MethodGet, path: "/v1/object/twilio_conversation/" + w.threads.conversation.String()})
		if a.status != http.StatusOK {
			return fmt.Errorf("%d %s", a.status, a.body)
		}
		return nil
	})
}

// customer is the external number that texts and calls.
const customer = "+12065550177"

func outside(body string) map[string]string {
	return map[string]string{"from": customer, "to": demo.Phones()[0].Number, "body": body}
}

// load is a set of working users.
type load struct {
	w    *world
	stop context.CancelFunc
	work sync.WaitGroup
}

// begin starts everyone's work until end.
func (w *world) begin() *load {
	working, stop := context.WithCancel(context.Background())
	l := &load{w: w, stop: stop}
	each := func(pause time.Duration, names []string, do func(context.Context, *person)) {
		for _, name := range names {
			p := w.people[name]
			l.work.Go(func() {
				for working.Err() == nil {
					// Work that has begun is completed, even after the end.
					ctx, cancel := context.WithTimeout(context.WithoutCancel(working), maxWait)
					do(ctx, p)
					cancel()
					select {
					case <-working.Done():
					case <-time.After(pause/2 + rand.N(pause)):
					}
				}
			})
		}
	}
	each(30*time.Millisecond, []string{"admin", "agent1", "agent2"}, w.keepContact)
	each(60*time.Millisecond, []string{"agent2", "agent3"}, w.chatter)
	each(120*time.Millisecond, []string{"supervisor", "agent1"}, w.text)
	each(200*time.Millisecond, []string{"admin"}, w.textFromOutside)
	each(100*time.Millisecond, []string{"agent4", "agent5"}, w.takeCall)
	each(250*time.Millisecond, []string{"agent3"}, w.dial)
	return l
}

// end stops the load and waits until all begun work is done.
func (l *load) end() {
	l.stop()
	l.work.Wait()
}

// command repeats a command until it gets a response, and records the
// response.
func (w *world) command(ctx context.Context, p *person, what, method, path string, want int, body map[string]any) (answer, bool) {
	r := request{method: method, path: path, body: body, command: id.New().String()}
	a := p.insist(ctx, r)
	if a.err != nil || a.status != want {
		w.ledger.refuse(what+" of "+p.name, a)
		return a, false
	}
	of := firstID(a.body)
	if of == "" {
		of, _ = body["id"].(id.ID)
	}
	w.ledger.acknowledge(r.command, what, of)
	return a, true
}

// keepContact creates a contact and changes it several times.
func (w *world) keepContact(ctx context.Context, p *person) {
	a, ok := w.command(ctx, p, "contact.create", http.MethodPost, "/v1/object/contact", http.StatusOK,
		map[string]any{"name": "Contact " + id.New().String()})
	if !ok {
		return
	}
	contact := firstID(a.body)
	w.ledger.note(func(l *ledger) { l.contacts[contact] = "" })
	for n := range rand.N(6) {
		company := fmt.Sprint("Company ", n)
		if _, ok := w.command(ctx, p, "contact.update", http.MethodPatch, "/v1/object/contact", http.StatusOK,
			map[string]any{"id": contact, "company": company}); ok {
			w.ledger.note(func(l *ledger) { l.contacts[contact] = company })
		}
	}
}

func (w *world) chatter(ctx context.Context, p *person) {
	w.command(ctx, p, "chat.post", http.MethodPost, "/v1/object/chat_message", http.StatusOK,
		map[string]any{"name": p.name, "chat": w.threads.chat, "body": "Line " + id.New().String()})
}

func (w *world) text(ctx context.Context, p *person) {
	body := "Text " + id.New().String()
	if _, ok := w.command(ctx, p, "text.send", http.MethodPost, "/v1/twilio/message", http.StatusCreated,
		map[string]any{"conversation": w.threads.conversation, "body": body}); ok {
		w.ledger.note(func(l *ledger) { l.texts[body] = true })
	}
}

func (w *world) textFromOutside(ctx context.Context, _ *person) {
	if _, err := w.provide(ctx, http.MethodPost, "/simulator/texts", outside("From outside "+id.New().String())); err != nil {
		w.ledger.refuse("a text from outside", answer{err: err})
	}
}

// takeCall starts an inbound call, accepts it and ends it.
func (w *world) takeCall(ctx context.Context, p *person) {
	call, leg, ok := w.ring(ctx)
	if !ok {
		return
	}
	statuses, forget := w.driver.follow(call)
	defer forget()
	if !reaches(ctx, w, p, call, statuses, "ringing", 8*time.Second) {
		w.ledger.note(func(l *ledger) { l.noRing++ })
		return
	}
	accept := request{
		method: http.MethodPatch, path: "/v1/twilio/call", command: id.New().String(),
		body: map[string]any{"id": call, "status": "in-progress"},
	}
	switch a := p.insist(ctx, accept); a.status {
	case http.StatusNoContent:
		w.ledger.acknowledge(accept.command, "call.accept", call)
	case http.StatusForbidden, http.StatusConflict: // the user is already in a call, or it has ended
		w.ledger.note(func(l *ledger) { l.unlucky++ })
		_, _ = w.provide(ctx, http.MethodPost, "/simulator/calls/"+leg+"/hangup", nil) // it may have ended
		return
	default:
		w.ledger.refuse("call.accept of "+p.name, a)
		return
	}
	if reaches(ctx, w, p, call, statuses, "in-progress", 15*time.Second) {
		w.ledger.note(func(l *ledger) { l.talked = append(l.talked, call) })
	}
	if _, ok := w.command(ctx, p, "call.hangup", http.MethodPatch, "/v1/twilio/call", http.StatusNoContent,
		map[string]any{"id": call, "status": "completed"}); ok && reaches(ctx, w, p, call, statuses, "completed", 15*time.Second) {
		w.ledger.note(func(l *ledger) { l.calls++ })
	}
}

// dial calls an external number that does not answer.
func (w *world) dial(ctx context.Context, p *person) {
	dial := request{method: http.MethodPost, path: "/v1/twilio/call", command: id.New().String(), body: map[string]any{"to": customer}}
	a := p.insist(ctx, dial)
	switch a.status {
	case http.StatusCreated:
	case http.StatusConflict: // an earlier call of the user had not ended
		w.ledger.note(func(l *ledger) { l.unlucky++ })
		return
	default:
		w.ledger.refuse("call.dial of "+p.name, a)
		return
	}
	call := firstID(a.body)
	w.ledger.acknowledge(dial.command, "call.dial", call)
	pass(rand.N(300 * time.Millisecond)) // before, during or after dialing the legs
	w.command(ctx, p, "call.hangup", http.MethodPatch, "/v1/twilio/call", http.StatusNoContent,
		map[string]any{"id": call, "status": "completed"})
}

// ring starts an inbound call and returns the call's id and the provider's.
func (w *world) ring(ctx context.Context) (call id.ID, leg string, ok bool) {
	raw, err := w.provide(ctx, http.MethodPost, "/simulator/calls", map[string]string{"from": customer, "to": demo.Phones()[1].Number})
	var placed struct{ SID string }
	if err != nil || json.Unmarshal(raw, &placed) != nil {
		w.ledger.refuse("a call from outside", answer{body: raw, err: err})
		return "", "", false
	}
	return id.Derived(placed.SID), placed.SID, true
}

// reaches waits until a socket or the record shows that the call has a
// status: the announcement may have come before the subscription.
func reaches(ctx context.Context, w *world, p *person, call id.ID, statuses <-chan string, want string, timeout time.Duration) bool {
	deadline := time.After(timeout)
	for {
		select {
		case status := <-statuses:
			if status == want {
				return true
			}
			continue
		case <-time.After(time.Second):
			if w.status(ctx, p, call) == want {
				return true
			}
		case <-deadline:
			return false
		case <-ctx.Done():
			return false
		}
	}
}

// status reads the stored status of a call.
func (w *world) status(ctx context.Context, p *person, call id.ID) string {
	var stored struct{ Status string }
	a := p.insist(ctx, request{method: http.MethodGet, path: "/v1/object/call/" + call.String()})
	_ = json.Unmarshal(a.body, &stored) // a missing call has no status
	return stored.Status
}
