package records

import (
	"context"
	"time"

	"switchboard/actors/sight"
	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
	"switchboard/storage/schema"
)

// RelatedMost is how many related records are counted of an object: so many or more are one.
const RelatedMost = 25

// RelatedCounts are how many records of each object name a record.
type RelatedCounts struct {
	Counts map[string]int
	Took   time.Duration
}

// Related counts the records that name one which the principal may see, as far as he may
// see them, by object, up to RelatedMost each. What names it in a field that he may not
// read doesn't count. objects are those that are counted, nil for all that may name it; one
// that is named must be known and readable (fault.NotFound, fault.Forbidden).
func (s *Service) Related(ctx context.Context, p *access.Principal, object string, record id.ID, objects []string) (RelatedCounts, error) {
	out := RelatedCounts{Counts: map[string]int{}}
	o, _, err := s.object(p, object)
	if err != nil {
		return out, err
	}
	if _, err := sight.Shown(ctx, s.store, p, object, record); err != nil {
		return out, err
	}
	counted, err := s.related(p, objects)
	if err != nil {
		return out, err
	}
	var requests []row.ReadRequest
	for _, child := range counted {
		rights := p.Rights(child.APIName)
		naming := child.Naming(o.APIName)
		var where []row.Condition
		for _, f := range naming {
			if rights.Everywhere().Has(f.Name) {
				where = append(where, refersTo(f, record))
			}
		}
		if len(where) > 0 {
			requests = append(requests, row.ReadRequest{Object: child.APIName, Where: where, Any: true, Visible: rights.Relations()})
		} else if objects != nil || len(naming) > 0 {
			out.Counts[child.APIName] = 0
		}
	}
	counts, took, err := s.store.CountUpTo(ctx, p.Organization, requests, RelatedMost)
	out.Took = took
	if err != nil {
		return out, err
	}
	for i, n := range counts {
		out.Counts[requests[i].Object] = n
	}
	return out, nil
}

// related are the objects whose records are counted, of those that the principal may list.
func (s *Service) related(p *access.Principal, names []string) (out []*schema.Object, err error) {
	if names == nil {
		for _, o := range p.Registry().Objects() {
			if !o.Internal && p.Rights(o.APIName) != nil && len(p.Rights(o.APIName).Relations()) > 0 {
				out = append(out, o)
			}
		}
		return out, nil
	}
	if len(names) > maxRelated {
		return nil, fault.Field("objects", "The related records of %d objects can be counted at once", maxRelated)
	}
	return s.readable(p, names)
}

// maxRelated bounds the objects that one names.
const maxRelated = 100
