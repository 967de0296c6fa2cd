package conversations

import (
	"maps"
	"slices"
	"strings"
	"time"

	"switchboard/actors/carrier"
	"switchboard/actors/runtime"
	"switchboard/actors/thread"
	"switchboard/storage/entry"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// decideEvent handles a provider event. The first event of any kind creates the
// conversation from what it carries.
func decideEvent(s State, c Event, in runtime.Input) (runtime.Decision, error) {
	e := c.Event
	if sid := s.Conversation.Text("sid"); sid != "" && sid != e.ConversationSID {
		return runtime.Decision{}, misdirected()
	}
	if e.Kind == "onDeliveryUpdated" && s.exists() {
		d := decideReceipt(s, e, 0, in)
		d.Inbound = inbound(c.Inbound)
		return d, nil
	}
	want := known(s, c)
	cause := "conversation.updated"
	if !s.exists() {
		cause = "conversation.created"
	}
	var writes []row.Write
	var effects []row.Effect
	var paid []row.Charge
	switch e.Kind {
	case "onParticipantAdded":
		writes = participant(s, c)
	case "onMessageAdded":
		message, changed := added(s, c, want, in)
		if isNew := s.Message.ID == "" && len(message) > 0; isNew {
			effects = fetching(s, c, in)
		}
		writes = append(writes, message...)
		if changed && s.exists() {
			cause = "message.received"
		}
		if changed && c.Outgoing() {
			paid = charges(c.Charge)
		}
	case "onDeliveryUpdated":
		effects = decideReceipt(s, e, 0, in).Effects // the event creates the conversation; the message will follow
	}
	return runtime.Decision{
		Writes: append(write(s, want, cause), writes...), Effects: effects, Inbound: inbound(c.Inbound), Charges: paid, Reply: reply(s),
	}, nil
}

// known returns the conversation's fields after this event. Lists only grow and names
// are not overwritten, so the order of events has no effect.
func known(s State, c Event) row.Fields {
	e := c.Event
	have := s.Conversation
	phones, _ := have.Fields["contact_phones"].([]string)
	phones = slices.Clone(phones)
	contacts := slices.Clone(have.Lookups("contacts"))
	address := e.Address
	if address == "" && e.Kind == "onMessageAdded" && strings.HasPrefix(e.Author, "+") {
		address = e.Author
	}
	if address != "" && !slices.Contains(phones, address) {
		phones = append(phones, address)
		slices.Sort(phones)
	}
	if c.Contact.ID != "" && !slices.Contains(contacts, c.Contact.ID) {
		contacts = append(contacts, c.Contact.ID)
		slices.Sort(contacts)
	}
	kind := "other"
	if len(phones) > 1 {
		kind = "group"
	}
	want := row.Fields{
		"sid": e.ConversationSID, "type": kind, "contacts": contacts, "contact_phones": phones,
		"chat_service_sid": either(e.ServiceSID, have.Text("chat_service_sid")),
		"friendly_name":    either(have.Text("friendly_name"), c.Contact.Name, address, e.FriendlyName),
		"name":             title(have, e, c.Contact, address),
		"phone":            id.ID(either(string(have.Lookup("phone")), string(c.Phone))),
	}
	switch {
	case e.Kind == "onConversationStateUpdated" && e.State != "":
		if at := e.At.UTC().Truncate(time.Millisecond); moves(have, e.State, at) {
			want["state"], want["state_at"] = e.State, at
		}
	case have.Text("sid") == "":
		want["state"] = either(e.State, "active")
	}
	if !s.exists() {
		want["last_number"], want["read_number"] = int64(0), int64(0)
		if c.Phone != "" && len(phones) == 1 && !c.Unpaired {
			want["pair"] = pair(c.Phone, phones[0])
		}
	}
	if want["state"] == "closed" || kind == "group" {
		want["pair"] = ""
	}
	return want
}

// moves reports whether a state change is newer than the known one, since webhooks
// overtake each other. Of two at the same time, closed is the last.
func moves(have row.Record, state string, at time.Time) bool {
	switch known := have.Time("state_at"); {
	case known.Equal(at):
		return have.Text("state") != "closed" || state == "closed"
	default:
		return at.After(known)
	}
}

// title returns the conversation's name: the contact's name, else the number. A later
// name replaces a number.
func title(have row.Record, e carrier.ConversationEvent, contact Person, address string) string {
	name := have.Text("name")
	if name != "" && !strings.HasPrefix(name, "+") {
		return name
	}
	return either(contact.Name, name, address, e.FriendlyName, "Conversation")
}

// participant stores a new participant. A repeat has no effect.
func participant(s State, c Event) []row.Write {
	e := c.Event
	if e.ParticipantSID == "" {
		return nil
	}
	for _, p := range s.Participants {
		if p.Text("sid") == e.ParticipantSID {
			return nil
		}
	}
	set := row.Fields{
		"sid": e.ParticipantSID, "name": either(c.Contact.Name, e.Address, c.User.Name, e.Identity),
		"conversation": s.Who.ID, "conversation_sid": e.ConversationSID, "chat_service_sid": e.ServiceSID,
		"identity": e.Identity, "contact": c.Contact.ID,
		"attributes": string(row.JSONValue(map[string]string{
			"contact": string(c.Contact.ID), "user": string(c.User.ID), "phone": e.Address,
		})),
	}
	if e.Address != "" {
		set["messaging_binding"] = row.JSONValue(map[string]string{
			"type": "sms", "address": e.Address, "proxy_address": e.ProxyAddress,
		})
	}
	for name, value := range set {
		set[name] = runtime.Storable(value)
	}
	return []row.Write{{
		Object: "twilio_participant", ID: id.Derived(e.ParticipantSID), Op: entry.Created, Set: set, Cause: "participant.added",
	}}
}

// added stores a message from the provider and updates the conversation's numbers in
// want. For our own message it only adds the sid.
func added(s State, c Event, want row.Fields, in runtime.Input) ([]row.Write, bool) {
	e := c.Event
	if e.MessageSID == "" {
		return nil, false
	}
	if s.Message.ID != "" {
		set := row.Fields{}
		moved := accepted(s, int64(e.Index), set, want)
		if s.Message.Text("sid") == "" {
			maps.Copy(set, onItsWay(s.Message))
			set["sid"] = e.MessageSID
		}
		if len(set) == 0 {
			return nil, false
		}
		return append([]row.Write{{
			Object: "twilio_message", ID: s.Message.ID, Op: entry.Updated, Expect: s.Message.Version,
			Set: set, Cause: "message.accepted",
		}}, moved...), false
	}
	at := e.At.UTC()
	if at.IsZero() || at.After(in.Now) {
		at = in.Now
	}
	outgoing := c.Outgoing()
	last, keeps := thread.Said(s.Conversation, preview(e.Body, len(e.Media) > 0), at)
	number, more := place(s.Newest, "", last, int64(e.Index))
	if isLate := number < last; isLate {
		keeps = row.Fields{"last_number": last}
	}
	maps.Copy(want, keeps)
	set := row.Fields{
		"sid": e.MessageSID, "conversation": s.Who.ID, "number": number, providerIndex: int64(e.Index), "body": e.Body,
		"direction": "incoming", "read": outgoing, "chat_service_sid": e.ServiceSID,
		"contact": c.Contact.ID, "contact_name": c.Contact.Name, "name": either(c.Contact.Name, e.Author),
		"phone": want["phone"], "client_id": e.ClientID,
	}
	if len(e.Media) > 0 {
		set["media"] = shownMedia(id.Derived(e.MessageSID), arriving(e.Media))
	}
	cause := "message.received"
	if outgoing {
		cause = "message.sent"
		set["direction"], set["user"], set["user_name"] = "outgoing", c.User.ID, c.User.Name
		set["contact"], set["contact_name"] = nil, nil
		set["name"] = either(c.User.Name, e.Author)
		set["delivery"] = summarise(nil, recipients(s, want))
		if number < last { // the author need not have read the messages after it
			want["read_number"] = s.Conversation.Int("read_number") + 1
		} else {
			var marks []row.Write
			marks, want["read_number"] = readUpTo(s, number)
			more = append(more, marks...)
		}
	} else {
		reopen(s, want)
		more = append(more, heard(s, c, at)...)
	}
	for name, value := range set {
		set[name] = runtime.Storable(value)
	}
	return append([]row.Write{{
		Object: "twilio_message", ID: id.Derived(e.MessageSID), Op: entry.Created, Set: set, Cause: cause,
	}}, more...), true
}

// heard returns the writes of a keyword: its consent event, and the resulting consent
// of every contact with that number.
func heard(s State, c Event, at time.Time) []row.Write {
	number, kind := c.consentNumber(s.Conversation), keyword(c.Event.Body)
	if number == "" {
		return nil
	}
	e := consentEvent{
		number: number, sender: s.Sender, kind: kind, source: "keyword",
		at: at, conversation: s.Who.ID, position: int64(c.Event.Index),
	}
	writes := []row.Write{consentWrite(id.Derived("consent:"+c.Event.MessageSID), e, c.Contact.ID, "", c.Event.Body)}
	return append(writes, spread(s.Contacts, append(consentEvents(s.Consents), e))...)
}

// readUpTo marks the earlier messages as read, because the author has read them. The
// team's read number moves to the new message if the unread ones fit into one batch.
func readUpTo(s State, number int64) ([]row.Write, int64) {
	marks, read := marked(s)
	if len(s.Unread) < readBatch {
		read = number
	}
	return marks, read
}

// preview returns the text that a list shows for a message.
func preview(body string, hasMedia bool) string {
	if body == "" && hasMedia {
		return "Attachment"
	}
	return thread.Preview(body)
}

func inbound(in row.Inbound) *row.Inbound {
	if in.ProviderID == "" {
		return nil
	}
	return &in
}

func either(texts ...string) string {
	for _, text := range texts {
		if text != "" {
			return text
		}
	}
	return ""
}
