package pg

import (
	"fmt"
	"hash/fnv"
	"slices"
	"strings"

	"switchboard/storage/schema"
)

// maxIdentifier is PostgreSQL's limit of a name, in bytes.
const maxIdentifier = 63

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
	out := c.name + " " + c.kind.Column.SQL
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
		routes := f.Name != "id" && (f.Name == route.Owner || f.Name == route.Members || f.Name == route.Candidates || grants(f))
		switch {
		case f.Unique:
			x := add(f.Name, uniqueSuffix(f), "btree", keyExpression(c))
			x.unique = true
			if per := t.column(f.UniquePer); per != nil {
				x.expression += ", " + per.name
				x.replaces = t.schema + "." + quote(indexName(t.object.APIName, f.Name, "key"))
			}
			if c.kind.Column.IsText {
				x.where += " AND " + c.name + " <> ''"
			}
		case f.Name == route.Thread && f.Name != "id" && t.column(numberField) != nil:
			add(f.Name, "idx", "btree", c.name+", "+quote(numberField))
		case f.Indexed || routes || (f.Name == route.Thread && f.Name != "id"):
			add(f.Name, "idx", c.kind.Column.Method, keyExpression(c))
		}
		if f.Name == t.object.NameField && f.Indexed && c.kind.Column.IsText {
			add(f.Name, "sort", "btree", fmt.Sprintf(c.kind.Sort, c.name)+", id") // the order of lists
		}
	}
	return out
}

// numberField is the dense number of a record within its thread.
const numberField = "number"

// keyExpression is what equality of a field compares.
func keyExpression(c *column) string { return fmt.Sprintf(c.kind.Index, c.name) }

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
