package query

import (
	"encoding/json"

	"switchboard/storage/entry"
	"switchboard/storage/row"
)

// Index finds, of many answers that are kept current, those to which an entry may be
// anything: a thousand people who each follow what is theirs cost an entry no more than one.
type Index[T comparable] struct {
	all     map[T]*Watch
	objects map[string]*shelves[T]
}

// shelves are the answers that read an object.
type shelves[T comparable] struct {
	every map[T]struct{}
	by    map[string]map[string]map[T]struct{} // that hold records of some values of a field
}

// NewIndex makes an index of nothing.
func NewIndex[T comparable]() Index[T] {
	return Index[T]{all: map[T]*Watch{}, objects: map[string]*shelves[T]{}}
}

// Len is how many there are.
func (x *Index[T]) Len() int { return len(x.all) }

// All gives all of them.
func (x *Index[T]) All(yield func(T, *Watch) bool) {
	for one, w := range x.all {
		if !yield(one, w) {
			return
		}
	}
}

// Add takes one in.
func (x *Index[T]) Add(one T, w *Watch) {
	x.all[one] = w
	x.each(w, func(object string, s *shelves[T], field string, values map[string]bool) {
		if s == nil {
			s = &shelves[T]{every: map[T]struct{}{}, by: map[string]map[string]map[T]struct{}{}}
			x.objects[object] = s
		}
		if values == nil {
			s.every[one] = struct{}{}
			return
		}
		if s.by[field] == nil {
			s.by[field] = map[string]map[T]struct{}{}
		}
		for value := range values {
			if s.by[field][value] == nil {
				s.by[field][value] = map[T]struct{}{}
			}
			s.by[field][value][one] = struct{}{}
		}
	})
}

// Remove takes one out.
func (x *Index[T]) Remove(one T) {
	w := x.all[one]
	if w == nil {
		return
	}
	delete(x.all, one)
	x.each(w, func(object string, s *shelves[T], field string, values map[string]bool) {
		delete(s.every, one)
		for value := range values {
			if delete(s.by[field][value], one); len(s.by[field][value]) == 0 {
				delete(s.by[field], value)
			}
		}
		if len(s.by[field]) == 0 {
			delete(s.by, field)
		}
		if len(s.every)+len(s.by) == 0 {
			delete(x.objects, object)
		}
	})
}

// each gives the objects that an answer reads, with what is known of its records.
func (x *Index[T]) each(w *Watch, do func(object string, s *shelves[T], field string, values map[string]bool)) {
	for object := range w.reads.Of {
		if len(w.equal) > 0 && w.reads.Alone.Object == object {
			do(object, x.objects[object], w.equal[0].field, w.equal[0].among)
		} else {
			do(object, x.objects[object], "", nil)
		}
	}
}

// Concerned gives those to which an entry may be something. One may come twice.
func (x *Index[T]) Concerned(e *entry.Entry, yield func(T)) {
	s := x.objects[e.Object]
	if s == nil {
		return
	}
	some := func(of map[T]struct{}) {
		for one := range of {
			yield(one)
		}
	}
	some(s.every)
	for field, by := range s.by {
		before, after, known := valuesOf(e, field)
		if !known {
			for _, of := range by {
				some(of)
			}
			continue
		}
		some(by[after])
		if before != after {
			some(by[before])
		}
	}
}

// valuesOf gives what the entry's record had in a field, and has now.
func valuesOf(e *entry.Entry, field string) (before, after string, known bool) {
	if e.Op == entry.Bulk {
		return "", "", false
	}
	if field == "id" {
		one := string(row.JSONValue(e.ID))
		return one, one, true
	}
	raw, is := e.After[field]
	if e.Op == entry.Created {
		if !is {
			raw, is = e.Record[field]
		}
		after, known = plain(raw)
		return after, after, is && known
	}
	was, had := e.Before[field]
	if e.Op != entry.Updated || !is || !had {
		return "", "", false
	}
	before, known = plain(was)
	after, is = plain(raw)
	return before, after, known && is
}

// plain is the one spelling of a text, a truth, nothing, or the id of a record.
func plain(value json.RawMessage) (string, bool) {
	if len(value) == 0 {
		return "", false
	}
	if value[0] == '{' {
		var one struct {
			ID json.RawMessage `json:"id"`
		}
		if json.Unmarshal(value, &one) != nil || one.ID == nil {
			return "", false
		}
		value = one.ID
	}
	if value[0] != '"' {
		return string(value), true
	}
	var text string
	if json.Unmarshal(value, &text) != nil {
		return "", false
	}
	again, err := json.Marshal(text)
	return string(again), err == nil
}
