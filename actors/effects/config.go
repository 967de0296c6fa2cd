package effects

import (
	"context"
	"log/slog"
	"time"

	"switchboard/storage/id"
)

// Config tunes a Worker. Zero values mean the defaults in the comments.
type Config struct {
	Node        string        // this process's name; a new id
	Concurrency int           // effects at once; 16
	Lease       time.Duration // 3 s; how soon another process takes over from a dead one
	Bound       time.Duration // 60 s for one effect, well above the provider's timeouts
	Poll        time.Duration // 500 ms; how long an effect waits without a signal
	// NotifyAttempts bounds the attempts to notify an actor, 200: an unavailable actor is
	// notified even hours later. NotifyPause is the first pause between them, 500 ms.
	// It doubles up to a minute.
	NotifyAttempts int
	NotifyPause    time.Duration
	Logger         *slog.Logger
}

// orDefault sets the defaults.
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
	if c.NotifyAttempts <= 0 {
		c.NotifyAttempts = 200
	}
	if c.NotifyPause <= 0 {
		c.NotifyPause = 500 * time.Millisecond
	}
	if c.Logger == nil {
		c.Logger = slog.New(slog.DiscardHandler)
	}
	return c
}

// settling returns a context with a timeout of its own for the store, since the
// effect may have used up its time.
func (c Config) settling(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.WithoutCancel(ctx), c.Bound/4)
}
