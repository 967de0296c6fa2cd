package definitions

import (
	"context"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/pg/commit"
	"switchboard/storage/pg/pool"
	"switchboard/storage/pg/tables"
	"switchboard/storage/row"
	"switchboard/storage/schema"
)

// Maker makes and changes the objects of organizations.
type Maker struct {
	pool      *pool.Pool
	tables    *tables.Cache
	committer *commit.Committer
	reader    *Reader
	base      *schema.Registry
}

// NewMaker makes the maker of a database.
func NewMaker(db *pool.Pool, of *tables.Cache, committer *commit.Committer, base *schema.Registry) *Maker {
	return &Maker{pool: db, tables: of, committer: committer, reader: &Reader{Pool: db}, base: base}
}

// AddObject adds an object to an organization, with its table, from now on on this node, and on
// others as their place in the organization's log comes to it. by is who wants it, "" for the
// system. Errors: fault.Invalid where the registry refuses it, fault.Conflict where the name is
// in use.
func (m *Maker) AddObject(ctx context.Context, organization, by id.ID, o *schema.Object) error {
	_, err := m.Redefine(ctx, organization, by, o.APIName, "object.defined", func(have *schema.Definitions) (*schema.Own, error) {
		if have.Registry.Object(o.APIName) != nil || have.Of(o.APIName).Own != nil {
			return nil, fault.New(fault.Conflict, "There is an object %q already.", o.APIName)
		}
		return &schema.Own{Object: *o}, nil
	})
	return err
}

// Definitions reads all definitions of an organization.
func (m *Maker) Definitions(ctx context.Context, organization id.ID) (*schema.Definitions, error) {
	if _, err := m.tables.Of(ctx, organization); err != nil {
		return nil, err
	}
	s, err := m.reader.stored(ctx, organization, m.base)
	if err != nil {
		return nil, err
	}
	registry, _ := s.registry(m.base)
	return &schema.Definitions{All: s.all, Registry: registry, Base: m.base}, nil
}

// Decide says from the definitions as they stand how one of them is to be; nil for as it is.
// It may be asked several times, and has no effect of its own.
type Decide = func(have *schema.Definitions) (*schema.Own, error)

// Redefine makes or changes the definition of an object, with the table or columns that it
// asks for, and gives it as it stands then. One change of an organization's definitions is
// made at a time. It waits for its place among the writers of the table only briefly, and
// tries again. Errors: those of decide, fault.Invalid where the registry refuses it.
func (m *Maker) Redefine(ctx context.Context, organization, by id.ID, object, cause string, decide Decide) (schema.Defined, error) {
	return m.redefine(ctx, organization, by, object, cause, decide, nil)
}

// Remake does several changes of definitions and records of an organization in one transaction.
// What it reads of the definitions is remembered by nobody else, since it may be rolled
// back.
func (m *Maker) Remake(ctx context.Context, organization id.ID, do func(ctx context.Context) error) error {
	defer m.tables.Forget(organization)
	return m.pool.Together(ctx, func(ctx context.Context) error { return do(tables.Passing(ctx)) })
}

const (
	// lockTimeout bounds how long a change of a table may stand in the queue, since
	// everybody behind it waits too.
	lockTimeout = "150ms"
	lockTries   = 60
)

// redefine does more in the same transaction, last of all: whatever locks the table is held
// for no longer than it takes to commit.
func (m *Maker) redefine(ctx context.Context, organization, by id.ID, object, cause string, decide Decide, more func(ctx context.Context, conn *pgxpool.Conn, next *tables.Tables) error) (out schema.Defined, err error) {
	if _, err := m.tables.Of(ctx, organization); err != nil {
		return out, err
	}
	for try := 1; ; try++ {
		err = m.pool.Together(ctx, func(ctx context.Context) error {
			out, err = m.once(ctx, organization, by, object, cause, decide, more)
			return err
		})
		if !pool.Is(err, pool.LockNotAvailable) || try == lockTries {
			break
		}
		if err := shortly(ctx); err != nil {
			return out, m.pool.Failure(err)
		}
	}
	m.tables.Forget(organization)
	return out, err
}

