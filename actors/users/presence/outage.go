package presence

import (
	"context"
	"log/slog"
)

// outage tracks whether the leases are reachable. One goroutine uses it.
type outage struct {
	logger *slog.Logger
	is     bool
}

// report logs when the leases start to fail and when they recover, but not at
// shutdown.
func (o *outage) report(ctx context.Context, what string, err error) {
	if ctx.Err() != nil || o.is == (err != nil) {
		return
	}
	if o.is = err != nil; o.is {
		o.logger.Warn("the leases of presence can't be reached: other nodes' users stay as they were", "step", what, "error", err)
	} else {
		o.logger.Info("the leases of presence are back")
	}
}
