package accounts

import "context"

// ServeWaiting does the work behind the answers that were given so far.
func (r *Resets) ServeWaiting(ctx context.Context) { r.finish(ctx) }

// ReportRefused reports refused sign-ins to the audit until ctx ends.
func (s *Service) ReportRefused(ctx context.Context) { s.refused.run(ctx) }
