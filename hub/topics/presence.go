package topics

import (
	"context"
	"encoding/json"

	"switchboard/actors/users/presence"
	"switchboard/hub"
	"switchboard/hub/topic"
	"switchboard/hub/wire"
	"switchboard/storage/access"
	"switchboard/storage/id"
)

// Presence provides the presence dots of an organization's users.
type Presence interface {
	Snapshot(ctx context.Context, organization id.ID) ([]presence.Dot, error)
}

// dots reads the state of the topic presence. Everyone may see their
// colleagues' names and dots (docs/permissions.md).
func dots(from Presence) hub.Snapshot {
	return func(ctx context.Context, p *access.Principal, _ topic.Topic) (json.RawMessage, error) {
		list, err := from.Snapshot(ctx, p.Organization)
		if err != nil {
			return nil, err
		}
		snapshot := wire.PresenceSnapshot{Users: make([]wire.UserPresence, 0, len(list))}
		for _, d := range list {
			snapshot.Users = append(snapshot.Users, wire.UserPresence(d))
		}
		return encode(snapshot)
	}
}
