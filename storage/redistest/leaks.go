package redistest

import "go.uber.org/goleak"

// Dialling makes goleak.VerifyTestMain ignore the client's dial goroutine in tests that lose
// their server: after failures it sleeps for a second between dials (ConnPool.tryDial) and only
// then checks whether the pool was closed.
func Dialling() goleak.Option {
	return goleak.IgnoreAnyFunction("github.com/redis/go-redis/v9/internal/pool.(*ConnPool).tryDial")
}
