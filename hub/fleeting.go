package hub

import (
	"context"
	"encoding/json"
	"time"

	"switchboard/hub/link"
	"switchboard/hub/wire"
	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/id"
)

// Fleeting sends an event without offset to those who follow a topic: latest
// wins, nobody is given it twice or later, and it is shed first. payload is one
// JSON object.
func (h *Hub) Fleeting(organization id.ID, topic, name string, payload json.RawMessage) {
	if t := h.known(organization); t != nil {
		t.fleeting(topic, event(name, payload, ""), nil)
	}
}

func (t *tenant) fleeting(topic string, f link.Frame, except *socket) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for s := range t.byTopic[topic] {
		if s != except && s.sees(topic) {
			s.link.SendFleeting(f)
		}
	}
}

// PresenceChanged tells the organisation's sockets how a user's presence looks
// now: one JSON object with at least his id. Changes leave as one packet
// {"users": […]} per PresenceEvery, of each user the latest.
func (h *Hub) PresenceChanged(organization, user id.ID, presence json.RawMessage) {
	if t := h.known(organization); t != nil {
		t.presenceChanged(user, presence)
	}
}

// presencePacket gathers changes of presence. It is guarded by its tenant's lock.
type presencePacket struct {
	latest map[id.ID]json.RawMessage
	order  []id.ID
	timer  *time.Timer
}

func (p *presencePacket) stop() {
	if p.timer != nil {
		p.timer.Stop()
	}
}

func (t *tenant) presenceChanged(user id.ID, presence json.RawMessage) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.ctx.Err() != nil {
		return
	}
	p := &t.presence
	if _, waits := p.latest[user]; !waits {
		p.order = append(p.order, user)
	}
	if p.latest == nil {
		p.latest = map[id.ID]json.RawMessage{}
	}
	p.latest[user] = presence
	if len(p.order) == 1 {
		p.timer = time.AfterFunc(t.hub.options.PresenceEvery, t.sendPresence)
	}
}

func (t *tenant) sendPresence() {
	t.mu.Lock()
	b := []byte(`{"users":[`)
	for i, user := range t.presence.order {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, t.presence.latest[user]...)
	}
	t.presence = presencePacket{}
	t.mu.Unlock()
	t.fleeting(string(PresenceOf), event("presence", append(b, ']', '}'), ""), nil)
}

// typing tells the others in a conversation or chat that somebody types. The
// snapshot of the topic has checked that he may read it.
func typing(_ context.Context, s *socket, payload json.RawMessage) (any, error) {
	var in struct {
		Topic  string `json:"topic"`
		Typing *bool  `json:"typing"`
	}
	if err := Decode(payload, &in); err != nil {
		return nil, err
	}
	topic, ok := ParseTopic(in.Topic)
	if !ok || topic.Kind != Conversation && topic.Kind != Chat {
		return nil, fault.Field("topic", "One types in a conversation or chat.")
	}
	if in.Typing == nil {
		return nil, fault.Field("typing", "Say whether the user types.")
	}
	if !s.follows(topic.Name()) {
		return nil, fault.New(fault.Forbidden, "Subscribe to %s first.", topic.Name())
	}
	s.tenant.fleeting(topic.Name(), typingEvent(topic, s.principal.Load(), *in.Typing), s)
	return nil, nil //nolint:nilnil // the ack has no content
}

func typingEvent(t Topic, p *access.Principal, typing bool) link.Frame {
	return event("typing", appendJSON(nil, wire.TypingEvent{
		Topic: t.Name(), User: wire.Reference{ID: p.User, Name: p.Name}, Typing: typing,
	}), "")
}
