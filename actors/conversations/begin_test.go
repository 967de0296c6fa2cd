package conversations_test

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"switchboard/actors/carrier"
	"switchboard/actors/carrier/carriertest"
	"switchboard/actors/carrier/simulator"
	"switchboard/actors/carrier/twilio"
	"switchboard/actors/conversations"
	"switchboard/actors/runtime"
	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

const stranger = "+12065550177"

// texter is an agent who may also read contacts.
func (d *desk) texter() *access.Principal {
	return d.principal(map[string]access.ObjectPermission{
		"twilio_conversation": {Read: true, Update: true}, "twilio_message": {Create: true, Read: true, Update: true}, "contact": {Read: true},
	})
}

func (d *desk) begin(to conversations.Recipient) id.ID {
	d.t.Helper()
	ref, err := d.service.Begin(d.t.Context(), d.texter(), to, "", "")
	if err != nil {
		d.t.Fatal(err)
	}
	return ref.ID
}

func (d *desk) threads() []row.Record {
	d.t.Helper()
	found, err := d.store.Find(d.t.Context(), d.org, row.Query{Object: "twilio_conversation"})
	if err != nil {
		d.t.Fatal(err)
	}
	return found
}

func TestBegin(t *testing.T) {
	d := open(t)
	made := d.begin(conversations.Recipient{Contact: d.contact})
	c := d.get("twilio_conversation", made)
	phones, _ := c.Fields["contact_phones"].([]string)
	if c.Text("name") != "Mia Ortiz" || c.Text("state") != "initializing" || c.Lookup("phone") != d.phone || c.Lookup("assigned_user") != d.user ||
		!slices.Equal(phones, []string{theirs}) || !slices.Equal(c.Lookups("contacts"), []id.ID{d.contact}) || c.Text("sid") != "" {
		t.Errorf("the conversation is %v", c.Fields)
	}
	for _, to := range []conversations.Recipient{{Contact: d.contact}, {Phone: "(415) 555-0100"}, {Phone: theirs, Contact: d.contact}} {
		if again := d.begin(to); again != made {
			t.Errorf("%+v began another one", to)
		}
	}
	if d.service == nil || len(d.threads()) != 1 {
		t.Errorf("there are %d conversations", len(d.threads()))
	}
	other := d.begin(conversations.Recipient{Phone: "206 555 0177"})
	if c := d.get("twilio_conversation", other); c.Text("name") != stranger || len(c.Lookups("contacts")) != 0 {
		t.Errorf("with a number that is nobody's it is %v", c.Fields)
	}
	look, err := d.service.Look(t.Context(), d.texter(), conversations.Recipient{Phone: "206 555 0177"})
	if err != nil || look != (conversations.Look{Number: stranger, Conversation: other}) {
		t.Errorf("it is looked up as %+v, %v", look, err)
	}
}

// An existing open conversation is used; a closed one is not.
func TestBeginFindsTheOpenConversation(t *testing.T) {
	d := open(t)
	d.text("IM1", "Hello?")
	if made := d.begin(conversations.Recipient{Contact: d.contact}); made != id.Derived("CH1") {
		t.Errorf("began %s beside the conversation that there is", made)
	}
	if err := d.tell(carrier.ConversationEvent{Kind: "onConversationStateUpdated", State: "closed", At: time.Now()}, row.Inbound{}); err != nil {
		t.Fatal(err)
	}
	made := d.begin(conversations.Recipient{Contact: d.contact})
	if made == id.Derived("CH1") || d.begin(conversations.Recipient{Contact: d.contact}) != made {
		t.Error("a closed conversation is written in")
	}
}

func TestSimultaneousBeginsShareAConversation(t *testing.T) {
	d := open(t)
	const agents = 8
	ids := make([]id.ID, agents)
	var all sync.WaitGroup
	for n := range agents {
		p := d.texter()
		all.Go(func() {
			ref, err := d.service.Begin(t.Context(), p, conversations.Recipient{Phone: stranger}, "", "")
			if err != nil {
				t.Error(err)
			}
			ids[n] = ref.ID
		})
	}
	all.Wait()
	if len(d.threads()) != 1 || len(slices.Compact(ids)) != 1 {
		t.Errorf("they began %v; there are %d", ids, len(d.threads()))
	}
}

