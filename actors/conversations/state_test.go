package conversations

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"switchboard/actors/carrier"
	"switchboard/actors/runtime"
	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

var (
	began = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	agent = id.ID("0198c0de-0000-7000-8000-0000000000a1")
	mia   = Person{ID: "0198c0de-0000-7000-8000-0000000000c1", Name: "Mia Ortiz"}
	phone = id.ID("0198c0de-0000-7000-8000-0000000000f1")
)

const theirs, ours = "+14155550100", "+14155559999"

// driven drives the pure core of one conversation, with rows in memory.
type driven struct {
	t       *testing.T
	state   State
	rows    map[id.ID]row.Record // all rows except the conversation
	effects []row.Effect
	now     time.Time
	ids     int
}

func newThread(t *testing.T) *driven {
	t.Helper()
	who := runtime.Identity{Organization: id.Derived("org"), ID: id.Derived("CH1")}
	return &driven{t: t, now: began, state: State{Who: who}, rows: map[id.ID]row.Record{}}
}

// prepare does in memory what Prepare does.
func (h *driven) prepare(command any) {
	h.state = forget(h.state)
	find := func(field, value string) {
		for _, r := range h.rows {
			if value != "" && r.Object == "twilio_message" && (r.Text(field) == value || field == "id" && string(r.ID) == value) {
				h.state.Message = r
			}
		}
	}
	switch c := command.(type) {
	case Event:
		find("client_id", c.Event.ClientID)
		find("sid", c.Event.MessageSID)
		h.newest()
		h.hear(c.consentNumber(h.state.Conversation))
	case Receipt:
		find("sid", c.Event.MessageSID)
	case Sent:
		find("id", string(c.Message))
		h.newest()
	case Send:
		find("client_id", c.ClientID)
		h.hear(theirs)
	case MarkMessage:
		find("id", string(c.Message))
	}
	for _, r := range h.rows {
		if read, _ := r.Bool("read"); r.Object == "twilio_message" && !read {
			h.state.Unread = append(h.state.Unread, r)
		}
	}
	slices.SortFunc(h.state.Unread, func(a, b row.Record) int { return int(a.Int("number") - b.Int("number")) })
}

// newest reads the newest messages of the thread, as the actor does.
func (h *driven) newest() {
	if h.state.Message.Fields[providerIndex] == nil {
		all := h.messages()
		slices.Reverse(all)
		h.state.Newest = all[:min(len(all), maxPassed)]
	}
}

// hear reads the contacts and consent events of a number, as the actor does.
func (h *driven) hear(number string) {
	h.state.Sender = ours
	for _, r := range h.rows {
		switch {
		case number == "":
		case r.Object == "contact":
			h.state.Contacts = append(h.state.Contacts, r)
		case r.Object == "consent_event" && r.Text("number") == number:
			h.state.Consents = append(h.state.Consents, r)
		}
	}
}

func (h *driven) try(command any) (any, error) {
	h.t.Helper()
	h.prepare(command)
	h.now = h.now.Add(time.Second)
	d, err := core{}.Decide(h.state, command, runtime.Input{Now: h.now, NewID: func() id.ID {
		h.ids++
		return id.Derived(fmt.Sprint("id", h.ids))
	}})
	if err != nil {
		return nil, err
	}
	h.effects = append(h.effects, d.Effects...)
	var committed []row.Record
	for _, w := range d.Writes {
		have := h.rows[w.ID]
		if w.Object == "twilio_conversation" {
			have = h.state.Conversation
		}
		if w.Op == entry.Created && have.ID != "" {
			h.t.Errorf("%s %s was created twice", w.Object, w.ID)
		}
		if w.Expect != 0 && w.Expect != have.Version {
			h.t.Errorf("a write of %s expects version %d of %d", w.Object, w.Expect, have.Version)
		}
		r := row.Record{Object: w.Object, ID: w.ID, Version: have.Version + 1, Fields: maps.Clone(have.Fields)}
		if r.Fields == nil {
			r.Fields = row.Fields{}
		}
		maps.Copy(r.Fields, w.Set)
		committed = append(committed, r)
		if w.Object != "twilio_conversation" {
			h.rows[w.ID] = r
		}
	}
	if len(committed) > 0 {
		h.state = core{}.Apply(h.state, committed)
	}
	return d.Reply, nil
}

