package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"path/filepath"
	"time"

	"switchboard/actors/carrier/simulator"
	"switchboard/cmd/switchboard/config"
	"switchboard/rest"
)

const (
	// journalKept is how many exchanges a simulator process remembers.
	journalKept = 50_000
	// providerTimeout is how long its stop waits for requests in flight.
	providerTimeout = 5 * time.Second
)

// Provider is the simulated phone network as a process of its own, which the
// nodes of a cluster share (SWITCHBOARD_SIMULATOR). It has the account that
// belongs to the configuration's secret. Calls and texts go to the public
// URL, which may become available later.
type Provider struct {
	Config  config.Config
	Addr    string   // to listen on
	Numbers []string // the product's, in E.164
	Log     *slog.Logger
	// Listening is called once the provider is served, with its URL.
	Listening func(url string)
}

// Run serves until ctx ends or the server fails; the state of the network is
// kept.
func (p Provider) Run(ctx context.Context) error {
	env := newEnvironment(p.Config, p.Log)
	return env.run(ctx, func() error { return p.start(ctx, env) })
}

func (p Provider) start(ctx context.Context, env environment) error {
	c := p.Config
	if c.PublicURL == "" || c.SecretKey == "" {
		return errors.New("SWITCHBOARD_PUBLIC_URL and SWITCHBOARD_SECRET_KEY: set both, the same as for the nodes")
	}
	keys, err := c.LoadKeys()
	if err != nil {
		return err
	}
	setting := simulator.Config{
		Folder: filepath.Join(c.DataDir, "simulator"), PublicURL: c.PublicURL, AuthToken: keys.Simulator,
		Journal: journalKept, Log: p.Log, Panics: env.panics,
	}
	setting.AccountSID, setting.ServiceSID = simulator.Account(keys.Simulator)
	for _, number := range p.Numbers {
		setting.Numbers = append(setting.Numbers, simulator.Number{Number: number, FriendlyName: number})
	}
	sim, err := simulator.New(setting)
	if err != nil {
		return fmt.Errorf("simulator: %w", err)
	}
	env.life.onEnd("simulator", closing(sim.Close))
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", p.Addr)
	if err != nil {
		return fmt.Errorf("simulator: %w", err)
	}
	serve(env, "simulator's server", listener, sim.Service(rest.Fail(p.Log)), providerTimeout)
	env.life.run("simulator", forever(sim.Run))
	p.Listening("http://" + listener.Addr().String())
	return nil
}
