package texting

import (
	"slices"
	"time"

	"switchboard/actors/carrier/simulator/sid"
)

// Bounds on stored data. The oldest are dropped first.
const (
	keptConversations = 500
	// KeptTexts is the number of latest texts stored for display.
	KeptTexts = 50
)

// Memory is the stored state of texts.
type Memory struct {
	Conversations map[string]*Conversation `json:"conversations"`
	OptedOut      Consent                  `json:"opted_out"`
	Refusing      map[string]bool          `json:"refusing,omitempty"` // our numbers whose texts are rejected
	Texts         []Text                   `json:"texts"`
	Media         []Media                  `json:"media,omitempty"`
}

// Text is a text that passed through the simulator.
type Text struct {
	SID       string    `json:"sid"`
	Direction string    `json:"direction"` // inbound, outbound
	From      string    `json:"from"`
	To        string    `json:"to"`
	Body      string    `json:"body"`
	Status    string    `json:"status"` // received; queued, sent, delivered, failed
	At        time.Time `json:"at"`
	Media     []Media   `json:"media,omitempty"`
}

// Ours returns our number in the text.
func (t Text) Ours() string {
	if t.Direction == "inbound" {
		return t.To
	}
	return t.From
}

// Thread is a conversation that existed at the provider before the simulator started,
// such as in the demo's history. Texts from Address arrive in it, and we can send
// texts in it.
type Thread struct {
	SID, Participant string // CH…, MB…
	Address, Proxy   string // the contact's number, ours
	Messages         int    // number of messages, which is the next one's index
}

// Possible reports whether the thread is valid.
func (t Thread) Possible() bool {
	return sid.Valid(t.SID) && sid.Valid(t.Participant) && t.Messages >= 0
}

// Prune drops the oldest.
func (m *Memory) Prune() {
	if n := len(m.Texts) - KeptTexts; n > 0 {
		m.Texts = slices.Delete(m.Texts, 0, n)
	}
	n := len(m.Conversations) - keptConversations
	if n <= 0 {
		return
	}
	list := make([]*Conversation, 0, len(m.Conversations))
	for _, c := range m.Conversations {
		list = append(list, c)
	}
	slices.SortFunc(list, func(a, b *Conversation) int { return a.Created.Compare(b.Created) })
	for _, c := range list[:n] {
		delete(m.Conversations, c.SID)
	}
}
