package budgets

import (
	"context"
	"time"

	"switchboard/storage/access"
	"switchboard/storage/ratelimit"
)

// Refusals beyond this rate are answered slowly, so that a client that repeats what is
// refused costs the server next to nothing. A refusal now and then is answered at once.
var refusals = ratelimit.Rate{Count: 10, Per: time.Second, Burst: 40}

// refusalPause is how long such an answer waits.
const refusalPause = time.Second

// Refused waits before a refusal is answered where the person has had many.
func (s *Service) Refused(ctx context.Context, p *access.Principal) {
	if s.here.Take(ctx, "refused:"+key(p), refusals, 1) > 0 {
		pause(ctx, refusalPause)
	}
}

func pause(ctx context.Context, long time.Duration) {
	clock := time.NewTimer(long)
	defer clock.Stop()
	select {
	case <-clock.C:
	case <-ctx.Done():
	}
}
