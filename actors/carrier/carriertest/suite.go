package carriertest

import (
	"context"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"switchboard/actors/carrier"
	"switchboard/actors/carrier/simulator/signal"
	"switchboard/storage/fault"
	"switchboard/storage/id"
)

// Outside acts as people outside: the other end of the carrier.
type Outside interface {
	PlaceCall(ctx context.Context, from, to string) (string, error)
	Answer(ctx context.Context, sid string) error
	Hangup(ctx context.Context, sid string) error
	SendText(ctx context.Context, from, to, body string) (string, error)
	// Heard returns the sentences spoken to a leg.
	Heard(sid string) []string
}

// Rig is one carrier under test with both of its ends.
type Rig struct {
	Carrier  carrier.Carrier
	Webhooks carrier.Webhooks
	Outside  Outside
	Product  *Product
	Ours     string // a number of the account
	// Devices is where browsers register. In the suite, all answer automatically.
	Devices signal.Exchange
}

// Customer is an outside number.
const Customer = "+15551230001"

// Run runs the suite. It calls open within a separate synctest bubble for each test.
func Run(t *testing.T, open func(t *testing.T) *Rig) {
	t.Helper()
	if _, err := descriptions(); err != nil { // outside the bubbles: it is slow and shared
		t.Fatal(err)
	}
	for name, test := range map[string]func(*testing.T, *Rig){
		"an inbound call is joined and ended by the customer": inboundCall,
		"an outbound call is answered and ended by us":        outboundCall,
		"nobody answers":                                  nobodyAnswers,
		"the customer refuses":                            customerRefuses,
		"a leg is taken out and the call goes on":         removed,
		"a colleague whose browser is away":               away,
		"a leg is put on hold and muted":                  held,
		"a rejected caller":                               rejected,
		"a caller who hears a sentence":                   sentence,
		"a caller who waits hears a sentence":             waitingSentence,
		"a caller who can't hear one yet is hung up":      unheardSentence,
		"a call is recorded":                              recorded,
		"a recording of nothing":                          recordedNothing,
		"something is announced in a call":                announced,
		"texts both ways with receipts in steps":          texts,
		"a text that many others followed":                found,
		"a conversation that we begin":                    begun,
		"a conversation that is begun twice":              begunTwice,
		"numbers that have a conversation already":        begunBefore,
		"a conversation is closed":                        closed,
		"a number that opted out":                         optedOut,
		"what the provider does not know is said clearly": unknowns,
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) { test(t, open(t)) })
		})
	}
}

func must[T any](t *testing.T) func(T, error) T {
	return func(v T, err error) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

func ok(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// add dials a leg into a call's conference.
func (r *Rig) add(t *testing.T, call id.ID, to, label string, endOnExit bool) carrier.Leg {
	t.Helper()
	if identity, is := strings.CutPrefix(to, "client:"); is {
		t.Cleanup(Answering(r.Devices, identity))
	}
	return must[carrier.Leg](t)(r.Carrier.AddParticipant(t.Context(), carrier.AddParticipant{
		Organization: r.Product.Organization, Call: call, To: to, From: r.Ours, Label: label, EndOnExit: endOnExit, TimeoutSeconds: 25,
	}))
}

// connected returns the labels of the answered legs in a call's conference.
func (r *Rig) connected(t *testing.T, call id.ID) []string {
	t.Helper()
	var labels []string
	for _, l := range must[[]carrier.Leg](t)(r.Carrier.Conference(t.Context(), string(call))) {
		if l.Status == carrier.LegInProgress {
			labels = append(labels, l.Label)
		}
	}
	slices.Sort(labels)
	return labels
}

func equal[T comparable](t *testing.T, what string, got, want []T) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Fatalf("%s: got %v, want %v", what, got, want)
	}
}

