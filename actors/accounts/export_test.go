package accounts

import "context"

// ServeWaiting does the work behind the answers that were given so far.
func (r *Resets) ServeWaiting(ctx context.Context) { r.finish(ctx) }
