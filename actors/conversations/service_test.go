package conversations_test

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"switchboard/actors/carrier"
	"switchboard/actors/conversations"
	"switchboard/actors/features"
	"switchboard/actors/records"
	"switchboard/actors/runtime"
	"switchboard/cmd/storetest"
	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/pg"
	"switchboard/storage/pg/pgtest"
	"switchboard/storage/row"
	"switchboard/storage/settings"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(pgtest.Wrap(m)) }

const theirs, ours = "+14155550100", "+14155559999"

// desk is an organization on a real database with conversations, an agent, a phone
// and a contact who opted in.
type desk struct {
	t       testing.TB
	store   *pg.Store
	org     id.ID
	engine  runtime.Engine
	service *conversations.Service
	phone   id.ID
	contact id.ID
	user    id.ID
	guarded []string // the checked numbers
	book    conversations.Book
	set     settings.Organization
}

func open(t testing.TB) *desk {
	t.Helper()
	store, org := storetest.New(t)
	d := &desk{t: t, store: store, org: org, phone: id.New(), contact: id.New(), user: id.New(), set: settings.Default()}
	d.set.QuietHours.Enabled = false
	d.book = conversations.Book{Settings: d, Zones: d}
	d.create("twilio_phone", d.phone, row.Fields{"name": ours, "sid": "PN1", "phone_number": ours})
	d.create("contact", d.contact, row.Fields{
		"name": "Mia Ortiz", "phone": row.JSONValue(map[string]string{"phone_number": theirs}), "sms_opt_in": true,
	})
	d.create("user", d.user, row.Fields{"name": "Anna Berg", "email": "anna@demo.test"})
	d.restart()
	return d
}

// restart replaces the actors, as another process would.
func (d *desk) restart() {
	engine := runtime.NewLocal(runtime.Options{Logger: slog.New(slog.DiscardHandler)})
	engine.Register(conversations.Kind, conversations.Factory(d.store, d.book, runtime.WriterOptions{}))
	d.t.Cleanup(func() {
		if err := engine.Stop(context.WithoutCancel(d.t.Context())); err != nil {
			d.t.Error(err)
		}
	})
	d.engine, d.service = engine, conversations.New(engine, d.store, d, d)
}

// Settings implements conversations.Settings.
func (d *desk) Settings(context.Context, id.ID) (settings.Organization, error) { return d.set, nil }

// Zones implements conversations.Zones.
func (*desk) Zones(string) []string { return []string{"America/Los_Angeles"} }

// Text implements conversations.Guard: a text costs 12,000, and a dollar may be spent.
func (d *desk) Text(_ context.Context, _ *access.Principal, to []string, _ string, _ int) (row.Charge, error) {
	d.guarded = append(d.guarded, to...)
	return row.Charge{Account: "outbound:test", Amount: 12_000, Most: 1_000_000, Refusal: "All is spent."}, nil
}

// Reach implements conversations.Guard: no number in France can be texted.
func (*desk) Reach(_ context.Context, _ *access.Principal, to string) error {
	if strings.HasPrefix(to, "+33") {
		return fault.New(fault.Forbidden, "Your organization doesn't allow texts to France.")
	}
	return nil
}

// Price implements conversations.Guard.
func (*desk) Price([]string, string, int) row.Charge {
	return row.Charge{Account: "outbound:test", Amount: 12_000}
}

// Refund implements conversations.Guard.
func (*desk) Refund(time.Time, []string, string, int) row.Charge {
	return row.Charge{Account: "outbound:test", Amount: -12_000}
}

func (d *desk) create(object string, record id.ID, set row.Fields) {
	d.t.Helper()
	_, err := d.store.Commit(d.t.Context(), row.Change{Organization: d.org, Writes: []row.Write{
		{Object: object, ID: record, Op: entry.Created, Set: set},
	}})
	if err != nil {
		d.t.Fatalf("%s: %v", object, err)
	}
}

func (d *desk) principal(objects map[string]access.ObjectPermission) *access.Principal {
	p := access.Build(features.Registry(), access.Inputs{
		Organization: d.org, User: d.user, Name: "Anna Berg", Sets: []access.PermissionSet{{Objects: objects}},
	})
	return &p
}

