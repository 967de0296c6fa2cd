package analytics

import "time"

// At sets the service's clock.
func (s *Service) At(now func() time.Time) { s.now = now }
