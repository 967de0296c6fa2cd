package records

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/fold"
	"switchboard/storage/row"
	"switchboard/storage/schema"
)

// placed adds to the refusal of a value that is in use which of the rows gives it: the
// database names the field alone. Of a field that never leaves the server, and is made of
// the record's name, the name is told. Other errors are as they were.
func (t *plain) placed(ctx context.Context, p *access.Principal, o *schema.Object, intakes []*intake, err error) error {
	if !fault.Is(err, fault.Conflict) || fault.From(err).Index >= 0 {
		return err
	}
	refusal := fault.From(err)
	for _, f := range o.Fields {
		said := refusal.Fields[f.Name]
		if said == nil || !f.Unique || !f.Stored() {
			continue
		}
		i := 0
		if len(intakes) > 1 {
			i = t.inUse(ctx, p, o, f, intakes)
		}
		refusal = refusal.At(i)
		if f.Internal {
			refusal.Fields = map[string][]string{o.NameField: said}
		}
		return refusal
	}
	return err
}

// inUse finds the first row whose value of a unique field another record has, or an earlier
// row; -1 where none does any more.
func (t *plain) inUse(ctx context.Context, p *access.Principal, o *schema.Object, f *schema.Field, intakes []*intake) int {
	values := make([]any, 0, len(intakes))
	for _, in := range intakes {
		if value := in.set[f.Name]; value != nil {
			values = append(values, sameness(f, value))
		}
	}
	operator := "IN"
	if f.IsFolded() {
		operator = "TAKEN"
	}
	found, err := t.store.Find(ctx, p.Organization, row.Query{
		Object: o.APIName, Where: []row.Condition{{Field: f.Name, SubField: f.Type.Main, Operator: operator, Value: values}},
	})
	if err != nil {
		return -1
	}
	holders := map[string][]row.Record{}
	for _, one := range found {
		key := fmt.Sprint(sameness(f, one.Fields[f.Name]))
		holders[key] = append(holders[key], one)
	}
	earlier := map[string]bool{}
	for i, in := range intakes {
		value := in.set[f.Name]
		if value == nil {
			continue
		}
		key := fmt.Sprint(sameness(f, value))
		for _, one := range holders[key] {
			if one.ID != in.record && in.within(f, one) {
				return i
			}
		}
		for _, per := range f.UniquePer {
			key += " " + fmt.Sprint(in.set[per])
		}
		if earlier[key] {
			return i
		}
		earlier[key] = true
	}
	return -1
}

// within reports whether a record counts for a value that is unique within those of other fields.
func (in *intake) within(f *schema.Field, one row.Record) bool {
	for _, per := range f.UniquePer {
		if value := in.set[per]; value != nil && !row.Same(value, one.Fields[per]) {
			return false
		}
	}
	return true
}

// sameness is what makes two values of a field the same one.
func sameness(f *schema.Field, value any) any {
	if raw, ok := value.(json.RawMessage); ok && f.Type.Main != "" {
		var parts map[string]string
		if json.Unmarshal(raw, &parts) == nil {
			return parts[f.Type.Main]
		}
	}
	text, ok := value.(string)
	switch {
	case ok && f.IsFolded():
		return fold.Key(text)
	case ok && f.Type.Fold:
		return strings.ToLower(text)
	default:
		return value
	}
}
