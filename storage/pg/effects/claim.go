package effects

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
	"switchboard/storage/pg/pool"
	"switchboard/storage/pg/tables"
	"switchboard/storage/row"
)

// maxReason bounds a stored reason, in bytes.
const maxReason = 2000

// The claim takes what is due, or was left by a worker whose lease has ended. An
// effect waits while an earlier one of the same subject is at work, due or to be
// tried again: the provider must see them in the order they were decided. One
// that was only postponed from the start (a timer) holds nobody up, nor does one
// whose outcome is known and that is only to be told. Of those that were lost again
// and again it takes few: one may be what ends its worker, and the others with it.
//
// Behind a subject with a long backlog only its head can be taken. So the claim looks at
// the first few that are due, and where all of them wait, at the head of each subject:
// what it costs does not grow with a backlog. That an effect is a head is asked of the
// index for each by itself: as a join the planner would compare all with all.
const (
	dueSQL = `e.state IN ('pending', 'running')
    AND (e.state = 'pending' AND e.not_before <= now() OR e.state = 'running' AND e.claimed_until <= now())
    AND ($4::text[] IS NULL OR e.kind = ANY($4)) AND NOT e.id = ANY($5::uuid[])`
	claimBegin = `
WITH RECURSIVE suspect AS (
  SELECT e.id FROM core.effect e
  WHERE e.state = 'running' AND e.claimed_until <= now() AND e.lost + 1 >= $7
    AND ($4::text[] IS NULL OR e.kind = ANY($4))
    AND NOT e.id = ANY($5::uuid[])
  ORDER BY e.place
  LIMIT $6
), `
	claimFirst = `look AS MATERIALIZED (
  SELECT e.id FROM core.effect e WHERE ` + dueSQL + ` ORDER BY e.not_before LIMIT $8
), `
	claimHeads = `subjects AS (
  (SELECT e.organization_id, e.actor, e.subject FROM core.effect e
   WHERE e.state IN ('pending', 'running') AND e.subject IS NOT NULL
   ORDER BY e.organization_id, e.actor, e.subject LIMIT 1)
  UNION ALL
  SELECT n.organization_id, n.actor, n.subject FROM subjects s, LATERAL (
    SELECT e.organization_id, e.actor, e.subject FROM core.effect e
    WHERE e.state IN ('pending', 'running') AND e.subject IS NOT NULL
      AND (e.organization_id, e.actor, e.subject) > (s.organization_id, s.actor, s.subject)
    ORDER BY e.organization_id, e.actor, e.subject LIMIT 1) n
), look AS MATERIALIZED (
  SELECT h.id FROM subjects s, LATERAL (
    (SELECT b.id FROM core.effect b
     WHERE b.organization_id = s.organization_id AND b.actor = s.actor AND b.subject = s.subject
       AND b.state IN ('pending', 'running') AND b.outcome IS NULL AND (b.attempts > 0 OR b.not_before <= now())
     ORDER BY b.place LIMIT 1)
    UNION ALL
    (SELECT b.id FROM core.effect b
     WHERE b.organization_id = s.organization_id AND b.actor = s.actor AND b.subject = s.subject
       AND b.state IN ('pending', 'running') AND b.outcome IS NOT NULL
       AND (b.state = 'pending' AND b.not_before <= now() OR b.state = 'running' AND b.claimed_until <= now())
     ORDER BY b.place LIMIT 1)) h
  UNION ALL
  (SELECT e.id FROM core.effect e WHERE ` + dueSQL + ` AND e.subject IS NULL ORDER BY e.not_before LIMIT $8)
), `
	claimEnd = `due AS (
  SELECT e.id FROM core.effect e
  WHERE e.id = ANY (ARRAY(SELECT id FROM look)) AND ` + dueSQL + `
    AND (e.state = 'pending' OR $7 = 0 OR e.lost + 1 < $7 OR e.id IN (SELECT id FROM suspect))
    AND (e.subject IS NULL OR e.place <= coalesce((
      SELECT b.place FROM core.effect b
      WHERE b.organization_id = e.organization_id AND b.actor = e.actor AND b.subject = e.subject
        AND b.state IN ('pending', 'running') AND b.outcome IS NULL
        AND (b.attempts > 0 OR b.not_before <= now())
      ORDER BY b.place LIMIT 1), e.place))
  ORDER BY e.not_before, e.place
  LIMIT $2
  FOR UPDATE OF e SKIP LOCKED
)
` + claimTake + `
FROM due WHERE due.id = e.id
` + claimGive

	claimTake = `UPDATE core.effect e
SET state = 'running', claimed_by = $1, claimed_until = now() + $3, attempts = attempts + 1,
    lost = lost + CASE WHEN e.state = 'running' THEN 1 ELSE 0 END`
	claimGive = `RETURNING e.id::text, e.organization_id::text, e.kind, e.actor, coalesce(e.subject::text, ''), e.payload, e.not_before, e.attempts,
  e.untried, e.undone < e.attempts - 1, e.lost, coalesce(e.outcome, ''), e.result, coalesce(e.error, ''), e.tellings, e.created, e.place`

	claimFirstSQL = claimBegin + claimFirst + claimEnd
	claimHeadsSQL = claimBegin + claimHeads + claimEnd

	// firstDue is at how many of those that are due a claim looks first, as a multiple
	// of what it may take.
	firstDue = 8
)

