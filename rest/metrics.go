package rest

import (
	"crypto/subtle"
	"net/http"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"switchboard/storage/fault"
)

// Figures serves what a registry holds: for a listener of its own, which nobody but
// those who watch can reach.
func Figures(metrics *prometheus.Registry) http.Handler {
	return promhttp.HandlerFor(metrics, promhttp.HandlerOpts{Timeout: 10 * time.Second})
}

// metrics serves the metrics to callers with the token: they reveal how many users work here, and
// when. A local peer is not trusted, since a proxy is local too.
func metrics(of *prometheus.Registry, secret string) publicHandler {
	figures := Figures(of)
	return func(w http.ResponseWriter, r *http.Request) error {
		token, ok := bearer(r)
		if !ok || secret == "" || subtle.ConstantTimeCompare([]byte(token), []byte(secret)) != 1 {
			return fault.New(fault.Forbidden, "The metrics are for those with the token of SWITCHBOARD_METRICS_TOKEN, or at the address of SWITCHBOARD_METRICS_ADDR.")
		}
		figures.ServeHTTP(w, r)
		return nil
	}
}
