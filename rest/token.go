package rest

import (
	"cmp"
	"errors"
	"mime"
	"net/http"
	"net/url"
	"reflect"
	"strings"

	"switchboard/actors/accounts"
	"switchboard/rest/problem"
	"switchboard/rest/wire"
	"switchboard/storage/fault"
	"switchboard/storage/id"
)

const formType = "application/x-www-form-urlencoded"

// tokenRequest is what POST v1/oauth2/token asks for: in our JSON, or as a form of
// RFC 6749.
type tokenRequest struct {
	GrantType string `json:"grant_type"`
	Username  string `json:"username"`
	Password  string `json:"password"`
	// OTP is a code of the second factor, for who gives it with the password.
	OTP string `json:"otp"`
	// Organization is the one to sign in to.
	Organization string `json:"organization"`
	RefreshToken string `json:"refresh_token"`
	ClientID     string `json:"client_id"`
	ClientSecret string `json:"client_secret"`
}

// tokenProblem is an error of the token endpoint: the API's problem details with the members of
// RFC 6749 §5.2.
type tokenProblem struct {
	problem.Document
	Error       string `json:"error"`
	Description string `json:"error_description"`
}

// token is POST v1/oauth2/token. Without a grant type it is a sign-in with a password.
func (s *signing) token(w http.ResponseWriter, r *http.Request) error {
	form := isForm(r)
	var ask tokenRequest
	err := s.origins.check(r)
	if err == nil {
		ask, err = readTokenRequest(r, form)
	}
	if err == nil {
		switch ask.GrantType {
		case "", "password":
			err = s.signIn(w, r, ask, form)
		case "refresh_token":
			err = s.renew(w, r, ask)
		case "client_credentials":
			err = s.clientToken(w, r, ask)
		default:
			err = errGrant
		}
	}
	if err != nil && !errors.Is(err, errGone) {
		s.refuseToken(w, r, err, form, ask.GrantType)
	}
	return nil
}

var errGrant = fault.Field("grant_type", "grant_type must be password, refresh_token or client_credentials")

func isForm(r *http.Request) bool {
	media, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	return err == nil && media == formType
}

func readTokenRequest(r *http.Request, form bool) (ask tokenRequest, err error) {
	if form {
		if err = readForm(r, &ask); err != nil {
			return ask, err
		}
	} else if err = readInto(r, &ask); err != nil {
		return ask, err
	}
	// A client may name itself in the header instead (RFC 6749 §2.3.1).
	name, secret, basic := r.BasicAuth()
	if !basic {
		return ask, nil
	}
	if ask.ClientSecret != "" {
		return ask, fault.New(fault.Malformed, "The client names itself twice: in the body and in Authorization.")
	}
	var wrong error
	if ask.ClientID, err = url.QueryUnescape(name); err != nil {
		wrong = err
	}
	if ask.ClientSecret, err = url.QueryUnescape(secret); err != nil {
		wrong = err
	}
	if wrong != nil {
		return ask, fault.Wrap(wrong, fault.Malformed, "The client id and secret in Authorization can't be read.")
	}
	return ask, nil
}

// readForm reads a form into the fields of the same names. Others are passed over, one
// that stands twice is refused (RFC 6749 §3.2).
func readForm(r *http.Request, ask *tokenRequest) error {
	raw, err := readAll(r, maxSignIn)
	if err != nil {
		return err
	}
	values, err := url.ParseQuery(string(raw))
	if err != nil {
		return fault.Wrap(err, fault.Malformed, "The form can't be read.")
	}
	v := reflect.ValueOf(ask).Elem()
	for i := range v.NumField() {
		name := v.Type().Field(i).Tag.Get("json")
		if len(values[name]) > 1 {
			return fault.Field(name, "%s stands more than once", name)
		}
		v.Field(i).SetString(values.Get(name))
	}
	return nil
}

