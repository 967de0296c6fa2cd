package app

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"switchboard/actors/budgets"
	"switchboard/actors/feature"
	"switchboard/actors/organizations"
	"switchboard/cmd/switchboard/demo"
	"switchboard/rest"
	"switchboard/rest/webhooks"
	"switchboard/rest/wire"
	"switchboard/storage/id"
	"switchboard/storage/ratelimit/memory"
	"switchboard/storage/row"
	"switchboard/ui"
)

// handler puts the edges together.
func (m *Main) handler() (http.Handler, error) {
	p := &m.parts
	var callbacks []feature.Callback
	for _, f := range p.features {
		callbacks = append(callbacks, f.Callbacks...)
	}
	deps := rest.Deps{
		SignIns: p.accounts.SignIns, Programs: p.accounts.APIKeys, Sessions: p.accounts.Sessions, Principals: p.accounts.Principals, Offers: p.accounts.Offers,
		Records: p.records, Presence: p.presence, Features: p.features,
		Organizations: directory{p.organizations, m},
		Budgets:       budgets.New(p.organizations, m.nodes.limiter, memory.New(memory.Size, time.Now)), Keys: m.store,
		Webhooks: webhooks.Routes(webhooks.Deps{Verifier: p.network, Answers: m.store, Callbacks: callbacks, Log: m.log.With("part", "webhooks")}),
		Sockets:  p.hub, Static: ui.FS(), Ready: m.ready,
		Instance:  wire.Instance{Name: "Switchboard", Demo: m.Demo, DemoPassword: m.knownDemoPassword(), Simulator: p.simulator != nil || p.remote != nil, Version: m.version},
		PublicURL: m.url, Origins: m.config.AllowedOrigins, TrustedProxies: m.config.TrustedProxies, Log: m.log, Metrics: m.metrics, MetricsToken: m.config.MetricsToken,
		Loopback: m.onLoopback(), AnyAddress: m.config.PublicURL == "",
	}
	if m.Demo {
		deps.Demo = demo.Organization
	}
	if p.letters != nil {
		deps.Letters = p.letters
	}
	switch {
	case p.simulator != nil:
		deps.Simulator = p.simulator
	case p.remote != nil:
		deps.Simulator = p.remote
	}
	handler, err := rest.New(deps)
	if err != nil {
		return nil, fmt.Errorf("server: %w", err)
	}
	m.parts.handler = handler
	return handler, nil
}

// Handler is what the running product serves, for tests that walk its routes.
func (m *Main) Handler() http.Handler { return m.parts.handler }

// directory tells what an organization is called and which numbers are its own.
type directory struct {
	*organizations.Service
	main *Main
}

// PhoneNumbers implements rest.Organizations.
func (d directory) PhoneNumbers(ctx context.Context, organization id.ID) ([]string, error) {
	phones, err := d.main.store.Find(ctx, organization, row.Query{Object: "twilio_phone"})
	numbers := make([]string, 0, len(phones))
	for _, p := range phones {
		numbers = append(numbers, p.Text("phone_number"))
	}
	return numbers, err
}

// CarrierAccount and CarrierToken are the account that webhooks are signed with,
// for tests that play the provider.
func (m *Main) CarrierAccount() string {
	switch {
	case m.parts.simulator != nil:
		return m.parts.simulator.AccountSID()
	case m.parts.remote != nil:
		return m.parts.remote.AccountSID
	}
	return m.config.Twilio.AccountSID
}

// CarrierToken is the auth token of CarrierAccount.
func (m *Main) CarrierToken() string {
	switch {
	case m.parts.simulator != nil:
		return m.parts.simulator.AuthToken()
	case m.parts.remote != nil:
		return m.parts.remote.AuthToken
	}
	return m.config.Twilio.AuthToken
}
