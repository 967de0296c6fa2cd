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

// Options configure a Hub. Log, Authenticator, Registries and PIDKey are
// required; the zero value of any other field selects its default.
type Options struct {
	Log           eventlog.Log
	Authenticator Authenticator
	Registries    Registries
	Presence      Presence
	// Queries opens live queries; without it there are none.
	Queries Queries
	// PIDKey signs recovery tokens: at least 16 bytes, the same on all nodes
	// and after a restart.
	PIDKey []byte
	// Link configures the transport.
	Link link.Options
	// ConnectTimeout bounds the time until CONNECT arrives: 10 s.
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
	// MaxReplay bounds the entries that one recovery reads: 20,000.
	MaxReplay int
	// SocketsPerUser and SocketsPerOrganization bound open sockets: 50 and
	// 50,000.
	SocketsPerUser, SocketsPerOrganization int
	// TopicsPerSocket, TopicsPerUser and TopicsPerOrganization bound
	// subscriptions: 128, half of what a user's sockets could hold (3,200),
	// and 1,000,000.
	TopicsPerSocket, TopicsPerUser, TopicsPerOrganization int
	// QueriesPerSocket, QueriesPerUser and QueriesPerOrganization bound live
	// queries: 16, 160 and 2,000.
	QueriesPerSocket, QueriesPerUser, QueriesPerOrganization int
	// QueryEvery is the minimum time between two runs of one live query: 250
	// ms.
	QueryEvery time.Duration
	// QueriesAtOnce bounds the live queries of an organization that run at
	// the same time: 2.
	QueriesAtOnce int
	// EventsPerSecond and EventBurst bound a socket's events: 25 and 100.
	EventsPerSecond float64
	EventBurst      int
	// EventsPerUser and UserEventBurst bound the events of all sockets of a
	// user on this node: 4 and 8 times a socket's (100 and 800).
	EventsPerUser  float64
	UserEventBurst int
	// EventsPerOrganization and OrganizationEventBurst bound the events of
	// all sockets of an organization on this node: 400 and 500 times a
	// socket's (10,000 and 50,000).
	EventsPerOrganization  float64
	OrganizationEventBurst int
	// ConnectsPerUser and UserConnectBurst bound how fast a user's sockets
	// are accepted on this node, recovered or not: a tenth of SocketsPerUser
	// per second, with a burst of four times SocketsPerUser, so that all tabs
	// can return after two restarts in a row (5 and 200).
	ConnectsPerUser  float64
	UserConnectBurst int
	// ConnectsPerOrganization and OrganizationConnectBurst bound the same for
	// a whole organization: a fiftieth of SocketsPerOrganization per second,
	// with a burst of twice SocketsPerOrganization (1,000 and 100,000).
	ConnectsPerOrganization  float64
	OrganizationConnectBurst int
	// CommandsPerUser and CommandsPerOrganization bound the commands that run
	// at the same time on this node (those of one socket run one after the
	// other): half of SocketsPerUser (25), and 1,000.
	CommandsPerUser, CommandsPerOrganization int
	// MaxEvent bounds a client's event in bytes: 128 KiB.
	MaxEvent int
	// ResyncEvery is the interval at which clients take fresh snapshots of a
	// topic during a bulk change: 1 s.
	ResyncEvery time.Duration
	// Broker carries ephemeral messages to the other nodes. Without one there
	// are no other nodes.
	Broker Broker
	// Node and Version identify this node in the administrators' live view.
	// Node is a fresh id by default.
	Node    id.ID
	Version string
	// PresenceEvery is the interval of an organization's presence packets:
	// 250 ms.
	PresenceEvery time.Duration
	// Tick is the interval at which syncs and expired tokens are checked: 1
	// s.
	Tick time.Duration
	// Metrics registers the hub's metrics; none by default.
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
		o.Presence = noPresence{}
	}
	if o.Logger == nil {
		o.Logger = slog.Default()
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	return o, nil
}

// rates returns the limits of the budgets.
func rates(o *Options) *limits.Rates {
	return &limits.Rates{
		EventsPerUser: o.EventsPerUser, EventsPerOrganization: o.EventsPerOrganization,
		UserEventBurst: o.UserEventBurst, OrganizationEventBurst: o.OrganizationEventBurst,
		ConnectsPerUser: o.ConnectsPerUser, ConnectsPerOrganization: o.ConnectsPerOrganization,
		UserConnectBurst: o.UserConnectBurst, OrganizationConnectBurst: o.OrganizationConnectBurst,
		CommandsPerUser: o.CommandsPerUser, CommandsPerOrganization: o.CommandsPerOrganization,
	}
}
