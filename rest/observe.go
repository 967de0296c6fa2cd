package rest

import (
	"context"
	"log/slog"
	"net/http"
	"regexp"
	"runtime/debug"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/go-chi/chi/v5/middleware"
	"github.com/prometheus/client_golang/prometheus"

	"switchboard/storage/fault"
	"switchboard/storage/id"
)

// trace holds the log attributes of one request.
type trace struct {
	id   string
	user id.ID
}

type traceKey struct{}

func traceOf(r *http.Request) *trace {
	t, _ := r.Context().Value(traceKey{}).(*trace)
	return t
}

func requestID(r *http.Request) string {
	if t := traceOf(r); t != nil {
		return t.id
	}
	return ""
}

func noteUser(r *http.Request, user id.ID) {
	if t := traceOf(r); t != nil {
		t.user = user
	}
}

var requestIDRule = regexp.MustCompile(`^[A-Za-z0-9_.:-]{1,64}$`)

// withRequestID returns each request an id, the client's own where it is one.
func withRequestID(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		t := &trace{id: r.Header.Get("X-Request-ID")}
		if !requestIDRule.MatchString(t.id) {
			t.id = string(id.New())
		}
		w.Header().Set("X-Request-ID", t.id)
		next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), traceKey{}, t)))
	})
}

// observer counts and logs requests.
type observer struct {
	log     *slog.Logger
	seconds *prometheus.HistogramVec
	sample  uint64 // one in so many ordinary requests is logged; 0 and 1 log all
	seen    atomic.Uint64
}

// slowRequest is the duration from which a request is always logged.
const slowRequest = time.Second

func newObserver(log *slog.Logger, metrics prometheus.Registerer, sample int) (*observer, error) {
	seconds := prometheus.NewHistogramVec(prometheus.HistogramOpts{
		Name: "switchboard_http_request_seconds", Help: "Time of HTTP requests by route and status.",
		Buckets: []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10},
	}, []string{"method", "route", "status"})
	if err := metrics.Register(seconds); err != nil {
		return nil, err
	}
	return &observer{log: log, seconds: seconds, sample: uint64(max(sample, 1))}, nil
}

func (o *observer) middleware(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/socket.io/" { // its connection lives for hours; the hub counts it
			next.ServeHTTP(w, r)
			return
		}
		began := time.Now()
		seen := middleware.NewWrapResponseWriter(w, r.ProtoMajor)
		next.ServeHTTP(seen, r)
		status := seen.Status()
		if status == 0 {
			status = http.StatusOK
		}
		took := time.Since(began)
		route := "other"
		if c := chi.RouteContext(r.Context()); c != nil && c.RoutePattern() != "" {
			route = c.RoutePattern()
		}
		o.seconds.WithLabelValues(methodLabel(r.Method), route, strconv.Itoa(status)).Observe(took.Seconds())
		t := traceOf(r)
		level := slog.LevelInfo
		if !strings.HasPrefix(r.URL.Path, "/v1/") { // files and health checks
			level = slog.LevelDebug
		}
		if status >= http.StatusInternalServerError {
			level = slog.LevelWarn
		}
		if !o.isLogged(status, took) {
			return
		}
		o.log.LogAttrs(r.Context(), level, "request",
			slog.String("request_id", t.id), slog.String("method", r.Method), slog.String("path", r.URL.Path),
			slog.Int("status", status), slog.Duration("took", took), slog.Int("bytes", seen.BytesWritten()),
			slog.String("user", string(t.user)))
	})
}

// isLogged reports whether a request is logged: each that failed or was slow, and a sample of
// the others.
func (o *observer) isLogged(status int, took time.Duration) bool {
	return status >= http.StatusBadRequest || took >= slowRequest || (o.seen.Add(1)-1)%o.sample == 0
}

// methodLabel keeps made-up methods from becoming labels.
func methodLabel(method string) string {
	switch method {
	case http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPatch, http.MethodDelete, http.MethodOptions:
		return method
	default:
		return "other"
	}
}

// recoverPanic ends one request, not the process (ASVS 16.5.4).
func recoverPanic(log *slog.Logger) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			defer func() {
				caught := recover()
				if caught == nil {
					return
				}
				if caught == http.ErrAbortHandler { //nolint:errorlint // net/http compares it so
					panic(caught)
				}
				log.ErrorContext(r.Context(), "panic", "request_id", requestID(r), "path", r.URL.Path,
					"panic", caught, "stack", string(debug.Stack()))
				writeProblem(w, r, log, fault.New(fault.Internal, "Something went wrong on our side. Please try again."))
			}()
			next.ServeHTTP(w, r)
		})
	}
}
