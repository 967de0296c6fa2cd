package integrations

import (
	"context"

	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/id"
)

// Works is the status of a credential by which the other system lets us in.
const Works = "works"

// Ran is what came of Run: the status, or the address at which it is authorized.
type Ran struct {
	Status string `json:"status,omitempty"`
	URL    string `json:"url,omitempty"`
}

// Run checks for a superuser that a credential works: its system gives new tokens for it.
// Where it does not, an authorization begins (Authorize). Errors: as of Authorize, and
// fault.Unavailable where the system can't be asked now.
func (s *Service) Run(ctx context.Context, p *access.Principal, credential id.ID, browser string) (Ran, error) {
	if !p.Superuser {
		return Ran{}, fault.New(fault.Forbidden, "Only a superuser may run the authentication of a credential")
	}
	record, _, h, err := s.look(ctx, p.Organization, credential)
	if err != nil {
		return Ran{}, err
	}
	if h.RefreshToken != "" {
		_, err := s.Renew(ctx, p.Organization, credential, h.AccessToken)
		if err == nil {
			return Ran{Status: Works}, nil
		}
		if !fault.Is(err, fault.Conflict) {
			return Ran{}, err
		}
	}
	url, err := s.begin(ctx, p, record, browser)
	return Ran{URL: url}, err
}

// Outcome is how an authorization ended.
type Outcome struct {
	// Status is done, refused, failed, or open and used while it is not over.
	Status string `json:"status"`
	// System is what the credential is for; Detail says in words why it was not let in.
	System string `json:"system"`
	Detail string `json:"detail"`
}

// Outcome tells who began an authorization how it ended. fault.NotFound.
func (s *Service) Outcome(ctx context.Context, p *access.Principal, request id.ID) (Outcome, error) {
	record, err := s.store.Get(ctx, p.Organization, requestObject, request)
	if err != nil {
		return Outcome{}, err
	}
	if record.Lookup("user") != p.User {
		return Outcome{}, fault.New(fault.NotFound, "Record not found")
	}
	out := Outcome{Status: record.Text("state"), System: record.Text("name"), Detail: record.Text("detail")}
	credential, err := s.store.Get(ctx, p.Organization, credentialObject, record.Lookup("credential"))
	if err == nil {
		if app, err := s.store.Get(ctx, p.Organization, appObject, credential.Lookup("integrated_app")); err == nil {
			out.System = app.Text("name")
		}
	}
	return out, nil
}
