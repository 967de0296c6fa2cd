package definitions

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/pgxpool"

	"switchboard/storage/id"
	"switchboard/storage/pg/indexing"
	"switchboard/storage/pg/pool"
	"switchboard/storage/pg/tables"
	"switchboard/storage/row"
	"switchboard/storage/schema"
)

// change is a change that is being executed, with the object's table as it stands and as it will
// be.
type change struct {
	own       *schema.Own
	table     *tables.Table
	next      *tables.Table
	converted []conversionOf
}

// conversionOf is a field whose values are converted into a column of their own.
type conversionOf struct {
	from     *tables.Column
	to       *schema.Field
	old, new string // the columns, quoted
}

// changing reads the change of an object that a job executes; nil if it is another's, or over.
func (m *Maker) changing(ctx context.Context, organization id.ID, object string, job id.ID) (*change, error) {
	have, err := m.Definitions(ctx, organization)
	if err != nil {
		return nil, err
	}
	own := have.Of(object).Own
	if own == nil || own.Changing == nil || own.Changing.Job != job {
		return nil, nil //nolint:nilnil // nothing is to be done
	}
	c := &change{own: own}
	if c.table, err = tables.NewTables(tables.SchemaOf(organization), have.Registry).Find(object); err != nil {
		return nil, err
	}
	var used []*schema.Own
	for _, d := range have.All {
		switch {
		case d.Own == own:
			used = append(used, own.Changed(time.Time{}))
		case d.Own.Retired == nil:
			used = append(used, d.Own)
		}
	}
	registry, left := have.Base.With(1, nil, used...)
	if len(left) > 0 {
		return nil, unfit(left[0])
	}
	if c.next, err = tables.NewTables(tables.SchemaOf(organization), registry).Find(object); err != nil {
		return nil, err
	}
	for _, f := range own.Changing.Fields {
		if from := c.table.Column(f.Name); from != nil && from.Field.Key() != f.Key() {
			c.converted = append(c.converted, conversionOf{from, f, from.Name, tables.Quote(f.Key())})
		}
	}
	return c, nil
}

// Prepare makes the columns that values are converted to, and has what is written from now
// on converted. It may be repeated.
func (m *Maker) Prepare(ctx context.Context, organization id.ID, object string, job id.ID) error {
	c, err := m.changing(ctx, organization, object, job)
	if c == nil || err != nil || len(c.converted) == 0 {
		return err
	}
	var statements []string
	for _, one := range c.converted {
		statements = append(statements, "ALTER TABLE "+c.table.Name+" ADD COLUMN IF NOT EXISTS "+one.new+" "+one.to.Kind().Column.SQL)
		statements = append(statements, c.functions(one, false)...)
		trigger, function, _ := conversion(c.table, one.to.Key())
		statements = append(statements, "CREATE OR REPLACE TRIGGER "+trigger+" BEFORE INSERT OR UPDATE OF "+one.old+" ON "+c.table.Name+" FOR EACH ROW EXECUTE FUNCTION "+function+"()")
	}
	return m.patiently(ctx, func(ctx context.Context) error {
		return m.pool.RunInTx(ctx, func(ctx context.Context, tx pgx.Tx) error {
			_, err := tx.Exec(ctx, "SET LOCAL lock_timeout = '"+lockTimeout+"'; "+strings.Join(statements, "; "), pgx.QueryExecModeSimpleProtocol)
			return err
		})
	})
}

// Refused is the SQLSTATE of a value that no node writes that knows of a conversion.
const Refused = "SB001"

