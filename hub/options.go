package hub

import (
	"errors"
	"log/slog"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"switchboard/hub/link"
	"switchboard/storage/eventlog"
)

// Options configure a Hub. Log, Authenticator and PIDKey are required; the zero
// value of any other field takes its default.
type Options struct {
	Log           eventlog.Log
	Authenticator Authenticator
	Presence      Presence
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
	// organisations: 64 MiB.
	WindowBytes int64
	// MaxReplay bounds the entries one recovery looks through: 20,000.
	MaxReplay int
	// SocketsPerUser and SocketsPerOrganization: 50 and 50,000.
	SocketsPerUser, SocketsPerOrganization int
	// TopicsPerSocket: 64.
	TopicsPerSocket int
	// EventsPerSecond and EventBurst bound what a socket may send: 25 and 100.
	EventsPerSecond float64
	EventBurst      int
	// PresenceEvery is how often an organisation gets a presence packet: 250 ms.
	PresenceEvery time.Duration
	// Tick is how often syncs and ends of tokens are looked for: 1 s.
	Tick time.Duration
	// Metrics takes the hub's numbers; none by default.
	Metrics prometheus.Registerer
	Logger  *slog.Logger
	// Now is the clock.
	Now func() time.Time
}

var errOptions = errors.New("hub: Log, Authenticator and a PIDKey of 16 bytes or more are required")

func (o Options) withDefaults() (Options, error) {
	if o.Log == nil || o.Authenticator == nil || len(o.PIDKey) < 16 {
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
	number(&o.MaxReplay, 20_000)
	number(&o.SocketsPerUser, 50)
	number(&o.SocketsPerOrganization, 50_000)
	number(&o.TopicsPerSocket, 64)
	number(&o.EventBurst, 100)
	if o.WindowBytes <= 0 {
		o.WindowBytes = 64 << 20
	}
	if o.EventsPerSecond <= 0 {
		o.EventsPerSecond = 25
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
