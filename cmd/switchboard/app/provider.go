package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"path/filepath"
	"time"

	"switchboard/actors/carrier/simulator"
	"switchboard/cmd/switchboard/config"
	"switchboard/rest"
	"switchboard/storage/panics"
)

// journalKept is how many exchanges a simulator of its own process remembers.
const journalKept = 50_000

// Provider is the simulated phone network as a process of its own, which the nodes
// of a cluster share (SWITCHBOARD_SIMULATOR).
type Provider struct {
	sim      *simulator.Simulator
	server   *http.Server
	listener net.Listener
	failed   chan error
}

// StartProvider listens at an address, with the account that belongs to the
// configuration's secret. Calls and texts go to the public URL, which may answer
// later.
func StartProvider(ctx context.Context, c config.Config, addr string, numbers []string, log *slog.Logger) (*Provider, error) {
	if c.PublicURL == "" || c.SecretKey == "" {
		return nil, errors.New("SWITCHBOARD_PUBLIC_URL and SWITCHBOARD_SECRET_KEY: set both, the same as for the nodes")
	}
	keys, err := c.LoadKeys()
	if err != nil {
		return nil, err //nolint:wrapcheck // names its setting
	}
	setting := simulator.Config{
		Folder: filepath.Join(c.DataDir, "simulator"), PublicURL: c.PublicURL, AuthToken: keys.Simulator,
		Journal: journalKept, Log: log, Panics: panics.New(log),
	}
	setting.AccountSID, setting.ServiceSID = simulator.Account(keys.Simulator)
	for _, number := range numbers {
		setting.Numbers = append(setting.Numbers, simulator.Number{Number: number, FriendlyName: number})
	}
	sim, err := simulator.New(setting)
	if err != nil {
		return nil, fmt.Errorf("simulator: %w", err)
	}
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", addr)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("simulator: %w", err), sim.Close())
	}
	p := &Provider{
		sim: sim, listener: listener, failed: make(chan error, 1),
		server: &http.Server{
			Handler: sim.Service(rest.Fail(log)), ReadHeaderTimeout: headerTimeout, ReadTimeout: readTimeout,
			WriteTimeout: writeTimeout, IdleTimeout: idleTimeout, MaxHeaderBytes: headerBytes,
			ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelDebug),
		},
	}
	go func() {
		if err := p.server.Serve(listener); err != nil && !errors.Is(err, http.ErrServerClosed) {
			p.failed <- fmt.Errorf("simulator: %w", err)
		}
	}()
	sim.Start()
	return p, nil
}

// URL is where the provider is reached.
func (p *Provider) URL() string { return "http://" + p.listener.Addr().String() }

// Failed tells that the server ended though nobody stopped it.
func (p *Provider) Failed() <-chan error { return p.failed }

// Close ends the server, then the simulator; its state stays.
func (p *Provider) Close(ctx context.Context) error {
	closing, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	err := p.server.Shutdown(closing)
	if err != nil {
		err = errors.Join(err, p.server.Close())
	}
	return errors.Join(err, p.sim.Close())
}
