package accounts

import "context"

// ServeWaiting does the work behind the answers that were given so far.
func (r *Resets) ServeWaiting(ctx context.Context) { r.finish(ctx) }

// TellRefused tells the audit of refused sign-ins until ctx ends.
func (s *Service) TellRefused(ctx context.Context) { s.refused.run(ctx) }
