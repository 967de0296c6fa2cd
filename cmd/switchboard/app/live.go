package app

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"switchboard/actors/users/presence"
	"switchboard/hub"
	"switchboard/hub/link"
	"switchboard/hub/topics"
	"switchboard/storage/broker"
	"switchboard/storage/id"
	"switchboard/storage/pg"
	"switchboard/storage/pg/relay"
	"switchboard/storage/pg/retention"
	"switchboard/storage/schema"
)

// opening is what the hub needs.
type opening struct {
	store    *pg.Store
	registry *schema.Registry
	owners   *owners
	nodes    nodes
	origins  []string // of pages that may open sockets
	resume   []byte   // the key that recovers sessions
	metrics  *prometheus.Registry
	version  string
}

// openHub creates the hub with its topics and commands.
func openHub(env environment, o opening) (*hub.Hub, error) {
	h, err := hub.New(hub.Options{
		Log: o.store.Log(), Authenticator: o.owners.accounts.Principals, Registries: o.store, Presence: o.owners.presence, PIDKey: o.resume, Queries: o.owners.queries,
		Broker: o.nodes.broker, Node: o.nodes.self, Version: o.version,
		Link:    link.Options{Origins: o.origins},
		Metrics: o.metrics, Logger: env.log.With("part", "hub"),
	})
	if err != nil {
		return nil, fmt.Errorf("hub: %w", err)
	}
	topics.Register(h, topics.Deps{Reader: o.store, Presence: o.owners.presence, Features: o.owners.features})
	if missing := h.Missing(o.registry); len(missing) > 0 {
		return nil, fmt.Errorf("hub: no snapshot for %v", missing)
	}
	env.life.run("hub", forever(h.Run))
	o.owners.presence.Announce(h)
	env.life.onEnd("broker's listener", closing(o.nodes.broker.Listen(ephemeralListener{h, o.owners.presence})))
	return h, nil
}

// ephemeralListener passes ephemeral messages to the components that show
// them or derive something from them.
type ephemeralListener struct {
	hub      *hub.Hub
	presence *presence.Tracker
}

// Fleeting implements broker.Listener.
func (f ephemeralListener) Ephemeral(organization id.ID, topic, name string, payload json.RawMessage) {
	f.presence.Ephemeral(organization, topic, name, payload)
	f.hub.Ephemeral(organization, topic, name, payload)
}

// startRelay starts to move committed entries into the log and to the
// followers. The caches of objects, users and rights follow first, so that
// the hub reads fresh values when it receives a change.
func startRelay(env environment, c relay.Config, store *pg.Store, by broker.Broker, o *owners, h *hub.Hub) *relay.Relay {
	c.Logger, c.Broker = env.log.With("part", "relay"), by
	r := pg.NewRelay(store, c)
	r.Follow(store.Objects())
	r.Follow(store.People())
	r.Follow(o.organizations)
	r.Follow(o.queries)
	r.Follow(o.accounts.Principals)
	r.Follow(o.presence)
	for _, f := range o.features {
		for _, follower := range f.Followers {
			r.Follow(follower)
		}
	}
	r.Follow(o.follower)
	r.Follow(h)
	env.life.run("relay", r.Run)
	env.life.run("retention", func(ctx context.Context) error {
		store.RunRetention(ctx, retention.Periods{Of: o.lengths})
		return nil
	})
	leaving := departures{from: store, served: h.Served, end: func(organization id.ID) {
		// The rights fall first: who comes back meanwhile has none.
		o.accounts.Principals.Forget(organization)
		o.organizations.Forget(organization)
		store.ForgetOrganization(organization)
		h.Dismiss(organization)
	}}
	env.life.run("departures", forever(leaving.run))
	env.life.run("indexing", func(ctx context.Context) error {
		store.RunIndexing(ctx)
		return nil
	})
	return r
}

// lengths returns an organization's retention settings.
func (o *owners) lengths(ctx context.Context, organization id.ID) (retention.Lengths, error) {
	const year = 8766 * time.Hour
	set, err := o.organizations.StoredSettings(ctx, organization)
	keep := set.Retention
	return retention.Lengths{
		Log: time.Duration(keep.LogHours) * time.Hour, History: time.Duration(keep.HistoryYears) * year,
	}, err
}
