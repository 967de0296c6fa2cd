package organizations

import "time"

// KeptFor is how long a profile is remembered that nobody asks for.
const KeptFor = keptFor

// SetNow sets the service's clock.
func (s *Service) SetNow(now func() time.Time) { s.now = now }