// colleague returns another user with the same rights.
func (d *desk) colleague() *access.Principal {
	mine := d.user
	defer func() { d.user = mine }()
	d.user = id.New()
	d.create("user", d.user, row.Fields{"name": "Ben", "email": "ben@demo.test"})
	return d.agent()
}

func (d *desk) agent() *access.Principal {
	return d.principal(map[string]access.ObjectPermission{
		"twilio_conversation": {Read: true, Update: true}, "twilio_message": {Create: true, Read: true, Update: true},
	})
}

func (d *desk) tell(e carrier.ConversationEvent, mark row.Inbound) error {
	d.t.Helper()
	e.ConversationSID, e.ServiceSID, e.Address, e.ProxyAddress = "CH1", "IS1", theirs, ours
	return d.service.Event(d.t.Context(), d.org, d.phone, e, mark)
}

func (d *desk) text(sid, body string) {
	d.t.Helper()
	d.textAt(sid, body, 0)
}

func (d *desk) textAt(sid, body string, index int) {
	d.t.Helper()
	err := d.tell(carrier.ConversationEvent{
		Kind: "onMessageAdded", MessageSID: sid, Body: body, Author: theirs, Index: index, At: time.Now(),
	}, row.Inbound{Provider: "twilio", ProviderID: sid, Kind: "onMessageAdded"})
	if err != nil {
		d.t.Fatal(err)
	}
}

func (d *desk) get(object string, record id.ID) row.Record {
	d.t.Helper()
	r, err := d.store.Get(d.t.Context(), d.org, object, record)
	if err != nil {
		d.t.Fatal(err)
	}
	return r
}

func (d *desk) conversation() row.Record { return d.get("twilio_conversation", id.Derived("CH1")) }

func (d *desk) messages() []row.Record {
	d.t.Helper()
	found, err := d.store.Find(d.t.Context(), d.org, row.Query{Object: "twilio_message", Order: []row.Order{{Field: "number"}}})
	if err != nil {
		d.t.Fatal(err)
	}
	return found
}

func TestSimultaneousTextsHaveDenseNumbers(t *testing.T) {
	d := open(t)
	const texts = 12
	var all sync.WaitGroup
	for n := range texts {
		all.Go(func() { d.text(fmt.Sprint("IM", n), "Hello?") })
	}
	all.Wait()
	for n, m := range d.messages() {
		if m.Int("number") != int64(n+1) || m.Lookup("contact") != d.contact {
			t.Errorf("message %d is %v", n+1, m.Fields)
		}
	}
	c := d.conversation()
	if c.Int("last_number") != texts || c.Int("read_number") != 0 || c.Text("name") != "Mia Ortiz" || c.Lookup("phone") != d.phone {
		t.Errorf("the conversation is %v", c.Fields)
	}
	if err := d.service.MarkRead(t.Context(), d.agent(), c.ID, 0); err != nil {
		t.Fatal(err)
	}
	if c := d.conversation(); c.Int("read_number") != texts {
		t.Errorf("read up to %d", c.Int("read_number"))
	}
	for _, m := range d.messages() {
		if read, _ := m.Bool("read"); !read {
			t.Errorf("message %d is not read", m.Int("number"))
		}
	}
}

func TestRepeatedConversationEventIsRejected(t *testing.T) {
	d := open(t)
	e := carrier.ConversationEvent{Kind: "onMessageAdded", MessageSID: "IM1", Body: "Hello?", Author: theirs, At: time.Now()}
	mark := row.Inbound{Provider: "twilio", ProviderID: "IM1", Kind: "onMessageAdded"}
	if err := d.tell(e, mark); err != nil {
		t.Fatal(err)
	}
	d.restart()
	if err := d.tell(e, mark); !fault.Is(err, fault.Conflict) {
		t.Errorf("a repeat got %v", err)
	}
	if err := d.tell(e, row.Inbound{}); err != nil {
		t.Errorf("a repeat without mark got %v", err)
	}
	if n := len(d.messages()); n != 1 {
		t.Errorf("%d messages are stored", n)
	}
}

