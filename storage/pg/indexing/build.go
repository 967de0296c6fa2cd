package indexing

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"switchboard/storage/pg/pool"
	"switchboard/storage/pg/tables"
	"switchboard/storage/row"
)

// retryAfter is how long Build waits before it reports that another session builds the index.
const retryAfter = 2 * time.Second

// programLimit is PostgreSQL's code for a value that is too large for an index.
const programLimit = "54000"

// Build builds one index of a table on a connection of its own, without blocking anybody. It
// reports false while another session builds it. The lock ends with the connection, so a later
// call finds the index whole, or drops what was left of it. Build goes on after the deadline of
// its context, but not after its cancellation. A value that is not unique, or that no index
// holds, is row.ErrMisfit.
func Build(ctx context.Context, db *pool.Pool, t *tables.Table, name, statement string) (isDone bool, err error) {
	building, cancel := context.WithCancel(context.WithoutCancel(ctx))
	defer cancel()
	defer context.AfterFunc(ctx, func() {
		if errors.Is(ctx.Err(), context.Canceled) { // the node ends; a deadline is for short work
			cancel()
		}
	})()
	conn, err := patient(building, db)
	if err != nil {
		return false, db.Failure(err)
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	qualified := t.Schema + "." + tables.Quote(name)
	var mine bool
	if err := conn.QueryRow(building, "SELECT pg_try_advisory_lock(hashtextextended($1, 0))", qualified).Scan(&mine); err != nil {
		return false, db.Failure(err)
	}
	if !mine {
		pause := time.NewTimer(retryAfter)
		defer pause.Stop()
		select {
		case <-pause.C:
		case <-ctx.Done():
		}
		return false, nil
	}
	var isValid bool
	err = conn.QueryRow(building, "SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass($1)", qualified).Scan(&isValid)
	switch {
	case err == nil && isValid:
		return true, nil
	case err == nil:
		if _, err := conn.Exec(building, "DROP INDEX CONCURRENTLY IF EXISTS "+qualified); err != nil {
			return false, db.Failure(err)
		}
	case !errors.Is(err, pgx.ErrNoRows):
		return false, db.Failure(err)
	}
	if _, err := conn.Exec(building, statement, pgx.QueryExecModeSimpleProtocol); err != nil {
		_, _ = conn.Exec(building, "DROP INDEX CONCURRENTLY IF EXISTS "+qualified) // else the next one does
		if pool.Is(err, pool.UniqueViolation, programLimit) {
			return false, row.ErrMisfit
		}
		return false, db.Failure(err)
	}
	return true, nil
}

// patient opens a connection whose statements take as long as they take.
func patient(ctx context.Context, db *pool.Pool) (*pgx.Conn, error) {
	cfg := db.Config().ConnConfig
	cfg.RuntimeParams["statement_timeout"], cfg.RuntimeParams["lock_timeout"] = "0", "0"
	return pgx.ConnectConfig(ctx, cfg)
}

// Analyze has the database look at a table, so that its plans know what new indexes hold.
func Analyze(ctx context.Context, db *pool.Pool, t *tables.Table) error {
	conn, err := patient(ctx, db)
	if err != nil {
		return db.Failure(err)
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	_, err = conn.Exec(ctx, "ANALYZE "+t.Name)
	return db.Failure(err)
}
