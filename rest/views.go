package rest

import (
	"net/http"

	"github.com/go-chi/chi/v5"

	"switchboard/actors/accounts"
	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/id"
)

// views let superusers see the product as another user.
type views struct {
	views Views
	gate  *gate
}

func (s *views) routes(r chi.Router) {
	r.Post("/view_as", s.gate.signed(s.begin))
	r.Post("/view_as/end", s.gate.of(s.gate.viewer, s.end, s.gate.within))
}

// begin is POST v1/view_as: the access token of the answer is the other user's, and so are those
// that the session's refresh gives.
func (s *views) begin(w http.ResponseWriter, r *http.Request, p *access.Principal) error {
	var body struct {
		User string `json:"user"`
	}
	if err := readInto(r, &body); err != nil {
		return err
	}
	user, ok := id.Parse(body.User)
	if !ok {
		return fault.Field("user", "user must be the id of a user")
	}
	return answerView(w)(s.views.Begin(r.Context(), p, user))
}

func (s *views) end(w http.ResponseWriter, r *http.Request, p *access.Principal) error {
	return answerView(w)(s.views.End(r.Context(), p))
}

func answerView(w http.ResponseWriter) func(tokens accounts.Tokens, err error) error {
	return func(tokens accounts.Tokens, err error) error {
		if err != nil {
			return err
		}
		return writeJSON(w, http.StatusOK, answerOf(tokens))
	}
}
