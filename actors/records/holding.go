package records

import (
	"context"

	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/row"
	"switchboard/storage/schema"
)

// Holding refuses where a user record has rights that the principal lacks: whoever
// invites a person gives him the rights of his record, whoever wrote them there.
func (s *Service) Holding(ctx context.Context, p *access.Principal, record row.Record) error {
	o := p.Registry().Object(record.Object)
	if o == nil {
		return fault.New(fault.NotFound, "There is no object %q.", record.Object)
	}
	if p.Superuser {
		return nil
	}
	inputs, _, err := s.store.UserInputs(ctx, p.Organization, record.ID)
	if err != nil {
		return err
	}
	given := row.Fields{}
	for _, f := range o.Fields {
		if super, _ := record.Bool(f.Name); f.SuperuserOnly && super {
			return fault.New(fault.Forbidden, "Only a superuser may do this for a superuser.")
		}
		switch f.Grants {
		case schema.GrantsSets:
			given[f.Name] = record.Lookups(f.Name)
		case schema.GrantsTeams: // those that name him, too
			given[f.Name] = inputs.Teams
		case schema.GrantsMembers: // gives to others
		}
	}
	return s.Granting(ctx, p, o, nil, given)
}