// functions make the functions that convert a value, and what is written. strict refuses what
// can't be converted: then nobody reads any more what it was converted from.
func (c *change) functions(one conversionOf, strict bool) []string {
	_, function, convert := conversion(c.table, one.to.Key())
	refuse := ""
	if strict {
		refuse = "IF NEW." + one.new + " IS NULL AND (" + one.from.Field.HasValue("NEW."+one.old) + ") THEN RAISE EXCEPTION 'the field has changed' USING ERRCODE = '" + Refused + "'; END IF; "
	}
	into := "NEW." + one.new + " := " + convert + "(NEW." + one.old + "); " + refuse
	return []string{
		"CREATE OR REPLACE FUNCTION " + convert + "(v " + one.from.Kind.Column.SQL + ") RETURNS " + one.to.Kind().Column.SQL +
			" LANGUAGE plpgsql STABLE SET timezone = 'UTC' SET datestyle = 'ISO' SET extra_float_digits = 1 AS $convert$" + schema.Conversion(one.from.Field, one.to) + "$convert$",
		"CREATE OR REPLACE FUNCTION " + function + "() RETURNS trigger LANGUAGE plpgsql AS $write$BEGIN " +
			"IF TG_OP = 'INSERT' THEN IF NEW." + one.new + " IS NULL THEN " + into + "END IF; " +
			"ELSIF NEW." + one.old + " IS DISTINCT FROM OLD." + one.old + " THEN " + into + "END IF; RETURN NEW; END$write$",
	}
}

// Convert converts the values of the next records, after one, in the transaction of its context;
// last is "" if there are no more.
func (m *Maker) Convert(ctx context.Context, organization id.ID, object string, job, after id.ID, limit int) (last id.ID, n int64, err error) {
	c, err := m.changing(ctx, organization, object, job)
	if c == nil || err != nil || len(c.converted) == 0 {
		return "", 0, err
	}
	var set, due []string
	for _, one := range c.converted {
		_, _, convert := conversion(c.table, one.to.Key())
		set = append(set, one.new+" = CASE WHEN t."+one.new+" IS NULL THEN "+convert+"(t."+one.old+") ELSE t."+one.new+" END")
		due = append(due, "t."+one.new+" IS NULL AND "+one.from.Field.HasValue("t."+one.old))
	}
	var at pgtype.UUID
	err = m.pool.Source(ctx).QueryRow(ctx, `WITH portion AS MATERIALIZED (
			SELECT id FROM `+c.table.Name+` WHERE id > $1::uuid ORDER BY id LIMIT $2 FOR UPDATE
		), converted AS (
			UPDATE `+c.table.Name+` t SET `+strings.Join(set, ", ")+` FROM portion WHERE t.id = portion.id AND (`+strings.Join(due, " OR ")+`)
		) SELECT (SELECT id FROM portion ORDER BY id DESC LIMIT 1), (SELECT count(*) FROM portion)`, first(after), limit).Scan(&at, &n)
	if err != nil || !at.Valid || n < int64(limit) {
		return "", n, m.pool.Failure(err)
	}
	return tables.ToID(at), n, nil
}

// first is an id for a comparison: one below all others where there is none.
func first(one id.ID) string {
	if one == "" {
		return "00000000-0000-0000-0000-000000000000"
	}
	return string(one)
}

// Size counts the records of an object, removed ones too.
func (m *Maker) Size(ctx context.Context, organization id.ID, object string) (n int64, err error) {
	t, err := m.tables.Table(ctx, organization, object)
	if err != nil {
		return 0, err
	}
	err = m.pool.Source(ctx).QueryRow(ctx, "SELECT count(*) FROM "+t.Name).Scan(&n)
	return n, m.pool.Failure(err)
}

// Empty names the next records, after one, in which a field is empty, and locks them in the
// transaction of its context.
func (m *Maker) Empty(ctx context.Context, organization id.ID, object, field string, after id.ID, limit int) ([]id.ID, error) {
	t, err := m.tables.Table(ctx, organization, object)
	if err != nil {
		return nil, err
	}
	c := t.Column(field)
	if c == nil {
		return nil, nil
	}
	rows, err := m.pool.Source(ctx).Query(ctx, "SELECT id::text FROM "+t.Name+" WHERE deleted_date IS NULL AND "+isEmpty(c, c.Name)+" AND id > $1::uuid ORDER BY id LIMIT $2 FOR UPDATE", first(after), limit)
	if err != nil {
		return nil, m.pool.Failure(err)
	}
	ids, err := pgx.CollectRows(rows, pgx.RowTo[id.ID])
	return ids, m.pool.Failure(err)
}

