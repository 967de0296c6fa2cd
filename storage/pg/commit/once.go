package commit

import (
	"context"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"switchboard/storage/id"
	"switchboard/storage/row"
)

// once marks the change's command as executed, before a row is locked: of two that carry it out
// at the same time the second waits here for the first.
func (p *plan) once(batch *pgx.Batch) {
	c := p.change
	if !p.isOnce() {
		return
	}
	batch.Queue(`INSERT INTO core.command (organization_id, user_id, command, what) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING`,
		string(c.Organization), string(c.By), c.Command, c.Once).Exec(func(tag pgconn.CommandTag) error {
		if tag.RowsAffected() == 0 {
			return row.ErrRepeated
		}
		return nil
	})
}

// isOnce reports whether the change is marked as its command's.
func (p *plan) isOnce() bool {
	return p.change.Once != "" && p.change.Command != "" && p.change.By != ""
}

// CarriedOut reports whether what was to be done once under a user's command is done
// (row.Change.Once).
func (s *Committer) CarriedOut(ctx context.Context, organization, user id.ID, command, what string) (done bool, err error) {
	err = s.pool.QueryRow(ctx, `SELECT EXISTS (SELECT FROM core.command WHERE organization_id = $1 AND user_id = $2 AND command = $3 AND what = $4)`,
		string(organization), string(user), command, what).Scan(&done)
	return done, s.pool.Failure(err)
}
