package app

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"time"

	"switchboard/actors/accounts"
	"switchboard/actors/carrier"
	"switchboard/actors/carrier/simulator"
	"switchboard/actors/effects"
	"switchboard/actors/feature"
	"switchboard/actors/features"
	"switchboard/actors/mail"
	mailsimulator "switchboard/actors/mail/simulator"
	"switchboard/actors/organizations"
	"switchboard/actors/outbound"
	"switchboard/actors/records"
	"switchboard/actors/runtime"
	"switchboard/actors/users/presence"
	"switchboard/hub"
	"switchboard/storage/id"
	"switchboard/storage/pg/pool"
	"switchboard/storage/pg/relay"
	"switchboard/storage/schema"
)

// network is the phone network that the product speaks to.
type network interface {
	carrier.Carrier
	carrier.Webhooks
}

// parts are the running parts that others refer to.
type parts struct {
	network    network
	serviceSID string
	simulator  *simulator.Simulator // nil for none in this process
	remote     *simulator.Remote    // the simulator of another process, nil for none

	mail    mail.Mail
	letters *mailsimulator.Mail // the simulated mail, nil for none

	organizations *organizations.Service
	accounts      *accounts.Service
	records       *records.Service
	presence      *presence.Tracker
	features      []feature.Running
	worker        *effects.Worker
	hub           *hub.Hub
	relay         *relay.Relay
	follower      *runtime.Follower
	handler       http.Handler
}

// startActors makes the owners of live things and the services before them.
func (m *Main) startActors(ctx context.Context) error {
	m.parts.organizations = organizations.New(m.store)
	m.store.OnCommit(func(c pool.Committed) {
		if slices.Contains(c.Objects, organizations.Object) {
			m.parts.organizations.Forget(c.Organization)
		}
	})
	if err := m.startMail(); err != nil {
		return err
	}
	m.parts.records = records.New(m.store)
	service, err := m.newAccounts(m.url, m.nodes.limiter)
	if err != nil {
		return err
	}
	m.parts.accounts = service

	engine, err := m.newEngine(ctx)
	if err != nil {
		return err
	}
	if err := m.figures(engine); err != nil {
		return err
	}
	p := &m.parts
	p.worker = effects.New(m.store, engine, effects.Config{Logger: m.log.With("part", "effects")})
	m.store.OnCommit(func(c pool.Committed) {
		if c.Effects > 0 {
			p.worker.Poke()
		}
	})
	p.follower = runtime.NewFollower(func(_ id.ID, object string) bool { return m.registry.Is(object, schema.Part) })
	p.presence = presence.New(m.store, m.log, m.panics, m.presenceNodes())
	if err := m.startFeatures(engine, runtime.WriterOptions{Follow: p.follower}); err != nil {
		return err
	}
	m.background("presence", func(ctx context.Context) error { p.presence.Run(ctx); return nil })
	if cluster, ok := engine.(*runtime.Cluster); ok {
		cluster.Start(ctx)
	}
	return nil
}

// startFeatures makes the features and gives what they are made of to those who use it.
func (m *Main) startFeatures(engine engine, options runtime.WriterOptions) error {
	p := &m.parts
	host := &feature.Host{Engine: engine, Store: m.store, Writers: options, Logger: m.log, Panics: m.panics}
	host.Offer(m.store, p.organizations, p.accounts, p.accounts.Invitations, p.mail, p.network, p.presence,
		&outbound.Guard{Settings: p.organizations, Sums: m.store, Limits: m.nodes.limiter, Now: time.Now})
	var err error
	if p.features, err = features.Start(host); err != nil {
		return fmt.Errorf("features: %w", err)
	}
	for _, f := range p.features {
		for kind, factory := range f.Actors {
			engine.Register(kind, factory)
		}
		for object, owner := range f.Owners {
			p.records.Own(object, owner)
		}
		for object, reviewer := range f.Reviewers {
			p.records.Review(object, reviewer)
		}
		for kind, effect := range f.Effects {
			p.worker.Handle(kind, effect.Handler, effect.Retry)
		}
	}
	return nil
}

// startWork begins to carry out what was decided, what an earlier process left undone
// included, and the features' work in the background.
func (m *Main) startWork(context.Context) error {
	m.background("effects", func(ctx context.Context) error { m.parts.worker.Run(ctx); return nil })
	for _, f := range m.parts.features {
		for _, work := range f.Background {
			m.background(work.Name, func(ctx context.Context) error { work.Run(ctx); return nil })
		}
	}
	return nil
}

func (m *Main) organizations(ctx context.Context) ([]id.ID, error) {
	list, err := m.store.Organizations(ctx)
	if err != nil {
		return nil, fmt.Errorf("organizations: %w", err)
	}
	out := make([]id.ID, 0, len(list))
	for _, o := range list {
		out = append(out, o.ID)
	}
	return out, nil
}