func (h *driven) do(command any) any {
	h.t.Helper()
	reply, err := h.try(command)
	if err != nil {
		h.t.Fatalf("%T: %v", command, err)
	}
	return reply
}

func (h *driven) messages() []row.Record {
	var out []row.Record
	for _, r := range h.rows {
		if r.Object == "twilio_message" {
			out = append(out, r)
		}
	}
	slices.SortFunc(out, func(a, b row.Record) int { return int(a.Int("number") - b.Int("number")) })
	return out
}

func (h *driven) unread() int64 {
	return h.state.Conversation.Int("last_number") - h.state.Conversation.Int("read_number")
}

func (h *driven) contact(optIn any) {
	h.rows[mia.ID] = row.Record{Object: "contact", ID: mia.ID, Version: 1, Fields: row.Fields{
		"name": mia.Name, "sms_opt_in": optIn, "phone": row.JSONValue(map[string]string{"phone_number": theirs}),
	}}
}

func event(kind string, change func(*carrier.ConversationEvent)) Event {
	e := carrier.ConversationEvent{
		Kind: kind, ConversationSID: "CH1", ServiceSID: "IS1", Address: theirs, ProxyAddress: ours, At: began,
	}
	if change != nil {
		change(&e)
	}
	return Event{Event: e, Phone: phone, Contact: mia}
}

func text(sid, body string) Event {
	return event("onMessageAdded", func(e *carrier.ConversationEvent) {
		e.MessageSID, e.Body, e.Author, e.ParticipantSID = sid, body, theirs, "MB1"
	})
}

func receipt(sid, status string) Event {
	return event("onDeliveryUpdated", func(e *carrier.ConversationEvent) {
		e.MessageSID, e.Receipt, e.ReceiptSID, e.ParticipantSID = sid, status, "DY1", "MB1"
	})
}

func participantAdded() Event {
	return event("onParticipantAdded", func(e *carrier.ConversationEvent) { e.ParticipantSID = "MB1" })
}

func TestIncomingText(t *testing.T) {
	h := newThread(t)
	h.do(text("IM1", "Hello?"))
	c := h.state.Conversation
	if c.Text("name") != mia.Name || c.Text("friendly_name") != mia.Name || c.Lookup("phone") != phone ||
		!slices.Equal(c.Lookups("contacts"), []id.ID{mia.ID}) || c.Text("last_message") != "Hello?" || c.Text("type") != "other" {
		t.Errorf("the conversation is %v", c.Fields)
	}
	if h.unread() != 1 {
		t.Errorf("%d are unread", h.unread())
	}
	m := h.messages()[0]
	if m.Text("direction") != "incoming" || m.Int("number") != 1 || m.Text("contact_name") != mia.Name {
		t.Errorf("the message is %v", m.Fields)
	}
	h.do(text("IM1", "Hello?"))
	if len(h.messages()) != 1 || h.unread() != 1 {
		t.Error("a repeat did something")
	}
}

func TestOrderOfEventsHasNoEffect(t *testing.T) {
	events := []Event{
		event("onConversationAdded", func(e *carrier.ConversationEvent) { e.State, e.FriendlyName = "active", "CH one" }),
		participantAdded(), text("IM1", "Hello?"), receipt("IM9", "sent"),
	}
	random := rand.New(rand.NewPCG(3, 4))
	want := ""
	for n := range 200 {
		order := random.Perm(len(events))
		order = append(order, random.Perm(len(events))[:n%len(events)]...)
		h := newThread(t)
		for _, i := range order {
			h.do(events[i])
		}
		fields := maps.Clone(h.state.Conversation.Fields)
		raw := row.JSONValue(fields)
		if want == "" {
			want = string(raw)
		}
		if string(raw) != want || len(h.messages()) != 1 || len(h.state.Participants) != 1 {
			t.Fatalf("in the order %v: %s with %d messages, %d participants; want %s",
				order, raw, len(h.messages()), len(h.state.Participants), want)
		}
	}
}

