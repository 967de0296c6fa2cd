package texting

import (
	"net/url"
	"time"

	"switchboard/actors/carrier/simulator/schedule"
	"switchboard/actors/carrier/simulator/sid"
)

// TaskReceipt is the kind of a task that brings message Part of conversation Ref its next
// receipt.
const TaskReceipt = "receipt"

// Config says where an account's texts are told and how fast they go.
type Config struct {
	URL     string
	Service string        // the conversation service that the texts belong to
	Receipt time.Duration // between the steps of a delivery receipt
}

// Conversations is the provider's texts.
type Conversations struct {
	memory   *Memory
	config   Config
	schedule *schedule.Schedule
	webhooks *schedule.Webhooks
}

// New makes the conversations of what was stored, and of the threads that are known from
// before.
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

// Get finds a conversation by its sid or its unique name, nil where there is none.
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

// Between finds the conversation of two numbers that is not closed, nil where there is
// none.
func (s *Conversations) Between(address, proxy string) *Conversation {
	for _, c := range s.memory.Conversations {
		if c.Address == address && c.Proxy == proxy && c.State != Closed {
			return c
		}
	}
	return nil
}

// Create makes a conversation in which nobody takes part yet. No webhook tells of it: who
// creates one knows of it.
func (s *Conversations) Create(unique, name string) *Conversation {
	c := &Conversation{SID: sid.New("CH"), Unique: unique, Name: name, State: active, Created: time.Now().UTC()}
	s.memory.Conversations[c.SID] = c
	return c
}

// Join lets an outside number take part through one of ours, announced by a webhook only
// where that is asked for.
func (s *Conversations) Join(c *Conversation, address, proxy string, announced bool) {
	c.Participant, c.Address, c.Proxy = sid.New("MB"), address, proxy
	if announced {
		s.tell(c, c.joined(fromAPI))
	}
}

// Close closes a conversation for good, announced by a webhook only where that is asked for.
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

// Delete forgets a conversation.
func (s *Conversations) Delete(c *Conversation) { delete(s.memory.Conversations, c.SID) }

// Texts gives the latest texts, oldest first.
func (s *Conversations) Texts() []Text { return s.memory.Texts }

// OptedOut says that the conversation's other side wants no texts.
func (s *Conversations) OptedOut(c *Conversation) bool {
	return s.memory.OptedOut.Out(c.Address, c.Proxy)
}

// Refuses says that texts from one of our numbers are refused for the time being (Refuse).
func (s *Conversations) Refuses(ours string) bool { return s.memory.Refusing[ours] }

// Refuse has texts from one of our numbers refused, or taken again.
func (s *Conversations) Refuse(ours string, on bool) {
	if on {
		s.memory.Refusing[ours] = true
	} else {
		delete(s.memory.Refusing, ours)
	}
}

// Receive is a text that somebody outside sends to one of our numbers.
func (s *Conversations) Receive(from, to, body string) Message {
	s.memory.OptedOut.follow(from, to, body)
	c := s.open(from, to)
	m := c.add(Message{Author: from, Body: body, Attributes: "{}"}, time.Now().UTC())
	s.tell(c, c.added(m, fromPhone))
	s.note(Text{SID: m.SID, Direction: "inbound", From: from, To: to, Body: body, Status: "received"})
	return m
}

// Post is a text that we send, announced by a webhook only where that is asked for; its
// receipts follow in steps.
func (s *Conversations) Post(c *Conversation, m Message, announced bool) Message {
	m.Receipt = sid.New("DY")
	m = c.add(m, time.Now().UTC())
	if announced {
		s.tell(c, c.added(m, fromAPI))
	}
	s.note(Text{SID: m.SID, Direction: "outbound", From: c.Proxy, To: c.Address, Body: m.Body, Status: "queued"})
	s.receiptFollows(c, m.SID)
	return m
}

// Receipt does what is due of a message: the next of its receipts. The message may be
// forgotten by then; that is not an error.
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

// open gives the conversation of two numbers, or makes one and announces it with its
// participant.
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

// note keeps a text for those who watch.
func (s *Conversations) note(t Text) {
	t.At = time.Now().UTC()
	s.memory.Texts = append(s.memory.Texts, t)
}
