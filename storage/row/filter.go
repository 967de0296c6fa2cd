package row

// Filter is a condition in the query language that reveals no more than the principal may read
// (storage/query makes it).
type Filter interface {
	// Fields are those of the object itself that it looks at.
	Fields() []string
	// Write adds the condition to a statement over the object's table, aliased t, that already
	// has n parameters: joins follow the table, where is one of the conditions.
	Write(in Layout, n int) (joins, where string, args []any, err error)
}

// Layout maps the objects of a registry to tables.
type Layout interface {
	// Version identifies the organization and the version of its tables.
	Version() string
	// Table is an object's table and Column the column of a field, quoted; ok is false for
	// what these tables were not made for.
	Table(object string) (name string, ok bool)
	Column(object, field string) (name string, ok bool)
	// Rule is the condition under which a row of the object, aliased t, is in one of the
	// relations. Its parameters are numbered from n+1.
	Rule(object string, relations []Relation, n int) (text string, args []any, err error)
	// All is the rule under which every row stands.
	All() string
}
