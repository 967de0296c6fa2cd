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

// Authenticator says who a token stands for.
type Authenticator interface {
	// Authenticate checks an access token and gives the principal with the rights
	// that hold now, and when the token ends.
	Authenticate(ctx context.Context, token string) (access.Principal, time.Time, error)
	// Reload gives the principal anew after a change of rights. It fails with
	// fault.Unauthenticated when the user or session may no longer be here.
	Reload(ctx context.Context, p *access.Principal) (access.Principal, error)
}

// Registries give the registry in force of an organization (storage/pg).
type Registries interface {
	Registry(ctx context.Context, organization id.ID) (*schema.Registry, error)
}

// Queries give the live queries of people (actors/queries).
type Queries interface {
	// Live gives the query of a topic as the principal asks it. It fails with
	// fault.NotFound where it is none of his.
	Live(ctx context.Context, p *access.Principal, of id.ID) (query.Live, error)
}

// Broker carries fleeting messages to the hubs of all nodes, this one included: each
// hears of them by Fleeting. A message may be lost, and no failure is worth more than
// a line in the log (storage/broker).
type Broker interface {
	Publish(m broker.Message) error
}

// Presence is told which users have sockets, for the leases from which the
// presence dot is derived. Its methods must not block.
type Presence interface {
	Connected(p *access.Principal, socket string)
	Disconnected(p *access.Principal, socket string)
	// Active tells that the person behind the socket became active or idle.
	Active(p *access.Principal, socket string, active bool)
}

type nobody struct{}

func (nobody) Connected(*access.Principal, string)    {}
func (nobody) Disconnected(*access.Principal, string) {}
func (nobody) Active(*access.Principal, string, bool) {}

// Command carries out an event of a client and gives the content of its ack,
// which becomes {"ok":true, …}: nil, or something that encodes as an object.
// payload is one JSON object; Decode reads it strictly.
type Command func(ctx context.Context, p *access.Principal, payload json.RawMessage) (any, error)

// Snapshot reads the state of a topic for a principal: a JSON object. It checks
// the rights to the very record the topic names (fault.NotFound, Forbidden).
type Snapshot func(ctx context.Context, p *access.Principal, t topic.Topic) (json.RawMessage, error)
