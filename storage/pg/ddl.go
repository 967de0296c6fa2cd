package pg

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"switchboard/storage/id"
	"switchboard/storage/schema"
)

const (
	// maxIdentifier is PostgreSQL's limit of a name, in bytes.
	maxIdentifier = 63
	ddlTries      = 40
)

// ensure makes what the registry says and the organisation's schema lacks:
// tables, columns, indexes. It never drops or alters a column.
func (s *Store) ensure(ctx context.Context, conn *pgx.Conn, organization id.ID) error {
	have, err := s.inspect(ctx, conn, organization)
	if err != nil {
		return err
	}
	if err := s.exec(ctx, conn, "CREATE SCHEMA IF NOT EXISTS "+quote(schemaOf(organization))); err != nil {
		return err
	}
	for _, o := range s.registry.Objects() {
		t, err := s.table(organization, o.APIName)
		if err != nil {
			return err
		}
		if err := s.ensureTable(ctx, conn, t, have); err != nil {
			return fmt.Errorf("object %s: %w", o.APIName, err)
		}
	}
	return nil
}

func (s *Store) ensureTable(ctx context.Context, conn *pgx.Conn, t *table, have *present) error {
	columns := have.columns[t.object.APIName]
	if columns == nil {
		return s.exec(ctx, conn, createTable(t))
	}
	var missing []string
	for _, c := range t.all() {
		name, want := c.field.Name, columnType(c.kind)
		switch is, ok := columns[name]; {
		case !ok:
			missing = append(missing, "ADD COLUMN "+definition(c))
		case is != want:
			return fmt.Errorf("column %s is %s in the database and %s in the registry: a type is never altered in place", name, is, want)
		}
	}
	if len(missing) > 0 {
		if err := s.exec(ctx, conn, "ALTER TABLE "+t.name+" "+strings.Join(missing, ", ")); err != nil {
			return err
		}
	}
	for _, x := range indexesOf(t) {
		valid, exists := have.indexes[x.name]
		if exists && !valid { // left over from a build that was cut off
			if err := s.patiently(ctx, conn, "DROP INDEX CONCURRENTLY IF EXISTS "+x.qualified); err != nil {
				return err
			}
		}
		if !exists || !valid {
			if err := s.patiently(ctx, conn, x.statement("CONCURRENTLY ")); err != nil {
				return err
			}
		}
		if x.replaces != "" {
			if err := s.patiently(ctx, conn, "DROP INDEX CONCURRENTLY IF EXISTS "+x.replaces); err != nil {
				return err
			}
		}
	}
	return nil
}