func TestConsent(t *testing.T) {
	for name, c := range map[string]struct {
		optIn   any
		contact Person
		want    fault.Code
	}{
		"opted in":      {true, mia, ""},
		"opted out":     {false, mia, fault.Invalid},
		"not asked yet": {nil, mia, fault.Invalid},
		"no contact":    {nil, Person{}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			h := newThread(t)
			if c.contact.ID != "" {
				h.contact(c.optIn)
			}
			first := text("IM1", "Hello?")
			first.Contact = c.contact
			h.do(first)
			_, err := h.try(Send{CommandMeta: runtime.CommandMeta{By: agent}, Body: "Hi"})
			if c.want == "" && err != nil || c.want != "" && !fault.Is(err, c.want) {
				t.Errorf("sending got %v", err)
			}
			if c.want != "" && fault.From(err).Detail != consentDetail {
				t.Errorf("the reason is %q", fault.From(err).Detail)
			}
		})
	}
	two := []row.Record{{Fields: row.Fields{"sms_opt_in": true}}, {Fields: row.Fields{"sms_opt_in": false}}}
	if allowed(State{Contacts: two}) == nil {
		t.Error("one who opted out does not block the others")
	}
	half := State{Contacts: []row.Record{two[0], {}}}
	if err := allowed(half); err != nil {
		t.Errorf("one who was not asked blocks one who opted in: %v", err)
	}
	half.Rules.StrictOptIn = true
	if allowed(half) == nil {
		t.Error("where all must have opted in, one who was not asked does not block")
	}
	half.Contacts = two[:1]
	if err := allowed(half); err != nil {
		t.Errorf("where all must have opted in, and have: %v", err)
	}
	half.Rules.StrictOptIn, half.Contacts = false, []row.Record{{Fields: row.Fields{"sms_opt_in": true, "do_not_call": true}}}
	if allowed(half) == nil {
		t.Error("one who is not to be called is texted")
	}
}

func TestKeywords(t *testing.T) {
	for body, want := range map[string]any{
		"STOP": false, " stop ": false, "Unsubscribe": false, "REVOKE": false, "\u200bopt out\u200b": false, "alto": false,
		"START": true, "yes": true, "please stop calling": nil, "": nil,
	} {
		h := newThread(t)
		h.contact(nil)
		h.do(text("IM1", body))
		if got := h.rows[mia.ID].Fields["sms_opt_in"]; got != want {
			t.Errorf("%q sets the consent to %v, want %v", body, got, want)
		}
	}
}

func sent(t *testing.T) (*driven, Sending) {
	t.Helper()
	h := newThread(t)
	h.contact(true)
	h.do(text("IM1", "Hello?"))
	sending, ok := h.do(Send{CommandMeta: runtime.CommandMeta{By: agent}, ByName: "Anna", Body: " Hi ", ClientID: "c1"}).(Sending)
	if !ok || sending.Number != 2 {
		t.Fatalf("sending gave %+v", sending)
	}
	return h, sending
}

func TestSending(t *testing.T) {
	h, sending := sent(t)
	m := h.rows[sending.ID]
	if m.Text("body") != "Hi" || m.Text("user_name") != "Anna" || m.Text("direction") != "outgoing" || word(t, m, "sent") != "none" {
		t.Errorf("stored %v", m.Fields)
	}
	if h.unread() != 0 {
		t.Error("who answers has read what stands above")
	}
	var p SendPayload
	if len(h.effects) != 1 || json.Unmarshal(h.effects[0].Payload, &p) != nil || p.Text.Body != "Hi" || p.Text.ClientID != "c1" || p.Text.ConversationSID != "CH1" {
		t.Errorf("the effects are %v, %+v", h.effects, p)
	}
	if again := h.do(Send{CommandMeta: runtime.CommandMeta{By: agent}, Body: "Hi", ClientID: "c1"}); again != any(sending) || len(h.effects) != 1 {
		t.Errorf("the same client id gave %v", again)
	}
	for name, body := range map[string]string{"empty": " \n ", "too long": strings.Repeat("ü", MaxBody+1)} {
		if _, err := h.try(Send{CommandMeta: runtime.CommandMeta{By: agent}, Body: body}); !fault.Is(err, fault.Invalid) {
			t.Errorf("%s: got %v", name, err)
		}
	}
	if h.do(Send{CommandMeta: runtime.CommandMeta{By: agent}, Body: strings.Repeat("ü", MaxBody)}).(Sending).Number != 3 {
		t.Error("the longest text has the wrong number")
	}
	h.do(event("onConversationStateUpdated", func(e *carrier.ConversationEvent) { e.State = "closed" }))
	if _, err := h.try(Send{CommandMeta: runtime.CommandMeta{By: agent}, Body: "Hi"}); !fault.Is(err, fault.Conflict) {
		t.Errorf("a closed conversation got %v", err)
	}
}

