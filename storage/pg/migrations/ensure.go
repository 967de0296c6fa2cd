package migrations

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"golang.org/x/sync/errgroup"

	"switchboard/storage/id"
	"switchboard/storage/pg/indexing"
	"switchboard/storage/pg/organizations"
	"switchboard/storage/pg/pool"
	"switchboard/storage/pg/tables"
)

const (
	ddlTries = 40
	// inspectedAtOnce bounds the organizations whose tables are read in one statement.
	inspectedAtOnce = 100
	// ensuredAtOnce is how many organizations' tables are made at the same time.
	ensuredAtOnce = 4
)

// ensureAll brings the tables and records of organizations up to the registry. What
// they have is read for many in one statement: the catalogue of many tenants is large,
// and to ask it for each of them would take a time that grows with their square.
func (s *Migrator) ensureAll(ctx context.Context, conn *pgx.Conn, organizations []organizations.Organization) error {
	for part := range slices.Chunk(organizations, inspectedAtOnce) {
		have, err := s.inspect(ctx, conn, part)
		if err != nil {
			return s.pool.Failure(err)
		}
		work, ctx := errgroup.WithContext(ctx)
		work.SetLimit(ensuredAtOnce)
		for _, o := range part {
			work.Go(func() error { return s.ensureApart(ctx, o, have[tables.SchemaOf(o.ID)]) })
		}
		if err := work.Wait(); err != nil {
			return s.pool.Failure(err)
		}
	}
	return nil
}

// ensureApart brings one organization up to the registry on a connection of its own.
func (s *Migrator) ensureApart(ctx context.Context, o organizations.Organization, have *present) error {
	conn, err := s.connectForDDL(ctx)
	if err != nil {
		return err
	}
	defer closeConn(conn)
	if err := s.ensure(ctx, conn, o.ID, have); err != nil {
		return fmt.Errorf("tables of organization %s: %w", o.ID, err)
	}
	if err := s.directory.MakeSingletons(ctx, conn, o.ID, o.Name); err != nil {
		return fmt.Errorf("records of organization %s: %w", o.ID, err)
	}
	if err := s.directory.FillDirectory(ctx, conn, o.ID); err != nil {
		return fmt.Errorf("directory of organization %s: %w", o.ID, err)
	}
	_, err = conn.Exec(ctx, "UPDATE core.organization SET registry = $2 WHERE id = $1", string(o.ID), s.tables.Digest())
	return err
}

// ensure makes what the registry says and the organization's schema lacks:
// tables, columns, indexes. It never drops or alters a column.
func (s *Migrator) ensure(ctx context.Context, conn *pgx.Conn, organization id.ID, have *present) error {
	if have == nil {
		have = &present{}
		if err := s.exec(ctx, conn, "CREATE SCHEMA IF NOT EXISTS "+tables.Quote(tables.SchemaOf(organization))); err != nil {
			return err
		}
	}
	of, err := s.tables.Of(ctx, organization)
	if err != nil {
		return err
	}
	for _, o := range of.Registry.Objects() {
		t, err := of.Find(o.APIName)
		if err != nil {
			return err
		}
		if err := s.ensureTable(ctx, conn, t, have); err != nil {
			return fmt.Errorf("object %s: %w", o.APIName, err)
		}
	}
	return nil
}

func (s *Migrator) ensureTable(ctx context.Context, conn *pgx.Conn, t *tables.Table, have *present) error {
	columns := have.columns[t.Object.Key()]
	if columns == nil {
		return s.exec(ctx, conn, tables.CreateTable(t))
	}
	var missing []string
	for _, c := range t.All() {
		name, want := c.Field.Key(), c.Kind.Column.SQL
		switch is, ok := columns[name]; {
		case !ok:
			missing = append(missing, "ADD COLUMN "+tables.Definition(c))
		case is != want:
			return fmt.Errorf("column %s is %s in the database and %s in the registry: a type is never altered in place", name, is, want)
		}
	}
	if len(missing) > 0 {
		if err := s.exec(ctx, conn, "ALTER TABLE "+t.Name+" "+strings.Join(missing, ", ")); err != nil {
			return err
		}
	}
	// The indexes of a table without a record come with its first one.
	if _, used := have.indexes[tables.KeyName(t)]; used {
		if err := s.ensureIndexes(ctx, conn, t, have); err != nil {
			return err
		}
	}
	if have.counted[t.Object.Key()] {
		return nil
	}
	return s.execAll(ctx, conn, tables.CountTriggers(t))
}

