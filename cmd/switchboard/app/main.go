package app

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"

	"switchboard/actors/carrier/simulator"
	"switchboard/actors/features"
	"switchboard/actors/runtime"
	"switchboard/cmd/switchboard/config"
	"switchboard/storage/panics"
	"switchboard/storage/pg/relay"
)

// Main is the running product. It runs once.
type Main struct {
	// Demo creates the demo organization; by default if the database is
	// embedded.
	Demo bool
	// Relay tunes the relay; WithoutRelay omits it, so that a test can show
	// that nothing is live without it.
	Relay        relay.Config
	WithoutRelay bool
	// WithoutBudgets lifts the request budgets: a benchmark's few users do
	// the work of many.
	WithoutBudgets bool
	// Tracer receives each statement to the database; may be nil.
	Tracer pgx.QueryTracer
	// Edges switches edge cases of the simulated provider on.
	Edges simulator.Edges
	// Listening is called once the product is served; may be nil.
	Listening func()
	// DemoReady is called once the demo organization has its history; may be
	// nil.
	DemoReady func()

	env     environment
	version string

	// Results of the stages, for the accessors:
	at           address
	metricsURL   string
	demoPassword string
	installation *Installation
	phones       phones
	handler      http.Handler
}

// environment is what every stage receives.
type environment struct {
	config config.Config
	log    *slog.Logger
	panics *panics.Catcher
	life   *lifecycle
}

func newEnvironment(c config.Config, log *slog.Logger) environment {
	catcher := panics.New(log)
	return environment{c, log, catcher, newLifecycle(catcher)}
}

// New returns the product of a configuration; nothing runs yet.
func New(c config.Config, log *slog.Logger, version string) *Main {
	return &Main{Demo: c.Embedded(), env: newEnvironment(c, log), version: version}
}

// stopTimeout bounds a stop (docs/deployment.md).
const stopTimeout = 18 * time.Second

// Run serves until ctx ends or a component fails, then stops every component
// in reverse order of its start. It returns the errors of starting, running
// and stopping.
func (m *Main) Run(ctx context.Context) error {
	tuneMemory(m.env.log)
	return m.env.run(ctx, func() error {
		if err := m.start(ctx); err != nil {
			return err
		}
		if m.Listening != nil {
			m.Listening()
		}
		return nil
	})
}

// run starts something, waits until ctx ends or a component fails, and ends
// what was started.
func (env environment) run(ctx context.Context, start func() error) error {
	err := start()
	if err == nil {
		select {
		case <-ctx.Done():
		case err = <-env.life.failed:
		}
		env.log.Info("stopping")
	}
	ending, cancel := context.WithTimeout(context.WithoutCancel(ctx), stopTimeout)
	defer cancel()
	return errors.Join(err, env.life.end(ending))
}

