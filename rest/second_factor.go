package rest

import (
	"net/http"

	"github.com/go-chi/chi/v5"

	"switchboard/actors/accounts"
	"switchboard/rest/wire"
	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/id"
)

// askForCode answers a password that is right, of an account that has a second factor.
func (s *signing) askForCode(w http.ResponseWriter, tokens accounts.Tokens, form bool) error {
	if form { // a client of the standard would take an answer of 200 for tokens
		return fault.Field("otp", "The account has a second factor. Send a code of it in the parameter otp.")
	}
	return writeJSON(w, http.StatusOK, wire.Ticket{Ticket: tokens.Ticket, ExpiresIn: int(tokens.TicketLife.Seconds())})
}

// secondStep is POST v1/oauth2/second_factor: a code opens the session that the password asked
// for.
func (s *signing) secondStep(w http.ResponseWriter, r *http.Request) error {
	var body struct {
		Ticket       string `json:"ticket"`
		Code         string `json:"code"`
		Trust        bool   `json:"trust"`
		Organization string `json:"organization"`
	}
	if err := s.origins.check(r); err != nil {
		return err
	}
	if err := readInto(r, &body); err != nil {
		return err
	}
	step := accounts.SecondStep{Ticket: body.Ticket, Code: body.Code, Trust: body.Trust}
	if body.Organization != "" {
		var ok bool
		if step.Organization, ok = id.Parse(body.Organization); !ok {
			return fault.Field("organization", "organization must be the id of an organization")
		}
	}
	tokens, err := s.signIns.Prove(r.Context(), step, s.knownClient(r))
	if err != nil {
		return err
	}
	if len(tokens.Choices) > 0 {
		return writeJSON(w, http.StatusOK, wire.Choice{Memberships: membershipsOf(tokens.Choices), Ticket: tokens.Ticket})
	}
	return s.answerTokens(w, r, tokens)
}

// secondFactors let people set up what they prove themselves with in addition to the password. A session
// that must do so first may do nothing else.
type secondFactors struct {
	factors SecondFactors
	gate    *gate
}

func (s *secondFactors) routes(r chi.Router) {
	r.Get("/me/second_factor", s.gate.settingUp(s.standing))
	r.Post("/me/second_factor/begin", s.gate.settingUp(s.begin))
	r.Post("/me/second_factor/confirm", s.gate.settingUp(s.confirm))
	r.Post("/me/second_factor/recovery_codes", s.gate.signed(s.renew))
	r.Post("/me/second_factor/off", s.gate.signed(s.turnOff))
}

func (s *secondFactors) standing(w http.ResponseWriter, r *http.Request, p *access.Principal) error {
	standing, err := s.factors.Standing(r.Context(), p)
	if err != nil {
		return err
	}
	return writeJSON(w, http.StatusOK, wire.SecondFactor(standing))
}

func (s *secondFactors) begin(w http.ResponseWriter, r *http.Request, p *access.Principal) error {
	setup, err := s.factors.Begin(r.Context(), p)
	if err != nil {
		return err
	}
	return writeJSON(w, http.StatusOK, wire.Setup(setup))
}

func (s *secondFactors) confirm(w http.ResponseWriter, r *http.Request, p *access.Principal) error {
	var body struct {
		Code string `json:"code"`
	}
	if err := readInto(r, &body); err != nil {
		return err
	}
	codes, err := s.factors.Confirm(r.Context(), p, body.Code, clientOf(r))
	if err != nil {
		return err
	}
	return writeJSON(w, http.StatusOK, wire.RecoveryCodes{RecoveryCodes: codes})
}

func (s *secondFactors) renew(w http.ResponseWriter, r *http.Request, p *access.Principal) error {
	var proof accounts.Proof
	if err := readInto(r, &proof); err != nil {
		return err
	}
	codes, err := s.factors.Renew(r.Context(), p, proof, clientOf(r))
	if err != nil {
		return err
	}
	return writeJSON(w, http.StatusOK, wire.RecoveryCodes{RecoveryCodes: codes})
}

func (s *secondFactors) turnOff(w http.ResponseWriter, r *http.Request, p *access.Principal) error {
	var proof accounts.Proof
	if err := readInto(r, &proof); err != nil {
		return err
	}
	if err := s.factors.TurnOff(r.Context(), p, proof, clientOf(r)); err != nil {
		return err
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}
