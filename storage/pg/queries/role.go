package queries

import (
	"context"
	"strings"

	"github.com/jackc/pgx/v5"

	"switchboard/storage/id"
	"switchboard/storage/pg/pool"
	"switchboard/storage/pg/tables"
)

const (
	// rolePrefix begins the name of every organization's role.
	rolePrefix = "switchboard_reads_"
	// roleLock keeps two nodes from granting at once (an arbitrary number).
	roleLock = 7_730_118_205
	// insufficientPrivilege is SQLSTATE 42501.
	insufficientPrivilege = "42501"
	// concurrently is what is said where a table changes while rights to it are granted.
	concurrently = "XX000"
	grantTries   = 3
)

// granted is what an organization's role was given.
type granted struct {
	name    string // "" if the database lets us have none
	version int64  // of the registry that it was made for, plus one
	files   bool   // we may say how much it may put on disk
}

// role returns the organization's role, with the rights that its tables ask for.
func (r *Runner) role(ctx context.Context, organization id.ID, of *tables.Tables) (granted, error) {
	version := of.Registry.Version() + 1
	r.mu.Lock()
	known := r.roles[organization]
	r.mu.Unlock()
	if known.version == version {
		return known, nil
	}
	made := granted{name: rolePrefix + organization.Compact(), version: version}
	err := r.grantRole(ctx, made.name, tables.SchemaOf(organization), of)
	for tries := 1; pool.Is(err, concurrently) && tries < grantTries; tries++ {
		err = r.grantRole(ctx, made.name, tables.SchemaOf(organization), of)
	}
	if pool.Is(err, insufficientPrivilege) {
		r.pool.Log.WarnContext(ctx, "the database's user may make no roles: queries run under its own rights, behind the compiler alone (docs/deployment.md)", "error", err)
		made.name, err = "", nil
	}
	if err != nil {
		return granted{}, r.pool.Failure(err)
	}
	if err = r.pool.QueryRow(ctx, "SELECT has_parameter_privilege('temp_file_limit', 'SET')").Scan(&made.files); err != nil {
		return granted{}, r.pool.Failure(err)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	const kept = 10_000
	if len(r.roles) >= kept {
		clear(r.roles)
	}
	r.roles[organization] = made
	return made, nil
}

// Unrestricted counts the organizations whose queries run under the rights of the database's
// user, because he may make no role for them and has none that somebody else made.
func (r *Runner) Unrestricted(ctx context.Context) (n int, err error) {
	err = r.pool.QueryRow(ctx, `SELECT count(*) FROM core.organization o
		WHERE NOT (SELECT rolsuper OR rolcreaterole FROM pg_roles WHERE rolname = current_user)
		AND NOT EXISTS (SELECT FROM pg_roles q WHERE q.rolname = '`+rolePrefix+`' || replace(o.id::text, '-', '')
		  AND pg_has_role(current_user, q.oid, CASE WHEN current_setting('server_version_num')::int < 160000 THEN 'MEMBER' ELSE 'SET' END))`).Scan(&n)
	return n, r.pool.Failure(err)
}

// forget has an organization's role be granted again.
func (r *Runner) forget(organization id.ID) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.roles, organization)
}

func (r *Runner) grantRole(ctx context.Context, name, schemaName string, of *tables.Tables) error {
	return pgx.BeginFunc(ctx, r.pool.Pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, "SELECT pg_advisory_xact_lock($1)", int64(roleLock)); err != nil {
			return err
		}
		if err := makeRole(ctx, tx, name); err != nil {
			return err
		}
		return grant(ctx, tx, name, schemaName, of)
	})
}

// makeRole makes a role unless it is there, and lets us take it. Roles belong to the whole
// server: another database's product may make the same one in this moment.
func makeRole(ctx context.Context, tx pgx.Tx, name string) error {
	var exists, member bool
	const ask = "SELECT EXISTS (SELECT FROM pg_roles WHERE rolname = $1)"
	if err := tx.QueryRow(ctx, ask, name).Scan(&exists); err != nil {
		return err
	}
	if !exists {
		_, err := tx.Exec(ctx, `DO $$ BEGIN CREATE ROLE `+tables.Quote(name)+` NOLOGIN NOINHERIT;
			EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$`)
		if err != nil {
			return err
		}
	}
	if err := tx.QueryRow(ctx, mayTake, name).Scan(&member); err != nil || member {
		return err
	}
	_, err := tx.Exec(ctx, "GRANT "+tables.Quote(name)+" TO CURRENT_USER")
	return err
}

// mayTake asks whether we may run under a role; the privilege has a name of its own since
// PostgreSQL 16.
const mayTake = `SELECT rolsuper OR pg_has_role(current_user, $1, CASE WHEN current_setting('server_version_num')::int < 160000 THEN 'MEMBER' ELSE 'SET' END)
	FROM pg_roles WHERE rolname = current_user`

// grant grants a role the columns that users can be shown, and revokes the others. A column that
// the registry does not know stays: it may be one of a later release, which runs beside this one.
func grant(ctx context.Context, tx pgx.Tx, role, schemaName string, of *tables.Tables) error {
	if _, err := tx.Exec(ctx, "GRANT USAGE ON SCHEMA "+tables.Quote(schemaName)+" TO "+tables.Quote(role)); err != nil {
		return err
	}
	has, err := columns(ctx, tx, role, schemaName)
	if err != nil {
		return err
	}
	for _, t := range of.ByName {
		var give, take []string
		had := has[t.Object.Key()]
		for _, c := range t.All() {
			switch show, held := shown(t, c), had[c.Field.Key()]; {
			case show && !held:
				give = append(give, c.Name)
			case held && !show:
				take = append(take, c.Name)
			}
		}
		if len(give) > 0 {
			if _, err := tx.Exec(ctx, "GRANT SELECT ("+strings.Join(give, ", ")+") ON "+t.Name+" TO "+tables.Quote(role)); err != nil {
				return err
			}
		}
		if len(take) > 0 {
			if _, err := tx.Exec(ctx, "REVOKE SELECT ("+strings.Join(take, ", ")+") ON "+t.Name+" FROM "+tables.Quote(role)); err != nil {
				return err
			}
		}
	}
	return nil
}

// shown reports whether people can be shown a column, or whether it says which rows they can.
func shown(t *tables.Table, c *tables.Column) bool {
	if t.Object.Internal {
		return false
	}
	return c.Field.Name == "deleted_date" || !c.Field.Internal && !c.Field.Type.Sealed
}

// columns are those that a role may read, by table.
func columns(ctx context.Context, tx pgx.Tx, role, schemaName string) (map[string]map[string]bool, error) {
	rows, err := tx.Query(ctx, `SELECT c.relname, a.attname FROM pg_namespace n JOIN pg_class c ON c.relnamespace = n.oid AND c.relkind = 'r'
		JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
		WHERE n.nspname = $1 AND has_column_privilege($2::name, c.oid, a.attnum, 'SELECT')`, schemaName, role)
	if err != nil {
		return nil, err
	}
	out := map[string]map[string]bool{}
	var table, column string
	_, err = pgx.ForEachRow(rows, []any{&table, &column}, func() error {
		if out[table] == nil {
			out[table] = map[string]bool{}
		}
		out[table][column] = true
		return nil
	})
	return out, err
}
