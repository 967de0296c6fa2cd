package relay

import (
	"context"

	"github.com/jackc/pgx/v5"
)

// Seize takes the relay's lock on a session like a relay's and does nothing
// more, as a process does that was stopped.
func Seize(ctx context.Context, of *pgx.ConnConfig) (conn *pgx.Conn, got bool, err error) {
	conn, err = pgx.ConnectConfig(ctx, newRelay(of, Config{}).conn)
	if err != nil {
		return nil, false, err
	}
	err = conn.QueryRow(ctx, "SELECT pg_try_advisory_lock($1)", int64(relayLock)).Scan(&got)
	return conn, got, err
}

// Tailing connects as a relay does; look follows the log as one that does not lead.
func Tailing(ctx context.Context, r *Relay) (look func() error, end func(), err error) {
	conn, err := pgx.ConnectConfig(ctx, r.conn)
	if err != nil {
		return nil, nil, err
	}
	s := newSession(r.state, conn)
	end = func() { _ = conn.Close(context.WithoutCancel(ctx)) }
	return func() error { return s.tail(ctx) }, end, s.base(ctx)
}
