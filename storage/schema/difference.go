package schema

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
)

// Difference says what became of a definition, for whoever asks later who changed what.
type Difference struct {
	APIName string            `json:"api_name"`
	Title   string            `json:"title"`
	Op      string            `json:"op"`
	Object  []Sides           `json:"object,omitempty"`
	Fields  []FieldDifference `json:"fields,omitempty"`
}

// FieldDifference says what became of a field.
type FieldDifference struct {
	Name    string  `json:"name"`
	Title   string  `json:"title"`
	Op      string  `json:"op"`
	Changed []Sides `json:"changed,omitempty"`
}

// Sides are a property of an object or field before and after; null where it had none.
type Sides struct {
	Property string          `json:"property"`
	Before   json.RawMessage `json:"before"`
	After    json.RawMessage `json:"after"`
}

// What becomes of objects and fields.
const (
	Made     = "made"
	Changed  = "changed"
	Retired  = "retired"
	Restored = "restored"
	Purged   = "purged"
)

// unsaid are the members of a definition that say nothing of what the object is: how it is
// kept, and what is told by itself.
var unsaid = []string{"api_name", "table", "fields", "extends", "untracked", "tracked_since", "retired", "former", "changing", "done", "edits", "route", "feed", "name", "column"}

// renamed are members that clients know by another name.
var renamed = map[string]string{"type": "format", "labels": "options"}

// Differs says what became of a definition that was another one before: nil for one that is
// new, and nil for next for one that is gone. It gives nil where nothing did that people see.
func Differs(had, next *Own) (*Difference, error) {
	one := next
	if next == nil {
		one = had
	}
	d := &Difference{APIName: one.APIName, Title: one.Title, Op: Changed}
	switch {
	case next == nil:
		d.Op = Purged
		return d, nil
	case had == nil && !next.Extends:
		d.Op = Made
	case had != nil && had.Retired == nil && next.Retired != nil:
		d.Op = Retired
	case had != nil && had.Retired != nil && next.Retired == nil:
		d.Op = Restored
	}
	if had == nil {
		had = &Own{Object: Object{APIName: next.APIName}, Extends: next.Extends}
		if next.Extends {
			had.Title = next.Title
		}
	}
	var err error
	if d.Object, err = sides(had, next); err != nil {
		return nil, err
	}
	if d.Fields, err = fieldsDiffer(had, next); err != nil {
		return nil, err
	}
	if d.Op == Changed && d.Object == nil && d.Fields == nil {
		return nil, nil //nolint:nilnil // nothing that people see became of it
	}
	return d, nil
}

// fieldsDiffer tells of the fields in their order, those that went after them.
func fieldsDiffer(had, next *Own) (out []FieldDifference, err error) {
	add := func(f *Field, op string, before, after *Field) {
		if err != nil {
			return
		}
		one := FieldDifference{Name: f.Name, Title: f.Title, Op: op}
		if one.Changed, err = sides(before, after); len(one.Changed) > 0 || op != Changed {
			out = append(out, one)
		}
	}
	before := had.formerKeys()
	for _, f := range next.Fields {
		switch was := had.Named(f.Name); {
		case was != nil:
			add(f, Changed, was, f)
		case before[f.Key()]:
			add(f, Restored, nil, f)
		default:
			add(f, Made, nil, f)
		}
	}
	for _, f := range had.Fields {
		if next.Named(f.Name) == nil {
			add(f, Retired, f, nil)
		}
	}
	kept, now := next.formerKeys(), next.Keys()
	for _, f := range had.Former {
		if key := f.Field.Key(); !kept[key] && !now[key] {
			add(f.Field, Purged, f.Field, nil)
		}
	}
	return out, err
}

func (d *Own) formerKeys() map[string]bool {
	keys := map[string]bool{}
	for _, f := range d.Former {
		keys[f.Field.Key()] = true
	}
	return keys
}

// sides tells in which properties two objects or fields differ, in the order of their names.
func sides(before, after any) (out []Sides, err error) {
	was, err := properties(before)
	if err != nil {
		return nil, err
	}
	is, err := properties(after)
	if err != nil {
		return nil, err
	}
	all := maps.Clone(was)
	maps.Copy(all, is)
	for _, name := range slices.Sorted(maps.Keys(all)) {
		if !bytes.Equal(was[name], is[name]) {
			out = append(out, Sides{Property: name, Before: was[name], After: is[name]})
		}
	}
	return out, nil
}

// properties are those of an object or field that people see; none of nil.
func properties(of any) (map[string]json.RawMessage, error) {
	out := map[string]json.RawMessage{}
	raw, err := json.Marshal(of)
	if err == nil {
		err = json.Unmarshal(raw, &out)
	}
	if err != nil {
		return nil, fmt.Errorf("schema: a definition can't be told: %w", err)
	}
	if out == nil { // of nil
		out = map[string]json.RawMessage{}
	}
	if own, is := of.(*Own); is { // what is told is the rule, not its exception
		out["track_history"] = encoded(own.KeepsHistory())
	}
	if out["labels"] != nil { // they say what options say, and more
		delete(out, "options")
	}
	for _, name := range unsaid {
		delete(out, name)
	}
	for name, known := range renamed {
		if value := out[name]; value != nil {
			delete(out, name)
			out[known] = value
		}
	}
	return out, nil
}