func isEmpty(c *tables.Column, name string) string {
	return "(" + c.Kind.Column.HasValue(name) + ") IS NOT TRUE"
}

// maxKey is how many characters an index holds of a text.
const maxKey = 255

// Problems finds the records that don't fit a change, at most limit of them, and tells how
// many there are.
func (m *Maker) Problems(ctx context.Context, organization id.ID, object string, job id.ID, limit int) (found []row.Problem, count int64, err error) {
	c, err := m.changing(ctx, organization, object, job)
	if c == nil || err != nil {
		return nil, 0, err
	}
	for _, one := range c.converted {
		out := fmt.Sprintf(one.from.Field.Type.Out, "t."+one.old)
		where := "t." + one.new + " IS NULL AND " + one.from.Field.HasValue("t."+one.old)
		if err := m.problems(ctx, c, &found, &count, limit, where, "left("+out+", 60)", one.to.Title+": this can't be converted: %s"); err != nil {
			return nil, 0, err
		}
	}
	for _, f := range c.own.Changing.Fields {
		next := c.next.Column(f.Name)
		had := c.table.Column(f.Name)
		if next == nil {
			continue
		}
		key := fmt.Sprintf(f.DistinctBy(), "t."+next.Name)
		if (f.Indexed || f.Unique) && next.Kind.Longest > maxKey {
			if err := m.problems(ctx, c, &found, &count, limit, fmt.Sprintf("char_length(t.%s) > %d", next.Name, maxKey), "char_length(t."+next.Name+")::text", f.Title+": an index holds 255 characters, and this has %s"); err != nil {
				return nil, 0, err
			}
		}
		if f.Required && (had == nil || !had.Field.Required) {
			if err := m.problems(ctx, c, &found, &count, limit, "t.deleted_date IS NULL AND "+isEmpty(next, "t."+next.Name), "''", f.Title+": this is empty%s"); err != nil {
				return nil, 0, err
			}
		}
		if f.Unique && (had == nil || !had.Field.Unique || had.Field.Key() != f.Key()) {
			where := "t.deleted_date IS NULL AND NOT " + isEmpty(next, "t."+next.Name) + " AND " + key + " IN (SELECT " + key + " FROM " + c.table.Name + " t WHERE t.deleted_date IS NULL GROUP BY 1 HAVING count(*) > 1)"
			if err := m.problems(ctx, c, &found, &count, limit, where, "left((t."+next.Name+")::text, 60)", f.Title+": others have the same: %s"); err != nil {
				return nil, 0, err
			}
		}
	}
	return found, count, nil
}

func (m *Maker) problems(ctx context.Context, c *change, found *[]row.Problem, count *int64, limit int, where, value, detail string) error {
	name := c.table.Column(c.table.Object.NameField)
	text := "SELECT t.id::text, coalesce(" + name.Alias + "::text, ''), coalesce(" + value + ", ''), t.deleted_date IS NOT NULL, count(*) OVER () FROM " + c.table.Name + " t WHERE " + where + " ORDER BY t.id LIMIT $1"
	rows, err := m.pool.Source(ctx).Query(ctx, text, max(limit-len(*found), 1))
	if err != nil {
		return m.pool.Failure(err)
	}
	var one row.Problem
	var what string
	var removed bool
	var n int64
	_, err = pgx.ForEachRow(rows, []any{&one.ID, &one.Name, &what, &removed, &n}, func() error {
		one.Value, one.Detail = what, fmt.Sprintf(detail, what)
		if removed {
			one.Detail += " (this record was deleted)"
		}
		if len(*found) < limit {
			*found = append(*found, one)
		}
		return nil
	})
	*count += n
	return m.pool.Failure(err)
}

