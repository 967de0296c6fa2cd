package numbers

import (
	"context"
	"slices"

	"switchboard/storage/id"
	"switchboard/storage/row"
)

// Finder is what is read to tell whose a number is.
type Finder interface {
	Find(ctx context.Context, organization id.ID, query row.Query) ([]row.Record, error)
}

// Holder finds the contact with a number that was made first, by phone and then by second_phone,
// of those for whom the conditions hold. found reports whether there is one.
func Holder(ctx context.Context, store Finder, organization id.ID, number string, where ...row.Condition) (contact row.Record, found bool, err error) {
	for _, field := range []string{"phone", "second_phone"} {
		records, err := store.Find(ctx, organization, row.Query{
			Object: "contact",
			Where:  append(slices.Clip(where), row.Condition{Field: field, SubField: "phone_number", Operator: "=", Value: number}),
			Order:  []row.Order{{Field: "created_date"}},
			Limit:  1,
		})
		if err != nil || len(records) == 1 {
			return first(records), len(records) == 1, err
		}
	}
	return row.Record{}, false, nil
}

func first(records []row.Record) row.Record {
	if len(records) == 0 {
		return row.Record{}
	}
	return records[0]
}

// Barring finds a contact with a number who is neither to be called nor texted, whichever contact
// was meant; found reports whether there is one.
func Barring(ctx context.Context, store Finder, organization id.ID, number string) (contact row.Record, found bool, err error) {
	return Holder(ctx, store, organization, number, row.Condition{Field: "do_not_call", Operator: "=", Value: true})
}
