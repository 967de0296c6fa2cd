package effects

import (
	"context"
	"time"

	"switchboard/storage/row"
)

// The effect that is the first behind a claimed one, and may be begun when that one has
// been done: of the same kind, due, and never lost with a worker. One that was only
// postponed from the start and one that is only to be told are passed over, because they
// hold nobody up. Nobody else can claim it while the one before it is at work; it is
// looked at again as it is updated, because it may be taken back at any time.
const claimNextSQL = claimTake + `
FROM (
  SELECT n.id FROM core.effect h, LATERAL (
    SELECT b.id, b.kind, b.state, b.not_before, b.lost FROM core.effect b
    WHERE b.organization_id = h.organization_id AND b.actor = h.actor AND b.subject = h.subject AND b.place > h.place
      AND b.state IN ('pending', 'running') AND b.outcome IS NULL AND (b.attempts > 0 OR b.not_before <= now())
    ORDER BY b.place LIMIT 1) n
  WHERE h.id = $2 AND h.claimed_by = $1 AND h.attempts = $4 AND h.state = 'running' AND h.outcome IS NULL
    AND n.kind = h.kind AND n.state = 'pending' AND n.not_before <= now() AND n.lost = 0
) next
WHERE next.id = e.id AND e.state = 'pending'
` + claimGive

// ClaimNextEffect takes for a worker the effect that follows the one it has claimed, of the same
// subject and kind, ahead of its turn: the worker begins it when the one before has been done, or
// gives it back (ReturnEffect). found is false if there is none that may be begun then, or the
// claim does not hold any more.
func (s *Queue) ClaimNextEffect(ctx context.Context, claim row.EffectClaim, lease time.Duration) (e row.ClaimedEffect, found bool, err error) {
	rows, err := s.pool.Query(ctx, claimNextSQL, claim.Node, string(claim.Effect), lease, claim.Attempts)
	if err != nil {
		return e, false, s.pool.Failure(err)
	}
	next, err := s.claimed(rows, claim.Node)
	if err != nil || len(next) == 0 {
		return e, false, err
	}
	return next[0], true, nil
}

// ReturnEffect releases a claimed effect whose execution has not begun: it does not count as
// tried. fault.Conflict where the claim does not hold any more.
func (s *Queue) ReturnEffect(ctx context.Context, claim row.EffectClaim) error {
	return s.settleEffect(ctx, claim, `state = 'pending', untried = untried + 1,
		undone = CASE WHEN undone = attempts - 1 THEN attempts ELSE undone END, claimed_by = NULL, claimed_until = NULL`)
}
