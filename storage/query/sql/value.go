package sql

import (
	"fmt"
	"strings"

	"switchboard/storage/query/bind"
	"switchboard/storage/query/check"
	"switchboard/storage/schema"
)

// value writes an expression.
func (w *writer) value(e *check.Expr) {
	switch e.Op {
	case check.Column:
		w.column(e.Source, e.Use)
	case check.Member:
		w.member(e)
	case check.Param:
		w.param(e.Value)
	case check.Case:
		w.choice(e)
	case check.InQuery:
		w.inQuery(e)
	case check.Exists:
		w.WriteString("EXISTS (")
		w.inner(e.Sub)
		w.WriteByte(')')
	default:
		w.apply(e)
	}
}

// apply writes a template: %1 is the first value, and so is %a.
func (w *writer) apply(e *check.Expr) {
	from := 0
	for i := 0; i+1 < len(e.Template); i++ {
		if e.Template[i] != '%' {
			continue
		}
		n := int(e.Template[i+1])
		if n >= 'a' {
			n -= 'a'
		} else {
			n -= '1'
		}
		w.WriteString(e.Template[from:i])
		w.value(e.Args[n])
		i++
		from = i + 1
	}
	w.WriteString(e.Template[from:])
}

// member reads a member of a composite. A key that the type declares stands in the text,
// where it finds the index; any other is a parameter.
func (w *writer) member(e *check.Expr) {
	w.WriteByte('(')
	w.value(e.Args[0])
	if e.Declared != "" {
		w.WriteString("->>'" + e.Declared + "')")
		return
	}
	for i, key := range e.Keys {
		if i == len(e.Keys)-1 {
			w.WriteString("->>")
		} else {
			w.WriteString("->")
		}
		w.param(key)
	}
	w.WriteByte(')')
}

func (w *writer) choice(e *check.Expr) {
	w.WriteString("CASE")
	for i := 0; i+1 < len(e.Args); i += 2 {
		w.WriteString(" WHEN ")
		w.value(e.Args[i])
		w.WriteString(" THEN ")
		w.value(e.Args[i+1])
	}
	if len(e.Args)%2 == 1 {
		w.WriteString(" ELSE ")
		w.value(e.Args[len(e.Args)-1])
	}
	w.WriteString(" END")
}

// inQuery writes IN and NOT IN of a sub-select: what has no value is in none, and a NULL
// that a sub-select answers is no value.
func (w *writer) inQuery(e *check.Expr) {
	x, of := bind.ClassOf(e.Args[0].Of), bind.ClassOf(e.Sub.Outputs[0].Value.Of)
	list := x == schema.TextsClass || x == schema.IDsClass
	cast := ""
	if !list && x != of {
		cast = "::text"
	}
	left := func() {
		w.value(e.Args[0])
		w.WriteString(cast)
	}
	found := func() {
		fmt.Fprintf(w, "(SELECT q.c1%s FROM (", cast)
		w.inner(e.Sub)
		w.WriteString(") q WHERE q.c1 IS NOT NULL)")
	}
	w.WriteByte('(')
	switch {
	case list && e.Not:
		w.WriteString("(")
		left()
		w.WriteString(" && ARRAY")
		found()
		w.WriteString(") IS NOT TRUE")
	case list:
		left()
		w.WriteString(" && ARRAY")
		found()
	case e.Not:
		left()
		w.WriteString(" IS NULL OR ")
		left()
		w.WriteString(" NOT IN ")
		found()
	default:
		left()
		w.WriteString(" IN ")
		found()
	}
	w.WriteByte(')')
}

// order writes ORDER BY, with what orders the rows that it leaves as they come.
func (w *writer) order(q *check.Query) {
	first, direction := true, ""
	add := func() {
		if first {
			w.WriteString(" ORDER BY ")
		} else {
			w.WriteString(", ")
		}
		first = false
	}
	for _, o := range q.Order {
		add()
		w.sorted(o)
		direction = ""
		if o.Descending {
			direction = " DESC"
			w.WriteString(direction)
			if !filled(q, o) {
				w.WriteString(" NULLS LAST") // what has no value comes last either way
			}
		}
	}
	for _, tie := range q.Ties {
		add()
		w.value(tie)
		w.WriteString(direction)
	}
	if q.Distinct {
		for i := range min(len(q.Outputs), 20) {
			add()
			w.WriteString("d.c")
			w.number(w.place(i))
		}
	}
}

func (w *writer) sorted(o check.Order) {
	kind := o.By.Of.Kind()
	template := kind.Sort
	if bind.ClassOf(o.By.Of) == schema.IDClass {
		template = "%s"
	}
	before, after := cutTemplate(template)
	w.WriteString(before)
	if o.Output >= 0 {
		w.WriteString("d.c")
		w.number(w.place(o.Output))
	} else {
		w.value(o.By)
	}
	w.WriteString(after)
}

// place is the number of the column that holds an output.
func (w *writer) place(output int) int {
	if w.at != nil {
		output = w.at[output]
	}
	return output + 1
}

// filled tells whether a value that orders is there in every row, as an index by it knows.
func filled(q *check.Query, o check.Order) bool {
	e := o.By
	if e.Op != check.Column || len(q.Joins) > 0 || e.Source != q.From || q.From.View == nil || e.Use.Part {
		return false
	}
	name := e.Use.Field.Name
	return name == "id" || name == "created_date" || name == "modified_date"
}

// cutTemplate is what stands around the %s of a type's template.
func cutTemplate(template string) (before, after string) {
	before, after, _ = strings.Cut(template, "%s")
	return before, after
}
