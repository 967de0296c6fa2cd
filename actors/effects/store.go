package effects

import (
	"context"
	"time"

	"switchboard/storage/id"
	"switchboard/storage/row"
)

// Store holds the effects (storage/pg). Changes of an effect name the claim on it,
// and return fault.Conflict if the claim no longer holds.
type Store interface {
	ClaimEffects(ctx context.Context, request row.ClaimRequest) ([]row.ClaimedEffect, error)
	// ClaimNextEffect claims the successor of a claimed effect, to start when that
	// one is done. ReturnEffect gives it back unused.
	ClaimNextEffect(ctx context.Context, claim row.EffectClaim, lease time.Duration) (e row.ClaimedEffect, found bool, err error)
	ReturnEffect(ctx context.Context, claim row.EffectClaim) error
	// ExtendEffects renews the leases of claims and returns the effects of those that
	// still hold.
	ExtendEffects(ctx context.Context, claims []row.EffectClaim, lease time.Duration) ([]id.ID, error)
	RecordEffect(ctx context.Context, claim row.EffectClaim, outcome row.EffectOutcome, result []byte, reason string) error
	FinishEffect(ctx context.Context, claim row.EffectClaim, remark string) error
	// RetryEffect postpones an effect. undone reports that nothing was done for it so
	// far.
	RetryEffect(ctx context.Context, claim row.EffectClaim, after time.Duration, reason string, undone bool) error
	RetellEffect(ctx context.Context, claim row.EffectClaim, after time.Duration, reason string) error
	FailEffect(ctx context.Context, claim row.EffectClaim, reason string) error
}