func inboundCall(t *testing.T, r *Rig) {
	sid := must[string](t)(r.Outside.PlaceCall(t.Context(), Customer, r.Ours))
	call := r.Product.Await("call", nil).Call
	if call.SID != sid || call.From != Customer || call.To != r.Ours {
		t.Fatalf("the call that came is %+v", call)
	}
	joined := r.Product.Await("participant-join", LegOf(sid)).Conference
	if joined.Call != call.ID() || joined.Label != "customer" || joined.Organization != r.Product.Organization {
		t.Fatalf("joined: %+v", joined)
	}
	equal(t, "waiting", r.connected(t, call.ID()), []string{"customer"})

	user := id.New()
	staff := r.add(t, call.ID(), "client:"+string(user), "user:"+string(user), false)
	for sequence, name := range []string{"leg.queued", "leg.ringing", "leg.in-progress"} {
		e := r.Product.Await(name, LegOf(staff.SID)).Leg
		if e.Sequence != sequence || e.Call != call.ID() || e.Label != "user:"+string(user) || e.Organization != r.Product.Organization {
			t.Fatalf("%s: %+v", name, e)
		}
	}
	r.Product.Await("participant-join", LegOf(staff.SID))
	r.Product.Await("conference-start", nil)
	equal(t, "in the call", r.connected(t, call.ID()), []string{"customer", "user:" + string(user)})
	_, err := r.Carrier.AddParticipant(t.Context(), carrier.AddParticipant{
		Organization: r.Product.Organization, Call: call.ID(), To: "client:" + string(user), From: r.Ours, Label: "user:" + string(user),
	})
	refusedWith(t, "a leg that is there already", err, fault.Conflict)

	ok(t, r.Outside.Hangup(t.Context(), sid))
	r.Product.Await("conference-end", nil)
	r.Product.Await("leg.completed", LegOf(staff.SID))
	ended := r.Product.Await("leg.completed", LegOf(sid)).Leg
	if ended.Organization != "" || ended.Number != r.Ours || ended.Call != call.ID() {
		t.Fatalf("the number's own callback: %+v", ended)
	}
	equal(t, "afterwards", r.connected(t, call.ID()), nil)
	if leg := must[carrier.Leg](t)(r.Carrier.Call(t.Context(), staff.SID)); leg.Status != carrier.LegCompleted {
		t.Fatalf("the staff's leg is %s", leg.Status)
	}
}

func outboundCall(t *testing.T, r *Rig) {
	call := id.New()
	customer := r.add(t, call, Customer, "customer", true)
	r.Product.Await("leg.ringing", LegOf(customer.SID))
	if leg := must[carrier.Leg](t)(r.Carrier.Call(t.Context(), customer.SID)); leg.Status != carrier.LegRinging {
		t.Fatalf("the customer's leg is %s", leg.Status)
	}
	ok(t, r.Outside.Answer(t.Context(), customer.SID))
	r.Product.Await("leg.in-progress", LegOf(customer.SID))
	r.Product.Await("participant-join", LegOf(customer.SID))
	ok(t, r.Carrier.EndCall(t.Context(), customer.SID))
	r.Product.Await("leg.completed", LegOf(customer.SID))
	r.Product.Await("conference-end", nil)
	ok(t, r.Carrier.EndCall(t.Context(), customer.SID)) // a repeat is no error
}

func nobodyAnswers(t *testing.T, r *Rig) {
	customer := r.add(t, id.New(), Customer, "customer", true)
	e := r.Product.Await("leg.no-answer", LegOf(customer.SID)).Leg
	if e.Duration != 0 {
		t.Fatalf("it lasted %v", e.Duration)
	}
	left := r.Product.Await("participant-leave", LegOf(customer.SID)).Conference
	if left.Reason != "participant_add_failed" {
		t.Fatalf("reason %q", left.Reason)
	}
	if slices.Contains(r.Product.Names(), "participant-join") {
		t.Fatal("a leg joined")
	}
}

func customerRefuses(t *testing.T, r *Rig) {
	customer := r.add(t, id.New(), Customer, "customer", true)
	r.Product.Await("leg.ringing", LegOf(customer.SID))
	ok(t, r.Outside.Hangup(t.Context(), customer.SID))
	r.Product.Await("leg.busy", LegOf(customer.SID))
}

func removed(t *testing.T, r *Rig) {
	call := id.New()
	customer := r.add(t, call, Customer, "customer", true)
	r.Product.Await("leg.ringing", LegOf(customer.SID))
	ok(t, r.Outside.Answer(t.Context(), customer.SID))
	staff := r.add(t, call, "client:alice", "user:alice", false)
	r.Product.Await("participant-join", LegOf(staff.SID))
	for range 2 { // a repeat is no error
		ok(t, r.Carrier.RemoveParticipant(t.Context(), string(call), staff.SID))
	}
	r.Product.Await("leg.completed", LegOf(staff.SID))
	equal(t, "still there", r.connected(t, call), []string{"customer"})
	ok(t, r.Carrier.RemoveParticipant(t.Context(), string(call), customer.SID))
	r.Product.Await("conference-end", nil)
	ok(t, r.Carrier.RemoveParticipant(t.Context(), string(call), customer.SID))
}

