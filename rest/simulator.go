package rest

import (
	"net/http"

	"github.com/go-chi/chi/v5"

	"switchboard/storage/fault"
)

// simulatorRoutes let a person play the outside world. They exist only where no
// carrier account is configured, and only pages of our own may use them.
func (s *server) simulatorRoutes(r chi.Router) {
	r.Route("/simulator", func(r chi.Router) {
		r.Use(noStore)
		r.Get("/state", s.own(func(w http.ResponseWriter, r *http.Request) error {
			state, err := s.Simulator.State(r.Context())
			if err != nil {
				return err
			}
			return writeJSON(w, http.StatusOK, state)
		}))
		r.Post("/calls", s.own(s.simulateCall))
		r.Post("/texts", s.own(s.simulateText))
		r.Post("/calls/{sid}/hangup", s.own(func(w http.ResponseWriter, r *http.Request) error {
			return done(w, s.Simulator.Hangup(r.Context(), chi.URLParam(r, "sid")))
		}))
		r.Post("/calls/{sid}/answer", s.own(func(w http.ResponseWriter, r *http.Request) error {
			return done(w, s.Simulator.Answer(r.Context(), chi.URLParam(r, "sid")))
		}))
	})
}

// own is public, for pages of our own origin and clients that are no browser.
func (s *server) own(h publicHandler) http.HandlerFunc {
	return s.public(func(w http.ResponseWriter, r *http.Request) error {
		if err := s.fromOwnPages(r); err != nil {
			return err
		}
		return h(w, r)
	})
}

func done(w http.ResponseWriter, err error) error {
	if err != nil {
		return err
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}

func (s *server) simulateCall(w http.ResponseWriter, r *http.Request) error {
	var body struct {
		From string `json:"from"`
		To   string `json:"to"`
		Name string `json:"name"`
	}
	if err := readInto(r, maxBody, &body); err != nil {
		return err
	}
	if body.From == "" {
		return fault.Field("from", "from is required: the caller's number")
	}
	call, err := s.Simulator.PlaceCall(r.Context(), body.From, body.To, body.Name)
	if err != nil {
		return err
	}
	return writeJSON(w, http.StatusCreated, call)
}

func (s *server) simulateText(w http.ResponseWriter, r *http.Request) error {
	var body struct {
		From string `json:"from"`
		To   string `json:"to"`
		Body string `json:"body"`
	}
	if err := readInto(r, maxBody, &body); err != nil {
		return err
	}
	if body.From == "" || body.Body == "" {
		return fault.Field("from", "from and body are required")
	}
	text, err := s.Simulator.SendText(r.Context(), body.From, body.To, body.Body)
	if err != nil {
		return err
	}
	return writeJSON(w, http.StatusCreated, text)
}
