package hub

import (
	"errors"
	"log/slog"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"switchboard/hub/limits"
	"switchboard/hub/link"
	"switchboard/storage/eventlog"
	"switchboard/storage/id"
)

// Options configure a Hub. Log, Authenticator, Registries and PIDKey are required; the zero
// value of any other field takes its default.
type Options struct {
	Log           eventlog.Log
	Authenticator Authenticator
	Registries    Registries
	Presence      Presence
	// Queries answers live queries; without it there are none.
	Queries Queries
	// PIDKey signs the tokens of recovery; at least 16 bytes, the same on all
	// nodes and after a restart.
	PIDKey []byte
	// Link configures the transport below.
	Link link.Options
	// ConnectTimeout bounds the time until CONNECT has come: 10 s.
	ConnectTimeout time.Duration
	// AttachmentTimeout bounds how long announced attachments may take: 10 s.
	AttachmentTimeout time.Duration
	// CommandTimeout bounds one command, snapshot or sign-in: 10 s.
	CommandTimeout time.Duration
	// Retention is how long after a disconnect a session can return: 10 min.
	Retention time.Duration
	// PIDLife is how long a session can be recovered at all: 30 days.
	PIDLife time.Duration
	// WindowBytes bounds the entries kept in memory for recovery, over all
	// organizations: 64 MiB.
	WindowBytes int64
	// MaxReplay bounds the entries one recovery looks through: 20,000.
	MaxReplay int
	// SocketsPerUser and SocketsPerOrganization: 50 and 50,000.
	SocketsPerUser, SocketsPerOrganization int
	// TopicsPerSocket, TopicsPerUser and TopicsPerOrganization bound subscriptions: 128,
	// half of what a user's sockets could hold (3,200), and 1,000,000.
	TopicsPerSocket, TopicsPerUser, TopicsPerOrganization int
	// QueriesPerSocket, QueriesPerUser and QueriesPerOrganization bound live queries: 16, 160
	// and 2,000.
	QueriesPerSocket, QueriesPerUser, QueriesPerOrganization int
	// QueryEvery is how often one live query is run at the most: 250 ms.
	QueryEvery time.Duration
	// QueriesAtOnce bounds the live queries of an organization that run at the same time: 2.
	QueriesAtOnce int
	// EventsPerSecond and EventBurst bound what a socket may send: 25 and 100.
	EventsPerSecond float64
	EventBurst      int
	// EventsPerUser and UserEventBurst bound what all sockets of a user on this node
	// may send: 4 and 8 times a socket's (100 and 800).
	EventsPerUser  float64
	UserEventBurst int
	// EventsPerOrganization and OrganizationEventBurst bound what all sockets of an
	// organization on this node may send: 400 and 500 times a socket's (10,000 and 50,000).
	EventsPerOrganization  float64
	OrganizationEventBurst int
	// ConnectsPerUser and UserConnectBurst bound how fast sockets of a user are let in on
	// this node, recovered or not: a tenth of SocketsPerUser a second, and four times as
	// many at once, so that all his tabs come back after a restart, and again (5 and 200).
	ConnectsPerUser  float64
	UserConnectBurst int
	// ConnectsPerOrganization and OrganizationConnectBurst bound the same of a whole
	// organization: a fiftieth of SocketsPerOrganization a second, and twice as many at
	// once (1,000 and 100,000).
	ConnectsPerOrganization  float64
	OrganizationConnectBurst int
	// CommandsPerUser and CommandsPerOrganization bound the commands that run at the
	// same time on this node (a socket's run one after the other): half as many as he
	// may have sockets (25), and 1,000.
	CommandsPerUser, CommandsPerOrganization int
	// MaxEvent bounds an event of a client in bytes: 128 KiB.
	MaxEvent int
	// ResyncEvery is how often clients are to take a fresh look at a topic while a
	// bulk goes on: 1 s.
	ResyncEvery time.Duration
	// Broker carries what is fleeting to the other nodes; without one there are none.
	Broker Broker
	// Node and Version name this node in the live view of administrators. Node is a
	// fresh id by default.
	Node    id.ID
	Version string
	// PresenceEvery is how often an organization gets a presence packet: 250 ms.
	PresenceEvery time.Duration
	// Tick is how often syncs and ends of tokens are looked for: 1 s.
	Tick time.Duration
	// Metrics takes the hub's numbers; none by default.
	Metrics prometheus.Registerer
	Logger  *slog.Logger
	// Now is the clock.
	Now func() time.Time
}

