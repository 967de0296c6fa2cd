package app

import (
	"context"
	"errors"
	"fmt"
	"net"
	"time"

	"switchboard/hub"
	"switchboard/hub/link"
	"switchboard/hub/topics"
	"switchboard/storage/id"
	"switchboard/storage/pg"
	"switchboard/storage/pg/retention"
)

// startHub makes the hub with its topics and commands.
func (m *Main) startHub(context.Context) error {
	h, err := hub.New(hub.Options{
		Log: m.store.Log(), Authenticator: m.parts.accounts.Principals, Registries: m.store, Presence: m.parts.presence, PIDKey: m.keys.Resume,
		Broker: m.nodes.broker, Node: m.nodes.self, Version: m.version,
		Link:    link.Options{Origins: m.origins()},
		Metrics: m.metrics, Logger: m.log.With("part", "hub"),
	})
	if err != nil {
		return fmt.Errorf("hub: %w", err)
	}
	m.onClose("hub", func(context.Context) error { h.Close(); return nil })
	topics.Register(h, topics.Deps{Reader: m.store, Presence: m.parts.presence, Features: m.parts.features})
	if missing := h.Missing(m.registry); len(missing) > 0 {
		return fmt.Errorf("hub: no snapshot for %v", missing)
	}
	m.parts.hub = h
	m.parts.presence.Announce(h)
	stop := m.nodes.broker.Listen(fleeting{h, m.parts.presence})
	m.onClose("broker's listener", func(context.Context) error { stop(); return nil })
	return nil
}

// origins are the pages that may open sockets. Where the address was left to us,
// a page under localhost is the same page.
func (m *Main) origins() []string {
	origins := append([]string{m.url}, m.config.AllowedOrigins...)
	if m.config.PublicURL == "" {
		if _, port, err := net.SplitHostPort(m.listener.Addr().String()); err == nil {
			origins = append(origins, "http://localhost:"+port)
		}
	}
	return origins
}

// startRelay begins to move committed entries into the log and to the followers.
// Objects and rights fall before the hub hears of a change, so that it reads fresh ones.
func (m *Main) startRelay(context.Context) error {
	if m.WithoutRelay {
		return nil
	}
	config := m.Relay
	config.Logger = m.log.With("part", "relay")
	config.Broker = m.nodes.broker
	relay := pg.NewRelay(m.store, config)
	relay.Follow(m.store.Objects())
	relay.Follow(m.parts.organizations)
	relay.Follow(m.parts.accounts.Principals)
	relay.Follow(m.parts.presence)
	for _, f := range m.parts.features {
		for _, follower := range f.Followers {
			relay.Follow(follower)
		}
	}
	relay.Follow(m.parts.follower)
	relay.Follow(m.parts.hub)
	m.parts.relay = relay
	m.background("relay", relay.Run)
	m.background("retention", func(ctx context.Context) error {
		m.store.RunRetention(ctx, retention.Periods{LogOf: m.logRetention})
		return nil
	})
	return nil
}

// logRetention is how long an organization's settings keep its log, 0 where they can't
// be read.
func (m *Main) logRetention(ctx context.Context, organization id.ID) time.Duration {
	set, err := m.parts.organizations.StoredSettings(ctx, organization)
	if err != nil {
		return 0
	}
	return time.Duration(set.Retention.LogHours) * time.Hour
}

var (
	errNoRelay  = errors.New("the relay does not run")
	errDraining = errors.New("the node is stopping")
)

// ready tells whether the product can serve: the database answers and the relay
// moves. Migrations are done before anything listens.
func (m *Main) ready(ctx context.Context) error {
	if m.draining.Load() {
		return errDraining
	}
	if err := m.store.Ping(ctx); err != nil {
		return fmt.Errorf("database: %w", err)
	}
	if m.parts.relay == nil {
		if m.WithoutRelay {
			return nil
		}
		return errNoRelay
	}
	if err := m.parts.relay.Healthy(); err != nil {
		return fmt.Errorf("relay: %w", err)
	}
	return nil
}
