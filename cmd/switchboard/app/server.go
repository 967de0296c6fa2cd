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

// The limits of one HTTP connection. A socket removes them when it takes the
// connection over.
const (
	headerTimeout = 10 * time.Second
	readTimeout   = 60 * time.Second
	writeTimeout  = 90 * time.Second
	idleTimeout   = 2 * time.Minute
	headerBytes   = 32 << 10
)

// drainSpread is the time over which sockets are asked to reconnect to other
// nodes.
const drainSpread = 3 * time.Second

// requestTimeout is how long a stop waits for requests in flight.
const requestTimeout = 8 * time.Second

// serve answers the requests of a listener until the lifecycle ends. It then
// waits up to timeout for requests in flight.
func serve(env environment, name string, listener net.Listener, handler http.Handler, timeout time.Duration) {
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
		// With its own timeout: another component that used up its time must
		// not cut requests in flight.
		finishing, cancel := context.WithTimeout(ctx, timeout)
		defer cancel()
		if err := server.Shutdown(finishing); err != nil {
			return errors.Join(err, server.Close())
		}
		return nil
	})
}

// serveProduct answers requests. It starts last: earlier connections wait in
// the listener's queue. Before it ends, sockets are moved to other nodes.
func serveProduct(env environment, listener net.Listener, handler http.Handler, sockets *hub.Hub, ready *readiness) {
	serve(env, "server", listener, handler, requestTimeout)
	env.life.onEnd("sockets", func(ctx context.Context) error {
		ready.draining.Store(true) // load balancers send no new clients from now on
		draining, cancel := context.WithTimeout(ctx, drainSpread+2*time.Second)
		defer cancel()
		sockets.Drain(draining, drainSpread)
		return nil
	})
}

// serveMetrics serves the metrics at their own address, if one is configured,
// and returns their URL, "" for none.
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
