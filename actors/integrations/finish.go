package integrations

import (
	"context"
	"crypto/subtle"

	"golang.org/x/oauth2"

	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// Reply is what somebody comes back with from another system.
type Reply struct {
	State, Code        string
	Error, Description string // of a refusal (RFC 6749 §4.1.2.1)
	Browser            string // the secret of Authorize
}

// Why an answer is not taken in.
const (
	Unknown   = "unknown"   // no authorization of ours
	Expired   = "expired"   // it came too late
	Used      = "used"      // it came before
	Elsewhere = "elsewhere" // another browser began
)

// Finished says how an authorization ended: either the outcome of Request can be asked for, or
// Why says why there is none.
type Finished struct {
	Request id.ID
	Why     string
}

// Finish takes in what another system answers.
func (s *Service) Finish(ctx context.Context, reply Reply) (Finished, error) {
	organization, request, b, ok := s.readState(reply.State)
	if !ok {
		return Finished{Why: Unknown}, nil
	}
	record, err := s.store.Get(ctx, organization, requestObject, request)
	switch {
	case fault.Is(err, fault.NotFound):
		return Finished{Why: Expired}, nil
	case err != nil:
		return Finished{}, err
	case record.Lookup("user") != b.User || record.Lookup("credential") != b.Credential:
		return Finished{Why: Unknown}, nil
	case subtle.ConstantTimeCompare([]byte(record.Text("browser_hash")), []byte(hashOf(reply.Browser))) != 1:
		return Finished{Why: Elsewhere}, nil
	case record.Text("state") != stateOpen:
		return Finished{Why: Used}, nil
	case !s.now().Before(record.Time("expires_date")):
		return Finished{Why: Expired}, nil
	}
	if err := s.mark(ctx, organization, record, stateUsed, ""); fault.Is(err, fault.VersionConflict) {
		return Finished{Why: Used}, nil
	} else if err != nil {
		return Finished{}, err
	}
	state, detail := s.take(ctx, organization, record, reply)
	record.Version = 0
	return Finished{Request: request}, s.mark(ctx, organization, record, state, detail)
}

func (s *Service) mark(ctx context.Context, organization id.ID, request row.Record, state, detail string) error {
	_, err := s.store.Commit(ctx, row.Change{Organization: organization, By: request.Lookup("user"), Writes: []row.Write{{
		Object: requestObject, ID: request.ID, Op: entry.Updated, Expect: request.Version, Set: row.Fields{"state": state, "detail": detail},
	}}})
	return err
}

// take makes tokens of an answer, and says what came of it.
func (s *Service) take(ctx context.Context, organization id.ID, request row.Record, reply Reply) (state, detail string) {
	user := request.Lookup("user")
	p, err := s.principals.ActsFor(ctx, organization, user)
	if err != nil {
		return stateFailed, fault.From(err).Detail
	}
	credential, err := s.mayAuthorize(ctx, &p, request.Lookup("credential"))
	if err != nil {
		return stateFailed, fault.From(err).Detail
	}
	to, err := s.system(ctx, organization, credential)
	if err != nil {
		return stateFailed, fault.From(err).Detail
	}
	if to.Endpoint.TokenURL != request.Text("token_url") {
		return stateFailed, to.name + " was set to another address meanwhile. Authorize it again."
	}
	if reply.Error != "" || reply.Code == "" {
		why := refusal(to.name, reply.Error, reply.Description)
		s.refuse(ctx, organization, user, credential.ID, why, false)
		return stateRefused, why
	}
	var verifier string
	if err := s.open(organization, request, "verifier", &verifier); err != nil {
		return stateFailed, fault.From(err).Detail
	}
	token, err := to.Exchange(s.asking(ctx), reply.Code, oauth2.VerifierOption(verifier))
	if err != nil {
		why, isRefused := s.told(ctx, to.name, err)
		s.refuse(ctx, organization, user, credential.ID, why, false)
		if isRefused {
			return stateRefused, why
		}
		return stateFailed, why
	}
	if err := s.keep(ctx, keeping{organization: organization, by: user, credential: credential.ID, to: to, token: token, cause: "auth_credential.authorized"}); err != nil {
		s.log.ErrorContext(ctx, "tokens could not be kept", "error", err)
		return stateFailed, fault.From(err).Detail
	}
	return stateDone, ""
}