// A text arrives at the moment when its author is first texted.
func TestIncomingTextDuringBegin(t *testing.T) {
	for name, meddle := range map[string]func(d *desk, m *meddler){
		"the text is stored first": func(d *desk, m *meddler) {
			m.Before = []func(){func() { d.text("IM1", "Hello?") }}
			if made, err := d.service.Begin(d.t.Context(), d.texter(), conversations.Recipient{Contact: d.contact}, "", ""); err != nil || made.ID != id.Derived("CH1") {
				d.t.Errorf("began %v, %v", made, err)
			}
		},
		"the beginning is stored first": func(d *desk, m *meddler) {
			m.Before = []func(){func() { d.begin(conversations.Recipient{Contact: d.contact}) }}
			d.text("IM1", "Hello?")
		},
	} {
		t.Run(name, func(t *testing.T) {
			d := open(t)
			meddle(d, d.meddled())
			all, messages := d.threads(), d.messages()
			if len(all) != 1 || all[0].Text("sid") != "CH1" || all[0].Text("state") != "active" {
				t.Fatalf("there are %d conversations, the first %v", len(all), all[0].Fields)
			}
			if len(messages) != 1 || messages[0].Lookup("conversation") != all[0].ID {
				t.Errorf("the text is %v", messages)
			}
		})
	}
}

// The stored conversation of two numbers may have been abandoned by the provider: a
// text in another one is not lost.
func TestAbandonedProviderConversation(t *testing.T) {
	d := open(t)
	d.text("IM1", "Hello?")
	e := carrier.ConversationEvent{
		Kind: "onMessageAdded", ConversationSID: "CH2", ServiceSID: "IS1", Address: theirs, ProxyAddress: ours,
		MessageSID: "IM2", Body: "Still there?", Author: theirs, At: time.Now(),
	}
	if err := d.service.Event(t.Context(), d.org, d.phone, e, row.Inbound{}); err != nil {
		t.Fatal(err)
	}
	if m := d.messages(); len(m) != 2 || len(d.threads()) != 2 {
		t.Errorf("there are %d messages in %d conversations", len(m), len(d.threads()))
	}
}

// lossy is a connection to the provider that loses responses after the request was
// executed.
type lossy struct {
	next http.RoundTripper
	lose func(r *http.Request) bool
}

func (l *lossy) RoundTrip(r *http.Request) (*http.Response, error) {
	response, err := l.next.RoundTrip(r)
	if err != nil || !l.lose(r) {
		return response, err
	}
	_ = response.Body.Close()
	return nil, context.DeadlineExceeded
}

// atProvider returns a desk whose provider is the simulator, without its webhooks.
func (d *desk) atProvider(lose func(r *http.Request) bool) (*simulator.Simulator, *twilio.Client) {
	d.t.Helper()
	sim, err := simulator.New(simulator.Config{
		Folder: d.t.TempDir(), PublicURL: "https://switchboard.example", Webhooks: carriertest.NewProduct(d.t),
		Numbers: []simulator.Number{{Number: ours}},
	})
	if err != nil {
		d.t.Fatal(err)
	}
	d.t.Cleanup(sim.Close)
	client, err := twilio.New(twilio.Config{
		AccountSID: sim.AccountSID(), AuthToken: sim.AuthToken(), ServiceSID: sim.ServiceSID(),
		PublicURL: "https://switchboard.example", RetryBase: time.Millisecond, Transport: &lossy{sim.Transport(), lose},
	})
	if err != nil {
		d.t.Fatal(err)
	}
	return sim, client
}

// The process dies after each of the requests that start a conversation with its
// first text. The result is one conversation and one text.
func TestFirstTextIsSentOnceDespiteCrashes(t *testing.T) {
	for _, dies := range []string{"/Conversations", "/Participants", "/Messages", ""} {
		t.Run("behind "+dies, func(t *testing.T) {
			d := open(t)
			conversation := d.begin(conversations.Recipient{Contact: d.contact})
			sent, err := d.service.Send(t.Context(), d.agent(), conversation, "Your kayak is ready", "first", "")
			if err != nil {
				t.Fatal(err)
			}
			dead := false
			sim, client := d.atProvider(func(r *http.Request) bool {
				dead = dead || r.Method == http.MethodPost && dies != "" && strings.HasSuffix(r.URL.Path, dies)
				return dead
			})
			sender := conversations.Sender{Texts: client, Conversations: d.service}
			effect := d.claimed()
			if _, err := sender.Do(t.Context(), effect); (err == nil) != (dies == "") {
				t.Fatalf("the first try: %v", err)
			}
			dead, dies = false, "" // another process takes over
			effect.Resumed, effect.Doubtful = true, true
			command, err := sender.Do(t.Context(), effect)
			told, ok := command.(conversations.Sent)
			if err != nil || !ok || told.SID == "" || told.Begun.SID == "" {
				t.Fatalf("the second try: %+v, %v", command, err)
			}
			for range 2 { // it is reported again if the outcome is unknown
				d.tellSent(conversation, told)
			}
			if texts := sim.State(t.Context()).Texts; len(texts) != 1 || texts[0].To != theirs || texts[0].From != ours {
				t.Errorf("the provider sent %+v", texts)
			}
			c := d.get("twilio_conversation", conversation)
			if c.Text("sid") != told.Begun.SID || c.Text("state") != "active" || d.get("twilio_message", sent.ID).Text("sid") != told.SID {
				t.Errorf("the conversation is %v", c.Fields)
			}
			parts, err := d.store.Find(t.Context(), d.org, row.Query{Object: "twilio_participant"})
			if err != nil || len(parts) != 1 || parts[0].Lookup("contact") != d.contact || parts[0].Text("sid") != told.Begun.ParticipantSID {
				t.Errorf("who takes part: %v, %v", parts, err)
			}
			if of, err := d.store.OrganizationByRecord(t.Context(), id.Derived(told.Begun.SID)); err != nil || of != d.org {
				t.Errorf("its events are of %q, %v", of, err)
			}
		})
	}
}

