package sql

import (
	"switchboard/storage/query/bind"
	"switchboard/storage/query/check"
)

// from writes a source with the records behind its lookups.
func (w *writer) from(s *check.Source) {
	if len(s.Hops) > 0 {
		w.WriteByte('(')
	}
	if s.Sub != nil {
		w.WriteByte('(')
		w.inner(s.Sub)
		w.WriteByte(')')
	} else {
		w.view(s)
	}
	w.WriteString(" s")
	w.number(s.N)
	w.hops(s)
	if len(s.Hops) > 0 {
		w.WriteByte(')')
	}
}

// hops joins the records behind a source's lookups.
func (w *writer) hops(s *check.Source) {
	for _, h := range s.Hops {
		w.WriteString(" LEFT JOIN ")
		w.from(h.To)
		w.sources-- // it is found by its id
		w.WriteString(" ON s")
		w.number(h.To.N)
		w.WriteString(`."id" = `)
		w.column(s, h.By)
	}
}

// view writes an object as its reader sees it: the rows and the columns that he may.
func (w *writer) view(s *check.Source) {
	object := s.View.Object.APIName
	table, ok := w.tables.Table(object)
	if !ok {
		w.fail(changed())
		return
	}
	w.sources++
	w.views = append(w.views, s.View)
	w.WriteString("(SELECT ")
	for i, u := range s.Uses {
		if i > 0 {
			w.WriteString(", ")
		}
		column, ok := w.tables.Column(object, u.Field.Name)
		if !ok {
			w.fail(changed())
			return
		}
		if u.Part {
			w.WriteString("CASE WHEN ")
			w.WriteString(w.rule(s, u.Right))
			w.WriteString(" THEN t." + column + " END")
		} else {
			w.WriteString("t." + column)
		}
		w.WriteString(` AS "`)
		w.WriteString(u.Key)
		w.WriteByte('"')
	}
	w.WriteString(" FROM ")
	w.WriteString(table)
	w.WriteString(` t WHERE t."deleted_date" IS NULL AND `)
	w.WriteString(w.rule(s, ""))
	w.WriteByte(')')
}

// rule gives the condition under which a row of an object is seen, or a field of it.
func (w *writer) rule(s *check.Source, field string) string {
	key := s.View.Object.APIName + "." + field
	if known, written := w.rules[key]; written {
		return known
	}
	text, args, err := w.tables.Rule(s.View.Object.APIName, s.View.Relations(field), w.first+len(w.params))
	if err != nil {
		w.fail(err)
	}
	for _, arg := range args {
		w.params = append(w.params, &bind.Value{How: bind.Fixed, Slot: -1, Given: arg})
	}
	if w.rules == nil {
		w.rules = map[string]string{}
	}
	w.rules[key] = text
	return text
}

// column names a column of a source.
func (w *writer) column(s *check.Source, u *check.Use) {
	if s == w.root {
		name, ok := w.tables.Column(s.View.Object.APIName, u.Field.Name)
		if !ok {
			w.fail(changed())
		}
		w.WriteString("t." + name)
		return
	}
	w.WriteByte('s')
	w.number(s.N)
	if s.View != nil {
		w.WriteString(`."`)
		w.WriteString(u.Key)
		w.WriteByte('"')
		return
	}
	w.WriteString(".c")
	w.number(1 + s.Answers(u.Key))
}
