package integrations

import (
	"context"
	"time"

	"golang.org/x/oauth2"

	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

const (
	// requestTime is how long the other system may take to answer.
	requestTime = 10 * time.Minute
	// maxRequests is how many authorizations of one credential a person has under way: an
	// older one gives way.
	maxRequests = 5
)

// Authorize begins an authorization and gives the address at which the person lets us in.
// browser is a secret that his browser alone shows when he comes back. Errors:
// fault.NotFound, fault.Forbidden; fault.Conflict says what somebody must set first.
func (s *Service) Authorize(ctx context.Context, p *access.Principal, credential id.ID, browser string) (string, error) {
	record, err := s.mayAuthorize(ctx, p, credential)
	if err != nil {
		return "", err
	}
	return s.begin(ctx, p, record, browser)
}

func (s *Service) begin(ctx context.Context, p *access.Principal, credential row.Record, browser string) (string, error) {
	to, err := s.system(ctx, p.Organization, credential)
	if err != nil {
		return "", err
	}
	request, verifier := id.New(), oauth2.GenerateVerifier()
	sealed, err := s.close(p.Organization, requestObject, request, "verifier", verifier)
	if err != nil {
		return "", err
	}
	state, err := s.stateOf(p.Organization, request, bound{p.User, credential.ID})
	if err != nil {
		return "", err
	}
	writes, err := s.over(ctx, p, credential.ID)
	if err != nil {
		return "", err
	}
	_, err = s.store.Commit(ctx, row.Change{Organization: p.Organization, By: p.User, Writes: append(writes, row.Write{
		Object: requestObject, ID: request, Op: entry.Created, Cause: "auth_credential.asked", Set: row.Fields{
			"name": credential.Text("name"), "user": p.User, "credential": credential.ID, "token_url": to.Endpoint.TokenURL, "verifier": sealed,
			"browser_hash": hashOf(browser), "expires_date": s.now().Add(requestTime), "state": stateOpen,
		},
	})})
	if err != nil {
		return "", err
	}
	return to.AuthCodeURL(state, oauth2.S256ChallengeOption(verifier)), nil
}

// over removes a person's authorizations of a credential that nobody comes back to, and the
// oldest where there are too many.
func (s *Service) over(ctx context.Context, p *access.Principal, credential id.ID) ([]row.Write, error) {
	former, err := s.store.Find(ctx, p.Organization, row.Query{
		Object: requestObject, Fields: []string{"expires_date"}, Order: []row.Order{{Field: "expires_date", Descending: true}}, Limit: 2 * maxRequests,
		Where: []row.Condition{{Field: "user", Operator: "=", Value: p.User}, {Field: "credential", Operator: "=", Value: credential}},
	})
	if err != nil {
		return nil, err
	}
	var writes []row.Write
	for i, one := range former {
		if i >= maxRequests-1 || one.Time("expires_date").Before(s.now()) {
			writes = append(writes, row.Write{Object: requestObject, ID: one.ID, Op: entry.Removed})
		}
	}
	return writes, nil
}
