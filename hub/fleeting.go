package hub

import (
	"context"
	"encoding/json"
	"time"

	"switchboard/hub/link"
	"switchboard/hub/projection"
	"switchboard/hub/topic"
	"switchboard/hub/wire"
	"switchboard/storage/broker"
	"switchboard/storage/fault"
	"switchboard/storage/id"
)

// The hubs' own messages to each other. None is the name of a topic, so no client
// can follow them.
const (
	typingMessages = "hub:typing"
	watchMessages  = "hub:watch"
	nodesMessages  = "hub:nodes"
)

// Fleeting sends an event without offset to those who follow a topic: latest wins,
// nobody is given it twice or later, and it is shed first. payload is one JSON
// object. What other parts of the product tell each other under names that aren't
// topics goes to nobody (broker.Listener).
func (h *Hub) Fleeting(organization id.ID, about, name string, payload json.RawMessage) {
	defer func() { h.caught(panickedFleeting, recover()) }() // the caller serves all organisations
	switch about {
	case typingMessages:
		h.heardTyping(organization, name, payload)
	case watchMessages:
		h.heardWatch(organization)
	case nodesMessages:
		h.heardNode(organization, payload)
	default:
		if t := h.known(organization); t != nil {
			t.fleeting(about, projection.Event(name, payload, ""), "")
		}
	}
}

// publish hands a message to the hubs of all nodes.
func (h *Hub) publish(m broker.Message) {
	if err := h.options.Broker.Publish(m); err != nil {
		h.options.Logger.Warn("a fleeting message was lost", "topic", m.Topic, "error", err)
	}
}

// fleeting sends a frame to a room but for one session, whose own doing it tells.
func (t *tenant) fleeting(name string, f link.Frame, except string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	r := t.rooms[name]
	if r == nil {
		return
	}
	for _, g := range r.groups {
		for _, s := range g.sockets {
			if (except == "" || s.sid != except) && s.sees(name) {
				s.link.SendFleeting(f)
			}
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
	defer func() { t.hub.caught(panickedPresence, recover()) }()
	t.mu.Lock()
	p := t.presence
	t.presence = presencePacket{}
	t.mu.Unlock()
	b := []byte(`{"users":[`)
	for i, user := range p.order {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, p.latest[user]...)
	}
	t.fleeting(string(topic.Presence), projection.Event("presence", append(b, ']', '}'), ""), "")
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
	about, ok := s.tenant.catalog().Parse(in.Topic)
	if !ok || about.Kind != topic.Thread {
		return nil, fault.Field("topic", "One types in a conversation or chat.")
	}
	if in.Typing == nil {
		return nil, fault.Field("typing", "Say whether the user types.")
	}
	if !s.follows(about.Name()) {
		return nil, fault.New(fault.Forbidden, "Subscribe to %s first.", about.Name())
	}
	p := s.principal.Load()
	s.hub.publish(broker.Message{
		Organization: p.Organization, Topic: typingMessages, Name: about.Name(),
		Payload: projection.AppendJSON(nil, typed{s.sid, wire.TypingEvent{
			Topic: about.Name(), User: wire.Reference{ID: p.User, Name: p.Name}, Typing: *in.Typing,
		}}),
	})
	return nil, nil //nolint:nilnil // the ack has no content
}

// typed is what the hubs tell each other of somebody who types.
type typed struct {
	From  string           `json:"from"` // his session, which isn't told
	Event wire.TypingEvent `json:"event"`
}

// isThread tells whether a name is that of a thread's topic.
func (t *tenant) isThread(name string) bool {
	c := t.known.Load()
	if c == nil {
		return false // nobody is here yet
	}
	about, ok := c.Parse(name)
	return ok && about.Kind == topic.Thread
}

func (h *Hub) heardTyping(organization id.ID, name string, payload json.RawMessage) {
	t := h.known(organization)
	var m typed
	if t == nil || json.Unmarshal(payload, &m) != nil || m.Event.Topic != name {
		return
	}
	if t.isThread(name) {
		t.fleeting(name, projection.Event("typing", projection.AppendJSON(nil, m.Event), ""), m.From)
	}
}
