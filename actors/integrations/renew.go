package integrations

import (
	"context"
	"time"

	"golang.org/x/oauth2"

	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
	"switchboard/storage/wait"
)

const (
	// early is how long before its end a token is renewed.
	early = time.Minute
	// renewalTime is how long a node has for a renewal: longer than the outbound client
	// asks. Then another one may begin.
	renewalTime = 30 * time.Second
	// renewalLook is how often it is looked whether another node is done.
	renewalLook = 100 * time.Millisecond
)

// Token returns what lets us into the system of a credential, renewed where it ends soon. A
// system may refuse it all the same: then Renew gives another one. Errors: fault.NotFound;
// fault.Conflict where somebody must authorize it again or set something; fault.Unavailable where
// the system can't be asked now.
func (s *Service) Token(ctx context.Context, organization, credential id.ID) (Token, error) {
	return s.good(ctx, organization, credential, func(h held) bool {
		return h.AccessToken != "" && (h.ExpiresAt.IsZero() || s.now().Add(early).Before(h.ExpiresAt))
	})
}

// Renew returns another token than one that the system refused: Salesforce does not say when one
// ends. Errors: as of Token.
func (s *Service) Renew(ctx context.Context, organization, credential id.ID, refused string) (Token, error) {
	return s.good(ctx, organization, credential, func(h held) bool { return h.AccessToken != "" && h.AccessToken != refused })
}

// good returns the token of a credential where isGood says that it is, else what a renewal gives.
func (s *Service) good(ctx context.Context, organization, credential id.ID, isGood func(held) bool) (Token, error) {
	record, to, h, err := s.look(ctx, organization, credential)
	if err != nil || isGood(h) {
		return Token{h.AccessToken, h.InstanceURL}, err
	}
	if h.RefreshToken != "" {
		// Whoever comes while this node renews has what comes of it; who has left ends nothing.
		_, err, _ = s.renewals.Do(organization.String()+credential.String(), func() (any, error) {
			ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 2*renewalTime)
			defer cancel()
			return nil, s.renew(ctx, organization, credential, isGood)
		})
		if err != nil {
			return Token{}, err
		}
		if _, _, h, err = s.look(ctx, organization, credential); err != nil {
			return Token{}, err
		}
	}
	if h.RefreshToken == "" || h.AccessToken == "" {
		return Token{}, fault.New(fault.Conflict, "%s must be authorized again by %s.", record.Text("name"), to.name)
	}
	return Token{h.AccessToken, h.InstanceURL}, nil
}

func (s *Service) look(ctx context.Context, organization, credential id.ID) (row.Record, system, held, error) {
	record, err := s.store.Get(ctx, organization, credentialObject, credential)
	if err != nil {
		return row.Record{}, system{}, held{}, err
	}
	to, err := s.system(ctx, organization, record)
	if err != nil {
		return row.Record{}, system{}, held{}, err
	}
	h, err := s.heldBy(organization, record, to)
	return record, to, h, err
}

// renew renews the tokens of a credential, or waits until another node has.
func (s *Service) renew(ctx context.Context, organization, credential id.ID, isGood func(held) bool) error {
	for {
		record, to, h, err := s.look(ctx, organization, credential)
		if err != nil || isGood(h) || h.RefreshToken == "" {
			return err
		}
		if s.now().Before(record.Time("renewal")) {
			if !wait.For(ctx, renewalLook) {
				return fault.New(fault.Unavailable, "%s is being renewed and does not answer. Try again.", record.Text("name"))
			}
			continue
		}
		_, err = s.store.Commit(ctx, row.Change{Organization: organization, Writes: []row.Write{{
			Object: credentialObject, ID: credential, Op: entry.Updated, Expect: record.Version, Quiet: true, Set: row.Fields{"renewal": s.now().Add(renewalTime)},
		}}})
		if fault.Is(err, fault.VersionConflict) {
			continue
		}
		if err != nil {
			return err
		}
		return s.exchange(ctx, organization, record, to, h.RefreshToken)
	}
}

// exchange returns a refresh token for new tokens.
func (s *Service) exchange(ctx context.Context, organization id.ID, credential row.Record, to system, refresh string) error {
	token, err := to.TokenSource(s.asking(ctx), &oauth2.Token{RefreshToken: refresh}).Token()
	if err != nil {
		why, isRefused := s.told(ctx, to.name, err)
		s.refuse(ctx, organization, "", credential.ID, why, isRefused)
		if isRefused {
			return fault.New(fault.Conflict, "%s. Authorize %s again.", why, credential.Text("name"))
		}
		return fault.New(fault.Unavailable, "%s", why)
	}
	return s.keep(ctx, keeping{organization: organization, credential: credential.ID, to: to, token: token, cause: "auth_credential.renewed", isRenewal: true})
}
