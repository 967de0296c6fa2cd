package effects

import (
	"context"
	"log/slog"
	"time"

	"switchboard/storage/id"
)

// Config tunes a Worker; zero values take the defaults named.
type Config struct {
	Node        string        // this process's name, a new id
	Concurrency int           // effects at once, 16
	Lease       time.Duration // 3 s: how soon another takes over what a dead process began
	Bound       time.Duration // 60 s for one effect, well above the provider's time-outs
	Poll        time.Duration // how long an effect waits when nobody poked, 500 ms
	// Tellings is how often the telling of a result is repeated, 200: an actor that
	// can't be reached is told hours later too. TellPause is the first pause before,
	// 500 ms; it doubles up to a minute.
	Tellings  int
	TellPause time.Duration
	Logger    *slog.Logger
}

// orDefault fills in what is not set.
func (c Config) orDefault() Config {
	if c.Node == "" {
		c.Node = id.New().String()
	}
	if c.Concurrency <= 0 {
		c.Concurrency = 16
	}
	if c.Lease <= 0 {
		c.Lease = 3 * time.Second
	}
	if c.Bound <= 0 {
		c.Bound = time.Minute
	}
	if c.Poll <= 0 {
		c.Poll = 500 * time.Millisecond
	}
	if c.Tellings <= 0 {
		c.Tellings = 200
	}
	if c.TellPause <= 0 {
		c.TellPause = 500 * time.Millisecond
	}
	if c.Logger == nil {
		c.Logger = slog.New(slog.DiscardHandler)
	}
	return c
}

// settling gives a context with time of its own for the store: the effect may have used
// up its time.
func (c Config) settling(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.WithoutCancel(ctx), c.Bound/4)
}
