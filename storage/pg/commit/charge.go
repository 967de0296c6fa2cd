package commit

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"

	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// addCharge adds to a sum only where the bound leaves room: one statement decides and
// adds, so that changes at the same time can't pass the bound together.
const addCharge = `INSERT INTO core.charge AS c (organization_id, account, amount)
	SELECT $1, $2, $3::bigint WHERE $3::bigint <= $4::bigint
	ON CONFLICT (organization_id, account) DO UPDATE SET amount = c.amount + excluded.amount
	WHERE c.amount + excluded.amount <= $4::bigint RETURNING amount`

// addUnbounded adds whatever the sum is then.
const addUnbounded = `INSERT INTO core.charge AS c (organization_id, account, amount) VALUES ($1, $2, $3::bigint)
	ON CONFLICT (organization_id, account) DO UPDATE SET amount = c.amount + excluded.amount RETURNING amount`

// charge queues the change's charges. They come last of what is written, since every
// change of the organization that is charged waits for the same row until its end.
func charge(batch *pgx.Batch, c row.Change) {
	for _, part := range c.Charges {
		text, args := addUnbounded, []any{string(c.Organization), part.Account, part.Amount}
		if part.Refusal != "" {
			text, args = addCharge, append(args, part.Most)
		}
		batch.Queue(text, args...).QueryRow(func(r pgx.Row) error {
			var sum int64
			err := r.Scan(&sum)
			if errors.Is(err, pgx.ErrNoRows) {
				return fault.New(fault.Forbidden, "%s", part.Refusal)
			}
			return err
		})
	}
}

// Charged is the sum of an account so far.
func (s *Committer) Charged(ctx context.Context, organization id.ID, account string) (int64, error) {
	var sum int64
	err := s.pool.QueryRow(ctx, `SELECT amount FROM core.charge WHERE organization_id = $1 AND account = $2`,
		string(organization), account).Scan(&sum)
	if errors.Is(err, pgx.ErrNoRows) {
		return 0, nil
	}
	return sum, s.pool.Failure(err)
}
