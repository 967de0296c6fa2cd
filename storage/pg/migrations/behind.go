package migrations

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"switchboard/storage/fault"
	"switchboard/storage/pg/tables"
)

const versionTable = tables.CoreSchema + ".schema_version"

// Behind counts the steps of the core tables that this release has and the database lacks;
// never is where it has none of them. Nothing is changed.
func (s *Migrator) Behind(ctx context.Context) (steps int, never bool, err error) {
	known, err := versions()
	if err != nil {
		return 0, false, err
	}
	var is bool
	if err := s.pool.QueryRow(ctx, "SELECT to_regclass($1) IS NOT NULL", versionTable).Scan(&is); err != nil {
		return 0, false, s.pool.Failure(err)
	}
	if !is {
		return len(known), true, nil
	}
	err = s.pool.QueryRow(ctx, "SELECT count(*) FROM unnest($1::bigint[]) v WHERE v NOT IN (SELECT version_id FROM "+versionTable+" WHERE is_applied)", known).Scan(&steps)
	return steps, steps == len(known), s.pool.Failure(err)
}

// CheckRelease refuses a database that a newer release has migrated: what this release
// writes could break what the newer one relies on.
func (s *Migrator) CheckRelease(ctx context.Context) error {
	known, err := versions()
	if err != nil {
		return err
	}
	var exists bool
	if err := s.pool.QueryRow(ctx, "SELECT to_regclass($1) IS NOT NULL", versionTable).Scan(&exists); err != nil || !exists {
		return s.pool.Failure(err)
	}
	// Version 0 is the row with which the version table begins.
	var steps, last int64
	err = s.pool.QueryRow(ctx, "SELECT count(*), coalesce(max(version_id), 0) FROM "+versionTable+" WHERE is_applied AND version_id > 0 AND version_id <> ALL ($1::bigint[])", known).Scan(&steps, &last)
	if err != nil {
		return s.pool.Failure(err)
	}
	if steps > 0 {
		return fmt.Errorf("the database is of a newer release and has %s that this one does not know (up to %d): "+
			"start that release or a later one, or restore a backup made before the upgrade", fault.Count(steps, "migration", "migrations"), last)
	}
	return nil
}

// versions are the numbers of this release's steps, which begin the names of their files.
func versions() ([]int64, error) {
	files, err := migrationFiles.ReadDir(".")
	if err != nil {
		return nil, err
	}
	out := make([]int64, len(files))
	for i, f := range files {
		number, _, _ := strings.Cut(f.Name(), "_")
		if out[i], err = strconv.ParseInt(number, 10, 64); err != nil {
			return nil, err
		}
	}
	return out, nil
}