// ensureIndexes makes the indexes that a table lacks, or has half made; of the late ones those
// alone that a large table is to have.
func (s *Migrator) ensureIndexes(ctx context.Context, conn *pgx.Conn, t *tables.Table, have *present) error {
	isLarge, computed := have.large[t.Object.Key()], false
	for _, x := range tables.IndexesOf(t) {
		valid, exists := have.indexes[x.Name]
		if x.Late() {
			if (exists && !valid) || (!exists && isLarge) {
				if err := s.buildLate(ctx, t, x); err != nil {
					return err
				}
				computed = computed || x.Computed
			}
			if err := s.dropReplaced(ctx, conn, x); err != nil {
				return err
			}
			continue
		}
		if err := s.ensureIndex(ctx, conn, t, x, exists, valid); err != nil {
			return err
		}
	}
	if computed {
		return s.patiently(ctx, conn, "ANALYZE "+t.Name)
	}
	return nil
}

// ensureIndex makes an index that a table has from its first record on.
func (s *Migrator) ensureIndex(ctx context.Context, conn *pgx.Conn, t *tables.Table, x tables.Index, exists, valid bool) error {
	if exists && !valid { // left over from a build that was cut off
		if err := s.patiently(ctx, conn, "DROP INDEX CONCURRENTLY IF EXISTS "+x.Qualified); err != nil {
			return err
		}
	}
	if !exists || !valid {
		err := s.patiently(ctx, conn, x.Statement("CONCURRENTLY "))
		if x.Replaces != "" && pool.Is(err, pool.UniqueViolation) {
			return s.keepReplaced(ctx, conn, t, x)
		}
		if err != nil {
			return err
		}
	}
	return s.dropReplaced(ctx, conn, x)
}

// keepReplaced leaves the index of an earlier release in force where records have in common what
// the one that replaces it forbids. It is tried again when the tables are brought up to a registry.
func (s *Migrator) keepReplaced(ctx context.Context, conn *pgx.Conn, t *tables.Table, x tables.Index) error {
	s.pool.Log.WarnContext(ctx, "records differ in case or accents alone in a field that is unique: the exact texts stay unique until they are changed",
		"table", t.Name, "field", x.Key)
	return s.patiently(ctx, conn, "DROP INDEX CONCURRENTLY IF EXISTS "+x.Qualified)
}

// dropReplaced drops the index of an earlier release that another one replaces.
func (s *Migrator) dropReplaced(ctx context.Context, conn *pgx.Conn, x tables.Index) error {
	if x.Replaces == "" {
		return nil
	}
	return s.patiently(ctx, conn, "DROP INDEX CONCURRENTLY IF EXISTS "+x.Replaces)
}

// buildLate builds a late index, and waits while another session does.
func (s *Migrator) buildLate(ctx context.Context, t *tables.Table, x tables.Index) error {
	for {
		isDone, err := indexing.BuildLate(ctx, s.pool, t, x)
		if isDone || err != nil {
			return err
		}
		if err := ctx.Err(); err != nil {
			return err
		}
	}
}

func (s *Migrator) execAll(ctx context.Context, conn *pgx.Conn, statements []string) error {
	for _, statement := range statements {
		if err := s.exec(ctx, conn, statement); err != nil {
			return err
		}
	}
	return nil
}

// exec runs one statement of the schema. It waits for a lock only briefly and tries
// again, so that it never blocks the product's statements for long.
func (s *Migrator) exec(ctx context.Context, conn *pgx.Conn, statement string) error {
	if _, err := conn.Exec(ctx, "SET lock_timeout = '"+ddlLockTimeout+"'"); err != nil {
		return err
	}
	for try := 1; ; try++ {
		_, err := conn.Exec(ctx, statement, pgx.QueryExecModeSimpleProtocol)
		var e *pgconn.PgError
		if err == nil || !errors.As(err, &e) || e.Code != pool.LockNotAvailable || try == ddlTries {
			return err
		}
		wait := time.NewTimer(50*time.Millisecond + rand.N(100*time.Millisecond)) //nolint:gosec // a wait is no secret
		select {
		case <-wait.C:
		case <-ctx.Done():
			wait.Stop()
			return ctx.Err()
		}
	}
}

