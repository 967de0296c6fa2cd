package migrations

import (
	"context"
	"embed"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"

	"switchboard/storage/pg/jobs"
	"switchboard/storage/pg/organizations"
	"switchboard/storage/pg/pool"
	"switchboard/storage/pg/tables"
)

const (
	// migrationLock keeps two nodes from migrating at once (an arbitrary number).
	migrationLock = 7_730_118_204
	// ddlLockTimeout bounds how long a change of a table may stand in the queue,
	// since everybody behind it waits too.
	ddlLockTimeout = "150ms"
	turnPoll       = 50 * time.Millisecond
)

//go:embed *.sql
var migrationFiles embed.FS

// Migrator brings the database up to what this release and its registry need.
type Migrator struct {
	pool      *pool.Pool
	tables    *tables.Cache
	directory *organizations.Directory
}

// New makes the migrator of a database.
func New(db *pool.Pool, of *tables.Cache, directory *organizations.Directory) *Migrator {
	return &Migrator{pool: db, tables: of, directory: directory}
}

// Migrate brings the core tables and the tables of every organization up to
// date, of those alone that were made for another registry. It adds what is missing and never drops or alters a column; running it
// again changes nothing.
func (s *Migrator) Migrate(ctx context.Context) error {
	conn, err := s.connectForDDL(ctx)
	if err != nil {
		return s.pool.Failure(err)
	}
	defer closeConn(conn)
	if err := takeTurn(ctx, conn); err != nil {
		return s.pool.Failure(fmt.Errorf("wait for another node's migration: %w", err))
	}
	if err := s.CheckRelease(ctx); err != nil {
		return err
	}
	if err := s.migrateCore(ctx, conn); err != nil {
		return s.pool.Failure(fmt.Errorf("migrate the core tables: %w", err))
	}
	if err := s.exec(ctx, conn, fmt.Sprintf("SELECT core.make_record_change_months(%d)", pool.HistoryAhead)); err != nil {
		return s.pool.Failure(fmt.Errorf("make the months of the history: %w", err))
	}
	if err := jobs.Migrate(ctx, s.pool); err != nil {
		return s.pool.Failure(fmt.Errorf("migrate the queue of jobs: %w", err))
	}
	if err := s.refreshOrder(ctx, conn); err != nil {
		return s.pool.Failure(fmt.Errorf("bring the order of texts up to date: %w", err))
	}
	changed, err := s.directory.Outdated(ctx)
	if err != nil {
		return err
	}
	return s.ensureAll(ctx, conn, changed)
}

// takeTurn waits until no other node migrates. It asks again and again: a session
// that waits inside a statement would hold up the index that the other builds
// concurrently, and the two would wait for each other.
func takeTurn(ctx context.Context, conn *pgx.Conn) error {
	ask := time.NewTicker(turnPoll)
	defer ask.Stop()
	for {
		var mine bool
		err := conn.QueryRow(ctx, "SELECT pg_try_advisory_lock($1)", int64(migrationLock)).Scan(&mine)
		if err != nil || mine {
			return err
		}
		select {
		case <-ask.C:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// connectForDDL opens a connection of its own, outside the pool: building an
// index may take longer than a statement of the product may.
func (s *Migrator) connectForDDL(ctx context.Context) (*pgx.Conn, error) {
	return pgx.ConnectConfig(ctx, s.ddlConfig())
}

func (s *Migrator) ddlConfig() *pgx.ConnConfig {
	cfg := s.pool.Config().ConnConfig
	cfg.RuntimeParams["statement_timeout"] = "0"
	cfg.RuntimeParams["lock_timeout"] = "0"
	return cfg
}

func closeConn(conn *pgx.Conn) {
	ctx, cancel := context.WithTimeout(context.Background(), pool.IdleTimeout)
	defer cancel()
	_ = conn.Close(ctx) // a session that can't say good-bye is ended by the server
}

func (s *Migrator) migrateCore(ctx context.Context, conn *pgx.Conn) error {
	// The version table lies in the schema that the first migration fills.
	if _, err := conn.Exec(ctx, "CREATE SCHEMA IF NOT EXISTS "+tables.CoreSchema); err != nil {
		return err
	}
	db := stdlib.OpenDB(*s.ddlConfig())
	defer func() { _ = db.Close() }() // nothing is left to be written
	provider, err := goose.NewProvider(goose.DialectPostgres, db, migrationFiles, goose.WithTableName(versionTable),
		// Steps are written side by side: one may land behind a later one.
		goose.WithAllowOutofOrder(true))
	if err != nil {
		return err
	}
	done, err := provider.Up(ctx)
	for _, step := range done {
		s.pool.Log.InfoContext(ctx, "migrated the core tables", "version", step.Source.Version, "took", step.Duration)
	}
	return err
}
