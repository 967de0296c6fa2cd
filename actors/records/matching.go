package records

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"strings"

	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
	"switchboard/storage/schema"
)

// MayMatch reports whether rows can be matched with records by a field: by the id, or by a unique
// field that the principal reads everywhere.
func (s *Service) MayMatch(p *access.Principal, object, field string) error {
	o, rights, err := s.object(p, object)
	if err != nil || field == "id" {
		return err
	}
	f := o.Field(field)
	if f == nil || f.Internal || !rights.Everywhere().Has(field) {
		return fault.Field("match_field", "%s", errField)
	}
	if !f.Unique || !f.Stored() || f.Type.Sealed {
		return fault.Field("match_field", "%s isn't unique. Match by the id, or by a unique field", f.Title)
	}
	return nil
}

// Matches finds the record that has each of the values in a unique field, or as its id. Whether the
// principal may see it is decided where it is changed.
func (s *Service) Matches(ctx context.Context, p *access.Principal, object, field string, values []json.RawMessage) ([]row.Match, error) {
	if err := s.MayMatch(p, object, field); err != nil {
		return nil, err
	}
	out := make([]row.Match, len(values))
	o := p.Registry().Object(object)
	if field == "id" {
		for i, raw := range values {
			var text string
			_ = json.Unmarshal(raw, &text) // then it is no id
			if one, is := id.Parse(text); is {
				out[i].ID = one
			} else {
				out[i].Err = fault.Field("id", "The id is not a UUID")
			}
		}
		return out, nil
	}
	f := o.Field(field)
	keys := make([]string, len(values))
	var wanted []any
	for i, raw := range values {
		value, err := schema.Check(relaxed(f), raw)
		switch {
		case err != nil:
			out[i].Err = err
		case value == nil:
			out[i].Err = fault.Field(field, "%s is required", f.Title)
		default:
			keys[i] = fmt.Sprint(sameness(f, value))
			wanted = append(wanted, sameness(f, value))
		}
	}
	if len(wanted) == 0 {
		return out, nil
	}
	operator := "IN"
	if f.IsFolded() {
		operator = "TAKEN"
	}
	found, err := s.store.Find(ctx, p.Organization, row.Query{
		Object: object, Fields: []string{field}, Where: []row.Condition{{Field: field, SubField: f.Type.Main, Operator: operator, Value: wanted}},
	})
	if err != nil {
		return nil, err
	}
	have := map[string][]id.ID{}
	for _, one := range found {
		key := fmt.Sprint(sameness(f, one.Fields[field]))
		have[key] = append(have[key], one.ID)
	}
	for i, key := range keys {
		switch of := have[key]; {
		case out[i].Err != nil:
		case len(of) == 1:
			out[i].ID = of[0]
		case len(of) == 0:
			out[i].Err = fault.Field(field, "No %s has this value in %s", strings.ToLower(o.Title), f.Title)
		default:
			out[i].Err = fault.Field(field, "Several %s have this value in %s", strings.ToLower(o.Plural), f.Title)
		}
	}
	return out, nil
}

// findNamed replaces the names of records that rows refer to by their ids: "Jane Doe", or of a user an
// e-mail address. A name that no record has, or several, refuses its row.
func (w *importing) findNamed(ctx context.Context) error {
	for _, f := range w.o.Fields {
		if !f.Type.Targeted || f.Target == "" {
			continue
		}
		target := w.p.Registry().Object(f.Target)
		if target == nil || w.p.Rights(f.Target) == nil {
			continue
		}
		texts := map[string]*holders{}
		for i := range w.rows {
			for _, text := range w.namesIn(f, i) {
				texts[strings.ToLower(text)] = &holders{text: text}
			}
		}
		if len(texts) == 0 {
			continue
		}
		for _, by := range nameFields(target) {
			if err := w.find(ctx, target, by, texts); err != nil {
				return err
			}
		}
		for i := range w.rows {
			w.replace(f, target, i, texts)
		}
	}
	return nil
}

// holders are the records that people call by a text.
type holders struct {
	text string
	ids  []id.ID
}

// nameFields are those by which people name a record: its name and its e-mail address.
func nameFields(o *schema.Object) (out []string) {
	if o.NameField != "" {
		out = append(out, o.NameField)
	}
	for _, f := range o.Fields {
		if f.Type.Names {
			out = append(out, f.Name)
		}
	}
	return out
}

// namesIn are the texts of a row's reference that are no ids.
func (w *importing) namesIn(f *schema.Field, i int) (out []string) {
	raw := w.rows[i].Input[f.Name]
	var list []string
	var one string
	if json.Unmarshal(raw, &one) == nil && one != "" {
		list = []string{one}
	} else if json.Unmarshal(raw, &list) != nil {
		return nil
	}
	for _, text := range list {
		if _, is := id.Parse(text); !is {
			out = append(out, text)
		}
	}
	return out
}

// find adds the records that have one of the texts in a field, as far as the principal sees them.
func (w *importing) find(ctx context.Context, target *schema.Object, by string, texts map[string]*holders) error {
	var missing []string
	for _, one := range texts {
		if len(one.ids) == 0 {
			missing = append(missing, one.text)
		}
	}
	if f := target.Field(by); len(missing) == 0 || !w.p.Rights(target.APIName).Everywhere().Has(by) || !f.Filterable() {
		return nil
	}
	page, err := w.List(ctx, w.p, target.APIName, ListRequest{
		Filter: []FilterRow{{Field: by, Operator: "IN", Value: row.JSONValue(missing)}}, Order: []string{"id"}, Limit: maxRows,
	})
	if err != nil {
		if fault.Is(err, fault.Invalid) { // it can't be filtered by
			return nil
		}
		return err
	}
	for _, fields := range page.Records {
		var record id.ID
		var name, text string
		_ = json.Unmarshal(fields["id"], &record)
		_ = json.Unmarshal(fields[by], &text)
		_ = json.Unmarshal(fields[target.NameField], &name)
		key := strings.ToLower(text)
		if one := texts[key]; one != nil {
			one.ids = append(one.ids, record)
			w.names[record] = name
		}
	}
	return nil
}

// replace puts ids in place of the names in a row's reference.
func (w *importing) replace(f *schema.Field, target *schema.Object, i int, texts map[string]*holders) {
	names := w.namesIn(f, i)
	if len(names) == 0 {
		return
	}
	ids := map[string]id.ID{}
	for _, name := range names {
		switch found := texts[strings.ToLower(name)].ids; len(found) {
		case 1:
			ids[name] = found[0]
		case 0:
			w.out[i].Err = fault.Field(f.Name, "%s: there is no %s called %q that you can see", f.Title, strings.ToLower(target.Title), name)
			return
		default:
			w.out[i].Err = fault.Field(f.Name, "%s: several %s are called %q. Give the id instead", f.Title, strings.ToLower(target.Plural), name)
			return
		}
	}
	input := maps.Clone(w.rows[i].Input)
	var one string
	if json.Unmarshal(input[f.Name], &one) == nil {
		input[f.Name] = row.JSONValue(ids[one])
	} else {
		var list []string
		_ = json.Unmarshal(input[f.Name], &list) // namesIn has read it
		for k, text := range list {
			if found, is := ids[text]; is {
				list[k] = string(found)
			}
		}
		input[f.Name] = row.JSONValue(list)
	}
	w.rows[i].Input = input
}
