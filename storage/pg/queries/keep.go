package queries

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"

	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/query"
)

// kept is how many live queries of one user are kept: one more takes the place of the one
// that he followed longest ago.
const kept = 200

// KeepQuery keeps what a user's live query asks, for all nodes.
func (r *Runner) KeepQuery(ctx context.Context, organization, user id.ID, d query.Definition) error {
	_, err := r.pool.Exec(ctx, `
		WITH old AS (
		  DELETE FROM core.live_query WHERE organization_id = $1 AND user_id = $2 AND id IN (
		    SELECT id FROM core.live_query WHERE organization_id = $1 AND user_id = $2 AND id <> $3 ORDER BY received DESC, id OFFSET $7)
		)
		INSERT INTO core.live_query (organization_id, user_id, id, query, page, size) VALUES ($1, $2, $3, $4, $5, $6)
		ON CONFLICT (organization_id, user_id, id) DO UPDATE SET received = now()`,
		string(organization), string(user), string(d.ID), d.Text, d.Page, d.Limit, kept-1)
	return r.pool.Failure(err)
}

// KeptQuery returns what a user's live query asks, fault.NotFound where he has none of that id,
// and keeps it on.
func (r *Runner) KeptQuery(ctx context.Context, organization, user, of id.ID) (query.Definition, error) {
	d := query.Definition{ID: of}
	err := r.pool.QueryRow(ctx, `
		UPDATE core.live_query SET received = now() WHERE organization_id = $1 AND user_id = $2 AND id = $3 RETURNING query, page, size`,
		string(organization), string(user), string(of)).Scan(&d.Text, &d.Page, &d.Limit)
	if errors.Is(err, pgx.ErrNoRows) {
		return d, fault.New(fault.NotFound, "This live query has expired. Run it again.")
	}
	return d, r.pool.Failure(err)
}
