package rest

import (
	"context"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"switchboard/rest/wire"
	"switchboard/storage/fault"
)

// readyFor is how long an answer of Ready is believed: the question must not be
// a load of its own.
const readyFor = time.Second

// readiness reports whether the product can serve, as it was a moment ago.
type readiness struct {
	ask func(ctx context.Context) error
	log *slog.Logger

	mu  sync.Mutex
	at  time.Time
	err error
}

func health(w http.ResponseWriter, _ *http.Request) error {
	return writeJSON(w, http.StatusOK, map[string]string{"status": "alive"})
}

func (s *readiness) answer(w http.ResponseWriter, r *http.Request) error {
	s.mu.Lock()
	if time.Since(s.at) > readyFor {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(r.Context()), 2*time.Second)
		s.err = s.ask(ctx)
		cancel()
		s.at = time.Now()
		if s.err != nil {
			s.log.WarnContext(r.Context(), "not ready", "error", s.err)
		}
	}
	err := s.err
	s.mu.Unlock()
	if err != nil {
		return fault.Wrap(err, fault.Unavailable, "Not ready yet.").After(readyFor)
	}
	return writeJSON(w, http.StatusOK, map[string]string{"status": "ready"})
}

func instance(of wire.Instance) publicHandler {
	return func(w http.ResponseWriter, _ *http.Request) error { return writeJSON(w, http.StatusOK, of) }
}
