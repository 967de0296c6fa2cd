package pool

import (
	"context"

	"github.com/jackc/pgx/v5"
)

// readOnlyKey marks a connection that only reads.
const readOnlyKey = "read only"

// readOnlyWhile returns a hook that makes a connection's transactions read-only while the disk is
// full. It queries the server only if the state has changed since the connection was last
// acquired.
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
			return false, nil //nolint:nilerr // the connection is lost; the pool acquires another
		}
		notes[readOnlyKey] = should
		return true, nil
	}
}
