package redistest

import "go.uber.org/goleak"

// Dialling is what goleak.VerifyTestMain passes over where tests lose their server: after
// some failures the client's pool dials by a goroutine that sleeps a second in between
// (ConnPool.tryDial), and looks only then whether the pool was closed.
func Dialling() goleak.Option {
	return goleak.IgnoreAnyFunction("github.com/redis/go-redis/v9/internal/pool.(*ConnPool).tryDial")
}
