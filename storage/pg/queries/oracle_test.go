package queries_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"switchboard/actors/features"
	"switchboard/cmd/storetest"
	"switchboard/storage/access"
	"switchboard/storage/id"
	"switchboard/storage/pg/queries"
	"switchboard/storage/pg/tables"
	"switchboard/storage/query"
	"switchboard/storage/schema"
)

// oracle holds statements that the compiler made to PostgreSQL's own parser and planner:
// each must be one SELECT that the server takes, over tables of the organization alone.
type oracle struct {
	testing.TB
	conn         *pgx.Conn
	schema       string
	readers      []*access.Principal
	compile      func(p *access.Principal, text string) (query.Prepared, error)
	taken, plans int
}

func newOracle(t testing.TB) *oracle {
	t.Helper()
	store, dsn := storetest.WithDSN(t)
	org := storetest.Organization
	conn, err := pgx.Connect(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close(context.Background()) })
	o := &oracle{TB: t, conn: conn, schema: tables.SchemaOf(org)}
	o.compile = func(p *access.Principal, text string) (query.Prepared, error) {
		return store.PrepareQuery(context.Background(), org, query.Request{Text: text, Reader: p, Clock: noon})
	}
	all := map[string]access.ObjectPermission{}
	own := map[string]access.Scope{}
	for _, object := range features.Registry().Objects() {
		if !object.Internal {
			all[object.APIName], own[object.APIName] = access.ObjectPermission{Read: true}, access.ScopeTeam
		}
	}
	o.readers = []*access.Principal{principal(t, store, org, true), principal(t, store, org, false), principal(t, store, org, false, access.PermissionSet{Objects: all, Scopes: own})}
	return o
}

// planned is what the oracle looks at of a plan.
type planned struct {
	Operation string `json:"Operation"`
	Schema    string `json:"Schema"`
	Relation  string `json:"Relation Name"`
	Function  string `json:"Function Name"`
	Plans     []planned
}

// judge asks the server about a text that the compiler took.
func (o *oracle) judge(p *access.Principal, text string) {
	o.Helper()
	prepared, err := o.compile(p, text)
	if err != nil {
		return
	}
	o.taken++
	o.ask(text, prepared)
	if queries.Deep(prepared, true) {
		o.ask(text, prepared)
	}
}

// ask asks the server how it would go about a query.
func (o *oracle) ask(text string, prepared query.Prepared) {
	o.Helper()
	statement, args := queries.Statement(prepared)
	err := pgx.BeginTxFunc(context.Background(), o.conn, pgx.TxOptions{AccessMode: pgx.ReadOnly}, func(tx pgx.Tx) error {
		var plans []struct{ Plan planned }
		if err := tx.QueryRow(context.Background(), "EXPLAIN (VERBOSE, FORMAT JSON) "+statement, args...).Scan(&plans); err != nil {
			return err
		}
		for _, one := range plans {
			o.look(text, statement, &one.Plan)
		}
		return nil
	})
	if err != nil {
		o.Errorf("%s\n  is taken as %s\n  and refused by the database: %v", text, statement, err)
	}
}

func (o *oracle) look(text, statement string, plan *planned) {
	o.plans++
	if plan.Operation != "" && plan.Operation != "Select" || plan.Function != "" || plan.Relation != "" && plan.Schema != o.schema {
		o.Errorf("%s\n  is taken as %s\n  which is planned as %+v", text, statement, plan)
	}
	if object := o.readers[0].Registry().Object(plan.Relation); plan.Relation != "" && (object == nil || object.Internal) {
		o.Errorf("%s\n  is taken as %s\n  which reads %s", text, statement, plan.Relation)
	}
	for i := range plan.Plans {
		o.look(text, statement, &plan.Plans[i])
	}
}

// generator writes queries that are right more often than not.
type generator struct {
	*rand.Rand

	registry *schema.Registry
	objects  []*schema.Object
	depth    int
}

func newGenerator(seed uint64) *generator {
	g := &generator{Rand: rand.New(rand.NewPCG(seed, 7)), registry: features.Registry()}
	for _, o := range g.registry.Objects() {
		if !o.Internal {
			g.objects = append(g.objects, o)
		}
	}
	return g
}

func pick[T any](g *generator, list ...T) T { return list[g.IntN(len(list))] }

// field is a field of an object, or what stands behind one.
func (g *generator) field(o *schema.Object, name string) (string, *schema.Field) {
	f := pick(g, o.Fields...)
	path := name + "." + f.Name
	for range 2 {
		if !f.Type.Targeted || f.Type == schema.LookupList || g.IntN(3) > 0 {
			break
		}
		f = pick(g, g.registry.Object(f.Target).Fields...)
		path += "." + f.Name
	}
	if len(f.Type.Members) > 0 && f.Type != schema.Lookup && g.IntN(2) == 0 {
		path += "." + pick(g, f.Type.Members...)
	}
	return path, f
}

