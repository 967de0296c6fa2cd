package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"switchboard/hub"
	"switchboard/rest"
)

// The limits of one HTTP connection. A socket lifts them for itself when it
// takes the connection over.
const (
	headerTimeout = 10 * time.Second
	readTimeout   = 60 * time.Second
	writeTimeout  = 90 * time.Second
	idleTimeout   = 2 * time.Minute
	headerBytes   = 32 << 10
)

// drainSpread is the time over which sockets are told to reconnect elsewhere.
const drainSpread = 3 * time.Second

// requestPatience is how long a stop waits for requests that are being answered.
const requestPatience = 8 * time.Second

// serve answers the requests of a listener, and closes it when the lifecycle ends: after
// those that are being answered then, for which it waits as long as patience says.
func serve(env environment, name string, listener net.Listener, handler http.Handler, patience time.Duration) {
	server := &http.Server{
		Handler: handler, ReadHeaderTimeout: headerTimeout, ReadTimeout: readTimeout, WriteTimeout: writeTimeout,
		IdleTimeout: idleTimeout, MaxHeaderBytes: headerBytes, ErrorLog: slog.NewLogLogger(env.log.Handler(), slog.LevelDebug),
	}
	go func() {
		if err := server.Serve(listener); err != nil && !errors.Is(err, http.ErrServerClosed) {
			env.life.fail(fmt.Errorf("%s: %w", name, err))
		}
	}()
	env.life.onEnd(name, func(ctx context.Context) error {
		// With a time of its own: what used all of another's up must not cut the requests
		// that are being answered.
		finishing, cancel := context.WithTimeout(ctx, patience)
		defer cancel()
		if err := server.Shutdown(finishing); err != nil {
			return errors.Join(err, server.Close())
		}
		return nil
	})
}

// serveProduct answers requests. It starts last: what was accepted before waits in the
// listener's queue. Before it ends, sockets are sent elsewhere.
func serveProduct(env environment, listener net.Listener, handler http.Handler, sockets *hub.Hub, ready *readiness) {
	serve(env, "server", listener, handler, requestPatience)
	env.life.onEnd("sockets", func(ctx context.Context) error {
		ready.draining.Store(true) // whoever balances the load sends nobody here from now on
		draining, cancel := context.WithTimeout(ctx, drainSpread+2*time.Second)
		defer cancel()
		sockets.Drain(draining, drainSpread)
		return nil
	})
}

// serveMetrics shows the figures at an address of their own, where one is configured, and
// tells their URL, "" for none.
func serveMetrics(ctx context.Context, env environment, metrics *prometheus.Registry) (string, error) {
	if env.config.MetricsAddr == "" {
		return "", nil
	}
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", env.config.MetricsAddr)
	if err != nil {
		return "", fmt.Errorf("SWITCHBOARD_METRICS_ADDR: %w", err)
	}
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", rest.Figures(metrics))
	serve(env, "metrics", listener, mux, time.Second)
	return "http://" + listener.Addr().String() + "/metrics", nil
}