// exec runs one statement of the schema. It waits for a lock only briefly and
// tries again, so that it is never a cork in front of the product's statements.
func (s *Store) exec(ctx context.Context, conn *pgx.Conn, statement string) error {
	if _, err := conn.Exec(ctx, "SET lock_timeout = '"+ddlLockTimeout+"'"); err != nil {
		return err
	}
	for try := 1; ; try++ {
		_, err := conn.Exec(ctx, statement, pgx.QueryExecModeSimpleProtocol)
		var e *pgconn.PgError
		if err == nil || !errors.As(err, &e) || e.Code != lockNotAvailable || try == ddlTries {
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

// patiently runs a statement that stands in nobody's way: what is done
// concurrently may wait, and an index that gave up half-way would stay invalid.
func (s *Store) patiently(ctx context.Context, conn *pgx.Conn, statement string) error {
	if _, err := conn.Exec(ctx, "SET lock_timeout = 0"); err != nil {
		return err
	}
	_, err := conn.Exec(ctx, statement, pgx.QueryExecModeSimpleProtocol)
	return err
}

// present is what an organisation's schema holds already.
type present struct {
	columns map[string]map[string]string // table → column → type
	indexes map[string]bool              // name → valid
}

func (s *Store) inspect(ctx context.Context, conn *pgx.Conn, organization id.ID) (*present, error) {
	have := &present{columns: map[string]map[string]string{}, indexes: map[string]bool{}}
	rows, err := conn.Query(ctx, `
		SELECT c.relname, a.attname, format_type(a.atttypid, a.atttypmod)
		FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
		JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
		WHERE n.nspname = $1 AND c.relkind = 'r'`, schemaOf(organization))
	if err != nil {
		return nil, err
	}
	var tableName, name, columnType string
	_, err = pgx.ForEachRow(rows, []any{&tableName, &name, &columnType}, func() error {
		if have.columns[tableName] == nil {
			have.columns[tableName] = map[string]string{}
		}
		have.columns[tableName][name] = columnType
		return nil
	})
	if err != nil {
		return nil, err
	}
	rows, err = conn.Query(ctx, `
		SELECT c.relname, i.indisvalid
		FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_namespace n ON n.oid = c.relnamespace
		WHERE n.nspname = $1`, schemaOf(organization))
	if err != nil {
		return nil, err
	}
	var valid bool
	_, err = pgx.ForEachRow(rows, []any{&name, &valid}, func() error {
		have.indexes[name] = valid
		return nil
	})
	return have, err
}

// createStatements makes a whole organisation.
func (s *Store) createStatements(organization id.ID) string {
	schemaName := schemaOf(organization)
	statements := []string{"CREATE SCHEMA " + quote(schemaName)}
	for _, o := range s.registry.Objects() {
		statements = append(statements, createTable(newTable(schemaName, o)))
	}
	return strings.Join(statements, ";\n")
}

// createTable makes an empty table with its indexes.
func createTable(t *table) string {
	parts := make([]string, 0, len(t.columns)+len(t.generated))
	for _, c := range t.all() {
		parts = append(parts, definition(c)+constraint(c.field.Name))
	}
	statements := []string{"CREATE TABLE " + t.name + " (" + strings.Join(parts, ", ") + ")"}
	for _, x := range indexesOf(t) {
		statements = append(statements, x.statement(""))
	}
	return strings.Join(statements, ";\n")
}

// all gives the written and the generated columns.
func (t *table) all() []*column { return slices.Concat(t.columns, t.generated) }

func definition(c *column) string {
	out := c.name + " " + columnType(c.kind)
	if d := c.field.Derived; d != nil {
		out += " GENERATED ALWAYS AS (" + d.Expression + ") STORED"
	}
	return out
}

func constraint(field string) string {
	switch field {
	case "id":
		return " PRIMARY KEY"
	case "organization_id", "created_date", "modified_date":
		return " NOT NULL"
	case "version":
		return " NOT NULL DEFAULT 1"
	default:
		return ""
	}
}

// index is one index of a table.
type index struct {
	name, qualified, table string
	unique                 bool
	method, expression     string
	where                  string
	replaces               string // the index of an earlier release that forbids more
}

func (x index) statement(concurrently string) string {
	unique := ""
	if x.unique {
		unique = "UNIQUE "
	}
	return "CREATE " + unique + "INDEX " + concurrently + "IF NOT EXISTS " + quote(x.name) + " ON " + x.table +
		" USING " + x.method + " (" + x.expression + ") WHERE " + x.where
}

const living = "deleted_date IS NULL"

// indexesOf lists the indexes that an object's fields and route ask for.
func indexesOf(t *table) []index {
	var out []index
	add := func(field, suffix, method, expression string) *index {
		x := index{name: indexName(t.object.APIName, field, suffix), table: t.name, method: method, expression: expression, where: living}
		x.qualified = t.schema + "." + quote(x.name)
		out = append(out, x)
		return &out[len(out)-1]
	}
	route := t.object.Route
	for _, c := range t.all() {
		f := c.field
		routes := f.Name != "id" && (f.Name == route.Owner || f.Name == route.Members || f.Name == route.Candidates ||
			(t.object.APIName == userObject && f.Name == teamsField) || (t.object.APIName == teamObject && f.Name == membersField))
		switch {
		case f.Unique:
			x := add(f.Name, uniqueSuffix(f), "btree", keyExpression(c))
			x.unique = true
			if per := t.column(f.UniquePer); per != nil {
				x.expression += ", " + per.name
				x.replaces = t.schema + "." + quote(indexName(t.object.APIName, f.Name, "key"))
			}
			if c.kind == kindText {
				x.where += " AND " + c.name + " <> ''"
			}
		case f.Name == route.Thread && f.Name != "id" && t.column(numberField) != nil:
			add(f.Name, "idx", "btree", c.name+", "+quote(numberField))
		case f.Indexed || routes || (f.Name == route.Thread && f.Name != "id"):
			method := "btree"
			if c.kind == kindUUIDs || c.kind == kindTexts {
				method = "gin"
			}
			add(f.Name, "idx", method, keyExpression(c))
		}
		if f.Name == t.object.NameField && f.Indexed && c.kind == kindText {
			add(f.Name, "sort", "btree", sortExpression(c, "")+", id") // the order of lists
		}
	}
	return out
}

// numberField is the dense number of a record within its thread.
const numberField = "number"

// keyExpression is what equality of a field compares.
func keyExpression(c *column) string {
	switch {
	case c.field.Type == schema.Email:
		return "lower(" + c.name + ")"
	case c.field.Type == schema.Phone:
		return "(" + c.name + "->>'" + phoneKey + "')"
	case c.kind == kindTime:
		return c.name + ", id"
	default:
		return c.name
	}
}

// phoneKey is the part of a phone that identifies it, in E.164.
const phoneKey = "phone_number"

func uniqueIndexName(o *schema.Object, f *schema.Field) string {
	return indexName(o.APIName, f.Name, uniqueSuffix(f))
}

func uniqueSuffix(f *schema.Field) string {
	if f.UniquePer != "" {
		return "key_per_" + f.UniquePer
	}
	return "key"
}

// indexName makes a name within PostgreSQL's limit: names of an object and a
// field may fill it each.
func indexName(object, field, suffix string) string {
	name := object + "_" + field + "_" + suffix
	if len(name) <= maxIdentifier {
		return name
	}
	h := fnv.New64a()
	_, _ = h.Write([]byte(name)) // a hash never fails
	tail := fmt.Sprintf("_%016x", h.Sum64())
	return name[:maxIdentifier-len(tail)] + tail
}