func (g *generator) literal(f *schema.Field) string {
	switch f.Kind().Column {
	case schema.Integer.Column, schema.Number.Column, schema.Currency.Column:
		return pick(g, "0", "-1", "2.5", "1e3", "'7'")
	case schema.Boolean.Column:
		return pick(g, "true", "false", "'true'")
	case schema.DateTime.Column, schema.Date.Column:
		return pick(g, "TODAY", "THIS MONTH", "last week", "'LAST YEAR'", "LAST 15 MINUTES", "NEXT 3 QUARTERS", "'2026-03-09T14:30:00Z'", "'2026-03-09'", "NOW()")
	case schema.Lookup.Column, schema.LookupList.Column:
		return "'" + string(id.Derived(fmt.Sprint(g.IntN(3)))) + "'"
	}
	if len(f.Options) > 0 {
		return "'" + pick(g, f.Options...) + "'"
	}
	return pick(g, "'a'", "'it''s'", "'100%'", "''", "'14:30'", "NULL")
}

func (g *generator) condition(o *schema.Object, name string) string {
	path, f := g.field(o, name)
	g.depth++
	defer func() { g.depth-- }()
	if g.depth < 4 {
		switch g.IntN(10) {
		case 4:
			return "(" + g.condition(o, name) + pick(g, ") = (", ") != (") + g.condition(o, name) + ")"
		case 5:
			return "(" + g.condition(o, name) + ")" + pick(g, " IS NULL", " IS NOT NULL", " IN (true, false)", " = true", " BETWEEN NULL AND 1")
		case 0:
			return "(" + g.condition(o, name) + pick(g, " AND ", " OR ") + g.condition(o, name) + ")"
		case 1:
			return "NOT " + g.condition(o, name)
		case 2:
			inner := pick(g, g.objects...)
			return pick(g, "", "NOT ") + "EXISTS (SELECT 1 FROM " + inner.APIName + " e WHERE " + g.condition(inner, "e") + ")"
		case 3:
			inner := pick(g, g.objects...)
			what, _ := g.field(inner, "i")
			return path + pick(g, " IN ", " NOT IN ") + "(SELECT " + what + " FROM " + inner.APIName + " i WHERE " + g.condition(inner, "i") + pick(g, "", " LIMIT 3") + ")"
		}
	}
	switch g.IntN(8) {
	case 0:
		return path + pick(g, " IS NULL", " IS NOT NULL", " IS TRUE", " IS NOT FALSE")
	case 1:
		return path + pick(g, " LIKE ", " NOT LIKE ") + pick(g, "'a'", "'%a_'")
	case 2:
		return path + pick(g, " IN (", " NOT IN (") + g.literal(f) + ", " + g.literal(f) + ")"
	case 3:
		return path + pick(g, " BETWEEN ", " NOT BETWEEN ") + g.literal(f) + " AND " + g.literal(f)
	case 4:
		other, _ := g.field(o, name)
		return path + pick(g, " = ", " != ", " < ") + other
	case 5:
		return g.literal(f) + pick(g, " = ", " <= ") + path
	default:
		return path + pick(g, " = ", " != ", " < ", " <= ", " > ", " >= ") + g.literal(f)
	}
}

func (g *generator) value(o *schema.Object, name string) string {
	path, f := g.field(o, name)
	switch g.IntN(16) {
	case 8:
		return "(" + g.condition(o, name) + ")"
	case 9:
		return pick(g, "NULL", "true", "1", "'a'", "TODAY", "CONCAT("+g.condition(o, name)+", 'x')")
	case 0:
		return pick(g, "LOWER", "UPPER", "TRIM", "LENGTH", "YEAR", "DATE", "MONTH", "HOUR", "WEEKDAY", "ABS", "ROUND", "CEIL") + "(" + path + ")"
	case 1:
		return "COALESCE(" + path + ", " + g.literal(f) + ")"
	case 2:
		return "CASE WHEN " + g.condition(o, name) + " THEN " + path + " ELSE " + g.literal(f) + " END"
	case 3:
		return "CONCAT(" + path + ", " + path + ", 'x')"
	case 4:
		return path + pick(g, " + ", " - ", " * ", " / ", " % ", " || ") + g.literal(f)
	case 5:
		return "DATE_TRUNC(" + pick(g, "week", "'month'", "hour") + ", " + path + ")"
	case 6:
		return pick(g, "NULLIF", "GREATEST") + "(" + path + ", " + g.literal(f) + ")"
	case 7:
		return "SUBSTRING(" + path + ", 2, 3) || LEFT(" + path + ", 2)"
	default:
		return path
	}
}

