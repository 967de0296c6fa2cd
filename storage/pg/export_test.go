package pg

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
)

// WithIdle changes how long a transaction may wait for its process.
func WithIdle(c Config, d time.Duration) Config {
	c.idle = d
	return c
}

// SetPatience changes how long a page may take.
func (s *Store) SetPatience(d time.Duration) { s.Patience = d }

// RunInTx runs a transaction of the test's own.
func (s *Store) RunInTx(ctx context.Context, do func(ctx context.Context, tx pgx.Tx) error) error {
	return s.pool.RunInTx(ctx, do)
}