// Queue is the effects that wait or are at work.
type Queue struct{ pool *pool.Pool }

// NewQueue makes the queue of a database.
func NewQueue(db *pool.Pool) *Queue { return &Queue{pool: db} }

// ClaimEffects takes effects for a worker, in the order they became due, and at most
// one of each subject. Whoever neither settles one within the lease nor renews it
// (ExtendEffects) loses the effect to the next claimer.
func (s *Queue) ClaimEffects(ctx context.Context, request row.ClaimRequest) ([]row.ClaimedEffect, error) {
	if request.Limit <= 0 || request.Lease <= 0 || request.Node == "" {
		return nil, fault.New(fault.Internal, "a claim needs a node, a limit and a lease")
	}
	first := firstDue * request.Limit
	found, err := s.claim(ctx, claimFirstSQL, request, first)
	if err != nil || len(found) > 0 {
		return found, err
	}
	var due int
	err = s.pool.QueryRow(ctx, `SELECT count(*) FROM (SELECT FROM core.effect e WHERE state IN ('pending', 'running')
		AND (state = 'pending' AND not_before <= now() OR state = 'running' AND claimed_until <= now()) ORDER BY not_before LIMIT $1) e`, first).Scan(&due)
	if err != nil || due < first {
		return nil, s.pool.Failure(err)
	}
	return s.claim(ctx, claimHeadsSQL, request, first)
}

func (s *Queue) claim(ctx context.Context, statement string, request row.ClaimRequest, first int) ([]row.ClaimedEffect, error) {
	rows, err := s.pool.Query(ctx, statement, request.Node, request.Limit, request.Lease, request.Kinds, tables.IDArray(request.Except),
		request.Suspects, request.Suspicious, first)
	if err != nil {
		return nil, s.pool.Failure(err)
	}
	return s.claimed(rows, request.Node)
}

// claimed reads effects that a node has claimed, in the order they were decided.
func (s *Queue) claimed(rows pgx.Rows, node string) ([]row.ClaimedEffect, error) {
	type placed struct {
		row.ClaimedEffect
		place int64
	}
	found, err := pgx.CollectRows(rows, func(r pgx.CollectableRow) (c placed, err error) {
		var payload, result []byte
		err = r.Scan(&c.ID, &c.Organization, &c.Kind, &c.Actor, &c.Subject, &payload, &c.NotBefore, &c.Attempts,
			&c.Untried, &c.Doubtful, &c.Lost, &c.Outcome, &result, &c.Reason, &c.Tellings, &c.Created, &c.place)
		c.Node, c.Payload, c.Result = node, payload, result
		c.Resumed = c.Tries() > 1
		return c, err
	})
	if err != nil {
		return nil, s.pool.Failure(err)
	}
	slices.SortFunc(found, func(a, b placed) int { return cmp.Compare(a.place, b.place) })
	out := make([]row.ClaimedEffect, len(found))
	for i, c := range found {
		out[i] = c.ClaimedEffect
	}
	return out, nil
}

