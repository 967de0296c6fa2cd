package texting

import (
	"net/url"
	"slices"
	"time"

	"switchboard/actors/carrier/simulator/sid"
)

// Identity is a participant with an identity, who reads and writes in an app of the
// account.
type Identity struct {
	SID        string    `json:"sid"`
	Name       string    `json:"name"`
	Attributes string    `json:"attributes"`
	Created    time.Time `json:"created"`
}

// Identity returns a participant by sid or identity, or nil.
func (c *Conversation) Identity(name string) *Identity {
	if i := slices.IndexFunc(c.Identities, func(m Identity) bool { return m.SID == name || m.Name == name }); i >= 0 {
		return &c.Identities[i]
	}
	return nil
}

// Admit adds an identity. It sends a webhook only if announced.
func (s *Conversations) Admit(c *Conversation, identity, attributes string, announced bool) *Identity {
	c.Identities = append(c.Identities, Identity{SID: sid.New("MB"), Name: identity, Attributes: attributes, Created: time.Now().UTC()})
	m := &c.Identities[len(c.Identities)-1]
	if announced {
		s.tell(c, c.admitted(m))
	}
	return m
}

// Dismiss removes an identity or the outside number from a conversation. It returns
// false if there is none with that name.
func (s *Conversations) Dismiss(c *Conversation, name string) bool {
	m := c.Identity(name)
	switch {
	case m != nil:
		c.Identities = slices.DeleteFunc(c.Identities, func(one Identity) bool { return one.SID == m.SID })
	case name != "" && name == c.Participant:
		c.Participant, c.Address, c.Proxy = "", "", ""
	default:
		return false
	}
	return true
}

// admitted returns the webhook of a participant with an identity.
func (c *Conversation) admitted(m *Identity) url.Values {
	f := c.form("onParticipantAdded", fromAPI)
	f.Set("ParticipantSid", m.SID)
	f.Set("Identity", m.Name)
	f.Set("Attributes", m.Attributes)
	f.Set("DateCreated", m.Created.Format(time.RFC3339))
	return f
}
