package webhooks

import (
	"log/slog"
	"net/http"
	"time"

	"github.com/go-chi/chi/v5"

	"switchboard/actors/feature"
	"switchboard/rest/problem"
	"switchboard/storage/fault"
)

const (
	// maxForm bounds a webhook's body. The largest real ones hold a text and attributes of
	// 32 KiB each, every byte percent-encoded.
	maxForm = 512 << 10
	// timeout is below the provider's own timeouts (5 s for conversations, 15 s for voice).
	timeout = 4500 * time.Millisecond
)

// Deps is what the routes need.
type Deps struct {
	// Verifier checks who a request is of (carrier.Webhooks).
	Verifier  Verifier
	Answers   Answers
	Callbacks []feature.Callback
	Receivers []feature.Receiver
	Log       *slog.Logger
}

// Routes is the handler of /v1/webhooks; the request's URL must still be whole,
// because the signature covers it.
func Routes(deps Deps) http.Handler {
	if deps.Log == nil {
		deps.Log = slog.New(slog.DiscardHandler)
	}
	r := chi.NewRouter()
	for _, callback := range deps.Callbacks {
		r.Post("/twilio/"+callback.Path, deps.handler(callback))
	}
	for _, receiver := range deps.Receivers {
		r.Post("/"+receiver.Path, deps.receive(receiver))
	}
	return r
}

// handler handles the webhooks of a place. An answer with an empty body is 204.
func (d Deps) handler(callback feature.Callback) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		answer, err := d.verified(w, r, callback)
		if err != nil {
			d.refuse(w, r, err)
			return
		}
		if len(answer.Body) == 0 {
			w.WriteHeader(http.StatusNoContent)
			return
		}
		w.Header().Set("Content-Type", answer.Type)
		if _, err := w.Write(answer.Body); err != nil {
			d.Log.DebugContext(r.Context(), "webhook answer not taken", "error", err)
		}
	}
}

// status returns the status of a refusal: 4xx to those who are not the provider, 5xx for
// what the provider may repeat.
func status(code fault.Code) int {
	switch code {
	case fault.Malformed, fault.Invalid:
		return http.StatusBadRequest
	case fault.Forbidden, fault.Unauthenticated:
		return http.StatusForbidden
	case fault.NotFound:
		return http.StatusNotFound
	case fault.TooLarge:
		return http.StatusRequestEntityTooLarge
	case fault.Unsupported:
		return http.StatusUnsupportedMediaType
	case fault.Internal:
		return http.StatusInternalServerError
	default: // Unavailable, Limited, Conflict, VersionConflict: a repeat may succeed
		return http.StatusServiceUnavailable
	}
}

func (d Deps) refuse(w http.ResponseWriter, r *http.Request, err error) {
	e := fault.From(err)
	code := status(e.Code)
	if code >= http.StatusInternalServerError {
		d.Log.ErrorContext(r.Context(), "webhook failed", "path", r.URL.Path, "error", err)
	} else {
		d.Log.WarnContext(r.Context(), "webhook refused", "path", r.URL.Path, "code", e.Code)
	}
	w.Header().Set("Cache-Control", "no-store")
	problem.Write(w, problem.Media, code, problem.Of(code, e))
}
