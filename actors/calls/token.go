package calls

import (
	"context"

	"switchboard/actors/carrier"
	"switchboard/actors/feature"
	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/id"
)

// Tokens issues access tokens for browser phones (carrier.Carrier).
type Tokens interface {
	AccessToken(identity string) (carrier.AccessToken, error)
}

// Token lets a browser phone register.
type Token struct {
	Token    string `json:"token"`
	Identity string `json:"identity"`
	TTL      int    `json:"ttl"` // seconds
	// Here reports whether the phone registers at /signal of this server instead of
	// the provider's.
	Here bool `json:"here"`
}

// Token returns a token for the principal's own phone. The identity comes from the
// session, never from the request. Errors: fault.Forbidden (another organization, or
// one that does not use the phone), Invalid (no phone provider).
func (s *Service) Token(ctx context.Context, p *access.Principal, organization id.ID) (Token, error) {
	if organization != p.Organization {
		return Token{}, fault.New(fault.Forbidden, "A phone registers in the organization that you are signed in to.")
	}
	if err := s.requireFeature(ctx, p); err != nil {
		return Token{}, err
	}
	made, err := s.tokens.AccessToken(string(p.User))
	if err != nil {
		return Token{}, err
	}
	return Token{Token: made.Token, Identity: made.Identity, TTL: int(made.TTL.Seconds()), Here: made.Here}, nil
}

func token(ctx context.Context, d Commands, p *access.Principal, in feature.On) (Token, error) {
	return d.Token(ctx, p, in.ID)
}
