package check

import (
	"slices"
	"strings"

	"switchboard/storage/query/ast"
	"switchboard/storage/query/bind"
	"switchboard/storage/query/lex"
	"switchboard/storage/schema"
)

// function is one that a query may call. They are all pure: they look at their values, the
// clock of the query and the zone of its reader, and change nothing.
type function struct {
	args   []schema.Class
	gives  schema.Class // None: what its values are
	whole  bool         // it gives a whole number
	sql    string       // over %1 …; %z is the reader's zone
	onDays string       // the same of a day, "" where that makes no difference
}

var text, num = []schema.Class{schema.TextClass}, []schema.Class{schema.NumberClass}

// functions are all there are.
var functions = map[string]function{
	"LOWER":  {args: text, gives: schema.TextClass, sql: "lower(%1)"},
	"UPPER":  {args: text, gives: schema.TextClass, sql: "upper(%1)"},
	"TRIM":   {args: text, gives: schema.TextClass, sql: "btrim(%1)"},
	"LENGTH": {args: text, gives: schema.NumberClass, whole: true, sql: "char_length(%1)::bigint"},
	"LEFT":   {args: []schema.Class{schema.TextClass, schema.NumberClass}, gives: schema.TextClass, sql: "left(%1, " + whole("%2") + ")"},
	"RIGHT":  {args: []schema.Class{schema.TextClass, schema.NumberClass}, gives: schema.TextClass, sql: "right(%1, " + whole("%2") + ")"},
	"SUBSTRING": {
		args: []schema.Class{schema.TextClass, schema.NumberClass, schema.NumberClass}, gives: schema.TextClass,
		sql: "substr(%1, " + whole("%2") + ", greatest(" + whole("%3") + ", 0))",
	},
	"ABS":   {args: num, gives: schema.NumberClass, sql: "abs(%1::float8)"},
	"CEIL":  {args: num, gives: schema.NumberClass, sql: "ceil(%1::float8)"},
	"FLOOR": {args: num, gives: schema.NumberClass, sql: "floor(%1::float8)"},
	"ROUND": {args: num, gives: schema.NumberClass, sql: "round(%1::numeric)::float8"},
	"NOW":   {gives: schema.MomentClass, sql: ""},

	"DATE":    {args: moments, gives: schema.DayClass, sql: "(%1 AT TIME ZONE %z)::date", onDays: "%1"},
	"YEAR":    part("year"),
	"QUARTER": part("quarter"),
	"MONTH":   part("month"),
	"DAY":     part("day"),
	"HOUR":    part("hour"),
	"MINUTE":  part("minute"),
	"WEEKDAY": part("isodow"),
}

var moments = []schema.Class{schema.MomentClass}

// whole brings a number into the range in which texts are counted.
func whole(arg string) string { return "least(greatest(" + arg + "::float8, -100000), 100000)::int" }

func part(name string) function {
	return function{
		args: moments, gives: schema.NumberClass, whole: true,
		sql: "extract(" + name + " from %1 AT TIME ZONE %z)::bigint", onDays: "extract(" + name + " from %1)::bigint",
	}
}

// special are functions whose values decide more than a table says.
var special = map[string]func(*scope, *ast.Call) (*Expr, error){}

func init() { //nolint:gochecknoinits // the functions call expr, which reads the table
	for name, template := range map[string]string{"COALESCE": "coalesce", "GREATEST": "greatest", "LEAST": "least"} {
		special[name] = func(s *scope, n *ast.Call) (*Expr, error) { return s.oneOf(n, template) }
	}
	special["NULLIF"] = (*scope).nullIf
	special["CONCAT"] = (*scope).concatenated
	special["DATE_TRUNC"] = (*scope).truncated
	for _, name := range []string{"COUNT", "SUM", "AVG", "MIN", "MAX"} {
		special[name] = (*scope).aggregate
	}
}

// Functions lists the names of all functions.
func Functions() []string {
	var out []string
	for name := range functions {
		out = append(out, name)
	}
	for name := range special {
		out = append(out, name)
	}
	slices.Sort(out)
	return out
}

func (s *scope) call(n *ast.Call) (*Expr, error) {
	name := strings.ToUpper(n.Name.Text)
	if do := special[name]; do != nil {
		return do(s, n)
	}
	f, known := functions[name]
	if !known {
		return nil, &lex.Error{
			At: n.Where(), Word: lex.Shown(n.Name.Text), Message: "There is no function " + lex.Shown(n.Name.Text) + ".",
			Expected: Functions(), Nearest: strings.ToUpper(Nearest(n.Name.Text, lowered(Functions()))),
		}
	}
	if n.Star || n.Distinct || len(n.Args) != len(f.args) {
		return nil, fail(n.Where(), n.Name.Text, "%s takes %d values.", name, len(f.args))
	}
	if name == "NOW" {
		from, _ := stretch(nowOf(n), bind.Computed(schema.MomentClass))
		return from, nil
	}
	args := make([]*Expr, 0, len(n.Args)+1)
	sql := f.sql
	for i, arg := range n.Args {
		e, err := s.expr(arg, bind.Computed(f.args[i]))
		if err != nil {
			return nil, err
		}
		switch got := e.class(); {
		case got == f.args[i]:
		case got == schema.DayClass && f.onDays != "":
			sql = f.onDays
		case got == schema.NoClass:
			e = apply(e.At, bind.Computed(f.args[i]), "NULL::"+bind.Computed(f.args[i]).Kind().Column.SQL)
		default:
			return nil, fail(arg.Where(), "", "%s takes %s here; this is %s.", name, f.args[i].String(), got.String())
		}
		args = append(args, e)
	}
	of := bind.Computed(f.gives)
	if f.whole {
		of = bind.Whole
	}
	if strings.Contains(sql, "%z") {
		args = append(args, zone(n.Where()))
		sql = strings.ReplaceAll(sql, "%z", "%"+string(rune('0'+len(args))))
	}
	return apply(n.Where(), of, sql, args...), nil
}

