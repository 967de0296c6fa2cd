package redis

import "time"

// Patient waits so long for Redis: a machine that stumbles must not make a test of
// counting one of a Redis that is away.
func (l *Limiter) Patient(patience time.Duration) *Limiter {
	l.patience = patience
	return l
}