// away tests a user without a browser that could ring.
func away(t *testing.T, r *Rig) {
	sid := must[string](t)(r.Outside.PlaceCall(t.Context(), Customer, r.Ours))
	call := r.Product.Await("participant-join", LegOf(sid)).Conference.Call
	staff := must[carrier.Leg](t)(r.Carrier.AddParticipant(t.Context(), carrier.AddParticipant{
		Organization: r.Product.Organization, Call: call, To: "client:nobody", From: r.Ours, Label: "user:nobody", TimeoutSeconds: 25,
	}))
	if left := r.Product.Await("participant-leave", LegOf(staff.SID)).Conference; left.Reason != "participant_add_failed" {
		t.Fatalf("reason %q", left.Reason)
	}
	r.Product.Await("leg.no-answer", LegOf(staff.SID))
	equal(t, "still there", r.connected(t, call), []string{"customer"})
}

func held(t *testing.T, r *Rig) {
	call := id.New()
	customer := r.add(t, call, Customer, "customer", true)
	r.Product.Await("leg.ringing", LegOf(customer.SID))
	ok(t, r.Outside.Answer(t.Context(), customer.SID))
	yes, no := true, false
	for _, change := range []carrier.ParticipantChange{{Hold: &yes}, {Muted: &yes}, {Hold: &no, Muted: &no}} {
		ok(t, r.Carrier.ChangeParticipant(t.Context(), string(call), customer.SID, change))
	}
	ok(t, r.Outside.Hangup(t.Context(), customer.SID))
	r.Product.Await("conference-end", nil)
	refusedWith(t, "one who has gone", r.Carrier.ChangeParticipant(t.Context(), string(call), customer.SID, carrier.ParticipantChange{Hold: &yes}), fault.NotFound)
}

func rejected(t *testing.T, r *Rig) {
	r.Product.AnswerWith(func(carrier.InboundCall) carrier.Answer { return r.Webhooks.Reject() })
	sid := must[string](t)(r.Outside.PlaceCall(t.Context(), Customer, r.Ours))
	r.Product.Await("leg.busy", LegOf(sid))
}

func sentence(t *testing.T, r *Rig) {
	r.Product.AnswerWith(func(carrier.InboundCall) carrier.Answer { return r.Webhooks.Say("We are closed & will call back.") })
	sid := must[string](t)(r.Outside.PlaceCall(t.Context(), Customer, r.Ours))
	if e := r.Product.Await("leg.completed", LegOf(sid)).Leg; e.Duration == 0 {
		t.Fatal("nothing was said")
	}
}

// waitingSentence is spoken to a caller who waits in the conference: the caller
// leaves it, hears the whole sentence and is hung up.
func waitingSentence(t *testing.T, r *Rig) {
	sid := must[string](t)(r.Outside.PlaceCall(t.Context(), Customer, r.Ours))
	call := r.Product.Await("participant-join", LegOf(sid)).Conference.Call
	other := r.add(t, call, "client:alice", "user:alice", false)
	r.Product.Await("participant-join", LegOf(other.SID))
	ok(t, r.Carrier.RemoveParticipant(t.Context(), string(call), other.SID))
	const words = `We are "closed" & <away>; please call back.`
	began := time.Now()
	ok(t, r.Carrier.SayAndEnd(t.Context(), sid, words))
	if leg := must[carrier.Leg](t)(r.Carrier.Call(t.Context(), sid)); leg.Status != carrier.LegInProgress {
		t.Fatalf("status while it is spoken: %s", leg.Status)
	}
	r.Product.Await("participant-leave", LegOf(sid))
	r.Product.Await("conference-end", nil)
	equal(t, "in the conference", r.connected(t, call), nil)
	r.Product.Await("leg.completed", LegOf(sid))
	if time.Since(began) < time.Second {
		t.Fatal("the caller was hung up before the end of the sentence")
	}
	if got := r.Outside.Heard(sid); !slices.Equal(got, []string{words}) {
		t.Fatalf("heard %q", got)
	}
	ok(t, r.Carrier.SayAndEnd(t.Context(), sid, words)) // a leg that is over is no error
}

