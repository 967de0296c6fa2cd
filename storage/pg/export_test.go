package pg

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
)

// SeizeRelay takes the relay's lock on a session like a relay's and does nothing
// more, as a process does that was stopped.
func SeizeRelay(ctx context.Context, store *Store) (conn *pgx.Conn, got bool, err error) {
	conn, err = pgx.ConnectConfig(ctx, newRelay(store.pool.Config().ConnConfig, RelayConfig{}).conn)
	if err != nil {
		return nil, false, err
	}
	err = conn.QueryRow(ctx, "SELECT pg_try_advisory_lock($1)", int64(relayLock)).Scan(&got)
	return conn, got, err
}

// WithIdle changes how long a transaction may wait for its process.
func WithIdle(c Config, d time.Duration) Config {
	c.idle = d
	return c
}

// SetPatience changes how long a page may take.
func (s *Store) SetPatience(d time.Duration) { s.Patience = d }

// Tailing connects as a relay does; look follows the log as one that does not lead.
func Tailing(ctx context.Context, r *Relay) (look func() error, end func(), err error) {
	conn, err := pgx.ConnectConfig(ctx, r.conn)
	if err != nil {
		return nil, nil, err
	}
	s := &relaySession{relay: r, conn: conn}
	end = func() { _ = conn.Close(context.WithoutCancel(ctx)) }
	return func() error { return s.tail(ctx) }, end, s.base(ctx)
}

// RunInTx runs a transaction of the test's own.
func (s *Store) RunInTx(ctx context.Context, do func(ctx context.Context, tx pgx.Tx) error) error {
	return s.pool.RunInTx(ctx, do)
}
