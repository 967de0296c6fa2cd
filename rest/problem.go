package rest

import (
	"encoding/json"
	"log/slog"
	"math"
	"net/http"
	"strconv"
	"time"

	"switchboard/rest/problem"
	"switchboard/storage/entry"
	"switchboard/storage/fault"
)

// statuses is the one table from codes to HTTP statuses.
var statuses = map[fault.Code]int{
	fault.Malformed:       http.StatusBadRequest,
	fault.Unauthenticated: http.StatusUnauthorized,
	fault.Forbidden:       http.StatusForbidden,
	fault.SecondFactor:    http.StatusForbidden,
	fault.NotFound:        http.StatusNotFound,
	fault.Conflict:        http.StatusConflict,
	fault.VersionConflict: http.StatusPreconditionFailed,
	fault.TooLarge:        http.StatusRequestEntityTooLarge,
	fault.Unsupported:     http.StatusUnsupportedMediaType,
	fault.Invalid:         http.StatusUnprocessableEntity,
	fault.Limited:         http.StatusTooManyRequests,
	fault.Unavailable:     http.StatusServiceUnavailable,
	fault.Full:            http.StatusInsufficientStorage,
	fault.Internal:        http.StatusInternalServerError,
}

// writeProblem answers with an error. Only internal ones are logged, with their
// cause; the answer never shows it.
func writeProblem(w http.ResponseWriter, r *http.Request, log *slog.Logger, err error) {
	e := fault.From(err)
	status, known := statuses[e.Code]
	if !known {
		status = http.StatusInternalServerError
	}
	if (status == http.StatusInternalServerError || e.Code == fault.Full) && r.Context().Err() == nil {
		log.ErrorContext(r.Context(), "request failed", "request_id", requestID(r), "method", r.Method, "path", r.URL.Path, "error", err)
	}
	writeStatus(w, r, status, e)
}

// Fail returns an error responder in the API's format, for handlers outside this package.
func Fail(log *slog.Logger) func(w http.ResponseWriter, r *http.Request, err error) {
	return func(w http.ResponseWriter, r *http.Request, err error) { writeProblem(w, r, log, err) }
}

func writeStatus(w http.ResponseWriter, r *http.Request, status int, e *fault.Error) {
	problem.Write(w, problem.Media, status, problemOf(w, r, status, e, `Bearer realm="switchboard"`))
}

// problemOf is the body of a refusal; it sets the headers that go with it.
func problemOf(w http.ResponseWriter, r *http.Request, status int, e *fault.Error, challenge string) problem.Document {
	p := problem.Of(status, e)
	p.RequestID = requestID(r)
	if e.RetryAfter > 0 {
		w.Header().Set("Retry-After", strconv.Itoa(int(math.Ceil(e.RetryAfter.Seconds()))))
	}
	if status == http.StatusUnauthorized {
		w.Header().Set("WWW-Authenticate", challenge)
	}
	return p
}

// writeJSON answers with a status and a value as JSON.
func writeJSON(w http.ResponseWriter, status int, value any) error {
	var body []byte
	var err error
	if fields, are := value.(entry.Fields); are {
		body = fields.AppendJSON(nil)
	} else if body, err = json.Marshal(value); err != nil {
		return fault.Wrap(err, fault.Internal, "Something went wrong on our side. Please try again.")
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(status)
	if _, err = w.Write(body); err != nil {
		return errGone
	}
	return nil
}

// errGone says that the client left while the answer was written.
var errGone = fault.New(fault.Unavailable, "The connection was closed.").After(time.Second)
