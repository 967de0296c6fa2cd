package hub

import (
	"context"
	"encoding/json"

	"switchboard/hub/projection"
	"switchboard/hub/topic"
	"switchboard/hub/wire"
	"switchboard/storage/broker"
	"switchboard/storage/exact"
	"switchboard/storage/fault"
	"switchboard/storage/id"
)

// typing tells the others in a conversation or chat that somebody types. The
// snapshot of the topic has checked that he may read it.
func typing(_ context.Context, s *socket, payload json.RawMessage) (any, error) {
	var in struct {
		Topic  string `json:"topic"`
		Typing *bool  `json:"typing"`
	}
	if err := exact.Into(payload, &in); err != nil {
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
	s.node.publish(broker.Message{
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

func (r *tenants) heardTyping(organization id.ID, name string, payload json.RawMessage) {
	t := r.known(organization)
	var m typed
	if t == nil || json.Unmarshal(payload, &m) != nil || m.Event.Topic != name {
		return
	}
	if t.isThread(name) {
		t.fleeting(name, projection.Event("typing", projection.AppendJSON(nil, m.Event), ""), m.From)
	}
}
