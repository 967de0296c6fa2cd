package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/netip"

	"switchboard/rest"
)

// onLoopback tells whether the product can be reached from this machine alone.
func (m *Main) onLoopback() bool {
	at, err := netip.ParseAddrPort(m.listener.Addr().String())
	return err == nil && at.Addr().Unmap().IsLoopback()
}

// MetricsURL is where the figures are read, "" where they have no address of their own.
func (m *Main) MetricsURL() string { return m.metricsURL }

// serveMetrics shows the figures at an address of their own, where one is configured.
func (m *Main) serveMetrics(ctx context.Context) error {
	if m.config.MetricsAddr == "" {
		return nil
	}
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", m.config.MetricsAddr)
	if err != nil {
		return fmt.Errorf("SWITCHBOARD_METRICS_ADDR: %w", err)
	}
	m.metricsURL = "http://" + listener.Addr().String() + "/metrics"
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", rest.Figures(m.metrics))
	server := &http.Server{
		Handler: mux, ReadHeaderTimeout: headerTimeout, ReadTimeout: readTimeout, WriteTimeout: writeTimeout,
		IdleTimeout: idleTimeout, MaxHeaderBytes: headerBytes, ErrorLog: slog.NewLogLogger(m.log.Handler(), slog.LevelDebug),
	}
	go func() {
		if err := server.Serve(listener); err != nil && !errors.Is(err, http.ErrServerClosed) {
			m.fail(fmt.Errorf("metrics: %w", err))
		}
	}()
	m.onClose("metrics", func(context.Context) error { return server.Close() })
	return nil
}