var errOptions = errors.New("hub: Log, Authenticator, Registries and a PIDKey of 16 bytes or more are required")

func (o Options) withDefaults() (Options, error) {
	if o.Log == nil || o.Authenticator == nil || o.Registries == nil || len(o.PIDKey) < 16 {
		return o, errOptions
	}
	duration := func(v *time.Duration, d time.Duration) {
		if *v <= 0 {
			*v = d
		}
	}
	number := func(v *int, d int) {
		if *v <= 0 {
			*v = d
		}
	}
	duration(&o.ConnectTimeout, 10*time.Second)
	duration(&o.AttachmentTimeout, 10*time.Second)
	duration(&o.CommandTimeout, 10*time.Second)
	duration(&o.Retention, 10*time.Minute)
	duration(&o.PIDLife, 30*24*time.Hour)
	duration(&o.PresenceEvery, 250*time.Millisecond)
	duration(&o.Tick, time.Second)
	duration(&o.ResyncEvery, time.Second)
	number(&o.MaxReplay, 20_000)
	number(&o.SocketsPerUser, 50)
	number(&o.SocketsPerOrganization, 50_000)
	number(&o.TopicsPerSocket, 128)
	number(&o.TopicsPerUser, o.SocketsPerUser*o.TopicsPerSocket/2)
	number(&o.TopicsPerOrganization, 1_000_000)
	number(&o.QueriesPerSocket, 16)
	number(&o.QueriesPerUser, 160)
	number(&o.QueriesPerOrganization, 2_000)
	number(&o.QueriesAtOnce, 2)
	duration(&o.QueryEvery, 250*time.Millisecond)
	number(&o.EventBurst, 100)
	number(&o.UserEventBurst, 8*o.EventBurst)
	number(&o.OrganizationEventBurst, 500*o.EventBurst)
	number(&o.UserConnectBurst, 4*o.SocketsPerUser)
	number(&o.OrganizationConnectBurst, 2*o.SocketsPerOrganization)
	number(&o.CommandsPerUser, (o.SocketsPerUser+1)/2)
	number(&o.CommandsPerOrganization, max(1000, o.CommandsPerUser))
	number(&o.MaxEvent, 128<<10)
	if o.WindowBytes <= 0 {
		o.WindowBytes = 64 << 20
	}
	rate := func(v *float64, d float64) {
		if *v <= 0 {
			*v = d
		}
	}
	rate(&o.EventsPerSecond, 25)
	rate(&o.EventsPerUser, 4*o.EventsPerSecond)
	rate(&o.EventsPerOrganization, 400*o.EventsPerSecond)
	rate(&o.ConnectsPerUser, float64(o.SocketsPerUser)/10)
	rate(&o.ConnectsPerOrganization, float64(o.SocketsPerOrganization)/50)
	if o.Node == "" {
		o.Node = id.New()
	}
	if o.Presence == nil {
		o.Presence = nobody{}
	}
	if o.Logger == nil {
		o.Logger = slog.Default()
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	return o, nil
}

// rates are the bounds of the budgets.
func rates(o *Options) *limits.Rates {
	return &limits.Rates{
		EventsPerUser: o.EventsPerUser, EventsPerOrganization: o.EventsPerOrganization,
		UserEventBurst: o.UserEventBurst, OrganizationEventBurst: o.OrganizationEventBurst,
		ConnectsPerUser: o.ConnectsPerUser, ConnectsPerOrganization: o.ConnectsPerOrganization,
		UserConnectBurst: o.UserConnectBurst, OrganizationConnectBurst: o.OrganizationConnectBurst,
		CommandsPerUser: o.CommandsPerUser, CommandsPerOrganization: o.CommandsPerOrganization,
	}
}
