package integrations

import (
	"context"
	"errors"
	"strings"
	"unicode"

	"golang.org/x/oauth2"

	"switchboard/actors/web"
	"switchboard/storage/entry"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// maxSaid bounds what another system says of a refusal.
const maxSaid = 300

// refusal says why a system refused us, in its own words where it has any.
func refusal(system, code, description string) string {
	said := plain(description)
	if said == "" {
		switch code {
		case "access_denied":
			said = "access was not allowed"
		case "":
			said = "it answered without a code"
		default:
			said = plain(code)
		}
	}
	return system + " refused: " + said
}

// plain is a text of somebody else as one short line.
func plain(text string) string {
	text = strings.Join(strings.FieldsFunc(strings.ToValidUTF8(text, ""), func(r rune) bool {
		return unicode.IsSpace(r) || !unicode.IsPrint(r)
	}), " ")
	if runes := []rune(text); len(runes) > maxSaid {
		text = string(runes[:maxSaid-1]) + "…"
	}
	return text
}

// told says why a token endpoint gave no token. What it answered beside its error is kept out:
// it may hold what was sent.
func (s *Service) told(ctx context.Context, system string, err error) (why string, isRefused bool) {
	if refused, ok := errors.AsType[*oauth2.RetrieveError](err); ok {
		status := 0
		if refused.Response != nil {
			status = refused.Response.StatusCode
		}
		s.log.InfoContext(ctx, "a token was refused", "system", system, "status", status, "code", plain(refused.ErrorCode))
		if refused.ErrorCode != "" || status >= 400 && status < 500 && status != 429 && status != 408 {
			return refusal(system, or(refused.ErrorCode, "the code or token is not good"), refused.ErrorDescription), true
		}
		return system + " does not answer as it should. Try again later.", false
	}
	s.log.WarnContext(ctx, "a token endpoint could not be asked", "system", system, "error", err)
	if errors.Is(err, web.ErrAddress) {
		return "The Token URL of " + system + " does not lead to a public address.", false
	}
	return system + " could not be reached, or did not answer as it should. Try again later.", false
}

// refuse writes down why a credential was refused; it is verified no more where isOver.
func (s *Service) refuse(ctx context.Context, organization, by, credential id.ID, why string, isOver bool) {
	set := row.Fields{"last_error": why, "renewal": nil}
	if isOver {
		set["verified"] = false
	}
	_, err := s.store.Commit(ctx, row.Change{Organization: organization, By: by, Writes: []row.Write{{
		Object: credentialObject, ID: credential, Op: entry.Updated, Set: set, Cause: "auth_credential.refused",
	}}})
	if err != nil {
		s.log.WarnContext(ctx, "a refusal could not be kept", "error", err)
	}
}

func or(text, otherwise string) string {
	if text == "" {
		return otherwise
	}
	return text
}
