package row

// Filter is a condition in the language of queries, which holds no more than who asks may
// know (storage/query makes it).
type Filter interface {
	// Fields are those of the object itself that it looks at.
	Fields() []string
	// Write writes it into a statement over the object's table, under the alias t, which has
	// n parameters already: joins go behind the table, and where beside the other conditions.
	Write(in Layout, n int) (joins, where string, args []any, err error)
}

// Layout says how the objects of a registry lie in the database.
type Layout interface {
	// Version names the organization and the version of its tables.
	Version() string
	// Table is an object's table and Column the column of a field, quoted; ok is false for
	// what these tables were not made for.
	Table(object string) (name string, ok bool)
	Column(object, field string) (name string, ok bool)
	// Rule is the condition under which a row of the object, under the alias t, stands in
	// one of the relations. Its parameters are numbered from n+1 on.
	Rule(object string, relations []Relation, n int) (text string, args []any, err error)
	// All is the rule under which every row stands.
	All() string
}
