package rest

import (
	"crypto/subtle"
	"net/http"
	"net/netip"
	"time"

	"github.com/prometheus/client_golang/prometheus/promhttp"

	"switchboard/storage/fault"
)

// metrics shows the figures to whoever has the token or, where none is set, to
// programs on this very machine: they tell how many people work here, and when.
func (s *server) metrics() http.HandlerFunc {
	figures := promhttp.HandlerFor(s.Metrics, promhttp.HandlerOpts{Timeout: 10 * time.Second})
	return s.public(func(w http.ResponseWriter, r *http.Request) error {
		if !s.mayMeasure(r) {
			return fault.New(fault.Forbidden, "The metrics are for programs on this machine, or for those with the token of SWITCHBOARD_METRICS_TOKEN.")
		}
		figures.ServeHTTP(w, r)
		return nil
	})
}

func (s *server) mayMeasure(r *http.Request) bool {
	if s.MetricsToken != "" {
		token, ok := bearer(r)
		return ok && subtle.ConstantTimeCompare([]byte(token), []byte(s.MetricsToken)) == 1
	}
	peer, err := netip.ParseAddrPort(r.RemoteAddr)
	forwarded := r.Header.Get("X-Forwarded-For") != "" || r.Header.Get("Forwarded") != "" // by a proxy on this machine
	return err == nil && peer.Addr().Unmap().IsLoopback() && !forwarded
}
