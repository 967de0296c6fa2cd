package rest

import (
	"net/http"

	"switchboard/actors/accounts"
	"switchboard/rest/wire"
	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/id"
)

func membershipsOf(list []accounts.Membership) []wire.Membership {
	out := make([]wire.Membership, len(list))
	for i, m := range list {
		out[i] = wire.Membership{Organization: wire.Organization{ID: m.Organization, Name: m.Name}, User: m.User}
	}
	return out
}

// switchOrganization is POST v1/oauth2/switch: a session in another organization
// of the same person in place of the present one.
func (s *signing) switchOrganization(w http.ResponseWriter, r *http.Request, p *access.Principal) error {
	var body struct {
		Organization string `json:"organization"`
	}
	if err := s.origins.check(r); err != nil {
		return err
	}
	if err := readInto(r, &body); err != nil {
		return err
	}
	organization, ok := id.Parse(body.Organization)
	if !ok {
		return fault.Field("organization", "organization must be the id of an organization")
	}
	tokens, err := s.signIns.Switch(r.Context(), p, organization, clientOf(r))
	if err != nil {
		return err
	}
	return s.answerTokens(w, r, tokens)
}
