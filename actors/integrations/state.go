package integrations

import (
	"crypto/sha256"
	"encoding/base64"
	"strings"

	"switchboard/storage/id"
	"switchboard/storage/row"
)

// stateField is what the state of an authorization is sealed for: it is stored nowhere.
const stateField = "state"

// bound is what a state says: for whom it is, and for which credential.
type bound struct {
	User       id.ID `json:"user"`
	Credential id.ID `json:"credential"`
}

// stateOf is what the other system gives back: the authorization, and what proves that it was
// made here. Only organization and record can be read.
func (s *Service) stateOf(organization, request id.ID, b bound) (string, error) {
	sealed, err := s.close(organization, requestObject, request, stateField, b)
	return strings.Join([]string{organization.String(), request.String(), sealed}, "."), err
}

// readState returns back what stateOf was given; ok is false for what it never made.
func (s *Service) readState(state string) (organization, request id.ID, b bound, ok bool) {
	parts := strings.SplitN(state, ".", 3)
	if len(parts) != 3 {
		return "", "", bound{}, false
	}
	organization, one := id.Parse(parts[0])
	request, two := id.Parse(parts[1])
	if !one || !two || parts[2] == "" {
		return "", "", bound{}, false
	}
	err := s.open(organization, row.Record{Object: requestObject, ID: request, Fields: row.Fields{stateField: parts[2]}}, stateField, &b)
	return organization, request, b, err == nil
}

// hashOf is how the mark of a browser is kept.
func hashOf(browser string) string {
	sum := sha256.Sum256([]byte(browser))
	return base64.RawURLEncoding.EncodeToString(sum[:])
}
