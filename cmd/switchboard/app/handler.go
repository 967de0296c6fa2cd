package app

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"switchboard/actors/analytics"
	"switchboard/actors/budgets"
	"switchboard/actors/feature"
	mailsimulator "switchboard/actors/mail/simulator"
	"switchboard/actors/organizations"
	"switchboard/cmd/switchboard/demo"
	"switchboard/hub"
	"switchboard/rest"
	"switchboard/rest/webhooks"
	"switchboard/rest/wire"
	"switchboard/storage/id"
	"switchboard/storage/pg"
	"switchboard/storage/pg/relay"
	"switchboard/storage/ratelimit/memory"
	"switchboard/storage/row"
	"switchboard/ui"
)

// edges holds what the product serves.
type edges struct {
	at           address
	store        *pg.Store
	owners       *owners
	nodes        nodes
	phones       phones
	mail         *mailsimulator.Mail // nil for none
	hub          *hub.Hub
	ready        *readiness
	metrics      *prometheus.Registry
	version      string
	demo         bool
	demoPassword string
	cashier      cashier
	boundless    bool // there are no budgets
}

// newHandler combines the edges.
func newHandler(env environment, e edges) (http.Handler, error) {
	var callbacks []feature.Callback
	var receivers []feature.Receiver
	var changer rest.Schemas
	var authorizer rest.Authorizations
	for _, f := range e.owners.features {
		callbacks = append(callbacks, f.Callbacks...)
		receivers = append(receivers, f.Receivers...)
		if s, is := f.Service.(rest.Schemas); is {
			changer = s
		}
		if s, is := f.Service.(rest.Authorizations); is {
			authorizer = s
		}
	}
	o, c := e.owners, env.config
	instance := wire.Instance{Name: "Switchboard", Demo: e.demo, Simulator: e.phones.simulated(), Version: e.version}
	if e.demoPassword == demo.Password { // otherwise it is a secret
		instance.DemoPassword = e.demoPassword
	}
	deps := rest.Deps{
		SignIns: o.accounts.SignIns, SecondFactors: o.accounts.SecondFactors, Views: o.accounts.Views, Programs: o.accounts.APIKeys, Sessions: o.accounts.Sessions, Principals: o.accounts.Principals, Offers: o.accounts.Offers, Resets: o.accounts.Resets,
		Records: o.records, Queries: o.queries, Reports: analytics.New(e.store, o.records, o.queries), Presence: o.presence, Schemas: changer, Authorizations: authorizer, Features: o.features,
		Organizations: directory{o.organizations, e.store},
		Keys:          e.store,
		Webhooks:      webhooks.Routes(webhooks.Deps{Verifier: e.phones.network, Answers: e.store, Callbacks: callbacks, Receivers: receivers, Log: env.log.With("part", "webhooks")}),
		Sockets:       e.hub, Static: ui.FS(), Ready: e.ready.check, Instance: instance,
		PublicURL: e.at.url, Origins: c.AllowedOrigins, TrustedProxies: c.TrustedProxies, Log: env.log, LogSample: c.LogSample, Metrics: e.metrics, MetricsToken: c.MetricsToken,
		Loopback: e.at.onLoopback(), AnyAddress: c.PublicURL == "",
	}
	if !e.boundless {
		deps.Budgets = budgets.New(o.organizations, e.nodes.limiter, memory.New(memory.Size, time.Now))
	}
	if c.Twilio.Configured() {
		deps.PhoneHosts = []string{"wss://*.twilio.com", "https://*.twilio.com"}
	}
	deps.TakesCards = c.Stripe.Configured()
	if e.cashier.simulator != nil {
		deps.Payments = e.cashier.simulator
	}
	if e.demo {
		deps.Demo = demo.Organization
	}
	if e.mail != nil {
		deps.Letters = e.mail
	}
	switch {
	case e.phones.simulator != nil:
		deps.Simulator = e.phones.simulator
	case e.phones.remote != nil:
		deps.Simulator = e.phones.remote
	}
	handler, err := rest.New(deps)
	if err != nil {
		return nil, fmt.Errorf("server: %w", err)
	}
	return handler, nil
}

// directory returns the name of an organization and its phone numbers.
type directory struct {
	*organizations.Service
	store *pg.Store
}

// PhoneNumbers implements rest.Organizations.
func (d directory) PhoneNumbers(ctx context.Context, organization id.ID) ([]string, error) {
	phones, err := d.store.Find(ctx, organization, row.Query{Object: "twilio_phone"})
	numbers := make([]string, 0, len(phones))
	for _, p := range phones {
		numbers = append(numbers, p.Text("phone_number"))
	}
	return numbers, err
}

// readiness reports whether the product can serve. Migrations are done before
// anything listens.
type readiness struct {
	store    *pg.Store
	relay    *relay.Relay // nil for none
	draining atomic.Bool  // sockets are being moved to other nodes
}

var errDraining = errors.New("the node is stopping")

// check fails if the database does not answer or the relay does not advance.
func (r *readiness) check(ctx context.Context) error {
	if r.draining.Load() {
		return errDraining
	}
	if err := r.store.Ping(ctx); err != nil {
		return fmt.Errorf("database: %w", err)
	}
	if r.relay == nil {
		return nil
	}
	if err := r.relay.Healthy(); err != nil {
		return fmt.Errorf("relay: %w", err)
	}
	return nil
}
