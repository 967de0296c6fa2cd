package records

import (
	"context"

	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/query"
	"switchboard/storage/row"
	"switchboard/storage/schema"
)

// filter makes the condition of a list's filter, nil for none.
func (s *Service) filter(ctx context.Context, p *access.Principal, o *schema.Object, rows []FilterRow, anyOf bool) (row.Filter, error) {
	if len(rows) > maxFilters {
		return nil, fault.Field("filter", "A filter may have %d rows", maxFilters)
	}
	return s.compiler.Filter(query.FilterRequest{
		Organization: p.Organization, Object: o.APIName, Rows: rows, Any: anyOf, Reader: p, Clock: s.clockOf(ctx, p),
	})
}
