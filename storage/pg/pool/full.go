package pool

import (
	"context"

	"github.com/jackc/pgx/v5"
)

// readOnlyKey is where a connection notes that it only reads.
const readOnlyKey = "read only"

// readOnlyWhile gives what has the transactions of a connection only read while the disk is
// full. It asks the server only where that has changed since the connection was last taken.
func readOnlyWhile(isFull func() bool) func(context.Context, *pgx.Conn) (bool, error) {
	return func(ctx context.Context, conn *pgx.Conn) (bool, error) {
		notes := conn.PgConn().CustomData()
		is, _ := notes[readOnlyKey].(bool)
		should := isFull()
		if is == should {
			return true, nil
		}
		text := "SET default_transaction_read_only = off"
		if should {
			text = "SET default_transaction_read_only = on"
		}
		if _, err := conn.Exec(ctx, text); err != nil {
			return false, nil //nolint:nilerr // the connection is lost, and another one is taken
		}
		notes[readOnlyKey] = should
		return true, nil
	}
}
