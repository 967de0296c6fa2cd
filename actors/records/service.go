package records

import (
	"context"
	"encoding/json"

	"switchboard/actors/feature"
	"switchboard/actors/sight"
	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
	"switchboard/storage/schema"
)

// Store is what records need of the database (storage/pg).
type Store interface {
	Commit(ctx context.Context, change row.Change) ([]row.Record, error)
	// CommitItems is Commit that returns the records as Read gives them, CommitMany
	// one that returns none and reads little of each.
	CommitItems(ctx context.Context, change row.Change) ([]row.Item, error)
	CommitMany(ctx context.Context, change row.Change) error
	// CarriedOut tells whether what was to be done once under a command is done.
	CarriedOut(ctx context.Context, organization, user id.ID, command, what string) (bool, error)
	Get(ctx context.Context, organization id.ID, object string, record id.ID) (row.Record, error)
	Read(ctx context.Context, organization id.ID, request row.ReadRequest) (row.Page, error)
	Find(ctx context.Context, organization id.ID, query row.Query) ([]row.Record, error)
	// UserInputs reads what a user's rights are built from; fault.NotFound.
	UserInputs(ctx context.Context, organization, user id.ID) (inputs access.Inputs, active bool, err error)
	// OrganizationByNumber finds the organization whose phone number this is.
	OrganizationByNumber(ctx context.Context, e164 string) (organization, phone id.ID, err error)
}

// Input is one row of a request: field names to JSON values.
type Input map[string]json.RawMessage

// Service reads and writes records for a principal.
type Service struct {
	// Grants decides who may give rights to whom.
	Grants *Grants

	store   Store
	checks  *checks
	plain   *plain
	live    *live
	answers *answers
}

// New makes the service; Own adds the owners of live objects.
func New(store Store) *Service {
	grants := &Grants{store}
	return &Service{
		Grants: grants, store: store, checks: &checks{store, grants}, answers: &answers{store},
		plain: &plain{store, map[string]feature.Reviewer{}}, live: &live{map[string]feature.Owner{}},
	}
}

// Own registers the owner of a live object. It must not be called once the
// service is in use.
func (s *Service) Own(object string, owner feature.Owner) { s.live.owners[object] = owner }

// Review registers the reviewer of an object that is not live. It must not be called once
// the service is in use.
func (s *Service) Review(object string, reviewer feature.Reviewer) {
	s.plain.reviewers[object] = reviewer
}

// maxRows bounds the rows of one command and one page.
const maxRows = 1_000

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

// none asks for no field but those that say who may see a record.
var none = []string{}