func word(t *testing.T, m row.Record, key string) string {
	t.Helper()
	delivery := map[string]any{}
	if err := m.JSON("delivery", &delivery); err != nil {
		t.Fatal(err)
	}
	text, _ := delivery[key].(string)
	return text
}

func TestReceiptsAdvanceDelivery(t *testing.T) {
	h, sending := sent(t)
	h.do(Sent{Message: sending.ID, SID: "IM2"})
	for _, step := range []struct{ status, sent, delivered, read string }{
		{"sent", "all", "none", "none"}, {"delivered", "all", "all", "none"}, {"sent", "all", "all", "none"},
		{"read", "all", "all", "all"}, {"failed", "all", "all", "all"},
	} {
		h.do(receipt("IM2", step.status))
		m := h.rows[sending.ID]
		if got := [3]string{word(t, m, "sent"), word(t, m, "delivered"), word(t, m, "read")}; got != [3]string{step.sent, step.delivered, step.read} {
			t.Errorf("after %s the words are %v", step.status, got)
		}
		if word(t, m, "failed") != "none" {
			t.Errorf("after %s it has failed", step.status)
		}
	}
}

func TestFailureReceipt(t *testing.T) {
	h, sending := sent(t)
	h.do(Sent{Message: sending.ID, SID: "IM2"})
	failed := receipt("IM2", "undelivered")
	failed.Event.ErrorCode = 21610
	h.do(receipt("IM2", "sent"))
	h.do(failed)
	h.do(receipt("IM2", "delivered"))
	m := h.rows[sending.ID]
	if word(t, m, "undelivered") != "all" || word(t, m, "delivered") != "none" || m.Int("error_code") != 21610 || m.Text("error_text") == "" {
		t.Errorf("stored %v", m.Fields)
	}
}

func TestReceiptBeforeItsMessageIsPostponed(t *testing.T) {
	h, sending := sent(t)
	h.effects = nil
	h.do(receipt("IM2", "delivered"))
	if len(h.effects) != 1 || h.effects[0].Kind != EffectReceipt || !h.effects[0].NotBefore.After(h.now) {
		t.Fatalf("the effects are %v", h.effects)
	}
	var again Receipt
	if err := json.Unmarshal(h.effects[0].Payload, &again); err != nil {
		t.Fatal(err)
	}
	h.do(Sent{Message: sending.ID, SID: "IM2"})
	h.do(again)
	if word(t, h.rows[sending.ID], "delivered") != "all" {
		t.Error("the receipt was lost")
	}
	again.Event.MessageSID, again.Tries, h.effects = "IM-never", maxReceiptTries, nil
	h.do(again)
	if len(h.effects) != 0 {
		t.Error("a receipt waits for ever")
	}
}

func TestWebhookOfOurText(t *testing.T) {
	h, sending := sent(t)
	echo := text("IM2", "Hi")
	echo.Event.Author, echo.Event.ClientID, echo.User = string(agent), "c1", Person{ID: agent, Name: "Anna"}
	for range 2 {
		h.do(echo)
	}
	h.do(Sent{Message: sending.ID, SID: "IM2"})
	if len(h.messages()) != 2 || h.rows[sending.ID].Text("sid") != "IM2" {
		t.Errorf("stored %v", h.messages())
	}
	other := text("IM3", "from the SDK")
	other.Event.Author, other.User = string(agent), Person{ID: agent, Name: "Anna"}
	h.do(other)
	if m := h.messages()[2]; m.Text("direction") != "outgoing" || m.Text("user_name") != "Anna" || h.unread() != 0 {
		t.Errorf("a text of ours that came by the SDK is %v", m.Fields)
	}
}