// Swap has a change in force, in one short transaction: false where records don't fit after
// all. It may be repeated.
func (m *Maker) Swap(ctx context.Context, organization, by id.ID, object string, job id.ID) (isDone bool, err error) {
	c, err := m.changing(ctx, organization, object, job)
	if c == nil || err != nil {
		return err == nil, err
	}
	now := time.Now().UTC()
	_, err = m.redefine(ctx, organization, by, object, "object.changed", func(have *schema.Definitions) (*schema.Own, error) {
		own := have.Of(object).Own
		if own == nil || own.Changing == nil || own.Changing.Job != job {
			return nil, nil
		}
		next := own.Changed(now)
		var what []string
		for _, f := range own.Changing.Fields {
			what = append(what, f.Name)
		}
		if own.Changing.Search != nil {
			what = append(what, "search")
		}
		next.Edits = append([]schema.Edit{{Version: have.Of(object).Version + 1, At: now, By: by, What: what}}, own.Edits...)
		return next, nil
	}, func(ctx context.Context, conn *pgxpool.Conn, _ *tables.Tables) error {
		if len(c.converted) == 0 {
			return nil
		}
		// The lock that dropping an index takes, at once: a writer who has read and waits for a
		// weaker one would be waited for.
		if _, err := conn.Exec(ctx, "SET LOCAL lock_timeout = '"+lockTimeout+"'; LOCK TABLE "+c.table.Name+" IN ACCESS EXCLUSIVE MODE", pgx.QueryExecModeSimpleProtocol); err != nil {
			return err
		}
		var statements []string
		for _, one := range c.converted {
			statements = append(statements, c.functions(one, true)...)
		}
		for _, g := range c.guards() {
			var misfit bool
			if err := conn.QueryRow(ctx, "SELECT EXISTS (SELECT FROM "+c.table.Name+" WHERE "+g.where+")").Scan(&misfit); err != nil {
				return err
			}
			if misfit {
				return errMisfit
			}
			statements = append(statements, "DROP INDEX IF EXISTS "+c.table.Schema+"."+tables.Quote(g.name))
		}
		_, err := conn.Exec(ctx, strings.Join(statements, "; "), pgx.QueryExecModeSimpleProtocol)
		return err
	})
	if errors.Is(err, errMisfit) {
		return false, nil
	}
	return err == nil, err
}

var errMisfit = errors.New("a value was written that can't be converted")

// guard is an index of the records with a value that can't be converted: the swap, which
// stops writers, finds quickly that there are none.
type guard struct{ name, where string }

// guarded is how many fields one guard covers: what an index may say of its condition is
// limited (8 kB).
const guarded = 8

func (c *change) guards() (out []guard) {
	for part := range slices.Chunk(c.converted, guarded) {
		var where []string
		for _, one := range part {
			where = append(where, one.new+" IS NULL AND "+one.from.Field.HasValue(one.old))
		}
		out = append(out, guard{tables.Named(c.table.Object.Key(), part[0].to.Key(), "misfit"), strings.Join(where, " OR ")})
	}
	return out
}

// ConvertHistory converts what the history keeps of the next records, of the field whose values
// lie under a key now, in the transaction of its context; last is "" if there are no more.
func (m *Maker) ConvertHistory(ctx context.Context, organization id.ID, object, became string, after id.ID, limit int) (last id.ID, n int64, err error) {
	have, err := m.Definitions(ctx, organization)
	if err != nil {
		return "", 0, err
	}
	own := have.Of(object).Own
	t := tables.NewTables(tables.SchemaOf(organization), have.Registry).ByName[object]
	if own == nil || t == nil {
		return "", 0, nil
	}
	i := slices.IndexFunc(own.Former, func(f schema.Former) bool { return f.Became == became && t.Keyed(became) != nil })
	if i < 0 {
		return "", 0, nil
	}
	key := own.Former[i].Field.Key() // names are letters, digits and underscores
	_, _, convert := conversion(t, became)
	converted := func(in string) string {
		return "CASE WHEN " + in + " ? '" + key + "' AND NOT " + in + " ? '" + became + "' THEN " + in + " || jsonb_build_object('" + became + "', " +
			convert + "((jsonb_populate_record(NULL::" + t.Name + ", " + in + "))." + tables.Quote(key) + ")) ELSE " + in + " END"
	}
	var at pgtype.UUID
	err = m.pool.Source(ctx).QueryRow(ctx, `WITH portion AS MATERIALIZED (
			SELECT id FROM `+t.Name+` WHERE id > $1::uuid ORDER BY id LIMIT $2
		), converted AS (
			UPDATE core.record_change h SET before = `+converted("h.before")+`, after = `+converted("h.after")+`
			WHERE h.organization_id = $3::uuid AND h.object = $4 AND h.record_id IN (SELECT id FROM portion) AND (h.before ? $5 OR h.after ? $5)
		) SELECT (SELECT id FROM portion ORDER BY id DESC LIMIT 1), (SELECT count(*) FROM portion)`,
		first(after), limit, string(organization), object, key).Scan(&at, &n)
	if err != nil || !at.Valid || n < int64(limit) {
		return "", n, m.pool.Failure(err)
	}
	return tables.ToID(at), n, nil
}

