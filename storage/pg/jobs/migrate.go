package jobs

import (
	"context"

	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/rivermigrate"

	"switchboard/storage/pg/pool"
)

// schema is where River's tables lie.
const schema = "river"

// Migrate makes River's tables, or brings them up to what its library needs. One node at a
// time may do so.
func Migrate(ctx context.Context, db *pool.Pool) error {
	if _, err := db.Exec(ctx, "CREATE SCHEMA IF NOT EXISTS "+schema, pgx.QueryExecModeSimpleProtocol); err != nil {
		return err
	}
	migrator, err := rivermigrate.New(riverpgxv5.New(db.Pool), &rivermigrate.Config{Schema: schema, Logger: quiet(db.Log)})
	if err != nil {
		return err
	}
	done, err := migrator.Migrate(ctx, rivermigrate.DirectionUp, nil)
	if err != nil {
		return err
	}
	for _, step := range done.Versions {
		db.Log.InfoContext(ctx, "migrated the queue of jobs", "version", step.Version, "took", step.Duration)
	}
	return nil
}