// shortly waits for a moment, of a random length: else the same two would meet again.
func shortly(ctx context.Context) error {
	wait := time.NewTimer(20*time.Millisecond + rand.N(80*time.Millisecond)) //nolint:gosec // a wait is no secret
	defer wait.Stop()
	select {
	case <-wait.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// removeDefinition takes a definition away for good.
func (m *Maker) removeDefinition(ctx context.Context, organization id.ID, d schema.Defined) error {
	if err := m.tell(ctx, organization, "", d.Record, "object.purged", d.Own, nil); err != nil {
		return err
	}
	_, err := m.committer.Commit(ctx, row.Change{Organization: organization, Writes: []row.Write{{
		Object: m.base.Role(schema.Definition).APIName, ID: d.Record, Op: entry.Removed, Expect: d.Version, Cause: "object.purged",
	}}})
	return err
}

func (m *Maker) once(ctx context.Context, organization, by id.ID, object, cause string, decide Decide, more func(context.Context, *pgxpool.Conn, *tables.Tables) error) (schema.Defined, error) {
	conn := m.pool.Transaction(ctx).Conn
	if _, err := conn.Exec(ctx, "SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", "definitions "+organization.String()); err != nil {
		return schema.Defined{}, m.pool.Failure(err)
	}
	s, err := m.reader.stored(ctx, organization, m.base)
	if err != nil {
		return schema.Defined{}, err
	}
	registry, _ := s.registry(m.base)
	have := &schema.Definitions{All: s.all, Registry: registry, Base: m.base}
	had := have.Of(object)
	next, err := decide(have)
	if next == nil || err != nil {
		return had, err
	}
	definition, err := schema.EncodeOwn(next)
	if err != nil {
		return had, unfit(err)
	}
	made := had
	made.Own = next
	if made.Version++; had.Own == nil {
		made.Record = id.New()
		s.all = append(s.all, made)
	} else {
		s.all[slices.IndexFunc(s.all, func(d schema.Defined) bool { return d.Record == had.Record })] = made
	}
	s.version++
	after, left := s.registry(m.base)
	if len(left) > len(s.unreadable) {
		return had, unfit(left[0])
	}
	write := row.Write{
		Object: m.base.Role(schema.Definition).APIName, ID: made.Record, Op: entry.Updated, Expect: had.Version, Cause: cause,
		Set: row.Fields{"name": next.Title, schema.DefinitionField: definition},
	}
	if had.Own == nil {
		write.Op, write.Expect = entry.Created, 0
		write.Set["api_name"] = next.APIName
	}
	if _, err := m.committer.Commit(ctx, row.Change{Organization: organization, By: by, Writes: []row.Write{write}}); err != nil {
		return had, err
	}
	if err := m.tell(ctx, organization, by, made.Record, cause, had.Own, next); err != nil {
		return had, err
	}
	of := tables.NewTables(tables.SchemaOf(organization), after)
	if err := m.lay(ctx, conn, tables.NewTables(tables.SchemaOf(organization), registry), of, had.Own, next); err != nil {
		return had, m.pool.Failure(err)
	}
	if more != nil {
		if err := more(ctx, conn, of); err != nil {
			return had, m.pool.Failure(err)
		}
	}
	return made, nil
}

// tell has the audit tell what became of a definition, where people see anything of it.
func (m *Maker) tell(ctx context.Context, organization, by, record id.ID, cause string, had, next *schema.Own) error {
	d, err := schema.Differs(had, next)
	if d == nil || err != nil {
		return err
	}
	return m.committer.Happened(ctx, row.Happening{
		Organization: organization, Object: m.base.Role(schema.Definition).APIName, Record: record, Actor: by, Cause: cause,
		Fields: row.Fields{schema.DifferenceField: d},
	})
}

func unfit(err error) error {
	return fault.Wrap(err, fault.Invalid, "This object is not valid: %s.", strings.TrimPrefix(err.Error(), "schema: "))
}

// lay makes the table of a definition, or the columns that it lacks, and drops what nothing
// needs any more.
func (m *Maker) lay(ctx context.Context, conn *pgxpool.Conn, before, of *tables.Tables, had, d *schema.Own) error {
	t := of.ByName[d.APIName]
	if t == nil { // in use no more
		return nil
	}
	statements, err := m.missing(ctx, conn, t, had == nil && !d.Extends)
	if err != nil {
		return err
	}
	statements = append(statements, unneeded(before.ByName[d.APIName], t, had, d)...)
	if len(statements) == 0 {
		return nil
	}
	_, err = conn.Exec(ctx, "SET LOCAL lock_timeout = '"+lockTimeout+"'; "+strings.Join(statements, "; "), pgx.QueryExecModeSimpleProtocol)
	return err
}

// missing makes a table, or the columns that it lacks.
func (m *Maker) missing(ctx context.Context, conn *pgxpool.Conn, t *tables.Table, isNew bool) ([]string, error) {
	if isNew {
		return []string{tables.CreateTable(t)}, nil
	}
	rows, err := conn.Query(ctx, "SELECT attname::text FROM pg_attribute WHERE attrelid = to_regclass($1) AND attnum > 0 AND NOT attisdropped", t.Name)
	if err != nil {
		return nil, err
	}
	have, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return nil, err
	}
	var add []string
	for _, c := range t.All() {
		if !slices.Contains(have, c.Field.Key()) {
			add = append(add, "ADD COLUMN "+tables.Definition(c))
		}
	}
	if len(add) == 0 {
		return nil, nil
	}
	return []string{"ALTER TABLE " + t.Name + " " + strings.Join(add, ", ")}, nil
}

// unneeded drops columns, conversions and indexes that a definition had and has no more.
// What is out of use keeps them: it may come back.
func unneeded(before, t *tables.Table, had, d *schema.Own) (statements []string) {
	if had == nil {
		return nil
	}
	converted := d.Conversions()
	for key := range had.Conversions() {
		if !converted[key] {
			statements = append(statements, dropConversion(t, key))
		}
	}
	keys := d.Keys()
	for _, key := range slices.Sorted(maps.Keys(had.Keys())) {
		if !keys[key] {
			statements = append(statements, "ALTER TABLE "+t.Name+" DROP COLUMN IF EXISTS "+tables.Quote(key))
		}
	}
	if before == nil {
		return statements
	}
	wanted := map[string]bool{}
	for _, x := range tables.IndexesOf(t) {
		wanted[x.Name] = true
	}
	for _, x := range tables.IndexesOf(before) {
		if !wanted[x.Name] && (x.Key == "" || t.Keyed(x.Key) != nil) {
			statements = append(statements, "DROP INDEX IF EXISTS "+x.Qualified)
		}
	}
	return statements
}

// conversion is the name of the trigger that converts what is written, and of its functions.
func conversion(t *tables.Table, key string) (trigger, function, convert string) {
	name := tables.Named(t.Object.Key(), key, "conv")
	return tables.Quote(name), t.Schema + "." + tables.Quote(name+"_write"), t.Schema + "." + tables.Quote(name+"_value")
}

func dropConversion(t *tables.Table, key string) string {
	trigger, function, convert := conversion(t, key)
	return "DROP TRIGGER IF EXISTS " + trigger + " ON " + t.Name + "; DROP FUNCTION IF EXISTS " + function + "; DROP FUNCTION IF EXISTS " + convert
}

// HaveOptions counts the records, removed ones too, whose field holds one of some values; or
// one that is none of them (others).
func (m *Maker) HaveOptions(ctx context.Context, organization id.ID, object, field string, values []string, others bool) (n int64, err error) {
	t, err := m.tables.Table(ctx, organization, object)
	if err != nil {
		return 0, err
	}
	c := t.Column(field)
	if c == nil {
		return 0, fault.New(fault.Invalid, "%s has no field %q.", t.Object.Title, field)
	}
	condition := c.Name + " = ANY ($1::text[])"
	switch list := c.Kind.Column.Element != nil; {
	case list && others:
		condition = "NOT " + c.Name + " <@ $1::text[]"
	case list:
		condition = c.Name + " && $1::text[]"
	case others:
		condition = c.Name + " <> ALL ($1::text[]) AND " + c.Name + " <> ''"
	}
	err = m.pool.Source(ctx).QueryRow(ctx, "SELECT count(*) FROM "+t.Name+" WHERE "+condition, values).Scan(&n)
	return n, m.pool.Failure(err)
}