// Indexes builds the indexes that a change asks for, without stopping anybody; false while
// another node builds one. It may be repeated, and goes on after the deadline of its
// context, but not after its end. A value that is not unique, or that no index holds, is
// row.ErrMisfit.
func (m *Maker) Indexes(ctx context.Context, organization id.ID, object string, job id.ID) (isDone bool, err error) {
	c, err := m.changing(ctx, organization, object, job)
	if c == nil || err != nil {
		return true, err
	}
	had := map[string]bool{}
	for _, x := range tables.IndexesOf(c.table) {
		had[x.Name] = true
	}
	for _, g := range c.guards() {
		statement := "CREATE INDEX CONCURRENTLY IF NOT EXISTS " + tables.Quote(g.name) + " ON " + c.table.Name + " (id) WHERE " + g.where
		if isDone, err := indexing.Build(ctx, m.pool, c.table, g.name, statement); !isDone || err != nil {
			return false, err
		}
	}
	for _, x := range tables.IndexesOf(c.next) {
		if had[x.Name] {
			continue
		}
		if isDone, err := indexing.Build(ctx, m.pool, c.table, x.Name, x.Statement("CONCURRENTLY ")); !isDone || err != nil {
			return false, err
		}
	}
	return true, nil
}

// patiently does something again whose place among others does not come at once.
func (m *Maker) patiently(ctx context.Context, do func(ctx context.Context) error) error {
	for try := 1; ; try++ {
		err := do(ctx)
		if !pool.Is(err, pool.LockNotAvailable) || try == lockTries {
			return err
		}
		if err := shortly(ctx); err != nil {
			return m.pool.Failure(err)
		}
	}
}

// GiveUp takes back what was prepared for a change that is not executed.
func (m *Maker) GiveUp(ctx context.Context, organization id.ID, object string, job id.ID) error {
	c, err := m.changing(ctx, organization, object, job)
	if c == nil || err != nil {
		return err
	}
	had := map[string]bool{}
	for _, x := range tables.IndexesOf(c.table) {
		had[x.Name] = true
	}
	_, err = m.redefine(ctx, organization, "", object, "object.unchanged", func(have *schema.Definitions) (*schema.Own, error) {
		own := have.Of(object).Own
		if own == nil || own.Changing == nil || own.Changing.Job != job {
			return nil, nil
		}
		next := *own
		next.Changing = nil
		return &next, nil
	}, func(ctx context.Context, conn *pgxpool.Conn, _ *tables.Tables) error {
		var statements []string
		for _, x := range tables.IndexesOf(c.next) {
			if !had[x.Name] {
				statements = append(statements, "DROP INDEX IF EXISTS "+x.Qualified)
			}
		}
		if statements == nil {
			return nil
		}
		_, err := conn.Exec(ctx, "SET LOCAL lock_timeout = '"+lockTimeout+"'; "+strings.Join(statements, "; "), pgx.QueryExecModeSimpleProtocol)
		return err
	})
	return err
}
