package effects

import (
	"context"
	"time"

	"switchboard/storage/id"
	"switchboard/storage/row"
)

// Store keeps the effects (storage/pg). What changes an effect names the claim under
// which it is held, and is fault.Conflict where that does not hold any more.
type Store interface {
	ClaimEffects(ctx context.Context, request row.ClaimRequest) ([]row.ClaimedEffect, error)
	// ClaimNextEffect claims what follows a claimed effect, to be begun when that has
	// been done; ReturnEffect gives it back where that does not come to be.
	ClaimNextEffect(ctx context.Context, claim row.EffectClaim, lease time.Duration) (e row.ClaimedEffect, found bool, err error)
	ReturnEffect(ctx context.Context, claim row.EffectClaim) error
	// ExtendEffects renews the leases of claims and gives the effects of those that
	// still hold.
	ExtendEffects(ctx context.Context, claims []row.EffectClaim, lease time.Duration) ([]id.ID, error)
	RecordEffect(ctx context.Context, claim row.EffectClaim, outcome row.EffectOutcome, result []byte, reason string) error
	FinishEffect(ctx context.Context, claim row.EffectClaim, remark string) error
	// RetryEffect puts an effect off; undone says that nothing was done for it so far.
	RetryEffect(ctx context.Context, claim row.EffectClaim, after time.Duration, reason string, undone bool) error
	RetellEffect(ctx context.Context, claim row.EffectClaim, after time.Duration, reason string) error
	FailEffect(ctx context.Context, claim row.EffectClaim, reason string) error
}
