package tables

import (
	"fmt"
	"hash/fnv"
	"slices"
	"strings"

	"switchboard/storage/schema"
)

// maxIdentifier is PostgreSQL's limit of a name, in bytes.
const maxIdentifier = 63

// CreateTable makes an empty table and what counts its records. Its indexes come with its first
// record (FirstIndexes), since an organization never uses most of its objects; the table of a
// singleton, which has a record at once, has them from the start.
func CreateTable(t *Table) string {
	parts := make([]string, 0, len(t.Columns)+len(t.generated))
	for _, c := range t.All() {
		parts = append(parts, Definition(c)+Constraint(c.Field.Name))
	}
	statements := []string{"CREATE TABLE " + t.Name + " (" + strings.Join(parts, ", ") + ")"}
	if t.Object.Singleton {
		statements = append(statements, FirstIndexes(t)...)
	}
	statements = append(statements, CountTriggers(t)...)
	return strings.Join(statements, ";\n")
}

// FirstIndexes are the statements that make the indexes that a table has from its first record
// on: those that forbid something.
func FirstIndexes(t *Table) []string {
	statements := []string{"CREATE UNIQUE INDEX IF NOT EXISTS " + Quote(KeyName(t)) + " ON " + t.Name + " (id)"}
	for _, x := range IndexesOf(t) {
		if !x.Late() {
			statements = append(statements, x.Statement(""))
		}
	}
	return statements
}

// KeyName names the index of a table's ids. A table without it has had no record.
func KeyName(t *Table) string {
	name := t.Object.Key()
	// As PostgreSQL names the index of a primary key, which tables of earlier releases have.
	return name[:min(len(name), maxIdentifier-len(keySuffix))] + keySuffix
}

const keySuffix = "_pkey"

// All returns the written and the generated columns.
func (t *Table) All() []*Column { return slices.Concat(t.Columns, t.generated) }

// Definition is a column as a statement that makes it names it.
func Definition(c *Column) string {
	out := c.Name + " " + c.Kind.Column.SQL
	if d := c.Field.Derived; d != nil {
		out += " GENERATED ALWAYS AS (" + d.Expression + ") STORED"
	}
	return out
}

// Constraint is what holds for a system field in every table, "" for none.
func Constraint(field string) string {
	switch field {
	case "id", "organization_id", "created_date", "modified_date":
		return " NOT NULL"
	case "version":
		return " NOT NULL DEFAULT 1"
	default:
		return ""
	}
}

// Index is one index of a table.
type Index struct {
	Name, Qualified, table string
	unique                 bool
	method, expression     string
	where                  string
	Key                    string // of the field that it is of, "" for one of several
	// Replaces is the index of an earlier release that is dropped when this one is made: it
	// forbids more, or answers what nobody asks any more.
	Replaces string
	// Computed says that what it holds is no column as it is: the database knows nothing of
	// such values until it has looked at the table again.
	Computed bool
}

// IndexedFrom is the size of a table's rows, in bytes, from which it has its late indexes. Below
// it PostgreSQL reads the whole table in about a millisecond.
const IndexedFrom = 512 << 10

// Late reports whether the index is made only when its table has reached IndexedFrom. An index
// that forbids something is made with the table.
func (x Index) Late() bool { return !x.unique }

// Statement makes the index; concurrently is a word of SQL or "".
func (x Index) Statement(concurrently string) string {
	unique := ""
	if x.unique {
		unique = "UNIQUE "
	}
	return "CREATE " + unique + "INDEX " + concurrently + "IF NOT EXISTS " + Quote(x.Name) + " ON " + x.table +
		" USING " + x.method + " (" + x.expression + ") WHERE " + x.where
}

const living = "deleted_date IS NULL"

