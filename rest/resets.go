package rest

import (
	"net/http"

	"github.com/go-chi/chi/v5"

	"switchboard/actors/accounts"
	"switchboard/rest/wire"
)

// resets let people choose another password who hold a letter's token.
type resets struct {
	resets  Resets
	gate    *gate
	signing *signing
}

func (s *resets) routes(r chi.Router) {
	r.Post("/password/forgot", s.gate.public(s.forgot))
	r.Post("/password/look", s.gate.public(s.look))
	r.Post("/password/reset", s.gate.public(s.reset))
}

// forgot is POST v1/password/forgot. Its answer says nothing of the address.
func (s *resets) forgot(w http.ResponseWriter, r *http.Request) error {
	var body struct {
		Email string `json:"email"`
	}
	if err := s.signing.origins.check(r); err != nil {
		return err
	}
	if err := readInto(r, &body); err != nil {
		return err
	}
	if err := s.resets.Forgot(r.Context(), body.Email, clientOf(r)); err != nil {
		return err
	}
	return writeJSON(w, http.StatusAccepted, struct{}{})
}

// look is POST v1/password/look. It reads, but a token in an address would stand in logs and
// histories.
func (s *resets) look(w http.ResponseWriter, r *http.Request) error {
	var body struct {
		Token string `json:"token"`
	}
	if err := readInto(r, &body); err != nil {
		return err
	}
	return answerReset(w)(s.resets.Look(r.Context(), body.Token, clientOf(r)))
}

// reset is POST v1/password/reset. It opens no session; signing in does.
func (s *resets) reset(w http.ResponseWriter, r *http.Request) error {
	var body struct {
		Token    string `json:"token"`
		Password string `json:"password"`
	}
	if err := s.signing.origins.check(r); err != nil {
		return err
	}
	if err := readInto(r, &body); err != nil {
		return err
	}
	return answerReset(w)(s.resets.Reset(r.Context(), body.Token, body.Password, s.signing.knownClient(r)))
}

// answerReset answers with what the holder of a token may know.
func answerReset(w http.ResponseWriter) func(offer accounts.ResetOffer, err error) error {
	return func(offer accounts.ResetOffer, err error) error {
		if err != nil {
			return err
		}
		return writeJSON(w, http.StatusOK, wire.Reset{Email: offer.Email, Expires: offer.Expires})
	}
}