// ExtendEffects renews the lease of those of the claims that still hold, and names
// their effects: the others are somebody else's now.
func (s *Queue) ExtendEffects(ctx context.Context, claims []row.EffectClaim, lease time.Duration) ([]id.ID, error) {
	effects, nodes, attempts := make([]id.ID, len(claims)), make([]string, len(claims)), make([]int, len(claims))
	for i, c := range claims {
		effects[i], nodes[i], attempts[i] = c.Effect, c.Node, c.Attempts
	}
	rows, err := s.pool.Query(ctx, `UPDATE core.effect e SET claimed_until = now() + $1
		FROM unnest($2::uuid[], $3::text[], $4::integer[]) AS c (effect, node, attempts)
		WHERE e.id = c.effect AND e.claimed_by = c.node AND e.attempts = c.attempts AND e.state = 'running'
		RETURNING e.id::text`, lease, tables.IDArray(effects), nodes, attempts)
	if err != nil {
		return nil, s.pool.Failure(err)
	}
	held, err := pgx.CollectRows(rows, pgx.RowTo[id.ID])
	return held, s.pool.Failure(err)
}

// RecordEffect keeps what became of a claimed effect, with its result (JSON, or nil)
// and the reason of a failure: from then on it is only told. fault.Conflict where the
// claim does not hold any more, as in all that follow.
func (s *Queue) RecordEffect(ctx context.Context, claim row.EffectClaim, outcome row.EffectOutcome, result []byte, reason string) error {
	if len(result) > 0 && !json.Valid(result) {
		return fault.New(fault.Internal, "the result of an effect must be JSON")
	}
	return s.settleEffect(ctx, claim, `outcome = $4, result = $5, error = $6`, string(outcome), nullableText(string(result)), nullableText(cut(reason)))
}

// FinishEffect ends a claimed effect. The remark says what its result lacks, "" for
// nothing.
func (s *Queue) FinishEffect(ctx context.Context, claim row.EffectClaim, remark string) error {
	return s.settleEffect(ctx, claim, `state = 'done', error = $4, finished = now(), claimed_until = NULL`, nullableText(cut(remark)))
}

// RetryEffect releases a claimed effect, to be claimed again after a while; it will be Resumed
// then. undone says that nothing was done for it outside, neither by this claim nor by one
// before.
func (s *Queue) RetryEffect(ctx context.Context, claim row.EffectClaim, after time.Duration, reason string, undone bool) error {
	return s.settleEffect(ctx, claim, `state = 'pending', not_before = now() + $4, error = $5, undone = CASE WHEN $6 THEN attempts ELSE undone END,
		lost = 0, claimed_by = NULL, claimed_until = NULL`, after, cut(reason), undone)
}

// RetellEffect is RetryEffect for one that only lacks being told.
func (s *Queue) RetellEffect(ctx context.Context, claim row.EffectClaim, after time.Duration, reason string) error {
	return s.settleEffect(ctx, claim, `state = 'pending', not_before = now() + $4, error = coalesce(error, $5), tellings = tellings + 1,
		lost = 0, claimed_by = NULL, claimed_until = NULL`, after, cut(reason))
}

// FailEffect ends a claimed effect for good, without success.
func (s *Queue) FailEffect(ctx context.Context, claim row.EffectClaim, reason string) error {
	return s.settleEffect(ctx, claim, `state = 'failed', error = $4, finished = now(), claimed_until = NULL`, cut(reason))
}

// settleEffect changes an effect under a claim that still holds.
func (s *Queue) settleEffect(ctx context.Context, claim row.EffectClaim, set string, args ...any) error {
	tag, err := s.pool.Exec(ctx, `UPDATE core.effect SET `+set+` WHERE id = $1 AND claimed_by = $2 AND attempts = $3 AND state = 'running'`,
		append([]any{string(claim.Effect), claim.Node, claim.Attempts}, args...)...)
	if err != nil {
		return s.pool.Failure(err)
	}
	if tag.RowsAffected() == 0 {
		return fault.New(fault.Conflict, "This claim of an effect does not hold any more.")
	}
	return nil
}

// cut bounds a reason and removes characters that a text column can't hold.
func cut(reason string) string {
	if len(reason) > maxReason {
		reason = reason[:maxReason]
	}
	return strings.ReplaceAll(strings.ToValidUTF8(reason, "\uFFFD"), "\x00", "")
}