// IndexesOf lists the indexes that an object's fields and route ask for.
func IndexesOf(t *Table) []Index {
	var out []Index
	add := func(field, suffix, method, expression string) *Index {
		x := Index{Name: indexName(t.Object.Key(), field, suffix), Key: field, table: t.Name, method: method, expression: expression, where: living}
		x.Qualified = t.Schema + "." + Quote(x.Name)
		out = append(out, x)
		return &out[len(out)-1]
	}
	route := t.Object.Route
	for _, c := range t.All() {
		f := c.Field
		routes := f.Name != "id" && (f.Name == route.Owner || f.Name == route.Members || f.Name == route.Candidates || grants(f))
		switch {
		case f.Unique:
			x := add(f.Key(), uniqueSuffix(f), "btree", fmt.Sprintf(f.DistinctBy(), c.Name))
			x.unique = true
			for _, per := range f.UniquePer {
				x.expression += ", " + t.Column(per).Name
			}
			if f.UniquePer != nil || f.IsFolded() {
				x.Replaces = t.Schema + "." + Quote(exactIndexName(t.Object, f))
			}
			if c.Kind.Column.IsText {
				x.where += " AND " + c.Name + " <> ''"
			}
			if f.IsFolded() {
				add(f.Key(), "idx", "btree", keyExpression(c))
			}
		case f.Name == route.Thread && f.Name != "id" && t.Column(numberField) != nil:
			add(f.Key(), "idx", "btree", c.Name+", "+Quote(numberField))
		case f.Indexed || routes || (f.Name == route.Thread && f.Name != "id"):
			add(f.Key(), "idx", c.Kind.Column.Method, keyExpression(c))
		}
		if f.Name == t.Object.NameField && f.Indexed && c.Kind.Column.IsText {
			x := add(f.Key(), "order", "btree", "("+fmt.Sprintf(c.Kind.Sort, c.Name)+"), id") // the order of lists
			x.Replaces = t.Schema + "." + Quote(indexName(t.Object.Key(), f.Key(), "sort"))   // in the order of code points
		}
	}
	if t.Object.Deletable() {
		x := Index{Name: indexName(t.Object.Key(), "deleted_date", "idx"), table: t.Name, method: "btree", expression: "deleted_date", where: "deleted_date IS NOT NULL"}
		x.Qualified = t.Schema + "." + Quote(x.Name)
		out = append(out, x) // by which the retention finds what can't be brought back any more
	}
	if expressions := searched(t); len(expressions) > 0 {
		x := Index{Name: indexName(t.Object.Key(), searchName(t.Object), "keys"), table: t.Name, method: "gin", expression: strings.Join(expressions, ", "), where: living, Computed: true}
		x.Qualified = t.Schema + "." + Quote(x.Name)
		x.Replaces = t.Schema + "." + Quote(indexName(t.Object.Key(), searchName(t.Object), "trgm")) // of texts as they are
		out = append(out, x)
	}
	return out
}

// searchName is what the index of searches is named by: for an object of an organization,
// which may be searched by other fields tomorrow, by their columns.
func searchName(o *schema.Object) string {
	if !o.Custom {
		return "search"
	}
	h := fnv.New64a()
	for _, name := range o.Search {
		_, _ = h.Write([]byte(o.Field(name).Key() + " ")) // a hash never fails
	}
	return fmt.Sprintf("search_%016x", h.Sum64())
}

// searched are the keys of texts that one index finds in any part: pg_trgm's, by three letters
// at a time.
func searched(t *Table) []string {
	var out []string
	for _, name := range t.Object.Search {
		c := t.Column(name)
		out = append(out, fmt.Sprintf(c.Kind.Search, c.Name)+" gin_trgm_ops")
	}
	return out
}

// numberField is the dense number of a record within its thread.
const numberField = "number"

// keyExpression is what equality of a field compares.
func keyExpression(c *Column) string { return fmt.Sprintf(c.Kind.Index, c.Name) }

func uniqueIndexName(o *schema.Object, f *schema.Field) string {
	return indexName(o.Key(), f.Key(), uniqueSuffix(f))
}

func uniqueSuffix(f *schema.Field) string {
	switch {
	case f.UniquePer != nil:
		return "key_per_" + strings.Join(f.UniquePer, "_")
	case f.IsFolded():
		return "key_folded"
	default:
		return "key"
	}
}

// exactIndexName names the index of a unique field whose values are compared as they are. It
// stays where records of an earlier release have the same key.
func exactIndexName(o *schema.Object, f *schema.Field) string {
	return indexName(o.Key(), f.Key(), "key")
}

// Named makes a name within PostgreSQL's limit for something of a column, with room for a
// word behind it.
func Named(table, column, what string) string {
	h := fnv.New64a()
	_, _ = h.Write([]byte(table + " " + column)) // a hash never fails
	return fmt.Sprintf("%s_%.24s_%016x", what, column, h.Sum64())
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
