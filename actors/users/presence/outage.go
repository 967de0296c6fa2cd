package presence

import (
	"context"
	"log/slog"
)

// outage notes whether the leases can be reached. One goroutine uses it.
type outage struct {
	logger *slog.Logger
	is     bool
}

// report writes a line when the leases begin to fail and when they are back; nothing when
// all ends.
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
