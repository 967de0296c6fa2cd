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

// typing notifies the other members of a conversation or chat that a user
// types. The topic's snapshot has checked that the user may read it.
func typing(_ context.Context, s *socket, payload json.RawMessage) (any, error) {
	var in struct {
		Topic  string `json:"topic"`
		Typing *bool  `json:"typing"`
	}
	if err := exact.Into(payload, &in); err != nil {
		return nil, err
	}
	about, ok := s.org.catalog().Parse(in.Topic)
	if !ok || about.Kind != topic.Thread {
		return nil, fault.Field("topic", "Typing is only possible in a conversation or chat.")
	}
	if in.Typing == nil {
		return nil, fault.Field("typing", "Set typing to true or false.")
	}
	if !s.follows(about.Name()) {
		return nil, fault.New(fault.Forbidden, "Subscribe to %s first.", about.Name())
	}
	p := s.principal.Load()
	if p.Viewer != "" {
		return nil, errViewing
	}
	s.node.publish(broker.Message{
		Organization: p.Organization, Topic: typingMessages, Name: about.Name(),
		Payload: projection.AppendJSON(nil, typed{s.sid, wire.TypingEvent{
			Topic: about.Name(), User: wire.Reference{ID: p.User, Name: p.Name}, Typing: *in.Typing,
		}}),
	})
	return nil, nil //nolint:nilnil // the ack has no content
}

// typed is the message between hubs about a user that types.
type typed struct {
	From  string           `json:"from"` // the sender's session, which clients do not see
	Event wire.TypingEvent `json:"event"`
}

func (r *orgHubs) onTyping(organization id.ID, name string, payload json.RawMessage) {
	org := r.get(organization)
	var m typed
	if org == nil || json.Unmarshal(payload, &m) != nil || m.Event.Topic != name {
		return
	}
	if org.isThread(name) {
		org.sendEphemeral(name, projection.Event("typing", projection.AppendJSON(nil, m.Event), ""), m.From)
	}
}
