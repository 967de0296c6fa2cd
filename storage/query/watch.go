package query

import (
	"context"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"switchboard/storage/entry"
	"switchboard/storage/id"
	"switchboard/storage/query/bind"
	"switchboard/storage/query/check"
	"switchboard/storage/query/lex"
	"switchboard/storage/query/parse"
)

// Live is a query whose answer is kept current.
type Live interface {
	// Watch tells what an entry of the log is to the answer.
	Watch() *Watch
	// Run answers the query as things are now.
	Run(ctx context.Context) (Answer, error)
}

// Watch tells what the entries of the log are to the answer of a query.
type Watch struct {
	reads *check.Reads
	equal []equality
	// Timed says that the answer changes with the clock, too.
	Timed bool
}

// equality says that a field has one of some values in every row.
type equality struct {
	field string
	among map[string]bool // as JSON
}

// Held is what somebody holds of an answer. Nobody knows it while it is being read.
type Held interface {
	// Whole says that these are all rows.
	Whole() bool
	// Has tells whether a record is among the rows.
	Has(record id.ID) bool
}

// Verdict is what an entry is to an answer.
type Verdict struct {
	// Again says that only another run can tell.
	Again bool
	// Set are keys of the entry's record, which is among the rows, and their new values;
	// nil where nothing changes.
	Set map[string]json.RawMessage
}

// Watch makes what follows the log for a query.
func (c *Compiler) Watch(text string, reader Reader) (*Watch, error) {
	r := &room{}
	var err error
	if r.tokens, err = lex.Tokens(text, nil); err != nil {
		return nil, refusal(text, nil, err)
	}
	r.shape()
	tree, err := parse.Query(r.tokens)
	if err != nil {
		return nil, refusal(text, r.tokens, err)
	}
	checked, err := check.Check(tree, reader)
	if err != nil {
		return nil, refusal(text, r.tokens, err)
	}
	w := &Watch{reads: checked.Reads(), Timed: checked.Timed()}
	if w.reads.Alone == nil {
		return w, nil
	}
	l := bind.Literals{Tokens: r.literals}
	for _, e := range w.reads.Alone.Equal {
		value, err := e.Value.Bind(&l)
		if err != nil {
			return nil, refusal(text, r.tokens, err)
		}
		if among := written(value); among != nil {
			w.equal = append(w.equal, equality{e.Field.Name, among})
		}
	}
	return w, nil
}

// written are the values of a parameter as clients are shown them; nil where that isn't known.
func written(value any) map[string]bool {
	out := map[string]bool{}
	add := func(v any) {
		if raw, err := json.Marshal(v); err == nil {
			out[string(raw)] = true
		}
	}
	switch v := value.(type) {
	case bool, id.ID:
		add(v)
	case string:
		if list, is := strings.CutPrefix(v, `{"`); is && strings.HasSuffix(list, `"}`) {
			return nil // a list of what isn't text
		}
		add(v)
	case []string:
		for _, one := range v {
			add(one)
		}
	default:
		return nil
	}
	return out
}

// Objects lists the objects whose entries may change the answer.
func (w *Watch) Objects() []string { return slices.Sorted(maps.Keys(w.reads.Of)) }

// ID is the place of the output that is the id of the row's record, -1 for none.
func (w *Watch) ID() int {
	if w.reads.Alone == nil {
		return -1
	}
	return w.reads.Alone.ID
}

// Decide tells what an entry is to the answer of which somebody holds what he has been told;
// nil where what he holds is being read anew.
func (w *Watch) Decide(e *entry.Entry, held Held) Verdict {
	read := w.reads.Of[e.Object]
	if read == nil || !concerns(read, e) {
		return Verdict{}
	}
	if a := w.reads.Alone; a != nil && a.Object == e.Object && e.Op != entry.Bulk {
		return w.alone(a, e, held)
	}
	return Verdict{Again: true}
}

// concerns tells whether an entry touches what is looked at.
func concerns(read *check.Read, e *entry.Entry) bool {
	switch {
	case e.Op == entry.Created:
		return read.Rows || e.Version > 1 // one that comes back was referred to before
	case e.Op != entry.Updated:
		return true
	case read.Rows && !e.Route.Before.Equal(e.Route.After):
		return true
	}
	return touches(e, read.Fields)
}

func touches(e *entry.Entry, fields map[string]bool) bool {
	for name := range e.After {
		if fields[name] {
			return true
		}
	}
	for name := range e.Before {
		if fields[name] {
			return true
		}
	}
	return false
}

// alone decides where rows are records of one object.
func (w *Watch) alone(a *check.Alone, e *entry.Entry, held Held) Verdict {
	keyed := held != nil && a.ID >= 0
	has, lacks := keyed && held.Has(e.ID), keyed && held.Whole() && !held.Has(e.ID)
	stays := e.Op == entry.Updated && e.Route.Before.Equal(e.Route.After) && !touches(e, a.Where)
	switch {
	case w.neverAmong(e), lacks && (e.Op == entry.Removed || stays || w.notAmong(e)):
		return Verdict{}
	case !stays || !keyed || touches(e, a.Order):
		return Verdict{Again: true}
	case !has:
		return Verdict{} // it lies behind the rows, and stays there
	case touches(e, a.Computes):
		return Verdict{Again: true}
	}
	var v Verdict
	for name, value := range e.After {
		for _, key := range a.Shows[name] {
			if v.Set == nil {
				v.Set = map[string]json.RawMessage{}
			}
			v.Set[key] = value
		}
	}
	return v
}

// neverAmong tells whether the record was not among the rows before the entry and is not
// after it, whatever else they are.
func (w *Watch) neverAmong(e *entry.Entry) bool {
	if e.Op == entry.Created {
		return w.notAmong(e)
	}
	return slices.ContainsFunc(w.equal, func(q equality) bool {
		if q.field == "id" { // which never changes
			one, err := json.Marshal(e.ID)
			return err == nil && !q.among[string(one)]
		}
		before, known := e.Before[q.field]
		return known && !q.holds(before)
	}) && w.notAmong(e)
}

// notAmong tells whether the record is not among the rows after the entry.
func (w *Watch) notAmong(e *entry.Entry) bool {
	return e.Op != entry.Removed && slices.ContainsFunc(w.equal, func(q equality) bool {
		if q.field == "id" {
			one, err := json.Marshal(e.ID)
			return err == nil && !q.among[string(one)]
		}
		after, known := e.After[q.field]
		if !known && e.Record != nil {
			after, known = e.Record[q.field]
		}
		return known && !q.holds(after)
	})
}

// holds tells whether a value is one of those. Of a lookup the id counts; of what isn't
// known it may be.
func (q equality) holds(value json.RawMessage) bool {
	text, known := plain(value)
	return !known || q.among[text]
}
