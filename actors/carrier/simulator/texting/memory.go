package texting

import (
	"slices"
	"time"

	"switchboard/actors/carrier/simulator/sid"
)

// Bounds of what is kept. The oldest are forgotten first.
const (
	keptConversations = 500
	// KeptTexts is how many of the latest texts are kept for those who watch.
	KeptTexts = 50
)

// Memory is what the texts store.
type Memory struct {
	Conversations map[string]*Conversation `json:"conversations"`
	OptedOut      Consent                  `json:"opted_out"`
	Refusing      map[string]bool          `json:"refusing,omitempty"` // our numbers whose texts are refused
	Texts         []Text                   `json:"texts"`
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
}

// Ours is the number of the account that the text came to or was sent from.
func (t Text) Ours() string {
	if t.Direction == "inbound" {
		return t.To
	}
	return t.From
}

// Thread is a conversation that the provider knows from before the simulator
// began, such as those of a demo's history: texts from Address arrive in it, and
// it can be written to.
type Thread struct {
	SID, Participant string // CH…, MB…
	Address, Proxy   string // the contact's number, ours
	Messages         int    // how many there were: the next one's index
}

// Possible says that the thread can be one of the provider's.
func (t Thread) Possible() bool {
	return sid.Valid(t.SID) && sid.Valid(t.Participant) && t.Messages >= 0
}

// Prune forgets the oldest.
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
