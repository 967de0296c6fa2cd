package records

import (
	"context"

	"switchboard/storage/access"
	"switchboard/storage/row"
	"switchboard/storage/schema"
)

// among is what holds of the records that lists of an object have (Object.LeavesOut), nil if they
// have all. A filter that names the field, or records by their ids, finds what it names.
func among(o *schema.Object, filter []FilterRow) []row.Condition {
	if o.LeavesOut == "" {
		return nil
	}
	for i := range filter {
		if filter[i].Field == o.LeavesOut || filter[i].Field == "id" {
			return nil
		}
	}
	return []row.Condition{{Field: o.LeavesOut, Operator: "=", Value: false}}
}

// amongRows is the same as a filter, for what asks for records by other conditions too.
func (s *Service) amongRows(ctx context.Context, p *access.Principal, o *schema.Object) (row.Filter, error) {
	if o.LeavesOut == "" {
		return nil, nil
	}
	return s.filter(ctx, p, o, []FilterRow{{Field: o.LeavesOut, Operator: "=", Value: []byte("false")}}, false)
}
