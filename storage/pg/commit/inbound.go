package commit

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"
)

// InboundAnswer returns what a provider's event was answered with when it was processed; found is
// false for one that never was. The mark itself is written by Commit (row.Inbound).
func (s *Committer) InboundAnswer(ctx context.Context, provider, providerID, kind string) (answer []byte, typ string, found bool, err error) {
	err = s.pool.QueryRow(ctx, `SELECT answer, answer_type FROM core.inbound_event
		WHERE provider = $1 AND provider_id = $2 AND kind = $3`, provider, providerID, kind).Scan(&answer, &typ)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, "", false, nil
	}
	if err != nil {
		return nil, "", false, s.pool.Failure(err)
	}
	return answer, typ, true, nil
}

// InboundKinds returns the kinds of the events of a provider's object that were processed.
func (s *Committer) InboundKinds(ctx context.Context, provider, providerID string) ([]string, error) {
	found, err := s.pool.Query(ctx, `SELECT kind FROM core.inbound_event WHERE provider = $1 AND provider_id = $2`, provider, providerID)
	if err != nil {
		return nil, s.pool.Failure(err)
	}
	kinds, err := pgx.CollectRows(found, pgx.RowTo[string])
	return kinds, s.pool.Failure(err)
}