func TestStopSetsConsentWithTheMessage(t *testing.T) {
	d := open(t)
	d.text("IM1", "Stop")
	if in, set := d.get("contact", d.contact).Bool("sms_opt_in"); in || !set {
		t.Errorf("the consent is %t, set %t", in, set)
	}
	_, err := d.service.Send(t.Context(), d.agent(), id.Derived("CH1"), "Hi", "", "")
	if !fault.Is(err, fault.Invalid) {
		t.Errorf("sending got %v", err)
	}
	d.text("IM2", "START")
	if _, err := d.service.Send(t.Context(), d.agent(), id.Derived("CH1"), "Hi", "", ""); err != nil {
		t.Errorf("after START sending got %v", err)
	}
}

// noConversations is a provider on which no conversation is created.
type unasked struct{}

func (unasked) BeginConversation(context.Context, carrier.BeginConversation) (carrier.Conversation, error) {
	return carrier.Conversation{}, fault.New(fault.Internal, "Nobody asked for a conversation.")
}

// network is the provider's part that sends texts.
type network struct {
	unasked

	have map[string]string // client id → sid
	sent int
}

func (n *network) SendMessage(_ context.Context, m carrier.SendMessage) (carrier.Message, error) {
	n.sent++
	n.have[m.Author+m.ClientID] = "IM-" + m.ClientID
	return carrier.Message{SID: n.have[m.Author+m.ClientID]}, nil
}

func (n *network) FindMessage(_ context.Context, f carrier.FindMessage) (carrier.Message, bool, error) {
	if age := time.Since(f.Since); age < 0 || age > time.Hour {
		return carrier.Message{}, false, fault.New(fault.Internal, "It is looked for since %v.", f.Since)
	}
	sid, found := n.have[f.Author+f.ClientID]
	return carrier.Message{SID: sid}, found, nil
}

func TestTextIsSentOnce(t *testing.T) {
	d := open(t)
	d.text("IM1", "Hello?")
	conversation := id.Derived("CH1")
	first, err := d.service.Send(t.Context(), d.agent(), conversation, "Hi", "client-1", "one")
	if err != nil {
		t.Fatal(err)
	}
	d.restart()
	again, err := d.service.Send(t.Context(), d.agent(), conversation, "Hi", "client-1", "one")
	if err != nil || again != first || len(d.messages()) != 2 {
		t.Errorf("the same client id gave %v and %v, %v", first, again, err)
	}
	claimed, err := d.store.ClaimEffects(t.Context(), row.ClaimRequest{Node: "test", Limit: 10, Lease: time.Minute})
	if err != nil || len(claimed) != 1 || claimed[0].Kind != conversations.EffectSend {
		t.Fatalf("the effects are %v, %v", claimed, err)
	}
	n := &network{have: map[string]string{}}
	sender := conversations.Sender{Texts: n, Conversations: d.service}
	for range 2 {
		command, err := sender.Do(t.Context(), claimed[0])
		if sent, ok := command.(conversations.Sent); err != nil || !ok || sent.SID != "IM-client-1" || sent.Message != first.ID {
			t.Errorf("sending gave %v, %v", command, err)
		}
		claimed[0].Resumed = true // its worker died after sending
	}
	if n.sent != 1 {
		t.Errorf("it was sent %d times", n.sent)
	}
	if refused, ok := sender.Failed(claimed[0], fault.New(fault.Invalid, "No.")).(conversations.Sent); !ok || refused.Refused != "No." {
		t.Errorf("a failure is told as %v", refused)
	}
}

func TestEarlyReceiptIsRetried(t *testing.T) {
	d := open(t)
	d.text("IM1", "Hello?")
	err := d.tell(carrier.ConversationEvent{Kind: "onDeliveryUpdated", MessageSID: "IM9", Receipt: "sent", ReceiptSID: "DY1"}, row.Inbound{})
	if err != nil {
		t.Fatal(err)
	}
	early, err := d.store.ClaimEffects(t.Context(), row.ClaimRequest{Node: "test", Limit: 10, Lease: time.Minute})
	if err != nil || len(early) != 0 {
		t.Errorf("it was brought again at once: %v, %v", early, err)
	}
	raw := row.JSONValue(conversations.Receipt{Event: carrier.ConversationEvent{MessageSID: "IM9"}, Tries: 2})
	command, err := conversations.ReceiptRetrier{}.Do(t.Context(), row.ClaimedEffect{Effect: row.Effect{Payload: raw}})
	if r, ok := command.(conversations.Receipt); err != nil || !ok || r.Tries != 2 || r.Event.MessageSID != "IM9" {
		t.Errorf("gave %v, %v", command, err)
	}
	if _, err := (conversations.ReceiptRetrier{}).Do(t.Context(), row.ClaimedEffect{Effect: row.Effect{Payload: json.RawMessage(`1`)}}); err == nil {
		t.Error("a payload that is none was taken")
	}
}

