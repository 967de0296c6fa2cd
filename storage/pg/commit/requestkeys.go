package commit

import (
	"bytes"
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"switchboard/storage/fault"
	"switchboard/storage/id"
)

// keyTries bounds how often a key is asked for that another request takes, and gives
// back, at the same moment.
const keyTries = 5

// ClaimKey takes a user's key for a request of this digest. fresh says that the key was
// free; same, that it was not and stands for the same request.
func (s *Committer) ClaimKey(ctx context.Context, organization, user id.ID, key string, digest []byte) (fresh, same bool, err error) {
	for range keyTries {
		var held []byte
		err = s.pool.QueryRow(ctx, `
			WITH mine AS (
			  INSERT INTO core.request_key (organization_id, user_id, key, digest) VALUES ($1, $2, $3, $4)
			  ON CONFLICT DO NOTHING RETURNING digest
			)
			SELECT digest, true FROM mine
			UNION ALL SELECT digest, false FROM core.request_key WHERE organization_id = $1 AND user_id = $2 AND key = $3
			LIMIT 1`, string(organization), string(user), key, digest).Scan(&held, &fresh)
		if err == nil {
			return fresh, bytes.Equal(held, digest), nil
		}
		if !errors.Is(err, pgx.ErrNoRows) { // else it was taken after this statement had begun
			return false, false, s.pool.Failure(err)
		}
	}
	return false, false, fault.New(fault.Unavailable, "Several requests with the same Idempotency-Key arrived at once. Please try again.").After(time.Second)
}

// ReleaseKey releases a key whose request was refused.
func (s *Committer) ReleaseKey(ctx context.Context, organization, user id.ID, key string, digest []byte) error {
	_, err := s.pool.Exec(ctx, `DELETE FROM core.request_key WHERE organization_id = $1 AND user_id = $2 AND key = $3 AND digest = $4`,
		string(organization), string(user), key, digest)
	return s.pool.Failure(err)
}
