package rest

import (
	"context"
	"net/http"

	"github.com/go-chi/chi/v5"

	"switchboard/rest/wire"
	"switchboard/storage/access"
	"switchboard/storage/fault"
)

// scopeKey is where a request carries the numbers it may play with.
type scopeKey struct{}

// mayPlay says who may play the outside world: everybody in the demo organization,
// and the superusers of the others, whose calls and texts are real work.
func (s *server) mayPlay(p *access.Principal) bool {
	return s.Simulator != nil && (p.Superuser || s.Demo != "" && p.Organization == s.Demo)
}

// simulatorRoutes let a signed-in person play the outside world towards the
// numbers of his own organization. They exist only where the phone network is
// simulated.
func (s *server) simulatorRoutes(r chi.Router) {
	control := s.Simulator.Control(func(r *http.Request) []string {
		numbers, _ := r.Context().Value(scopeKey{}).([]string)
		return numbers
	}, func(w http.ResponseWriter, r *http.Request, err error) {
		writeProblem(w, r, s.Log, err)
	})
	own := noStore(s.signed(func(w http.ResponseWriter, r *http.Request, p *access.Principal) error {
		if !s.mayPlay(p) {
			return fault.New(fault.Forbidden, "Only a superuser may use the phone simulator in this organization.")
		}
		numbers, err := s.Organizations.PhoneNumbers(r.Context(), p.Organization)
		if err != nil {
			return err
		}
		control.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), scopeKey{}, numbers)))
		return nil
	}))
	r.Method(http.MethodGet, "/simulator/state", own)
	r.Method(http.MethodPost, "/simulator/calls", own)
	r.Method(http.MethodPost, "/simulator/calls/{sid}/hangup", own)
	r.Method(http.MethodPost, "/simulator/calls/{sid}/answer", own)
	r.Method(http.MethodPost, "/simulator/texts", own)
	r.Method(http.MethodPost, "/simulator/refuse", own)
}

// simulatedLetters is GET /simulator/letters: those of the caller's organization, for
// its superusers, since whoever reads a letter can do what its recipient could.
func (s *server) simulatedLetters(w http.ResponseWriter, _ *http.Request, p *access.Principal) error {
	if !p.Superuser {
		return fault.New(fault.Forbidden, "Only a superuser may read the simulated letters.")
	}
	out := []wire.Letter{}
	for _, l := range s.Letters.Letters(p.Organization) {
		out = append(out, wire.Letter{ID: l.ID, To: l.To, Subject: l.Subject, Text: l.Text, At: l.At})
	}
	return writeJSON(w, http.StatusOK, out)
}