func TestConversationPermissions(t *testing.T) {
	d := open(t)
	d.text("IM1", "Hello?")
	conversation := id.Derived("CH1")
	door := records.New(d.store)
	door.Own("twilio_conversation", conversations.Owner{Service: d.service})
	nobody := d.principal(nil)
	reader := d.principal(map[string]access.ObjectPermission{"twilio_conversation": {Read: true}, "twilio_message": {Read: true}, "contact": {Read: true}})
	for name, p := range map[string]*access.Principal{"nobody": nobody, "reader": reader} {
		if _, err := d.service.Send(t.Context(), p, conversation, "Hi", "", ""); !fault.Is(err, fault.Forbidden) {
			t.Errorf("%s: sending got %v", name, err)
		}
		if err := d.service.MarkRead(t.Context(), p, conversation, 0); !fault.Is(err, fault.Forbidden) {
			t.Errorf("%s: marking read got %v", name, err)
		}
		named := records.Input{"id": row.JSONValue(conversation), "friendly_name": row.JSONValue("x")}
		if _, err := door.Patch(t.Context(), p, "twilio_conversation", []records.Input{named}, 0, ""); !fault.Is(err, fault.Forbidden) {
			t.Errorf("%s: changing got %v", name, err)
		}
	}
	if _, err := d.service.Send(t.Context(), d.agent(), id.New(), "Hi", "", ""); !fault.Is(err, fault.NotFound) {
		t.Errorf("an unknown conversation got %v", err)
	}
}

func TestRecordAPI(t *testing.T) {
	d := open(t)
	d.text("IM1", "Hello?")
	conversation := id.Derived("CH1")
	owner := conversations.Owner{Service: d.service}
	err := owner.Patch(t.Context(), d.agent(), "twilio_conversation", []row.ChangeRequest{{
		Record: conversation, Expect: d.conversation().Version,
		Set: row.Fields{"friendly_name": "Mia's order", "assigned_user": d.user, "unread_messages": int64(0)},
	}})
	if err != nil {
		t.Fatal(err)
	}
	c := d.conversation()
	if c.Text("friendly_name") != "Mia's order" || c.Lookup("assigned_user") != d.user || c.Int("read_number") != 1 {
		t.Errorf("the conversation is %v", c.Fields)
	}
	d.text("IM2", "Still there?")
	message := d.messages()[1]
	if err := owner.Patch(t.Context(), d.agent(), "twilio_message", []row.ChangeRequest{{Record: message.ID, Set: row.Fields{"read": true}}}); err != nil {
		t.Fatal(err)
	}
	if c := d.conversation(); c.Int("read_number") != 2 {
		t.Errorf("read up to %d", c.Int("read_number"))
	}
	for _, object := range []string{"twilio_message", "twilio_conversation"} {
		set := row.Fields{"conversation": conversation, "body": "Yes"}
		if _, err := owner.Create(t.Context(), d.agent(), object, []row.ChangeRequest{{Set: set}}); !fault.Is(err, fault.Invalid) {
			t.Errorf("creating a %s got %v", object, err)
		}
	}
	closing := []row.ChangeRequest{{Record: conversation, Set: row.Fields{"state": "closed"}}}
	reader := d.principal(map[string]access.ObjectPermission{"twilio_conversation": {Read: true}})
	if err := owner.Patch(t.Context(), reader, "twilio_conversation", closing); !fault.Is(err, fault.Forbidden) {
		t.Errorf("closing by a reader got %v", err)
	}
	if err := owner.Patch(t.Context(), d.agent(), "twilio_conversation", []row.ChangeRequest{{Record: conversation, Set: row.Fields{"state": "inactive"}}}); !fault.Is(err, fault.Invalid) {
		t.Errorf("another state got %v", err)
	}
	for range 2 {
		if err := owner.Patch(t.Context(), d.agent(), "twilio_conversation", closing); err != nil {
			t.Fatal(err)
		}
	}
	if c := d.conversation(); c.Text("state") != "closed" || c.Text("pair") != "" {
		t.Errorf("closed, the conversation is %v", c.Fields)
	}
	if err := owner.Remove(t.Context(), d.agent(), "twilio_conversation", []row.ChangeRequest{{Record: conversation}}); !fault.Is(err, fault.Conflict) {
		t.Errorf("removing got %v", err)
	}
}

