package check

import (
	"maps"
	"slices"

	"switchboard/storage/query/bind"
	"switchboard/storage/schema"
)

// Reads is what an answer depends on: the fields of objects that were looked at.
type Reads struct {
	Of map[string]*Read // by object
	// Alone is set where rows are the records of one object, one each.
	Alone *Alone
}

// Read is what is looked at of an object.
type Read struct {
	// Rows says that it counts which of its records there are, and who may see them; else
	// they are only named.
	Rows   bool
	Fields map[string]bool
}

// Alone is a query whose rows are records of one object, of which nothing is looked at
// beside the record itself.
type Alone struct {
	Object string
	// Where are the fields that decide which records are rows, Order those that sort them.
	Where, Order map[string]bool
	// Shows are the keys under which a field is answered as it stands in an entry of the
	// log; Computes the fields of which something is made.
	Shows    map[string][]string
	Computes map[string]bool
	// ID is the place of the output that is the record's id, -1 for none.
	ID int
	// Equal are comparisons all of which hold of every row.
	Equal []Equality
}

// Equality says that a field has one of the values of a parameter.
type Equality struct {
	Field *schema.Field
	Value *bind.Value
}

// Reads finds what the answer of a query depends on.
func (q *Query) Reads() *Reads {
	r := &Reads{Of: map[string]*Read{}}
	alone := q.alone()
	r.query(q)
	for _, o := range q.Outputs {
		switch {
		case o.Derived != nil:
			for _, from := range o.From {
				r.names(from.View, from.Of)
			}
		case o.Value != nil && o.Value.View != nil && o.Value.Of != nil:
			r.names(o.Value.View, o.Value.Of)
		}
	}
	r.Alone = alone
	return r
}

func (r *Reads) of(object string) *Read {
	if r.Of[object] == nil {
		r.Of[object] = &Read{Fields: map[string]bool{}}
	}
	return r.Of[object]
}

func (r *Reads) query(q *Query) {
	r.source(q.From)
	for _, j := range q.Joins {
		r.source(j.To)
	}
	q.Nested(func(inner *Query) bool {
		r.query(inner)
		return false
	})
}

func (r *Reads) source(s *Source) {
	if s.Sub != nil {
		r.query(s.Sub)
	}
	if s.View != nil {
		read := r.of(s.View.Object.APIName)
		read.Rows = true
		for _, u := range s.Uses {
			read.use(u)
		}
		if route := s.View.Object.Route; route.Inherit != "" { // who sees the thread sees the part
			r.of(s.View.Object.Field(route.Thread).Target).Rows = true
		}
	}
	for _, h := range s.Hops {
		r.source(h.To)
	}
}

func (r *Read) use(u *Use) { mark(r.Fields, u) }

// mark notes a field by all names under which an entry may tell that it changed.
func mark(in map[string]bool, u *Use) {
	in[u.Field.Name] = true
	if u.Right != "" {
		in[u.Right] = true
	}
	if d := u.Field.Derived; d != nil {
		for _, from := range d.From {
			in[from] = true
		}
	}
}

// names notes the records whose names a value shows.
func (r *Reads) names(v *View, f *schema.Field) {
	if f.Type.References == nil {
		return
	}
	for _, o := range v.Registry.Objects() {
		name := o.Field(o.NameField)
		if f.Type.Targeted && o.APIName != f.Target || name == nil {
			continue
		}
		mark(r.of(o.APIName).Fields, &Use{Field: name})
	}
}

// alone gives what is known of a query of one object, nil for any other.
func (q *Query) alone() *Alone {
	from := q.From
	if from.View == nil || len(q.Joins) > 0 || len(from.Hops) > 0 || q.Grouped || q.Distinct || q.Nested(func(*Query) bool { return true }) {
		return nil
	}
	a := &Alone{Object: from.View.Object.APIName, Where: map[string]bool{}, Order: map[string]bool{}, Shows: map[string][]string{}, Computes: map[string]bool{}, ID: -1}
	uses(q.Where, a.Where)
	for _, o := range q.Order {
		uses(o.By, a.Order)
	}
	for i, o := range q.Outputs {
		a.output(i, o)
	}
	a.equalities(q.Where)
	maps.DeleteFunc(a.Shows, func(field string, _ []string) bool { return a.Computes[field] })
	return a
}

func uses(e *Expr, in map[string]bool) {
	e.contains(func(e *Expr) bool {
		if e.Op == Column {
			mark(in, e.Use)
		}
		return false
	})
}

func (a *Alone) output(place int, o *Output) {
	if o.Derived != nil {
		for _, from := range o.From {
			mark(a.Computes, from.Use)
		}
		a.Computes[o.Derived.Name] = true
		return
	}
	f := o.Value.Of
	u := o.Value.Use
	if o.Value.Op != Column || o.Nest != "" || u.Part || f.Derived != nil || u.Right != f.Name && f.Name != "id" || f.Type.References != nil || f.Type.Complete != nil {
		uses(o.Value, a.Computes)
		return
	}
	if f.Name == "id" {
		a.ID = place
	}
	a.Shows[f.Name] = append(a.Shows[f.Name], o.Key)
}

// Equal gives the values that fields must have in every row.
func (q *Query) Equal() []Equality {
	a := &Alone{}
	a.equalities(q.Where)
	return a.Equal
}

// equalities gathers comparisons from what AND joins.
func (a *Alone) equalities(e *Expr) {
	if e == nil || e.Op != Apply {
		return
	}
	switch e.Template {
	case "(%1 AND %2)":
		a.equalities(e.Args[0])
		a.equalities(e.Args[1])
	case "%1 = %2", "%1 = ANY(%2)":
		field, value := e.Args[0], e.Args[1]
		if field.Op != Column || value.Op != Param || field.Of.Derived != nil || value.Value.How != bind.Literal && value.Value.How != bind.List {
			return
		}
		switch bind.ClassOf(field.Of) {
		case schema.TextClass, schema.IDClass, schema.TruthClass:
			a.Equal = append(a.Equal, Equality{Field: field.Of, Value: value.Value})
		default: // of numbers and times one value is written in several ways
		}
	}
}

// Timed tells whether the clock counts.
func (q *Query) Timed() bool {
	timed := func(e *Expr) bool {
		return e.contains(func(e *Expr) bool {
			if e.Op == InQuery || e.Op == Exists {
				return e.Sub.Timed()
			}
			return e.Value != nil && (e.Value.How == bind.From || e.Value.How == bind.To) && !e.Value.Day
		})
	}
	subs := q.From.Sub != nil && q.From.Sub.Timed()
	for _, j := range q.Joins {
		subs = subs || j.To.Sub != nil && j.To.Sub.Timed()
	}
	return subs || slices.ContainsFunc(q.values(), timed)
}
