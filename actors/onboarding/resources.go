package onboarding

import (
	"context"

	"switchboard/actors/feature"
	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

const (
	applicationObject = "twilio_application"
	keyObject         = "twilio_key"
	serviceObject     = "twilio_service"
)

// NamedInput asks for something under a name at the provider.
type NamedInput struct {
	// FriendlyName is what it is called; "" for the product's name.
	FriendlyName string `json:"friendly_name"`
	feature.Given
}

// longestName is the provider's limit for the names of applications and keys.
const longestName = 64

func (in NamedInput) name() (string, error) {
	switch {
	case in.FriendlyName == "":
		return resourceName, nil
	case len(in.FriendlyName) > longestName:
		return "", fault.Field("friendly_name", "friendly_name may have at most %d characters", longestName)
	default:
		return in.FriendlyName, nil
	}
}

// ListInput asks for a list.
type ListInput struct{ feature.Given }

// CreateApplication creates the voice application, or returns the one that exists.
func (s *Service) CreateApplication(ctx context.Context, p *access.Principal, in NamedInput) (Made, error) {
	account, err := s.account(ctx, p)
	if err != nil {
		return Made{}, err
	}
	name, err := in.name()
	if err != nil {
		return Made{}, err
	}
	application, err := s.provider.Application(ctx, account, name)
	if err != nil {
		return Made{}, unauthenticated(err)
	}
	return s.record(ctx, p, applicationObject, application.SID, row.Fields{"name": application.Name})
}

// CreateService creates the messaging service, or returns the one that exists.
func (s *Service) CreateService(ctx context.Context, p *access.Principal, in NamedInput) (Made, error) {
	account, err := s.account(ctx, p)
	if err != nil {
		return Made{}, err
	}
	name, err := in.name()
	if err != nil {
		return Made{}, err
	}
	service, err := s.provider.Service(ctx, account, name)
	if err != nil {
		return Made{}, unauthenticated(err)
	}
	return s.record(ctx, p, serviceObject, service.SID, row.Fields{"name": service.Name})
}

// CreateKey creates the API key with its secret, which nobody reads, or returns the one
// that exists.
func (s *Service) CreateKey(ctx context.Context, p *access.Principal, in NamedInput) (Made, error) {
	account, err := s.account(ctx, p)
	if err != nil {
		return Made{}, err
	}
	name, err := in.name()
	if err != nil {
		return Made{}, err
	}
	found, err := s.find(ctx, p.Organization, keyObject, "account_sid", account.SID)
	if err != nil || len(found) > 0 {
		if err == nil {
			return madeOf(found[0]), nil
		}
		return Made{}, err
	}
	key, err := s.provider.Key(ctx, account, name)
	if err != nil {
		return Made{}, unauthenticated(err)
	}
	made := id.New()
	secret, err := s.ring.Seal(place(p.Organization, keyObject, made, "secret"), row.JSONValue(key.Secret))
	if err != nil {
		return Made{}, err
	}
	_, err = s.store.Commit(ctx, row.Change{Organization: p.Organization, By: p.User, Writes: []row.Write{{
		Object: keyObject, ID: made, Op: entry.Created, Set: row.Fields{"name": name, "sid": key.SID, "account_sid": account.SID, "secret": secret},
	}}})
	return Made{made, key.SID, name}, err
}

// Applications lists the voice applications.
func (s *Service) Applications(ctx context.Context, p *access.Principal, _ ListInput) (List, error) {
	return s.listed(ctx, p, applicationObject)
}

// Keys lists the API keys, without their secrets.
func (s *Service) Keys(ctx context.Context, p *access.Principal, _ ListInput) (List, error) {
	return s.listed(ctx, p, keyObject)
}

// Services lists the messaging services.
func (s *Service) Services(ctx context.Context, p *access.Principal, _ ListInput) (List, error) {
	return s.listed(ctx, p, serviceObject)
}
