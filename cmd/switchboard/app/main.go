package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"

	"switchboard/actors/carrier/simulator"
	"switchboard/actors/features"
	"switchboard/cmd/switchboard/config"
	"switchboard/storage/panics"
	"switchboard/storage/pg"
	"switchboard/storage/pg/relay"
	"switchboard/storage/schema"
)

// Main is the running product.
type Main struct {
	// Demo makes the demo organization; by default where the database is embedded.
	Demo bool
	// Relay tunes the relay; WithoutRelay leaves it out, so that a test can show
	// that nothing is live without it.
	Relay        relay.Config
	WithoutRelay bool
	// Edges switches sharp edges of the simulated provider on.
	Edges simulator.Edges

	config   config.Config
	version  string
	log      *slog.Logger
	registry *schema.Registry
	metrics  *prometheus.Registry
	panics   *panics.Catcher
	keys     config.Keys
	store    *pg.Store
	listener net.Listener
	url      string
	// metricsURL is where the figures are read at an address of their own.
	metricsURL string

	nodes    nodes
	failed   chan error
	draining atomic.Bool // sockets are being sent elsewhere
	parts    parts

	mu      sync.Mutex
	closers []closer
}

type closer struct {
	name  string
	close func(context.Context) error
}

// New makes the product of a configuration; nothing runs yet.
func New(c config.Config, log *slog.Logger, version string) *Main {
	metrics := prometheus.NewRegistry()
	metrics.MustRegister(collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return &Main{
		Demo: c.Embedded(), config: c, version: version, log: log,
		registry: features.Registry(), metrics: metrics, panics: panics.New(log), failed: make(chan error, 8),
	}
}

// Run starts everything in order and returns when the product listens.
func (m *Main) Run(ctx context.Context) error {
	began := time.Now()
	if err := m.listen(ctx); err != nil {
		return err
	}
	for _, step := range []struct {
		name  string
		start func(context.Context) error
	}{
		{"store", m.OpenStore}, {"migrations", m.Migrate}, {"nodes", m.startNodes}, {"carrier", m.startCarrier}, {"actors", m.startActors},
		{"hub", m.startHub}, {"demo", m.startDemo}, {"relay", m.startRelay}, {"effects", m.startWork}, {"metrics", m.serveMetrics}, {"server", m.serve},
	} {
		if err := step.start(ctx); err != nil {
			return err
		}
		m.log.Debug("started", "part", step.name, "after", time.Since(began).Round(time.Millisecond))
	}
	m.log.Info("listening", "url", m.url, "version", m.version, "after", time.Since(began).Round(time.Millisecond))
	return nil
}

// URL is where the product is reached.
func (m *Main) URL() string { return m.url }

// Failed tells of a part that ended though nobody stopped it: the product must
// be closed.
func (m *Main) Failed() <-chan error { return m.failed }

// Close stops every part in reverse order of its start.
func (m *Main) Close(ctx context.Context) error {
	m.mu.Lock()
	closers := m.closers
	m.closers = nil
	m.mu.Unlock()
	var failed error
	for _, closer := range slices.Backward(closers) {
		if err := closer.close(ctx); err != nil {
			failed = errors.Join(failed, fmt.Errorf("%s: %w", closer.name, err))
		}
	}
	return failed
}

func (m *Main) onClose(name string, do func(context.Context) error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.closers = append(m.closers, closer{name, do})
}

// background runs work until the product closes, anew after a panic; an error before
// that is a failure.
func (m *Main) background(name string, work func(context.Context) error) {
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		m.panics.Keep(ctx, panics.Background, func(ctx context.Context) {
			if err := work(ctx); err != nil && ctx.Err() == nil {
				m.fail(fmt.Errorf("%s: %w", name, err))
			}
		})
	}()
	m.onClose(name, func(ctx context.Context) error {
		cancel()
		select {
		case <-ended:
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	})
}

func (m *Main) fail(err error) {
	select {
	case m.failed <- err:
	default: // one failure is enough to stop
	}
}

// listen takes the port first, so that links, callbacks and signatures know it.
func (m *Main) listen(ctx context.Context) error {
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", m.config.Addr)
	if err != nil {
		return fmt.Errorf("SWITCHBOARD_ADDR: %w", err)
	}
	m.listener = listener
	m.url = m.config.PublicURL
	if m.url == "" {
		m.url = "http://" + listener.Addr().String()
	}
	m.onClose("listener", func(context.Context) error {
		if err := listener.Close(); err != nil && !errors.Is(err, net.ErrClosed) {
			return err
		}
		return nil
	})
	return nil
}

// The limits of one HTTP connection. A socket lifts them for itself when it
// takes the connection over.
const (
	headerTimeout = 10 * time.Second
	readTimeout   = 60 * time.Second
	writeTimeout  = 90 * time.Second
	idleTimeout   = 2 * time.Minute
	headerBytes   = 32 << 10
)

// serve answers requests. It starts last: what was accepted before waits in the
// listener's queue.
func (m *Main) serve(context.Context) error {
	handler, err := m.handler()
	if err != nil {
		return err
	}
	server := &http.Server{
		Handler: handler, ReadHeaderTimeout: headerTimeout, ReadTimeout: readTimeout, WriteTimeout: writeTimeout,
		IdleTimeout: idleTimeout, MaxHeaderBytes: headerBytes, ErrorLog: slog.NewLogLogger(m.log.Handler(), slog.LevelDebug),
	}
	go func() {
		if err := server.Serve(m.listener); err != nil && !errors.Is(err, http.ErrServerClosed) {
			m.fail(fmt.Errorf("server: %w", err))
		}
	}()
	m.onClose("server", func(ctx context.Context) error {
		m.draining.Store(true) // whoever balances the load sends nobody here from now on
		draining, cancelDrain := context.WithTimeout(ctx, drainSpread+2*time.Second)
		defer cancelDrain()
		m.parts.hub.Drain(draining, drainSpread)
		// With a time of its own: a socket that uses all of the drain's up must not cut
		// the requests that are being answered.
		finishing, cancel := context.WithTimeout(ctx, requestPatience)
		defer cancel()
		if err := server.Shutdown(finishing); err != nil {
			return errors.Join(err, server.Close())
		}
		return nil
	})
	if sim := m.parts.simulator; sim != nil {
		// It calls the server, so it starts after and ends before it.
		sim.Start()
		m.onClose("simulator", func(context.Context) error { return sim.Close() })
	}
	return nil
}

// drainSpread is the time over which sockets are told to reconnect elsewhere.
const drainSpread = 3 * time.Second

// requestPatience is how long a stop waits for requests that are being answered.
const requestPatience = 8 * time.Second