func (g *generator) aggregate(o *schema.Object, name string) string {
	path, _ := g.field(o, name)
	return pick(g, "COUNT(*)", "COUNT("+path+")", "COUNT(DISTINCT "+path+")", "SUM("+path+")", "AVG("+path+")", "MIN("+path+")", "MAX("+path+")")
}

// query is a whole one.
func (g *generator) query() string {
	o := pick(g, g.objects...)
	from := o.APIName + " a"
	if g.IntN(6) == 0 {
		from = "(SELECT * FROM " + o.APIName + pick(g, "", " ORDER BY name DESC LIMIT 5") + ") a"
	}
	if g.IntN(3) == 0 {
		b := pick(g, g.objects...)
		from += pick(g, " JOIN ", " LEFT JOIN ", " RIGHT OUTER JOIN ") + b.APIName + " b ON "
		from += pick(g, g.condition(b, "b"), "a.id = b.id", "a.owner = b.owner", "a.owner.name = b.name")
	}
	where := pick(g, "", " WHERE "+g.condition(o, "a"))
	if g.IntN(4) == 0 {
		value := g.value(o, "a")
		return "SELECT " + pick(g, "", "", "DISTINCT ") + value + " AS g, " + g.aggregate(o, "a") + " AS n FROM " + from + where + " GROUP BY " + pick(g, "g", value) +
			pick(g, "", " HAVING COUNT(*) > 1", " HAVING "+g.aggregate(o, "a")+" IS NOT NULL") + pick(g, "", " ORDER BY n DESC, g", " ORDER BY g", " ORDER BY MAX(n)", " ORDER BY LENGTH(g)")
	}
	columns := pick(g, "*", "a.*", g.value(o, "a")+" AS x", g.value(o, "a")+" AS x, "+g.value(o, "a")+" AS y")
	order, _ := g.field(o, "a")
	return "SELECT " + pick(g, "", "", "DISTINCT ") + columns + " FROM " + from + where + pick(g, "", " ORDER BY "+order+pick(g, "", " DESC"), " ORDER BY x") + pick(g, "", " LIMIT 10 OFFSET 5")
}

// What the compiler takes, the database takes: some thousand queries, the same each time.
func TestTheDatabaseTakesWhatTheCompilerTakes(t *testing.T) {
	t.Parallel()
	o, g := newOracle(t), newGenerator(1)
	const rounds = 4_000
	for i := range rounds {
		o.judge(o.readers[i%len(o.readers)], g.query())
	}
	for _, large := range []string{ // as large as the compiler takes them
		"SELECT name FROM contact WHERE name = 'a'" + strings.Repeat(" OR name = 'b'", 370),
		"SELECT 1" + strings.Repeat(" + 1", 480) + " AS n FROM contact",
		"SELECT " + strings.Repeat("LOWER(", 19) + "name" + strings.Repeat(")", 19) + " AS n FROM contact",
		"SELECT name FROM contact WHERE " + strings.Repeat("(", 38) + "name = 'a'" + strings.Repeat(")", 38),
		"SELECT name FROM contact WHERE id IN " + strings.Repeat("(SELECT id FROM contact WHERE id IN ", 9) + "('" + string(id.New()) + "')" + strings.Repeat(")", 9),
		"SELECT a.name FROM contact a" + strings.Repeat(" LEFT JOIN contact %s ON %[1]s.owner = a.owner", 8),
		"SELECT name FROM contact WHERE name IN ('a'" + strings.Repeat(", 'b'", 999) + ")",
	} {
		for i := range 8 {
			large = strings.Replace(strings.Replace(large, "%s", fmt.Sprint("j", i), 1), "%[1]s", fmt.Sprint("j", i), 1)
		}
		if _, err := o.compile(o.readers[0], large); err != nil {
			t.Errorf("%.80s is not taken: %v", large, err)
		}
		o.judge(o.readers[0], large)
	}
	if o.taken < rounds/10 || o.plans < o.taken {
		t.Errorf("of %d queries %d were taken, with %d plans: the generator writes nonsense", rounds, o.taken, o.plans)
	}
	t.Logf("%d of %d were taken", o.taken, rounds)
}

// FuzzStatement holds what the compiler takes of any text to the database. Its seeds are
// the hostile texts.
func FuzzStatement(f *testing.F) {
	raw, err := os.ReadFile("../../query/testdata/hostile.txt")
	if err != nil {
		f.Fatal(err)
	}
	for block := range strings.SplitSeq(string(raw), "\n\n") {
		text, _, _ := strings.Cut(block, "\n! ")
		f.Add(text)
	}
	g := newGenerator(2)
	for range 50 {
		f.Add(g.query())
	}
	o := newOracle(f)
	f.Fuzz(func(t *testing.T, text string) {
		one := *o
		one.TB = t
		for _, p := range o.readers {
			one.judge(p, text)
		}
	})
}
