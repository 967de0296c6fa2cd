package rest

import (
	"bytes"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// A sample of ordinary requests is logged, and each that failed or was slow.
func TestRequestLogsAreSampled(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var logs bytes.Buffer
		o, err := newObserver(slog.New(slog.NewTextHandler(&logs, nil)), prometheus.NewRegistry(), 10)
		if err != nil {
			t.Fatal(err)
		}
		h := withRequestID(o.middleware(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			switch r.URL.Path {
			case "/v1/slow":
				time.Sleep(slowRequest) // of the bubble's clock
			case "/v1/wrong":
				w.WriteHeader(http.StatusUnprocessableEntity)
			}
		})))
		for range 30 {
			for _, path := range []string{"/v1/ordinary", "/v1/slow", "/v1/wrong"} {
				h.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, path, nil))
			}
		}
		for path, want := range map[string]int{"path=/v1/ordinary": 3, "path=/v1/slow": 30, "path=/v1/wrong": 30} {
			if got := strings.Count(logs.String(), path); got != want {
				t.Errorf("%s is in %d lines, want %d", path, got, want)
			}
		}
	})
}
