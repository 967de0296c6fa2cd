package effects

import (
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"switchboard/storage/fault"
	"switchboard/storage/row"
)

// withdrawSQL takes an effect back that nobody is at work at, and for which it is certain
// that nothing was done. A claim of the same moment waits for the row, or this for it:
// who has it first decides.
const withdrawSQL = `DELETE FROM core.effect
	WHERE id = $1 AND organization_id = $2 AND state = 'pending' AND outcome IS NULL AND undone = attempts`

// Withdraw queues the change's withdrawals. They come before anything is locked: a
// worker holds an effect's row while it takes it, and never another.
func Withdraw(batch *pgx.Batch, c row.Change) {
	for _, w := range c.Withdraw {
		batch.Queue(withdrawSQL, string(w.Effect), string(c.Organization)).Exec(func(tag pgconn.CommandTag) error {
			if tag.RowsAffected() == 0 {
				return fault.New(fault.Conflict, "%s", w.Refusal)
			}
			return nil
		})
	}
}
