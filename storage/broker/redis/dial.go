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
	// timeout bounds one Redis operation.
	timeout = time.Second
	// connections bounds the connections of one node: operations are pipelined.
	connections = 8
)

// Dial returns a node's client for REDIS_URL, for broker and leases alike. It connects at first
// use. Each call ends within a second, so that callers notice a lost or frozen Redis. It does not
// retry, since only callers know whether a message is still valid.
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

// quiet keeps the client from writing to standard error: callers log the errors they get.
type quiet struct{}

// Printf implements the client's logger.
func (quiet) Printf(ctx context.Context, format string, values ...any) {
	slog.DebugContext(ctx, fmt.Sprintf(format, values...))
}

var silenceClient = sync.OnceFunc(func() { goredis.SetLogger(quiet{}) })
