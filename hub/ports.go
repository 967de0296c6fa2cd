package hub

import (
	"context"
	"encoding/json"
	"time"

	"switchboard/hub/topic"
	"switchboard/storage/access"
	"switchboard/storage/broker"
	"switchboard/storage/id"
	"switchboard/storage/query"
	"switchboard/storage/schema"
)

// Authenticator resolves a token to its principal.
type Authenticator interface {
	// Authenticate checks an access token. It returns the principal with its
	// current permissions, and when the token expires.
	Authenticate(ctx context.Context, token string) (access.Principal, time.Time, error)
	// Reload returns the principal with its current permissions. It fails
	// with fault.Unauthenticated if the user or session is no longer valid.
	Reload(ctx context.Context, p *access.Principal) (access.Principal, error)
}

// Registries returns the current registry of an organization (storage/pg).
type Registries interface {
	Registry(ctx context.Context, organization id.ID) (*schema.Registry, error)
}

// Queries opens users' live queries (actors/queries).
type Queries interface {
	// Live returns the query of a topic, to be run as the principal. It fails
	// with fault.NotFound unless the query belongs to the principal.
	Live(ctx context.Context, p *access.Principal, of id.ID) (query.Live, error)
}

// Broker carries ephemeral messages to the hubs of all nodes, including this
// one; each receives them by Fleeting. A message may be lost, and a failure
// deserves no more than a line in the log (storage/broker).
type Broker interface {
	Publish(m broker.Message) error
}

// Presence is notified which users have sockets, for the leases from which
// the presence dot is derived. Its methods must not block.
type Presence interface {
	Connected(p *access.Principal, socket string)
	Disconnected(p *access.Principal, socket string)
	// Active reports that the user of the socket became active or idle.
	Active(p *access.Principal, socket string, active bool)
}

type noPresence struct{}

func (noPresence) Connected(*access.Principal, string)    {}
func (noPresence) Disconnected(*access.Principal, string) {}
func (noPresence) Active(*access.Principal, string, bool) {}

// Command handles a client's event and returns the content of its ack, which
// becomes {"ok":true, …}: nil, or a value that encodes as an object. payload
// is one JSON object; Decode reads it strictly.
type Command func(ctx context.Context, p *access.Principal, payload json.RawMessage) (any, error)

// Snapshot reads the state of a topic for a principal as a JSON object. It
// checks the permission to the record that the topic names (fault.NotFound,
// Forbidden).
type Snapshot func(ctx context.Context, p *access.Principal, t topic.Topic) (json.RawMessage, error)