func unheardSentence(t *testing.T, r *Rig) {
	customer := r.add(t, id.New(), Customer, "customer", true)
	r.Product.Await("leg.ringing", LegOf(customer.SID))
	ok(t, r.Carrier.SayAndEnd(t.Context(), customer.SID, "Never mind."))
	e := r.Product.Await("participant-leave", LegOf(customer.SID)).Conference
	if leg := must[carrier.Leg](t)(r.Carrier.Call(t.Context(), customer.SID)); !leg.Status.Over() || e.Label != "customer" {
		t.Fatalf("it is %s", leg.Status)
	}
	if got := r.Outside.Heard(customer.SID); len(got) > 0 {
		t.Fatalf("heard %q", got)
	}
	ok(t, r.Carrier.SayAndEnd(t.Context(), "CA00000000000000000000000000000000", "Nobody knows you."))
}

func texts(t *testing.T, r *Rig) {
	must[string](t)(r.Outside.SendText(t.Context(), Customer, r.Ours, "Hello, ünicode & <tags> 🙂"))
	made := r.Product.Await("onConversationAdded", nil).Conversation
	member := r.Product.Await("onParticipantAdded", nil).Conversation
	in := r.Product.Await("onMessageAdded", nil).Conversation
	for _, e := range []*carrier.ConversationEvent{made, member} {
		if e.Address != Customer || e.ProxyAddress != r.Ours || e.ConversationSID != in.ConversationSID {
			t.Fatalf("%s: %+v", e.Kind, e)
		}
	}
	if in.Author != Customer || in.Body != "Hello, ünicode & <tags> 🙂" || in.Index != 0 || in.FromAPI || in.ClientID != "" {
		t.Fatalf("the text that came is %+v", in)
	}
	found := must[carrier.Conversation](t)(r.Carrier.Conversation(t.Context(), in.ServiceSID, in.ConversationSID))
	if found.Address != Customer || found.ProxyAddress != r.Ours || found.ParticipantSID != member.ParticipantSID || found.State != "active" {
		t.Fatalf("the conversation is %+v", found)
	}

	author, client := string(id.New()), string(id.New())
	sent := must[carrier.Message](t)(r.Carrier.SendMessage(t.Context(), carrier.SendMessage{
		ServiceSID: in.ServiceSID, ConversationSID: in.ConversationSID, Author: author, Body: "Good morning", ClientID: client,
	}))
	copied := r.Product.Await("onMessageAdded", func(e Event) bool { return e.Conversation.ClientID == client }).Conversation
	if copied.MessageSID != sent.SID || copied.Index != 1 || sent.Index != 1 || copied.Author != author || !copied.FromAPI {
		t.Fatalf("the copy is %+v, the message %+v", copied, sent)
	}
	first := r.Product.Await("delivery.sent", nil).Conversation
	second := r.Product.Await("delivery.delivered", nil).Conversation
	if first.MessageSID != sent.SID || second.MessageSID != sent.SID || first.ReceiptSID != second.ReceiptSID {
		t.Fatalf("receipts %+v and %+v", first, second)
	}

	sought := carrier.FindMessage{ServiceSID: in.ServiceSID, ConversationSID: in.ConversationSID, Author: author, ClientID: client, Since: time.Now()}
	again, known, err := r.Carrier.FindMessage(t.Context(), sought)
	if ok(t, err); !known || again != sent {
		t.Fatalf("found %+v (%v)", again, known)
	}
	sought.ClientID = string(id.New())
	if _, known, err = r.Carrier.FindMessage(t.Context(), sought); err != nil || known {
		t.Fatalf("a message that was never sent: %v %v", known, err)
	}
	sought.Author, sought.ClientID = string(id.New()), client
	if _, known, err = r.Carrier.FindMessage(t.Context(), sought); err != nil || known {
		t.Fatalf("a colleague's message under the same client id: %v %v", known, err)
	}
	keys := map[carrier.Key]bool{}
	for _, e := range r.Product.Events() {
		if keys[e.Key] {
			t.Fatalf("two events have the key %v", e.Key)
		}
		keys[e.Key] = true
	}
}

