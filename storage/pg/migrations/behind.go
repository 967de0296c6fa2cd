package migrations

import (
	"context"
	"strconv"
	"strings"

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
