package relay

import (
	"log/slog"
	"time"

	"switchboard/storage/broker"
)

const (
	// relayLock is the advisory lock that makes one relay of many the leader.
	relayLock = 0x5357_4252_454c_4159

	// The server ends a relay's session that was silent for relaySilence, so that
	// a stopped process can't hold the lock for ever; relayTouch keeps a living
	// one well inside it.
	relaySilence = 2 * time.Second
	relayTouch   = 500 * time.Millisecond

	// relayPatience bounds one statement; a dead network ends the session then.
	relayPatience = 10 * time.Second

	// crowd is how many entries a pass moves while many commit.
	crowd = 10

	backoffFirst = 50 * time.Millisecond
	backoffMost  = 2 * time.Second
)

// Config tunes a Relay. The zero value is the product's.
type Config struct {
	// Poll is how long a committed row waits at most when nobody poked. Default 250 ms.
	Poll time.Duration
	// PollOnly ignores pokes and the broker, so that polling alone moves rows.
	PollOnly bool
	// Batch bounds the rows of one pass. Default 512.
	Batch int
	// Rest is how long entries gather while many commit: each pass costs as much as moving
	// ten of them. Default 4 ms.
	Rest time.Duration
	// Broker, where there is one, tells the relay that leads of commits elsewhere and
	// the others of what it added. Without it, or while it is away, they poll.
	Broker broker.Broker
	// Logger gets changes of leadership and lost connections. Nil means slog.Default.
	Logger *slog.Logger
}

func (c Config) withDefaults() Config {
	if c.Poll <= 0 {
		c.Poll = 250 * time.Millisecond
	}
	if c.Batch <= 0 {
		c.Batch = 512
	}
	if c.Rest <= 0 {
		c.Rest = 4 * time.Millisecond
	}
	if c.Logger == nil {
		c.Logger = slog.Default()
	}
	if c.PollOnly {
		c.Broker = nil
	}
	return c
}
