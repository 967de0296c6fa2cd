package check

import (
	"strings"

	"switchboard/storage/query/ast"
	"switchboard/storage/query/bind"
	"switchboard/storage/schema"
)

// Query is a checked query, or one inside another.
type Query struct {
	Distinct bool
	// Grouped says that its rows are groups.
	Grouped bool
	Outputs []*Output
	From    *Source
	Joins   []Join
	Where   *Expr // nil for none
	Group   []*Expr
	Having  *Expr
	Order   []Order
	// Ties order the rows that Order leaves as they come, so that pages neither repeat nor
	// skip one.
	Ties []*Expr
	// Limit and Offset count rows, nil for all and none.
	Limit, Offset *bind.Value
}

// Join adds a source to those before it.
type Join struct {
	Kind ast.JoinKind
	To   *Source
	On   *Expr
}

// Order sorts by a value.
type Order struct {
	By         *Expr
	Descending bool
	// Output is the place of the output that it is, in a query that is Distinct.
	Output int
}

// Output is one key of the answer's rows.
type Output struct {
	At   int
	Key  string
	Nest string // the key of the object that it stands in, "" for none
	// Value is what it shows. A field that is computed when it is shown has none, but
	// Derived, and From what it is computed of.
	Value   *Expr
	Derived *schema.Field
	From    []*Expr
	View    *View
	// Present is, of what stands in a nested object, the id of its record.
	Present *Expr
}

// Source is where columns come from: an object as the reader sees it, or a sub-select.
type Source struct {
	Name string
	N    int // unlike that of any other source of the query
	View *View
	Sub  *Query
	Uses []*Use
	Hops []*Hop

	level int
	hops  map[string]*Source
}

// Use is a column that the query takes from a source.
type Use struct {
	Key   string // by which it is named outside
	Right string // the field by which it may be read
	Field *schema.Field
	Part  bool // it may be read in some rows only
}

// Hop is a record behind a lookup.
type Hop struct {
	By *Use
	To *Source
}

// Op is what an Expr is.
type Op uint8

// The kinds of values.
const (
	Column  Op = iota
	Member     // of a value: Args[0] at Keys
	Param      // Value
	Apply      // Template over Args
	Case       // Args: condition, value, …, and the value for else where their number is odd
	InQuery    // Args[0] among what Sub answers
	Exists     // Sub answers anything
)

// Expr is a checked value.
type Expr struct {
	At int
	Op Op
	// Of says what it is: the field itself, or one that stands for computed values; nil is NULL.
	Of *schema.Field
	// View is, of a field's own value, where it was read, and Right the field by which: for
	// the names in lookups.
	View  *View
	Right string

	Source   *Source
	Use      *Use
	Keys     []*bind.Value // of a Member, outermost first
	Declared string        // the one key of a Member that its type declares, else ""
	Value    *bind.Value
	Template string
	Args     []*Expr
	Sub      *Query
	Not      bool

	aggregate bool
	key       string
}

func (e *Expr) class() schema.Class { return bind.ClassOf(e.Of) }

func apply(at int, of *schema.Field, template string, args ...*Expr) *Expr {
	return &Expr{At: at, Op: Apply, Of: of, Template: template, Args: args}
}

// use takes a column from a source, once.
func (s *Source) use(key, right string, f *schema.Field, part bool) *Use {
	for _, u := range s.Uses { // they are few
		if u.Key == key {
			return u
		}
	}
	u := &Use{Key: key, Right: right, Field: f, Part: part}
	s.Uses = append(s.Uses, u)
	return u
}

// id takes the column by which the records of an object are known. Whoever sees a row
// knows it.
func (s *Source) id() *Expr {
	f := s.View.Object.Field("id")
	return &Expr{Op: Column, Of: f, View: s.View, Right: "id", Source: s, Use: s.use("id", "", f, false)}
}

// Answers is the place of an output of a sub-select by the key of its use.
func (s *Source) Answers(key string) int {
	for i, o := range s.Sub.Outputs {
		if strings.EqualFold(o.Key, key) {
			return i
		}
	}
	return -1
}

// Nested tells whether something holds of a sub-select in the query's values.
func (q *Query) Nested(is func(*Query) bool) bool {
	for _, e := range q.values() {
		if e.contains(func(e *Expr) bool { return e.Sub != nil && is(e.Sub) }) {
			return true
		}
	}
	return false
}
