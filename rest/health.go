package rest

import (
	"context"
	"net/http"
	"sync"
	"time"

	"switchboard/storage/fault"
)

// readyFor is how long an answer of Ready is believed: the question must not be
// a load of its own.
const readyFor = time.Second

type readiness struct {
	mu  sync.Mutex
	at  time.Time
	err error
}

func (s *server) health(w http.ResponseWriter, _ *http.Request) error {
	return writeJSON(w, http.StatusOK, map[string]string{"status": "alive"})
}

func (s *server) readyz(w http.ResponseWriter, r *http.Request) error {
	s.ready.mu.Lock()
	if time.Since(s.ready.at) > readyFor {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(r.Context()), 2*time.Second)
		s.ready.err = s.Ready(ctx)
		cancel()
		s.ready.at = time.Now()
		if s.ready.err != nil {
			s.Log.WarnContext(r.Context(), "not ready", "error", s.ready.err)
		}
	}
	err := s.ready.err
	s.ready.mu.Unlock()
	if err != nil {
		return fault.Wrap(err, fault.Unavailable, "Not ready yet.").After(readyFor)
	}
	return writeJSON(w, http.StatusOK, map[string]string{"status": "ready"})
}

func (s *server) instance(w http.ResponseWriter, _ *http.Request) error {
	return writeJSON(w, http.StatusOK, s.Instance)
}
