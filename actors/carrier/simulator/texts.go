package simulator

import (
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Codes of the provider for a text that is not delivered, and for a request too many.
const (
	codeOptedOut = 21610
	codeTooMany  = 20429
)

// Words that the provider's own opt-out handling knows.
func optOutWords() []string {
	return []string{"STOP", "STOPALL", "UNSUBSCRIBE", "CANCEL", "END", "QUIT"}
}

func optInWords() []string { return []string{"START", "YES", "UNSTOP"} }

// consent follows the opt-out words of an incoming text.
func (w *world) consent(address, proxy, body string) {
	word := strings.ToUpper(strings.TrimSpace(body))
	pair := address + " " + proxy
	switch {
	case slices.Contains(optOutWords(), word):
		w.OptedOut[pair] = true
	case slices.Contains(optInWords(), word):
		delete(w.OptedOut, pair)
	}
}

// note keeps a text for the view.
func (w *world) note(t Text) {
	t.At = w.now
	w.Texts = append(w.Texts, t)
}

// conversationForm is what every webhook of a conversation says.
func (w *world) conversationForm(c *conversation, event, source string) url.Values {
	return url.Values{
		"EventType": {event}, "Source": {source}, "ConversationSid": {c.SID}, "ChatServiceSid": {w.Service},
	}
}

func (w *world) conversationHook(c *conversation, form url.Values) {
	w.webhook(c.SID, w.sim.public+conversationsPath, form)
}

// open finds the conversation of two numbers that is not closed, or makes one and
// announces it with its participant.
func (w *world) open(address, proxy string) *conversation {
	for _, c := range w.Conversations {
		if c.Address == address && c.Proxy == proxy && c.State != "closed" {
			return c
		}
	}
	c := &conversation{
		SID: sid("CH"), Participant: sid("MB"), Address: address, Proxy: proxy, State: "active", Created: w.now,
	}
	w.Conversations[c.SID] = c
	at := w.now.Format(time.RFC3339)

	made := w.conversationForm(c, "onConversationAdded", "SMS")
	made.Set("FriendlyName", address)
	made.Set("State", c.State)
	made.Set("Attributes", "{}")
	made.Set("DateCreated", at)
	made.Set("MessagingBinding.Type", "sms")
	made.Set("MessagingBinding.Address", address)
	made.Set("MessagingBinding.ProxyAddress", proxy)
	w.conversationHook(c, made)

	joined := w.conversationForm(c, "onParticipantAdded", "SMS")
	joined.Set("ParticipantSid", c.Participant)
	joined.Set("Attributes", "{}")
	joined.Set("DateCreated", at)
	joined.Set("MessagingBinding.Type", "sms")
	joined.Set("MessagingBinding.Address", address)
	joined.Set("MessagingBinding.ProxyAddress", proxy)
	w.conversationHook(c, joined)
	return c
}

// add appends a message; announced tells whether a webhook says so.
func (w *world) add(c *conversation, m message, source string, announced bool) message {
	m.SID, m.Index, m.Created = sid("IM"), c.Next, w.now
	c.Next++
	c.Messages = append(c.Messages, m)
	if n := len(c.Messages) - keptMessages; n > 0 {
		c.Messages = slices.Delete(c.Messages, 0, n)
	}
	if !announced {
		return m
	}
	f := w.conversationForm(c, "onMessageAdded", source)
	f.Set("MessageSid", m.SID)
	f.Set("Index", strconv.Itoa(m.Index))
	f.Set("DateCreated", m.Created.Format(time.RFC3339Nano))
	f.Set("Body", m.Body)
	f.Set("Author", m.Author)
	f.Set("Attributes", m.Attributes)
	if source == "SMS" {
		f.Set("ParticipantSid", c.Participant)
	} else {
		f.Set("ClientIdentity", m.Author)
	}
	w.conversationHook(c, f)
	return m
}

// receive is a text that somebody outside sends to one of our numbers.
func (w *world) receive(from, to, body string) message {
	w.consent(from, to, body)
	m := w.add(w.open(from, to), message{Author: from, Body: body, Attributes: "{}"}, "SMS", true)
	w.note(Text{SID: m.SID, Direction: "inbound", From: from, To: to, Body: body, Status: "received"})
	return m
}

// post is a text that we send; its receipts follow in steps.
func (w *world) post(c *conversation, m message, announced bool) message {
	m.Receipt = sid("DY")
	m = w.add(c, m, "API", announced)
	w.note(Text{SID: m.SID, Direction: "outbound", From: c.Proxy, To: c.Address, Body: m.Body, Status: "queued"})
	w.later(w.sim.config.Pace.Receipt, task{Kind: taskReceipt, Ref: c.SID, Part: m.SID})
	return m
}

// receipt brings a message one step further: sent, then delivered; failed where
// the number has opted out.
func (w *world) receipt(conversationSID, messageSID string) {
	c := w.Conversations[conversationSID]
	if c == nil {
		return
	}
	i := slices.IndexFunc(c.Messages, func(m message) bool { return m.SID == messageSID })
	if i < 0 {
		return
	}
	m := &c.Messages[i]
	switch {
	case m.Status == "" && w.OptedOut[c.Address+" "+c.Proxy]:
		m.Status, m.ErrorCode = "failed", codeOptedOut
	case m.Status == "":
		m.Status = "sent"
		w.later(w.sim.config.Pace.Receipt, task{Kind: taskReceipt, Ref: c.SID, Part: m.SID})
	case m.Status == "sent":
		m.Status = "delivered"
	default:
		return
	}
	for k := range w.Texts {
		if w.Texts[k].SID == m.SID {
			w.Texts[k].Status = m.Status
		}
	}
	f := w.conversationForm(c, "onDeliveryUpdated", "API")
	f.Set("MessageSid", m.SID)
	f.Set("DeliveryReceiptSid", m.Receipt)
	f.Set("ChannelMessageSid", "SM"+m.Receipt[2:])
	f.Set("ParticipantSid", c.Participant)
	f.Set("Status", m.Status)
	f.Set("ErrorCode", strconv.Itoa(m.ErrorCode))
	f.Set("DateCreated", m.Created.Format(time.RFC3339))
	f.Set("DateUpdated", w.now.Format(time.RFC3339Nano))
	w.conversationHook(c, f)
}