// start starts everything in order and returns when the product listens.
func (m *Main) start(ctx context.Context) (err error) {
	began := time.Now()
	started := func(part string) {
		m.env.log.Debug("started", "part", part, "after", time.Since(began).Round(time.Millisecond))
	}
	metrics := prometheus.NewRegistry()
	metrics.MustRegister(collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	registry := features.Registry()

	if m.at, err = listen(ctx, m.env); err != nil {
		return err
	}
	if m.installation, err = open(ctx, m.env, registry, m.Tracer); err != nil {
		return err
	}
	started("store")
	store, keys := m.installation.store, m.installation.keys
	if err := m.installation.Migrate(ctx); err != nil {
		return err
	}
	if err := m.installation.checkKeys(ctx); err != nil {
		return err
	}
	if err := m.installation.sealSecondFactors(ctx); err != nil {
		return err
	}
	started("migrations")
	shared, err := connectNodes(m.env, keys)
	if err != nil {
		return err
	}
	started("nodes")
	provider := providing{env: m.env, url: m.at.url, secret: keys.Simulator, demo: m.Demo, edges: m.Edges, store: store}
	if m.phones, err = provider.connect(ctx); err != nil {
		return err
	}
	started("carrier")
	letters, err := openMailer(m.env)
	if err != nil {
		return err
	}
	blobs, err := openFiles(ctx, m.env)
	if err != nil {
		return err
	}
	till, err := openCashier(m.env, m.at.url, keys.Payments, m.Demo)
	if err != nil {
		return err
	}
	engine, err := newEngine(ctx, m.env, shared, keys.Nodes)
	if err != nil {
		return err
	}
	owners, err := startOwners(m.env, owning{
		store: store, registry: registry, engine: engine, nodes: shared, phones: m.phones.network, mail: letters.mail, files: blobs, cashier: till,
		issuer: m.at.url, secret: keys.Accounts, fields: keys.Fields,
	})
	if err != nil {
		return err
	}
	if cluster, ok := engine.(*runtime.Cluster); ok {
		cluster.Start(ctx) // once all kinds of actors are registered
	}
	started("actors")
	live, err := openHub(m.env, opening{
		store: store, registry: registry, owners: owners, nodes: shared, origins: m.at.origins(m.env.config),
		resume: keys.Resume, metrics: metrics, version: m.version,
	})
	if err != nil {
		return err
	}
	started("hub")
	if m.Demo {
		m.demoPassword = demoPassword(m.env.config, keys, m.at)
		d := demonstration{env: m.env, store: store, accounts: owners.accounts, password: m.demoPassword, serviceSID: m.phones.account.ServiceSID, ring: owners.ring, ready: m.DemoReady}
		if err := d.begin(ctx); err != nil {
			return err
		}
	}
	if err := ensureOnboarding(ctx, store); err != nil {
		return err
	}
	started("demo")
	var moving *relay.Relay
	if !m.WithoutRelay {
		moving = startRelay(m.env, m.Relay, store, shared.broker, owners, live)
	}
	started("relay")
	owners.work(m.env.life)
	started("effects")
	if err := register(metrics, counted{engine, shared, owners.worker, moving, m.env.panics, m.phones.simulator}); err != nil {
		return err
	}
	if m.metricsURL, err = serveMetrics(ctx, m.env, metrics); err != nil {
		return err
	}
	started("metrics")
	ready := &readiness{store: store, relay: moving}
	m.handler, err = newHandler(m.env, edges{
		at: m.at, store: store, owners: owners, nodes: shared, phones: m.phones, mail: letters.simulated, hub: live,
		ready: ready, metrics: metrics, version: m.version, demo: m.Demo, demoPassword: m.demoPassword,
		boundless: m.WithoutBudgets, cashier: till,
	})
	if err != nil {
		return err
	}
	serveProduct(m.env, m.at.listener, m.handler, live, ready)
	if sim := m.phones.simulator; sim != nil {
		// It calls the server, so it starts after and ends before it.
		m.env.life.onEnd("simulator", closing(sim.Close))
		m.env.life.run("simulator", forever(sim.Run))
	}
	if till.simulator != nil {
		m.env.life.run("payment simulator", forever(till.simulator.Run))
	}
	started("server")
	m.env.log.Info("listening", "url", m.at.url, "version", m.version, "after", time.Since(began).Round(time.Millisecond))
	return nil
}

// URL returns where the product is reached.
func (m *Main) URL() string { return m.at.url }

// MetricsURL returns where the metrics are read, "" if they have no address
// of their own.
func (m *Main) MetricsURL() string { return m.metricsURL }

// DemoPassword returns the password of the demo users, "" without a demo.
func (m *Main) DemoPassword() string { return m.demoPassword }

// Simulates reports whether the phone network is simulated.
func (m *Main) Simulates() bool { return m.phones.simulated() }

// Installation returns what the product runs on, to administer it while it
// runs.
func (m *Main) Installation() *Installation { return m.installation }

// Handler returns what the running product serves, for tests that walk its
// routes.
func (m *Main) Handler() http.Handler { return m.handler }

// CarrierAccount returns the account that webhooks are signed with, for tests
// that act as the provider.
func (m *Main) CarrierAccount() string { return m.phones.account.AccountSID }

// CarrierToken returns the auth token of CarrierAccount.
func (m *Main) CarrierToken() string { return m.phones.account.AuthToken }