func lowered(names []string) []string {
	for i := range names {
		names[i] = strings.ToLower(names[i])
	}
	return names
}

// zone is the parameter of the reader's zone.
func zone(at int) *Expr {
	return &Expr{At: at, Op: Param, Of: bind.Computed(schema.TextClass), Value: &bind.Value{How: bind.Zone, At: at, Slot: -1, SQL: "text"}}
}

func (s *scope) oneOf(n *ast.Call, function string) (*Expr, error) {
	const least = 2
	if n.Star || n.Distinct || len(n.Args) < least {
		return nil, fail(n.Where(), n.Name.Text, "%s takes two values or more.", strings.ToUpper(n.Name.Text))
	}
	args, of, err := s.alike(n.Args)
	if err != nil {
		return nil, err
	}
	if function != "coalesce" && of.Kind().Column.Class == schema.TextClass {
		args[0] = apply(args[0].At, of, "%1"+schema.Collated, args[0])
	}
	return apply(n.Where(), of, function+"("+listed(len(args))+")", args...), nil
}

// listed is the list of so many arguments.
func listed(n int) string {
	out := make([]byte, 0, 4*n)
	for i := range n {
		if i > 0 {
			out = append(out, ", "...)
		}
		out = append(out, '%', byte('a'+i))
	}
	return string(out)
}

func (s *scope) nullIf(n *ast.Call) (*Expr, error) {
	const takes = 2
	if n.Star || n.Distinct || len(n.Args) != takes {
		return nil, fail(n.Where(), n.Name.Text, "NULLIF takes two values.")
	}
	args, of, err := s.alike(n.Args)
	if err != nil {
		return nil, err
	}
	return apply(n.Where(), of, "nullif(%1, %2)", args...), nil
}

func (s *scope) concatenated(n *ast.Call) (*Expr, error) {
	if n.Star || n.Distinct || len(n.Args) == 0 {
		return nil, fail(n.Where(), n.Name.Text, "CONCAT takes one value or more.")
	}
	args := make([]*Expr, len(n.Args))
	for i, arg := range n.Args {
		var err error
		if args[i], err = s.expr(arg, nil); err != nil {
			return nil, err
		}
	}
	return s.concat(n.Where(), args...)
}

// truncated is the beginning of the month (and so on) that holds a moment: DATE_TRUNC(month,
// created_date), or with the unit between quotes. Weeks begin as the reader's do.
func (s *scope) truncated(n *ast.Call) (*Expr, error) {
	const takes = 2
	if n.Star || n.Distinct || len(n.Args) != takes {
		return nil, fail(n.Where(), n.Name.Text, "DATE_TRUNC takes a unit and a time: DATE_TRUNC(month, created_date).")
	}
	unit := bind.Value{At: n.Args[0].Where(), Slot: -1, SQL: "text"}
	switch first := n.Args[0].(type) {
	case *ast.Literal:
		unit.Slot = first.Slot
	case *ast.Path:
		unit.Unit = strings.Clone(strings.ToLower(first.Parts[0].Text))
		if len(first.Parts) > 1 || !slices.Contains(bind.Units, unit.Unit) {
			return nil, unit1(first.Where(), first.Parts[0].Text)
		}
	default:
		return nil, unit1(first.Where(), "")
	}
	x, err := s.expr(n.Args[1], bind.Computed(schema.MomentClass))
	if err != nil {
		return nil, err
	}
	cut, shift := unit, unit
	cut.How, shift.How, shift.SQL = bind.Unit, bind.Shift, "interval"
	by := &Expr{At: cut.At, Op: Param, Of: bind.Computed(schema.TextClass), Value: &cut}
	weeks := &Expr{At: cut.At, Op: Param, Of: bind.Computed(schema.TextClass), Value: &shift}
	switch x.class() {
	case schema.MomentClass:
		if unit.Unit != "" && unit.Unit != "week" { // which the database can do in one step
			return apply(n.Where(), bind.Computed(schema.MomentClass), "date_trunc(%2, %1, %3)", x, by, zone(n.Where())), nil
		}
		const sql = "((date_trunc(%2, (%1 AT TIME ZONE %4) + %3) - %3) AT TIME ZONE %4)"
		return apply(n.Where(), bind.Computed(schema.MomentClass), sql, x, by, weeks, zone(n.Where())), nil
	case schema.DayClass:
		return apply(n.Where(), bind.Computed(schema.DayClass), "(date_trunc(%2, %1::timestamp + %3) - %3)::date", x, by, weeks), nil
	default:
		return nil, fail(n.Args[1].Where(), "", "DATE_TRUNC takes a date and time or a day; this is %s.", x.class().String())
	}
}

func unit1(at int, word string) error {
	return nearer(fail(at, word, "The unit must be one of %s.", strings.Join(bind.Units, ", ")), Nearest(word, bind.Units))
}