// found tests a text followed by many others: it is found however many there are, and
// texts before Since are not read.
func found(t *testing.T, r *Rig) {
	must[string](t)(r.Outside.SendText(t.Context(), Customer, r.Ours, "Hello"))
	in := r.Product.Await("onMessageAdded", nil).Conversation
	author, client, begun := string(id.New()), string(id.New()), time.Now()
	sent := must[carrier.Message](t)(r.Carrier.SendMessage(t.Context(), carrier.SendMessage{
		ServiceSID: in.ServiceSID, ConversationSID: in.ConversationSID, Author: author, Body: "Good morning", ClientID: client,
	}))
	const later = 250
	for range later {
		must[string](t)(r.Outside.SendText(t.Context(), Customer, r.Ours, "And another thing"))
	}
	sought := carrier.FindMessage{ServiceSID: in.ServiceSID, ConversationSID: in.ConversationSID, Author: author, ClientID: client, Since: begun}
	for _, service := range []string{in.ServiceSID, ""} {
		sought.ServiceSID = service
		m, known, err := r.Carrier.FindMessage(t.Context(), sought)
		if ok(t, err); !known || m != sent {
			t.Fatalf("before %d others, found %+v (%v)", later, m, known)
		}
	}
	sought.ClientID = string(id.New())
	if _, known, err := r.Carrier.FindMessage(t.Context(), sought); err != nil || known {
		t.Fatalf("a message that was never sent, among many: %v %v", known, err)
	}
	time.Sleep(time.Hour)
	sought.ClientID, sought.Since = client, time.Now()
	if _, known, err := r.Carrier.FindMessage(t.Context(), sought); err != nil || known {
		t.Fatalf("one that is older than it can be: %v %v", known, err)
	}
}

func optedOut(t *testing.T, r *Rig) {
	must[string](t)(r.Outside.SendText(t.Context(), Customer, r.Ours, " stop "))
	in := r.Product.Await("onMessageAdded", nil).Conversation
	send := func(body string) carrier.Message {
		return must[carrier.Message](t)(r.Carrier.SendMessage(t.Context(), carrier.SendMessage{
			ServiceSID: in.ServiceSID, ConversationSID: in.ConversationSID, Author: "a", Body: body, ClientID: body,
		}))
	}
	send("still there?")
	if e := r.Product.Await("delivery.failed", nil).Conversation; e.ErrorCode != 21610 {
		t.Fatalf("failed with %d", e.ErrorCode)
	}
	must[string](t)(r.Outside.SendText(t.Context(), Customer, r.Ours, "START"))
	again := send("welcome back")
	r.Product.Await("delivery.delivered", func(e Event) bool { return e.Conversation.MessageSID == again.SID })
}

func unknowns(t *testing.T, r *Rig) {
	const absent = "CA00000000000000000000000000000000"
	_, err := r.Carrier.Call(t.Context(), absent)
	refusedWith(t, "an unknown call", err, fault.NotFound)
	ok(t, r.Carrier.EndCall(t.Context(), absent))
	if legs, err := r.Carrier.Conference(t.Context(), string(id.New())); err != nil || len(legs) != 0 {
		t.Fatalf("a conference that never was: %v %v", legs, err)
	}
	_, err = r.Carrier.AddParticipant(t.Context(), carrier.AddParticipant{
		Organization: r.Product.Organization, Call: id.New(), To: "nonsense", From: r.Ours, Label: "customer",
	})
	refusedWith(t, "a number that is none", err, fault.Invalid)
	_, err = r.Carrier.AddParticipant(t.Context(), carrier.AddParticipant{
		Organization: r.Product.Organization, Call: id.New(), To: Customer, From: "+15559999999", Label: "customer",
	})
	refusedWith(t, "a number that is not ours", err, fault.Invalid)
	_, err = r.Carrier.SendMessage(t.Context(), carrier.SendMessage{
		ConversationSID: "CH00000000000000000000000000000000", Author: "a", Body: "x",
	})
	refusedWith(t, "an unknown conversation", err, fault.NotFound)
	_, err = r.Carrier.SendMessage(t.Context(), carrier.SendMessage{ConversationSID: "CH00000000000000000000000000000000", Author: "a"})
	refusedWith(t, "an empty text", err, fault.Invalid)
}

func refusedWith(t *testing.T, what string, err error, code fault.Code) {
	t.Helper()
	if !fault.Is(err, code) {
		t.Fatalf("%s: got %v, want %s", what, err, code)
	}
}
