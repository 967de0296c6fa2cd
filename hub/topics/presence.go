package topics

import (
	"context"
	"encoding/json"

	"switchboard/actors/users"
	"switchboard/hub"
	"switchboard/hub/topic"
	"switchboard/hub/wire"
	"switchboard/storage/access"
	"switchboard/storage/id"
)

// Presence tells the dots of an organization's users.
type Presence interface {
	Snapshot(ctx context.Context, organization id.ID) ([]users.UserPresence, error)
}

// presence reads the state of the topic presence: colleagues' names and dots are
// everybody's to see (docs/rights.md).
func presence(from Presence) hub.Snapshot {
	return func(ctx context.Context, p *access.Principal, _ topic.Topic) (json.RawMessage, error) {
		dots, err := from.Snapshot(ctx, p.Organization)
		if err != nil {
			return nil, err
		}
		snapshot := wire.PresenceSnapshot{Users: make([]wire.UserPresence, 0, len(dots))}
		for _, d := range dots {
			snapshot.Users = append(snapshot.Users, wire.UserPresence(d))
		}
		return encode(snapshot)
	}
}
