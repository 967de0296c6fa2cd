package calls

import (
	"context"

	"switchboard/actors/carrier"
	"switchboard/actors/feature"
	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/id"
)

// Tokens make what a phone in a browser registers with (carrier.Carrier).
type Tokens interface {
	AccessToken(identity string) (carrier.AccessToken, error)
}

// Token is what a phone in a browser registers with.
type Token struct {
	Token    string `json:"token"`
	Identity string `json:"identity"`
	TTL      int    `json:"ttl"` // seconds
	// Here says that it registers at /signal of this server, not at the provider's.
	Here bool `json:"here"`
}

// Token lets the principal's browser register for him, whoever asks for whom: the
// identity is that of his session. Errors: fault.Forbidden (another organization, one that does not use the phone), Invalid
// (there is no phone here).
func (s *Service) Token(ctx context.Context, p *access.Principal, organization id.ID) (Token, error) {
	if organization != p.Organization {
		return Token{}, fault.New(fault.Forbidden, "A phone registers in the organization that you are signed in to.")
	}
	if err := s.used(ctx, p); err != nil {
		return Token{}, err
	}
	made, err := s.tokens.AccessToken(string(p.User))
	if err != nil {
		return Token{}, err
	}
	return Token{Token: made.Token, Identity: made.Identity, TTL: int(made.TTL.Seconds()), Here: made.Here}, nil
}

func token(ctx context.Context, d Door, p *access.Principal, in feature.On) (Token, error) {
	return d.Token(ctx, p, in.ID)
}
