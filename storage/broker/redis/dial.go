package redis

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"time"

	goredis "github.com/redis/go-redis/v9"
)

const (
	// timeout bounds one conversation with Redis.
	timeout = time.Second
	// connections bounds those of one node: what it has to say is pipelined.
	connections = 8
)

// Dial makes the client of a node from its REDIS_URL, for broker and leases alike.
// It connects at first use. Each call ends within a second: who waits for Redis must
// learn that it is gone or frozen. Nothing is tried twice here, since the callers
// know whether what they say is still true.
func Dial(url string) (*goredis.Client, error) {
	silenceClient()
	options, err := goredis.ParseURL(url)
	if err != nil {
		return nil, fmt.Errorf("REDIS_URL can't be read: %w", err)
	}
	options.DialTimeout, options.ReadTimeout, options.WriteTimeout, options.PoolTimeout = timeout, timeout, timeout, timeout
	options.DialerRetries = 1
	options.ContextTimeoutEnabled = true
	options.MaxRetries = -1
	options.PoolSize = connections
	options.ClientName = "switchboard"
	return goredis.NewClient(options), nil
}

// quiet keeps the client from writing to the standard error: its errors are returned to
// callers, who log them.
type quiet struct{}

// Printf implements the client's logger.
func (quiet) Printf(ctx context.Context, format string, values ...any) {
	slog.DebugContext(ctx, fmt.Sprintf(format, values...))
}

var silenceClient = sync.OnceFunc(func() { goredis.SetLogger(quiet{}) })
