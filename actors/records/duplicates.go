package records

import (
	"context"
	"encoding/json"
	"slices"
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

// Duplicates finds the other records of an object that have a phone number of this one, in
// any field of phone numbers; extensions make no difference. Numbers that the principal may
// not read, of this record or in every one that could match, count for nothing.
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
	var numbers []string
	var fields []*schema.Field
	for _, f := range o.Fields {
		if !f.Type.SearchDigits || f.Internal || !f.Filterable() || !rights.Everywhere().Has(f.Name) {
			continue
		}
		fields = append(fields, f)
		var has schema.PhoneValue
		if json.Unmarshal(shown[f.Name], &has) == nil && has.PhoneNumber != "" && !slices.Contains(numbers, has.PhoneNumber) {
			numbers = append(numbers, has.PhoneNumber)
		}
	}
	if len(numbers) == 0 {
		return out, nil
	}
	where := make([]row.Condition, len(fields))
	for i, f := range fields {
		where[i] = row.Condition{Field: f.Name, SubField: f.Type.Main, Operator: "IN", Value: numbers}
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