// patiently runs a statement that blocks nobody and may wait for its locks: an index
// whose concurrent building gives up half-way stays invalid.
func (s *Migrator) patiently(ctx context.Context, conn *pgx.Conn, statement string) error {
	if _, err := conn.Exec(ctx, "SET lock_timeout = 0"); err != nil {
		return err
	}
	_, err := conn.Exec(ctx, statement, pgx.QueryExecModeSimpleProtocol)
	return err
}

// present is what an organization's schema holds already.
type present struct {
	columns map[string]map[string]string // table → column → type
	indexes map[string]bool              // name → valid
	counted map[string]bool              // table → its records are counted
	large   map[string]bool              // table → it has reached tables.IndexedFrom
}

// inspect reads what organizations have, by the names of their schemas; one that has no
// table is absent.
func (s *Migrator) inspect(ctx context.Context, conn *pgx.Conn, organizations []organizations.Organization) (map[string]*present, error) {
	names := make([]string, len(organizations))
	for i, o := range organizations {
		names[i] = tables.SchemaOf(o.ID)
	}
	have := map[string]*present{}
	of := func(name string) *present {
		if have[name] == nil {
			have[name] = &present{columns: map[string]map[string]string{}, indexes: map[string]bool{}, counted: map[string]bool{}, large: map[string]bool{}}
		}
		return have[name]
	}
	rows, err := conn.Query(ctx, `
		SELECT n.nspname, c.relname, a.attname, format_type(a.atttypid, a.atttypmod)
		FROM pg_namespace n JOIN pg_class c ON c.relnamespace = n.oid
		JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
		WHERE n.nspname = ANY ($1) AND c.relkind = 'r'`, names)
	if err != nil {
		return nil, err
	}
	var in, tableName, name, columnType string
	_, err = pgx.ForEachRow(rows, []any{&in, &tableName, &name, &columnType}, func() error {
		columns := of(in).columns
		if columns[tableName] == nil {
			columns[tableName] = map[string]string{}
		}
		columns[tableName][name] = columnType
		return nil
	})
	if err != nil {
		return nil, err
	}
	rows, err = conn.Query(ctx, `
		SELECT n.nspname, c.relname, i.indisvalid
		FROM pg_namespace n JOIN pg_class c ON c.relnamespace = n.oid JOIN pg_index i ON i.indexrelid = c.oid
		WHERE n.nspname = ANY ($1)`, names)
	if err != nil {
		return nil, err
	}
	var valid bool
	_, err = pgx.ForEachRow(rows, []any{&in, &name, &valid}, func() error {
		of(in).indexes[name] = valid
		return nil
	})
	if err != nil {
		return nil, err
	}
	rows, err = conn.Query(ctx, `
		SELECT n.nspname, c.relname
		FROM pg_namespace n JOIN pg_class c ON c.relnamespace = n.oid JOIN pg_trigger g ON g.tgrelid = c.oid
		WHERE n.nspname = ANY ($1) AND g.tgname = $2`, names, tables.CountTrigger)
	if err != nil {
		return nil, err
	}
	_, err = pgx.ForEachRow(rows, []any{&in, &name}, func() error {
		of(in).counted[name] = true
		return nil
	})
	if err != nil {
		return nil, err
	}
	rows, err = conn.Query(ctx, `
		SELECT n.nspname, c.relname
		FROM pg_namespace n JOIN pg_class c ON c.relnamespace = n.oid
		WHERE n.nspname = ANY ($1) AND c.relkind = 'r' AND pg_relation_size(c.oid) >= $2`, names, tables.IndexedFrom)
	if err != nil {
		return nil, err
	}
	_, err = pgx.ForEachRow(rows, []any{&in, &name}, func() error {
		of(in).large[name] = true
		return nil
	})
	return have, err
}