// Messages that arrive while a user is reading stay unread: only what the user saw is
// read.
func TestMarkReadUpToAMessage(t *testing.T) {
	d := open(t)
	for _, sid := range []string{"IM1", "IM2", "IM3"} {
		d.text(sid, "Hello "+sid)
	}
	conversation := id.Derived("CH1")
	for _, step := range []struct{ number, read int64 }{{2, 2}, {1, 2}, {99, 3}} {
		if err := d.service.MarkRead(t.Context(), d.agent(), conversation, step.number); err != nil {
			t.Fatal(err)
		}
		if got := d.get("twilio_conversation", conversation).Int("read_number"); got != step.read {
			t.Errorf("read up to %d: the team's number is %d, not %d", step.number, got, step.read)
		}
		read, _ := d.get("twilio_message", id.Derived("IM3")).Bool("read")
		if read != (step.read == 3) {
			t.Errorf("read up to %d: the third message is read: %v", step.number, read)
		}
	}
}

// A contact created after the conversation's last event, and who refuses, is not
// texted: consent also applies by number.
func TestConsentOfANewContactWithTheNumber(t *testing.T) {
	d := open(t)
	d.text("IM1", "Hello")
	conversation := id.Derived("CH1")
	if _, err := d.service.Send(t.Context(), d.agent(), conversation, "Welcome", "", ""); err != nil {
		t.Fatal(err)
	}
	d.create("contact", id.New(), row.Fields{
		"name": "Mia again", "second_phone": row.JSONValue(map[string]string{"phone_number": theirs}), "sms_opt_in": false,
	})
	if _, err := d.service.Send(t.Context(), d.agent(), conversation, "Sale!", "", ""); !fault.Is(err, fault.Invalid) {
		t.Errorf("a contact who refused was texted: %v", err)
	}
}

// A command without a client id is also executed once, even if its first reply was
// lost with the process.
func TestCommandWithoutClientIDIsSentOnce(t *testing.T) {
	d := open(t)
	d.text("IM1", "Hello")
	conversation, command := id.Derived("CH1"), string(id.New())
	first, err := d.service.Send(t.Context(), d.agent(), conversation, "Welcome", "", command)
	if err != nil {
		t.Fatal(err)
	}
	d.restart()
	again, err := d.service.Send(t.Context(), d.agent(), conversation, "Welcome", "", command)
	if err != nil || again.ID != first.ID {
		t.Errorf("the repeat gave %v, %v", again, err)
	}
	if last := d.get("twilio_conversation", conversation).Int("last_number"); last != 2 {
		t.Errorf("the conversation has %d messages", last)
	}
}