func (d *desk) claimed() row.ClaimedEffect {
	d.t.Helper()
	claimed, err := d.store.ClaimEffects(d.t.Context(), row.ClaimRequest{Node: "test", Limit: 1, Lease: time.Minute})
	if err != nil || len(claimed) != 1 {
		d.t.Fatalf("claimed %v, %v", claimed, err)
	}
	return claimed[0]
}

func (d *desk) tellSent(conversation id.ID, command any) {
	d.t.Helper()
	if _, err := d.engine.Ask(d.t.Context(), conversations.Kind, runtime.Identity{Organization: d.org, ID: conversation}, command); err != nil {
		d.t.Fatal(err)
	}
}

// The provider's webhooks overtake the response, and name the conversation by an id
// that is not known here yet.
func TestWebhooksOfOurOwnConversation(t *testing.T) {
	d := open(t)
	conversation := d.begin(conversations.Recipient{Contact: d.contact})
	sent, err := d.service.Send(t.Context(), d.agent(), conversation, "Your kayak is ready", "first", "")
	if err != nil {
		t.Fatal(err)
	}
	joined := carrier.ConversationEvent{Kind: "onParticipantAdded", ParticipantSID: "MB1", At: time.Now()}
	echo := carrier.ConversationEvent{
		Kind: "onMessageAdded", MessageSID: "IM1", Body: "Your kayak is ready", Author: string(d.user), ClientID: "first", FromAPI: true, At: time.Now(),
	}
	for _, e := range []carrier.ConversationEvent{joined, echo, joined} {
		if err := d.tell(e, row.Inbound{}); err != nil {
			t.Fatal(err)
		}
	}
	d.text("IM2", "Thank you!")
	d.tellSent(conversation, conversations.Sent{Message: sent.ID, SID: "IM1", Begun: carrier.Conversation{
		SID: "CH1", ServiceSID: "IS1", State: "active", Address: theirs, ProxyAddress: ours, ParticipantSID: "MB1",
	}})
	messages := d.messages()
	if len(d.threads()) != 1 || len(messages) != 2 || messages[0].Text("sid") != "IM1" || messages[1].Lookup("conversation") != conversation {
		t.Errorf("in %d conversations: %v", len(d.threads()), messages)
	}
	if c := d.get("twilio_conversation", conversation); c.Text("sid") != "CH1" || c.Text("name") != "Mia Ortiz" {
		t.Errorf("the conversation is %v", c.Fields)
	}
}

// If our number was removed and added again, the provider has the conversation of its
// earlier record.
func TestConversationOfAnEarlierNumberRecord(t *testing.T) {
	d := open(t)
	conversation := d.begin(conversations.Recipient{Contact: d.contact})
	if _, err := d.service.Send(t.Context(), d.agent(), conversation, "Hi", "first", ""); err != nil {
		t.Fatal(err)
	}
	sim, client := d.atProvider(func(*http.Request) bool { return false })
	if _, err := sim.SendText(t.Context(), theirs, ours, "Hello"); err != nil {
		t.Fatal(err)
	}
	there, err := client.BeginConversation(t.Context(), carrier.BeginConversation{Name: "x", Address: theirs, ProxyAddress: ours})
	if err != nil {
		t.Fatal(err)
	}
	d.create("twilio_conversation", id.New(), row.Fields{"sid": there.SID, "contact_phones": []string{theirs}, "phone": id.New()})
	_, err = conversations.Sender{Texts: client, Conversations: d.service}.Do(t.Context(), d.claimed())
	if !fault.Is(err, fault.Conflict) || len(sim.State(t.Context()).Texts) != 1 {
		t.Errorf("%v", err)
	}
}

