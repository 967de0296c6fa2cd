package limits

import (
	"math/rand/v2"
	"testing"
	"time"

	"switchboard/storage/ratelimit"
	"switchboard/storage/ratelimit/memory"
)

// TestABucketCountsAsALimiterDoes compares a bucket with the limiter that REST
// uses: both edges limit by one rule.
func TestABucketCountsAsALimiterDoes(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	now := time.Unix(1_000_000, 0)
	limiter, bucket := memory.New(1, func() time.Time { return now }), NewBucket(2.5, 7)
	for i := range 10_000 {
		now = now.Add(time.Duration(random.IntN(900)) * time.Millisecond)
		wait, _ := bucket.Take(now)
		if want := limiter.Take(t.Context(), "key", ratelimit.PerSecond(2.5, 7), 1); wait != want {
			t.Fatalf("event %d: a bucket waits %s, a limiter %s", i, wait, want)
		}
	}
}
