package rest

import (
	"net/http"

	"github.com/go-chi/chi/v5"
)

// simulatorRoutes let a person play the outside world. They exist only where no
// carrier account is configured, and only pages of our own origin, or clients
// that are no browser, may use them.
func (s *server) simulatorRoutes(r chi.Router) {
	control := s.Simulator.Control(func(w http.ResponseWriter, r *http.Request, err error) {
		writeProblem(w, r, s.Log, err)
	})
	own := noStore(s.public(func(w http.ResponseWriter, r *http.Request) error {
		if err := s.fromOwnPages(r); err != nil {
			return err
		}
		control.ServeHTTP(w, r)
		return nil
	}))
	r.Method(http.MethodGet, "/simulator/state", own)
	r.Method(http.MethodPost, "/simulator/calls", own)
	r.Method(http.MethodPost, "/simulator/calls/{sid}/hangup", own)
	r.Method(http.MethodPost, "/simulator/calls/{sid}/answer", own)
	r.Method(http.MethodPost, "/simulator/texts", own)
}
