package rest

import (
	"net/http"

	"github.com/go-chi/chi/v5"

	"switchboard/storage/access"
)

// simulatorRoutes let a signed-in person play the outside world. They exist only
// where no carrier account is configured.
func (s *server) simulatorRoutes(r chi.Router) {
	control := s.Simulator.Control(func(w http.ResponseWriter, r *http.Request, err error) {
		writeProblem(w, r, s.Log, err)
	})
	own := noStore(s.signed(func(w http.ResponseWriter, r *http.Request, _ *access.Principal) error {
		control.ServeHTTP(w, r)
		return nil
	}))
	r.Method(http.MethodGet, "/simulator/state", own)
	r.Method(http.MethodPost, "/simulator/calls", own)
	r.Method(http.MethodPost, "/simulator/calls/{sid}/hangup", own)
	r.Method(http.MethodPost, "/simulator/calls/{sid}/answer", own)
	r.Method(http.MethodPost, "/simulator/texts", own)
}
