package records

import (
	"context"

	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
	"switchboard/storage/schema"
)

// Reviewer looks at records of one object that are about to be written: its domain
// may refuse, add to what is set, and say what else is written in the same
// transaction. It is called once rights and fields have been checked.
type Reviewer interface {
	// Review gets the record as it stands (the zero Record for a new one) and what is
	// to be set, in storage shape.
	Review(ctx context.Context, p *access.Principal, record id.ID, before row.Record, set row.Fields) (more []row.Write, err error)
}

// Review registers the reviewer of an object that is not live. It must not be called
// once the service is in use.
func (s *Service) Review(object string, reviewer Reviewer) { s.reviewers[object] = reviewer }

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