func TestInvalidTexts(t *testing.T) {
	h, sending := sent(t)
	for range 2 {
		h.do(Sent{Message: sending.ID, Refused: "This number has opted out."})
	}
	m := h.rows[sending.ID]
	if word(t, m, "failed") != "all" || m.Text("error_text") != "This number has opted out." || m.Version != 2 {
		t.Errorf("stored %v at version %d", m.Fields, m.Version)
	}
}

func TestReading(t *testing.T) {
	h := newThread(t)
	for n := range 3 {
		h.do(text(fmt.Sprint("IM", n), "Hello?"))
	}
	list := h.messages()
	h.do(MarkMessage{CommandMeta: runtime.CommandMeta{By: agent}, Message: list[1].ID})
	if h.unread() != 3 {
		t.Errorf("%d are unread after the second was read", h.unread())
	}
	h.do(MarkMessage{CommandMeta: runtime.CommandMeta{By: agent}, Message: list[0].ID})
	if h.unread() != 1 {
		t.Errorf("%d are unread after the first two were read", h.unread())
	}
	if more := h.do(MarkRead{By: agent}).(Read).More; more || h.unread() != 0 {
		t.Errorf("more %v, %d unread after all were read", more, h.unread())
	}
	for _, m := range h.messages() {
		if read, _ := m.Bool("read"); !read {
			t.Errorf("message %d is not read", m.Int("number"))
		}
	}
	version := h.state.Conversation.Version
	h.do(MarkRead{By: agent})
	if h.state.Conversation.Version != version {
		t.Error("a repeat wrote something")
	}
}

func TestReadingInBatches(t *testing.T) {
	h := newThread(t)
	for n := range readBatch {
		h.do(text(fmt.Sprint("IM", n), "Hello?"))
	}
	h.do(text("IM-last", "Still there?"))
	h.prepare(MarkRead{})
	h.state.Unread = h.state.Unread[:readBatch] // what the store returns
	d := decideRead(h.state, MarkRead{By: agent})
	if !d.Reply.(Read).More || d.Writes[0].Set["read_number"] != int64(readBatch) || len(d.Writes) != readBatch+1 {
		t.Errorf("the first batch gives %v with %d writes", d.Reply, len(d.Writes))
	}
}

// Webhooks overtake each other: the provider's time decides which state is the last.
func TestLateStateReopensNothing(t *testing.T) {
	at := func(state string, second int) Event {
		return event("onConversationStateUpdated", func(e *carrier.ConversationEvent) {
			e.State, e.At = state, began.Add(time.Duration(second)*time.Second)
		})
	}
	for name, c := range map[string]struct {
		told []Event
		want string
	}{
		"in order":              {[]Event{at("inactive", 1), at("closed", 2)}, "closed"},
		"inactive comes late":   {[]Event{at("closed", 2), at("inactive", 1)}, "closed"},
		"active comes late":     {[]Event{at("inactive", 2), at("active", 1)}, "inactive"},
		"opened again":          {[]Event{at("closed", 2), at("active", 3)}, "active"},
		"at the same time":      {[]Event{at("closed", 2), at("inactive", 2)}, "closed"},
		"in the other order":    {[]Event{at("inactive", 2), at("closed", 2)}, "closed"},
		"it is made by another": {[]Event{at("closed", 2), event("onConversationAdded", func(e *carrier.ConversationEvent) { e.State = "active" })}, "closed"},
	} {
		h := newThread(t)
		for _, e := range c.told {
			h.do(e)
		}
		if got := h.state.Conversation.Text("state"); got != c.want {
			t.Errorf("%s: it is %s, not %s", name, got, c.want)
		}
	}
}
