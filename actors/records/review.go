package records

import (
	"context"

	"switchboard/actors/feature"
	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/row"
	"switchboard/storage/schema"
)

// Review registers the reviewer of an object that is not live. It must not be called
// once the service is in use.
func (s *Service) Review(object string, reviewer feature.Reviewer) { s.reviewers[object] = reviewer }

// review asks the object's reviewer about every record that changes.
func (s *Service) review(ctx context.Context, p *access.Principal, o *schema.Object, intakes []*intake, isNew bool) ([]row.Write, error) {
	reviewer := s.reviewers[o.APIName]
	if reviewer == nil {
		return nil, nil
	}
	var more []row.Write
	for i, in := range intakes {
		if len(in.set) == 0 {
			continue
		}
		var before row.Record
		if !isNew {
			var err error
			if before, err = s.store.Get(ctx, p.Organization, o.APIName, in.record); err != nil {
				return nil, fault.From(err).At(i)
			}
		}
		writes, err := reviewer.Review(ctx, p, in.record, before, in.set)
		if err != nil {
			return nil, fault.From(err).At(i)
		}
		more = append(more, writes...)
	}
	return more, nil
}
