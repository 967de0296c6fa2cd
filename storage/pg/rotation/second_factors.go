package rotation

import (
	"context"

	"github.com/jackc/pgx/v5"

	"switchboard/storage/row"
	"switchboard/storage/seal"
)

// Accounts belong to no organization, so the secrets of their second factors are sealed again at
// a start instead of by a job.

// SecondFactorsBefore counts the secrets of second factors that the first key of a ring did not
// seal, and how many of them no key of the ring opens.
func (s *Sealer) SecondFactorsBefore(ctx context.Context, ring *seal.Ring) (count, lost int64, err error) {
	err = s.pool.QueryRow(ctx, "SELECT count(*), count(*) FILTER (WHERE "+keyNumber("secret")+" <> ALL ($2)) FROM core.second_factor WHERE NOT starts_with(secret, $1)",
		ring.Begins(), ring.Numbers()).Scan(&count, &lost)
	return count, lost, s.pool.Failure(err)
}

// SealSecondFactors seals the secrets of second factors by the first key of a ring. What it can't
// open stays.
func (s *Sealer) SealSecondFactors(ctx context.Context, ring *seal.Ring) error {
	rows, err := s.pool.Query(ctx, "SELECT account_id::text, secret FROM core.second_factor WHERE NOT starts_with(secret, $1)", ring.Begins())
	if err != nil {
		return s.pool.Failure(err)
	}
	found, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (h held, err error) { return h, row.Scan(&h.record, &h.value) })
	if err != nil {
		return s.pool.Failure(err)
	}
	for _, h := range found {
		again, err := ring.Again(row.SecondFactorPlace(h.record), h.value)
		if err != nil {
			continue
		}
		if _, err := s.pool.Exec(ctx, "UPDATE core.second_factor SET secret = $1 WHERE account_id = $2 AND secret = $3", again, string(h.record), h.value); err != nil {
			return s.pool.Failure(err)
		}
	}
	return nil
}

// secondFactorNumbers adds the secrets of second factors to counts by the numbers of the keys that
// sealed them.
func (s *Sealer) secondFactorNumbers(ctx context.Context, counts map[string]int64) error {
	rows, err := s.pool.Query(ctx, "SELECT "+keyNumber("secret")+", count(*) FROM core.second_factor GROUP BY 1")
	if err != nil {
		return s.pool.Failure(err)
	}
	var number *string
	var n int64
	_, err = pgx.ForEachRow(rows, []any{&number, &n}, func() error {
		if number != nil {
			counts[*number] += n
		}
		return nil
	})
	return s.pool.Failure(err)
}
