package link

import (
	"log/slog"
	"time"
)

// Options configure a Server. The zero value of a field selects its default.
type Options struct {
	// PingInterval and PingTimeout are the heartbeat: 25 s and 20 s.
	PingInterval, PingTimeout time.Duration
	// MaxPayload bounds one incoming message or polling body in bytes: 1,000,000.
	MaxPayload int
	// MaxPackets bounds the packets of one polling body: 1,000.
	MaxPackets int
	// UpgradeTimeout bounds how long a WebSocket may take to probe and take
	// over a polling session: 10 s.
	UpgradeTimeout time.Duration
	// Limits bound the send queue of one connection: 1 MiB and 4,096
	// messages.
	Limits Limits
	// MaxConnections bounds the open connections: 200,000.
	MaxConnections int
	// BacklogBytes bounds the send queues of all connections together: 512
	// MiB. Above half of it, the bound of each connection shrinks, so that
	// the slowest ones are closed first.
	BacklogBytes int64
	// UnfinishedBytes bounds the incomplete messages and polling bodies of
	// all connections: 64 MiB. Beyond it, the connections whose messages
	// began first are closed.
	UnfinishedBytes int64
	// ConnectionsPerAddress bounds the open connections of one client address
	// (of a /64 with IPv6), taken from http.Request.RemoteAddr: 10,000, for a
	// large office behind one address.
	ConnectionsPerAddress int
	// ConnectsPerSecond and ConnectBurst bound how fast an address opens
	// connections: 200 and 4,000, so that an office can reconnect at once
	// after a restart.
	ConnectsPerSecond float64
	ConnectBurst      int
	// Origins are the exact origins (scheme, host, port) whose pages may
	// connect. A request without an Origin header comes from no page and is
	// allowed. "*" allows all.
	Origins []string
	// Observer receives events for metrics; none by default.
	Observer Observer
	// Logger receives panics and refusals; slog.Default by default.
	Logger *slog.Logger
}

// Observer is notified of what happens to connections. Its methods must not
// block.
type Observer interface {
	Opened()
	Ended(why Reason)
	Shed()
	// Panicked reports a panic that was caught at one of PanicPlaces.
	Panicked(where string)
}

type noObserver struct{}

func (noObserver) Opened()      {}
func (noObserver) Ended(Reason) {}
func (noObserver) Shed()        {}

func (noObserver) Panicked(string) {}

func (o Options) withDefaults() Options {
	set := func(v *int, d int) {
		if *v <= 0 {
			*v = d
		}
	}
	if o.PingInterval <= 0 {
		o.PingInterval = 25 * time.Second
	}
	if o.PingTimeout <= 0 {
		o.PingTimeout = 20 * time.Second
	}
	if o.UpgradeTimeout <= 0 {
		o.UpgradeTimeout = 10 * time.Second
	}
	set(&o.MaxPayload, 1_000_000)
	set(&o.MaxPackets, 1000)
	set(&o.Limits.QueueBytes, 1<<20)
	set(&o.Limits.QueueMessages, 4096)
	set(&o.MaxConnections, 200_000)
	set(&o.ConnectionsPerAddress, 10_000)
	set(&o.ConnectBurst, 4000)
	if o.ConnectsPerSecond <= 0 {
		o.ConnectsPerSecond = 200
	}
	if o.BacklogBytes <= 0 {
		o.BacklogBytes = 512 << 20
	}
	if o.UnfinishedBytes <= 0 {
		o.UnfinishedBytes = 64 << 20
	}
	if o.Observer == nil {
		o.Observer = noObserver{}
	}
	if o.Logger == nil {
		o.Logger = slog.Default()
	}
	return o
}