// signIn signs a person in. A browser gets the refresh token in an HttpOnly cookie
// alone, out of reach of scripts; other clients in the body. Who belongs to several
// organizations and names none gets them to choose from.
func (s *signing) signIn(w http.ResponseWriter, r *http.Request, ask tokenRequest, form bool) error {
	client := s.knownClient(r)
	if ask.Organization != "" {
		var ok bool
		if client.Organization, ok = id.Parse(ask.Organization); !ok {
			return fault.Field("organization", "organization must be the id of an organization")
		}
	}
	tokens, err := s.signIns.SignIn(r.Context(), ask.Username, ask.Password, client)
	if err != nil {
		return err
	}
	if tokens.Ticket != "" {
		if ask.OTP == "" {
			return s.askForCode(w, tokens, form)
		}
		tokens, err = s.signIns.Prove(r.Context(), accounts.SecondStep{Ticket: tokens.Ticket, Code: ask.OTP, Organization: client.Organization}, client)
		if err != nil {
			return err
		}
	}
	if len(tokens.Choices) == 0 {
		return s.answerTokens(w, r, tokens)
	}
	if form { // a client of the standard would take an answer of 200 for tokens
		names := make([]string, len(tokens.Choices))
		for i, m := range tokens.Choices {
			names[i] = string(m.Organization) + " (" + m.Name + ")"
		}
		return fault.Field("organization", "The account belongs to several organizations. Name one in the parameter organization: %s", strings.Join(names, ", "))
	}
	return writeJSON(w, http.StatusOK, wire.Choice{Memberships: membershipsOf(tokens.Choices), Ticket: tokens.Ticket})
}

// renew returns a new access token and leaves the refresh token as it is.
func (s *signing) renew(w http.ResponseWriter, r *http.Request, ask tokenRequest) error {
	if ask.RefreshToken == "" {
		return fault.Field("refresh_token", "refresh_token is required")
	}
	tokens, err := s.sessions.Renew(r.Context(), ask.RefreshToken)
	if err != nil {
		return err
	}
	return writeJSON(w, http.StatusOK, answerOf(tokens))
}

// clientToken issues a program its own token.
func (s *signing) clientToken(w http.ResponseWriter, r *http.Request, ask tokenRequest) error {
	if ask.ClientID == "" || ask.ClientSecret == "" {
		return fault.Field(cmp.Or(map[bool]string{true: "client_id"}[ask.ClientID == ""], "client_secret"), "client_id and client_secret are required")
	}
	tokens, err := s.programs.SignIn(r.Context(), ask.ClientID, ask.ClientSecret, clientOf(r))
	if err != nil {
		return err
	}
	return writeJSON(w, http.StatusOK, answerOf(tokens))
}

// refuseToken responds with the API's problem details and the error of RFC 6749 §5.2. For form
// requests it uses that RFC's status and media type.
func (s *signing) refuseToken(w http.ResponseWriter, r *http.Request, err error, form bool, grant string) {
	e := fault.From(err)
	status, known := statuses[e.Code]
	if !known {
		status = http.StatusInternalServerError
	}
	if status == http.StatusInternalServerError && r.Context().Err() == nil {
		s.log.ErrorContext(r.Context(), "request failed", "request_id", requestID(r), "method", r.Method, "path", r.URL.Path, "error", err)
	}
	code := "invalid_request"
	switch {
	case errors.Is(err, errGrant):
		code = "unsupported_grant_type"
	case e.Code == fault.Unauthenticated && grant == "client_credentials":
		code = "invalid_client"
	case e.Code == fault.Unauthenticated:
		code = "invalid_grant"
	case e.Code == fault.Forbidden, e.Code == fault.SecondFactor:
		code = "unauthorized_client"
	case e.Code == fault.Limited, e.Code == fault.Unavailable, e.Code == fault.Full:
		code = "temporarily_unavailable" // RFC 6749 §4.1.2.1; §5.2 has none for it
	case status == http.StatusInternalServerError:
		code = "server_error"
	}
	if form {
		switch code {
		case "invalid_request", "invalid_grant", "unsupported_grant_type", "unauthorized_client":
			status = http.StatusBadRequest
		}
	}
	challenge := `Bearer realm="switchboard"`
	if code == "invalid_client" {
		challenge = `Basic realm="switchboard"`
	}
	p := problemOf(w, r, status, e, challenge)
	media := problem.Media
	if form {
		media = "application/json"
	}
	problem.Write(w, media, status, tokenProblem{p, code, e.Detail})
}
