package texting

import (
	"net/url"
	"time"

	"switchboard/actors/carrier/simulator/schedule"
	"switchboard/actors/carrier/simulator/sid"
)

// TaskReceipt is the kind of a task that advances the receipt of message Part of
// conversation Ref.
const TaskReceipt = "receipt"

// Config configures an account's texts.
type Config struct {
	URL     string
	Service string        // the conversation service of the texts
	Receipt time.Duration // between the steps of a delivery receipt
}

// Conversations is the provider's texts.
type Conversations struct {
	memory   *Memory
	config   Config
	schedule *schedule.Schedule
	webhooks *schedule.Webhooks
}

// New returns the conversations of a stored state and of the configured threads.
func New(m *Memory, threads []Thread, config Config, tasks *schedule.Schedule, webhooks *schedule.Webhooks) *Conversations {
	if m.Conversations == nil {
		m.Conversations = map[string]*Conversation{}
	}
	if m.OptedOut == nil {
		m.OptedOut = Consent{}
	}
	if m.Refusing == nil {
		m.Refusing = map[string]bool{}
	}
	for _, t := range threads {
		if m.Conversations[t.SID] == nil {
			m.Conversations[t.SID] = &Conversation{
				SID: t.SID, Participant: t.Participant, Address: t.Address, Proxy: t.Proxy,
				State: active, Created: time.Now().UTC(), Next: t.Messages,
			}
		}
	}
	return &Conversations{memory: m, config: config, schedule: tasks, webhooks: webhooks}
}

// Get returns a conversation by its sid or unique name, or nil.
func (s *Conversations) Get(name string) *Conversation {
	if c := s.memory.Conversations[name]; c != nil || name == "" {
		return c
	}
	for _, c := range s.memory.Conversations {
		if c.Unique == name {
			return c
		}
	}
	return nil
}

// Between returns the open conversation of two numbers, or nil.
func (s *Conversations) Between(address, proxy string) *Conversation {
	for _, c := range s.memory.Conversations {
		if c.Address == address && c.Proxy == proxy && c.State != Closed {
			return c
		}
	}
	return nil
}

// Create creates a conversation without participants. It sends no webhook, as the
// creator knows.
func (s *Conversations) Create(unique, name string) *Conversation {
	c := &Conversation{SID: sid.New("CH"), Unique: unique, Name: name, State: active, Created: time.Now().UTC()}
	s.memory.Conversations[c.SID] = c
	return c
}

// Join adds an outside number through one of ours. It sends a webhook only if
// announced.
func (s *Conversations) Join(c *Conversation, address, proxy string, announced bool) {
	c.Participant, c.Address, c.Proxy = sid.New("MB"), address, proxy
	if announced {
		s.tell(c, c.joined(fromAPI))
	}
}

// Close closes a conversation permanently. It sends a webhook only if announced.
func (s *Conversations) Close(c *Conversation, announced bool) {
	if c.State == Closed {
		return
	}
	was := c.State
	c.State = Closed
	if announced {
		s.tell(c, c.moved(was, time.Now().UTC()))
	}
}

// Delete deletes a conversation.
func (s *Conversations) Delete(c *Conversation) { delete(s.memory.Conversations, c.SID) }

// Texts returns the latest texts, oldest first.
func (s *Conversations) Texts() []Text { return s.memory.Texts }

// OptedOut reports whether the conversation's other party has opted out.
func (s *Conversations) OptedOut(c *Conversation) bool {
	return s.memory.OptedOut.Out(c.Address, c.Proxy)
}

// Refuses reports whether texts from one of our numbers are currently rejected
// (Refuse).
func (s *Conversations) Refuses(ours string) bool { return s.memory.Refusing[ours] }

// Refuse makes texts from one of our numbers be rejected, or accepted again.
func (s *Conversations) Refuse(ours string, on bool) {
	if on {
		s.memory.Refusing[ours] = true
	} else {
		delete(s.memory.Refusing, ours)
	}
}

// Receive handles a text from outside to one of our numbers, with its files.
func (s *Conversations) Receive(from, to, body string, files ...Media) Message {
	s.memory.OptedOut.follow(from, to, body)
	c := s.open(from, to)
	for _, f := range files {
		s.Keep(f)
	}
	m := c.add(Message{Author: from, Body: body, Attributes: "{}", Media: files}, time.Now().UTC())
	s.tell(c, c.added(m, fromPhone))
	s.note(Text{SID: m.SID, Direction: "inbound", From: from, To: to, Body: body, Status: "received", Media: files})
	return m
}

// Post sends a text of ours. It sends a webhook only if announced. Its receipts
// follow in steps.
func (s *Conversations) Post(c *Conversation, m Message, announced bool) Message {
	m.Receipt = sid.New("DY")
	m = c.add(m, time.Now().UTC())
	if announced {
		s.tell(c, c.added(m, fromAPI))
	}
	s.note(Text{SID: m.SID, Direction: "outbound", From: c.Proxy, To: c.Address, Body: m.Body, Status: "queued", Media: m.Media})
	s.receiptFollows(c, m.SID)
	return m
}

// Receipt advances a message's receipt. A deleted message is no error.
func (s *Conversations) Receipt(t schedule.Task) {
	c := s.Get(t.Ref)
	if c == nil {
		return
	}
	m := c.Message(t.Part)
	if m == nil || !m.advance(s.OptedOut(c)) {
		return
	}
	if m.Status == Sent {
		s.receiptFollows(c, m.SID)
	}
	for i := range s.memory.Texts {
		if s.memory.Texts[i].SID == m.SID {
			s.memory.Texts[i].Status = m.Status
		}
	}
	s.tell(c, c.delivery(m, time.Now().UTC()))
}

func (s *Conversations) receiptFollows(c *Conversation, messageSID string) {
	s.schedule.After(s.config.Receipt, schedule.Task{Kind: TaskReceipt, Ref: c.SID, Part: messageSID})
}

// open returns the conversation of two numbers, or creates it and sends the webhooks
// of it and its participant.
func (s *Conversations) open(address, proxy string) *Conversation {
	if c := s.Between(address, proxy); c != nil {
		return c
	}
	c := s.Create("", "")
	c.Participant, c.Address, c.Proxy = sid.New("MB"), address, proxy
	s.tell(c, c.opened())
	s.tell(c, c.joined(fromPhone))
	return c
}

func (s *Conversations) tell(c *Conversation, form url.Values) {
	form.Set("ChatServiceSid", s.config.Service)
	s.webhooks.Add(c.SID, s.config.URL, form)
}

// note stores a text for display.
func (s *Conversations) note(t Text) {
	t.At = time.Now().UTC()
	s.memory.Texts = append(s.memory.Texts, t)
}
