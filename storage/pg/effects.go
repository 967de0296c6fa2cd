package pg

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// maxReason bounds a stored reason, in bytes.
const maxReason = 2000

// claimSQL takes what is due, or was left by a worker whose lease has ended. An
// effect waits while an earlier one of the same subject is at work, due or to be
// tried again: the provider must see them in the order they were decided. One
// that was only postponed from the start (a timer) holds nobody up.
const claimSQL = `
WITH due AS (
  SELECT e.id FROM core.effect e
  WHERE (e.state = 'pending' AND e.not_before <= now() OR e.state = 'running' AND e.claimed_until <= now())
    AND NOT EXISTS (
      SELECT FROM core.effect b
      WHERE b.organization_id = e.organization_id AND b.actor = e.actor AND b.subject = e.subject
        AND b.state IN ('pending', 'running') AND b.place < e.place
        AND (b.attempts > 0 OR b.not_before <= now()))
  ORDER BY e.not_before, e.place
  LIMIT $2
  FOR UPDATE OF e SKIP LOCKED
)
UPDATE core.effect e
SET state = 'running', claimed_by = $1, claimed_until = now() + $3, attempts = attempts + 1
FROM due WHERE due.id = e.id
RETURNING e.id::text, e.organization_id::text, e.kind, e.actor, coalesce(e.subject::text, ''), e.payload, e.not_before, e.attempts, e.place`

// ClaimEffects takes at most limit effects for the worker named node, in the
// order they became due, and at most one of each subject. Whoever neither
// finishes within the lease nor renews it (ExtendEffects) loses the effect to the
// next claimer.
func (s *Store) ClaimEffects(ctx context.Context, node string, limit int, lease time.Duration) ([]row.ClaimedEffect, error) {
	if limit <= 0 || lease <= 0 {
		return nil, fault.New(fault.Internal, "a claim needs a limit and a lease")
	}
	rows, err := s.pool.Query(ctx, claimSQL, node, limit, lease)
	if err != nil {
		return nil, s.failure(err)
	}
	type claimed struct {
		row.ClaimedEffect
		place int64
	}
	found, err := pgx.CollectRows(rows, func(r pgx.CollectableRow) (c claimed, err error) {
		var payload []byte
		err = r.Scan(&c.ID, &c.Organization, &c.Kind, &c.Actor, &c.Subject, &payload, &c.NotBefore, &c.Attempts, &c.place)
		c.Payload = payload
		c.Resumed = c.Attempts > 1
		return c, err
	})
	if err != nil {
		return nil, s.failure(err)
	}
	slices.SortFunc(found, func(a, b claimed) int { return cmp.Compare(a.place, b.place) })
	out := make([]row.ClaimedEffect, len(found))
	for i, c := range found {
		out[i] = c.ClaimedEffect
	}
	return out, nil
}

// ExtendEffects renews the lease of those of the effects that the node still holds.
func (s *Store) ExtendEffects(ctx context.Context, node string, effects []id.ID, lease time.Duration) error {
	_, err := s.pool.Exec(ctx, `UPDATE core.effect SET claimed_until = now() + $3
		WHERE id = ANY($2::uuid[]) AND claimed_by = $1 AND state = 'running'`, node, uuidArray(effects), lease)
	return s.failure(err)
}

// FinishEffect ends a claimed effect with its result (JSON, or nil). fault.Conflict
// where the effect is not claimed, because it was finished already.
func (s *Store) FinishEffect(ctx context.Context, effect id.ID, result []byte) error {
	if len(result) > 0 && !json.Valid(result) {
		return fault.New(fault.Internal, "the result of an effect must be JSON")
	}
	var stored any
	if len(result) > 0 {
		stored = string(result)
	}
	return s.settleEffect(ctx, `UPDATE core.effect SET state = 'done', result = $2, error = NULL, finished = now(), claimed_until = NULL
		WHERE id = $1 AND state = 'running'`, string(effect), stored)
}

// RetryEffect gives a claimed effect back, to be claimed again after a while; it
// will be Resumed then. fault.Conflict as FinishEffect.
func (s *Store) RetryEffect(ctx context.Context, effect id.ID, after time.Duration, reason string) error {
	return s.settleEffect(ctx, `UPDATE core.effect SET state = 'pending', not_before = now() + $2, error = $3, claimed_by = NULL, claimed_until = NULL
		WHERE id = $1 AND state = 'running'`, string(effect), after, cut(reason))
}

// FailEffect ends a claimed effect for good, without success. fault.Conflict as
// FinishEffect.
func (s *Store) FailEffect(ctx context.Context, effect id.ID, reason string) error {
	return s.settleEffect(ctx, `UPDATE core.effect SET state = 'failed', error = $2, finished = now(), claimed_until = NULL
		WHERE id = $1 AND state = 'running'`, string(effect), cut(reason))
}

func (s *Store) settleEffect(ctx context.Context, sql string, args ...any) error {
	tag, err := s.pool.Exec(ctx, sql, args...)
	if err != nil {
		return s.failure(err)
	}
	if tag.RowsAffected() == 0 {
		return fault.New(fault.Conflict, "This effect is not being worked on.")
	}
	return nil
}

// cut bounds a reason and takes out what text can't hold.
func cut(reason string) string {
	if len(reason) > maxReason {
		reason = reason[:maxReason]
	}
	return strings.ReplaceAll(strings.ToValidUTF8(reason, "\uFFFD"), "\x00", "")
}
