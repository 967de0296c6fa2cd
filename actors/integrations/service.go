package integrations

import (
	"context"
	"encoding/json"
	"log/slog"
	"time"

	"golang.org/x/sync/singleflight"

	"switchboard/actors/runtime"
	"switchboard/actors/sight"
	"switchboard/actors/web"
	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
	"switchboard/storage/seal"
)

// Service authorizes credentials and keeps their tokens.
type Service struct {
	store      runtime.Store
	ring       *seal.Ring
	web        *web.Client
	principals Principals
	url        PublicURL
	log        *slog.Logger
	now        func() time.Time
	renewals   singleflight.Group // of this node, by credential
}

// maxRaces bounds how often a credential is written again because somebody changed it meanwhile.
const maxRaces = 10

// mayAuthorize returns a credential if the principal may authorize it: it is for them, they own
// it, or they may change it. Errors: fault.NotFound, fault.Forbidden.
func (s *Service) mayAuthorize(ctx context.Context, p *access.Principal, credential id.ID) (row.Record, error) {
	record, err := s.store.Get(ctx, p.Organization, credentialObject, credential)
	if err != nil {
		return row.Record{}, err
	}
	if record.Lookup("user") == p.User || record.Lookup("owner") == p.User {
		return record, nil
	}
	item, err := sight.Of(ctx, s.store, p, credentialObject, credential)
	if err != nil {
		return row.Record{}, err
	}
	if p.Rights(credentialObject).Updatable(&item.Route) == nil || !p.Writes(credentialObject) {
		return row.Record{}, fault.New(fault.Forbidden, "You don't have permission to authorize this credential")
	}
	return record, nil
}

// open reads an encrypted field into a value, which stays as it is where the field is empty.
func (s *Service) open(organization id.ID, record row.Record, field string, into any) error {
	sealed := record.Text(field)
	if sealed == "" {
		return nil
	}
	plain, err := s.ring.Open(seal.Place{Organization: organization, Object: record.Object, Record: record.ID, Field: field}, sealed)
	if err == nil {
		err = json.Unmarshal(plain, into)
	}
	if err != nil {
		return fault.Wrap(err, fault.Conflict, "%s of %s can't be decrypted. Enter it anew.", field, record.Text("name"))
	}
	return nil
}

// close encrypts a value for its place.
func (s *Service) close(organization id.ID, object string, record id.ID, field string, value any) (string, error) {
	return s.ring.Seal(seal.Place{Organization: organization, Object: object, Record: record, Field: field}, row.JSONValue(value))
}