// Each text is charged once, on every route and however often it is repeated; one
// that exceeds the month's limit is not sent.
func TestTextCharges(t *testing.T) {
	d := open(t)
	charged := func(want int64) {
		t.Helper()
		if got, err := d.store.Charged(t.Context(), d.org, "outbound:test"); err != nil || got != want {
			t.Errorf("%d was charged, want %d, %v", got, want, err)
		}
	}
	d.text("IM1", "Hello?")
	charged(0)
	conversation := id.Derived("CH1")
	for range 3 {
		if _, err := d.service.Send(t.Context(), d.agent(), conversation, "Hi", "c1", ""); err != nil {
			t.Fatal(err)
		}
		d.restart()
	}
	charged(12_000)
	if len(d.guarded) != 1 || d.guarded[0] != theirs {
		t.Errorf("the guard was asked for %v", d.guarded)
	}
	echo := carrier.ConversationEvent{Kind: "onMessageAdded", MessageSID: "IM2", Body: "Hi", Author: string(d.user), ClientID: "c1", At: time.Now()}
	own := carrier.ConversationEvent{Kind: "onMessageAdded", MessageSID: "IM3", Body: "By the provider's own door", Author: string(d.user), At: time.Now()}
	for _, e := range []carrier.ConversationEvent{echo, echo, own, own} {
		if err := d.tell(e, row.Inbound{}); err != nil {
			t.Fatal(err)
		}
	}
	charged(24_000)
	_, err := d.store.Commit(t.Context(), row.Change{Organization: d.org, Charges: []row.Charge{{Account: "outbound:test", Amount: 970_000}}, Writes: []row.Write{
		{Object: "note", ID: id.New(), Op: entry.Created, Set: row.Fields{"name": "x", "notes": "x"}},
	}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := d.service.Send(t.Context(), d.agent(), conversation, "Hi again", "c2", ""); !fault.Is(err, fault.Forbidden) {
		t.Errorf("a text past the bound: %v", err)
	}
	charged(994_000)
	if got := d.get("twilio_conversation", conversation).Int("last_number"); got != 3 {
		t.Errorf("%d messages are stored", got)
	}
	d.text("IM4", "Still there?")
	if got := d.get("twilio_conversation", conversation).Int("last_number"); got != 4 {
		t.Error("a text that comes in was stopped")
	}
}

// TestClientIDsAreScopedToTheUser has two users send under the same ids: each text is
// stored, sent and recognized separately.
func TestClientIDsAreScopedToTheUser(t *testing.T) {
	for name, ids := range map[string]struct{ client, command string }{
		"client id": {client: "client-1"}, "command": {command: string(id.New())},
	} {
		t.Run(name, func(t *testing.T) {
			d := open(t)
			d.text("IM1", "Hello?")
			conversation, colleague := id.Derived("CH1"), d.colleague()
			bodies := map[id.ID]string{}
			for range 2 { // the second time is a repeat
				for _, p := range []*access.Principal{d.agent(), colleague} {
					sending, err := d.service.Send(t.Context(), p, conversation, "from "+string(p.User), ids.client, ids.command)
					if err != nil {
						t.Fatal(err)
					}
					m := d.get("twilio_message", sending.ID)
					if m.Text("body") != "from "+string(p.User) || m.Lookup("user") != p.User {
						t.Fatalf("%s was answered with %v", p.User, m.Fields)
					}
					bodies[sending.ID] = m.Text("body")
				}
				d.restart()
			}
			if len(bodies) != 2 || len(d.guarded) != 2 {
				t.Fatalf("stored: %v; the guard was asked for %v", bodies, d.guarded)
			}
			d.runJob(t, 2)
			echo := carrier.ConversationEvent{Kind: "onMessageAdded", MessageSID: "IM-echo", ClientID: either(ids.client, ids.command), FromAPI: true}
			echo.Author, echo.Body, echo.At = string(colleague.User), "from "+string(colleague.User), time.Now()
			if err := d.tell(echo, row.Inbound{Provider: "twilio", ProviderID: "echo", Kind: "onMessageAdded"}); err != nil {
				t.Fatal(err)
			}
			for _, m := range d.messages() {
				if m.Text("sid") == "IM-echo" && m.Lookup("user") != colleague.User {
					t.Fatalf("the echo of a colleague's text went to %v", m.Fields)
				}
			}
			if len(d.messages()) != 3 {
				t.Fatalf("there are %d messages", len(d.messages()))
			}
		})
	}
}

func either(a, b string) string {
	if a != "" {
		return a
	}
	return b
}

// runJob sends the waiting texts, each with a new worker after another one died.
func (d *desk) runJob(t *testing.T, want int) {
	t.Helper()
	n := &network{have: map[string]string{}}
	for n.sent < want {
		claimed, err := d.store.ClaimEffects(t.Context(), row.ClaimRequest{Node: "test", Limit: 10, Lease: time.Minute})
		if err != nil || len(claimed) == 0 {
			t.Fatalf("%d of %d were sent, %v", n.sent, want, err)
		}
		for _, e := range claimed {
			for range 2 {
				if _, err := (conversations.Sender{Texts: n, Conversations: d.service}).Do(t.Context(), e); err != nil {
					t.Fatal(err)
				}
				e.Resumed = true
			}
			if err := d.store.FinishEffect(t.Context(), e.Claim(), ""); err != nil {
				t.Fatal(err)
			}
		}
	}
	if n.sent != want {
		t.Fatalf("sent %d texts", n.sent)
	}
}
