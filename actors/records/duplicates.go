package records

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"switchboard/actors/sight"
	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/id"
	"switchboard/storage/row"
	"switchboard/storage/schema"
)

// maxDuplicates bounds what is found of one record.
const maxDuplicates = 100

// Duplicates are records that may be of the same person or thing as another one.
type Duplicates struct {
	Records []entry.Fields
	Took    time.Duration
	Bytes   int
}

// Duplicates finds the other records of an object that are the same as this one by any of
// the fields that say so (schema.Object.DuplicatesBy). A phone number may stand in any of those
// of phone numbers; extensions make no difference. What the principal may not read, of this
// record or in every one that could match, counts for nothing.
func (s *Service) Duplicates(ctx context.Context, p *access.Principal, object string, record id.ID) (Duplicates, error) {
	out := Duplicates{Records: []entry.Fields{}}
	o, rights, err := s.object(p, object)
	if err != nil {
		return out, err
	}
	shown, err := sight.Shown(ctx, s.store, p, object, record)
	if err != nil {
		return out, err
	}
	fields := slices.DeleteFunc(o.DuplicatesBy(), func(f *schema.Field) bool { return !rights.Everywhere().Has(f.Name) })
	where := alikeBy(fields, shown)
	if len(where) == 0 {
		return out, nil
	}
	page, err := s.store.Read(ctx, p.Organization, row.ReadRequest{
		Object: o.APIName, Where: where, Any: true, Visible: rights.Relations(),
		Order: []row.Order{{Field: "id"}}, Limit: maxDuplicates + 1, Browse: true,
	})
	out.Took = page.Took
	if err != nil {
		return out, err
	}
	for i := range page.Items {
		if item := &page.Items[i]; item.ID != record && len(out.Records) < maxDuplicates {
			if fields := rights.Show(item); fields != nil {
				out.Bytes += fields.Size()
				out.Records = append(out.Records, fields)
			}
		}
	}
	return out, nil
}

// alikeBy asks for what a record has in any of some fields.
func alikeBy(fields []*schema.Field, shown entry.Fields) (where []row.Condition) {
	var numbers []string
	for _, f := range fields {
		if number := numberIn(f, shown[f.Name]); number != "" && !slices.Contains(numbers, number) {
			numbers = append(numbers, number)
		}
	}
	for _, f := range fields {
		if f.Type.SearchDigits {
			if numbers != nil {
				where = append(where, row.Condition{Field: f.Name, SubField: f.Type.Main, Operator: "IN", Value: numbers})
			}
			continue
		}
		if value := valueIn(shown[f.Name]); value != "" {
			where = append(where, row.Condition{Field: f.Name, Operator: "SAME", Value: value})
		}
	}
	return where
}

// numberIn is the phone number of a field, "" for none.
func numberIn(f *schema.Field, shown json.RawMessage) string {
	var has schema.PhoneValue
	if !f.Type.SearchDigits || json.Unmarshal(shown, &has) != nil {
		return ""
	}
	return has.PhoneNumber
}

// valueIn is what a field holds as a text, "" for nothing.
func valueIn(shown json.RawMessage) string {
	var text string
	if json.Unmarshal(shown, &text) != nil {
		return string(shown) // a number
	}
	return strings.TrimSpace(text)
}