func TestBeginRejectsRecipients(t *testing.T) {
	night := func(d *desk) {
		now := time.Now().In(must(time.LoadLocation("America/Los_Angeles")))
		d.set.QuietHours.Enabled = true
		d.set.QuietHours.From, d.set.QuietHours.To = now.Add(-time.Hour).Format("15:04"), now.Add(2*time.Hour).Format("15:04")
	}
	contact := func(set row.Fields) func(d *desk) {
		return func(d *desk) {
			if err := d.write(d.contact, set); err != nil {
				d.t.Fatal(err)
			}
		}
	}
	for name, c := range map[string]struct {
		to   conversations.Recipient
		so   func(d *desk)
		code fault.Code
		says string
		// known reports whether Look rejects too; otherwise it returns the refusal.
		known bool
	}{
		"an emergency number":       {to: conversations.Recipient{Phone: "911"}, code: fault.Invalid, says: "Emergency", known: true},
		"no number":                 {to: conversations.Recipient{Phone: "hello"}, code: fault.Invalid, says: "valid 10-digit number", known: true},
		"nobody":                    {code: fault.Invalid, says: "at least one valid contact", known: true},
		"a number of someone else":  {to: conversations.Recipient{Phone: stranger, Contact: "own"}, code: fault.Invalid, says: "does not have this number", known: true},
		"a contact who is not here": {to: conversations.Recipient{Contact: id.New()}, code: fault.NotFound, known: true},
		"a country":                 {to: conversations.Recipient{Phone: "+33612345678"}, code: fault.Forbidden, says: "France"},
		"one who opted out":         {to: conversations.Recipient{Contact: "own"}, so: contact(row.Fields{"sms_opt_in": false}), code: fault.Invalid, says: "opted in"},
		"one who is not to be called": {
			to: conversations.Recipient{Contact: "own"}, so: contact(row.Fields{"do_not_call": true}), code: fault.Invalid, says: "not to be called or texted",
		},
		"strictly, a stranger": {
			to: conversations.Recipient{Phone: stranger}, so: func(d *desk) { d.set.StrictOptIn = true }, code: fault.Invalid, says: "opted in",
		},
		"one who sleeps": {to: conversations.Recipient{Phone: stranger}, so: night, code: fault.Forbidden, says: "where this text would arrive"},
	} {
		t.Run(name, func(t *testing.T) {
			d := open(t)
			if c.so != nil {
				c.so(d)
			}
			if c.to.Contact == "own" {
				c.to.Contact = d.contact
			}
			_, err := d.service.Begin(t.Context(), d.texter(), c.to, "", "")
			detail := fault.From(err).Detail + strings.Join(fault.From(err).Fields["phone"], "")
			if !fault.Is(err, c.code) || !strings.Contains(detail, c.says) || len(d.threads()) != 0 {
				t.Errorf("beginning: %v (%s)", err, detail)
			}
			look, err := d.service.Look(t.Context(), d.texter(), c.to)
			switch {
			case c.known && !fault.Is(err, c.code):
				t.Errorf("looking: %v", err)
			case !c.known && (err != nil || !strings.Contains(look.Refusal, c.says)):
				t.Errorf("looking: %+v, %v", look, err)
			}
		})
	}
}

func (d *desk) remove(object string, record id.ID) {
	d.t.Helper()
	_, err := d.store.Commit(d.t.Context(), row.Change{Organization: d.org, Writes: []row.Write{{Object: object, ID: record, Op: entry.Removed}}})
	if err != nil {
		d.t.Fatal(err)
	}
}

func TestBeginPermissions(t *testing.T) {
	d := open(t)
	for _, p := range []*access.Principal{
		d.principal(nil),
		d.principal(map[string]access.ObjectPermission{"twilio_conversation": {Read: true}, "twilio_message": {Read: true}}),
		d.principal(map[string]access.ObjectPermission{"twilio_message": {Create: true, Read: true}}),
		d.agent(), // may not read contacts
	} {
		if _, err := d.service.Begin(t.Context(), p, conversations.Recipient{Contact: d.contact}, "", ""); !fault.Is(err, fault.Forbidden) {
			t.Errorf("%v", err)
		}
	}
	d.remove("twilio_phone", d.phone)
	if _, err := d.service.Begin(t.Context(), d.texter(), conversations.Recipient{Phone: stranger}, "", ""); !fault.Is(err, fault.Conflict) || fault.From(err).Detail != "You must set your Phone number first" {
		t.Errorf("without a number: %v", err)
	}
}
