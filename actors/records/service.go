package records

import (
	"context"
	"time"

	"switchboard/actors/feature"
	"switchboard/actors/sight"
	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/query"
	"switchboard/storage/schema"
	"switchboard/storage/seal"
)

// Service reads and writes records for a principal.
type Service struct {
	// Grants decides who may give rights to whom.
	Grants *Grants

	store   Store
	checks  *checks
	plain   *plain
	live    *live
	answers *answers
	seals   *seals
	clock   Clock

	compiler *query.Compiler // of filters
}

// Clock tells by which time a principal's words for days are read (actors/queries).
type Clock func(ctx context.Context, p *access.Principal) (query.Clock, error)

// ReadDays has filters take words for days, such as THIS MONTH, by a clock. It must not be
// called once the service is in use.
func (s *Service) ReadDays(clock Clock) { s.clock = clock }

// clockOf is the clock by which somebody's filters read words for days: where nobody says
// one, that of UTC.
func (s *Service) clockOf(ctx context.Context, p *access.Principal) func() (query.Clock, error) {
	return func() (query.Clock, error) {
		if s.clock == nil {
			return query.Clock{Now: time.Now(), Zone: time.UTC}, nil
		}
		return s.clock(ctx, p)
	}
}

// New makes the service; Own adds the owners of live objects, Seal the keys of encrypted
// fields.
func New(store Store) *Service {
	grants, seals, labels := &Grants{store}, &seals{}, &labels{store}
	return &Service{
		Grants: grants, store: store, checks: &checks{store, grants}, answers: &answers{store}, seals: seals,
		plain: &plain{store, map[string]feature.Reviewer{}, seals, labels}, live: &live{map[string]feature.Owner{}, labels},
		compiler: query.NewCompiler(),
	}
}

// Seal returns the keys by which encrypted fields are sealed; without them none is written or
// revealed. It must not be called once the service is in use.
func (s *Service) Seal(ring *seal.Ring) { s.seals.ring = ring }

// Own registers the owner of a live object. It must not be called once the
// service is in use.
func (s *Service) Own(object string, owner feature.Owner) { s.live.owners[object] = owner }

// Review registers the reviewer of an object that is not live. It must not be called once
// the service is in use.
func (s *Service) Review(object string, reviewer feature.Reviewer) {
	s.plain.reviewers[object] = reviewer
}

// object finds an object that a client may name, and the caller's rights to it.
// Unknown and internal ones are fault.NotFound, closed ones fault.Forbidden.
func (s *Service) object(p *access.Principal, name string) (*schema.Object, *access.Rights, error) {
	o := p.Registry().Object(name)
	if o == nil || o.Internal {
		return nil, nil, fault.New(fault.NotFound, "There is no object %q.", name)
	}
	rights := p.Rights(name)
	if rights == nil {
		return nil, nil, fault.New(fault.Forbidden, "You don't have permission to read this object")
	}
	return o, rights, nil
}

// Get reads one record as the principal may see it. A record that he may not see
// is fault.Forbidden, one that does not exist fault.NotFound.
func (s *Service) Get(ctx context.Context, p *access.Principal, object string, record id.ID) (entry.Fields, error) {
	if _, _, err := s.object(p, object); err != nil {
		return nil, err
	}
	return sight.Shown(ctx, s.store, p, object, record)
}
