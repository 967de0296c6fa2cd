package app

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"time"

	"switchboard/actors/accounts"
	"switchboard/actors/calls"
	"switchboard/actors/carrier"
	"switchboard/actors/carrier/simulator"
	"switchboard/actors/chat"
	"switchboard/actors/conversations"
	"switchboard/actors/effects"
	"switchboard/actors/feature"
	"switchboard/actors/features"
	"switchboard/actors/mail"
	mailsimulator "switchboard/actors/mail/simulator"
	"switchboard/actors/organizations"
	"switchboard/actors/outbound"
	"switchboard/actors/records"
	"switchboard/actors/runtime"
	"switchboard/actors/users"
	"switchboard/hub"
	"switchboard/storage/access"
	"switchboard/storage/id"
	"switchboard/storage/pg/pool"
	"switchboard/storage/pg/relay"
	"switchboard/storage/row"
	"switchboard/storage/schema"
)

// parts are the running parts that others refer to.
type parts struct {
	carrier    carrier.Carrier
	webhooks   carrier.Webhooks // nil where there is no phone network
	serviceSID string
	simulator  *simulator.Simulator // nil for none in this process
	remote     *simulator.Remote    // the simulator of another process, nil for none

	mail    mail.Mail
	letters *mailsimulator.Mail // the simulated mail, nil for none

	organizations *organizations.Service
	accounts      *accounts.Service
	records       *records.Service
	presence      *users.Presence
	users         *users.Service
	calls         *calls.Service
	conversations *conversations.Service
	chat          *chat.Service
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
	m.background("accounts", func(ctx context.Context) error {
		service.Run(ctx, func(err error) { m.log.Warn("sessions could not be ended", "error", err) })
		return nil
	})

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
	options := runtime.WriterOptions{Follow: p.follower}
	engine.Register(users.Kind, users.Factory(m.store, options))
	engine.Register(calls.Kind, calls.Factory(m.store, options))
	engine.Register(conversations.Kind, conversations.Factory(m.store, conversations.Book{Settings: m.parts.organizations.Settings, Zones: outbound.Zones}, options))
	engine.Register(chat.Kind, chat.Factory(m.store, options))

	if cluster, ok := engine.(*runtime.Cluster); ok {
		cluster.Start(ctx)
	}

	p.presence = users.NewPresence(m.store, m.log, m.panics, m.presenceNodes())
	p.users = users.New(engine, m.store, p.presence)
	guard := &outbound.Guard{Settings: p.organizations, Sums: m.store, Limits: m.nodes.limiter, Now: time.Now}
	p.calls = calls.New(engine, m.store, p.users, p.webhooks, guard, p.organizations)
	offers := calls.NewOffers(p.calls, m.log, m.panics)
	p.presence.Reached(offers.Reached)
	m.background("offers of calls", func(ctx context.Context) error { offers.Run(ctx); return nil })
	m.background("presence", func(ctx context.Context) error { p.presence.Run(ctx); return nil })
	p.conversations = conversations.New(engine, m.store, guard)
	p.chat = chat.New(engine, m.store)

	p.records.Own("user", users.Owner{Service: p.users, Maker: m.invite})
	p.records.Own("call", calls.Owner{Service: p.calls})
	p.records.Own("consent_event", conversations.ConsentOwner{Store: m.store, Now: time.Now})
	p.records.Review("contact", conversations.ContactConsent{Store: m.store, Now: time.Now})
	p.records.Own("chat", chat.Owner{Service: p.chat})
	p.records.Own("chat_message", chat.MessageOwner{Service: p.chat})
	for _, object := range []string{"twilio_conversation", "twilio_participant", "twilio_message"} {
		p.records.Own(object, conversations.Owner{Service: p.conversations})
	}
	return nil
}

// invite is how a user is made: he is invited, and becomes a member when he accepts.
func (m *Main) invite(ctx context.Context, p *access.Principal, set row.Fields, command string) (id.ID, error) {
	return m.parts.accounts.Invite(ctx, p.Organization, accounts.NewInvitation{Fields: set, By: p.User, Command: command})
}

// startEffects begins to carry out what was decided, what an earlier process left
// undone included, and looks after the calls that it left.
func (m *Main) startEffects(context.Context) error {
	p := &m.parts
	p.worker.Handle(calls.EffectAddParticipant, calls.Dialler{Phone: p.carrier}, effects.Seconds())
	p.worker.Handle(calls.EffectRingOut, calls.Ringer{Service: p.calls}, effects.AnHour())
	p.worker.Handle(calls.EffectEnd, calls.Ender{Phone: p.carrier}, effects.AnHour())
	p.worker.Handle(users.EffectOnCall, effects.Command(users.Decode), effects.Seconds())
	p.worker.Handle(users.EffectOffCall, effects.Command(users.Decode), effects.Seconds())
	p.worker.Handle(users.EffectAvailability, availability{p.calls}, effects.Seconds())
	p.worker.Handle(conversations.EffectSend, conversations.Sender{Texts: p.carrier, Conversations: p.conversations}, effects.AnHour())
	p.worker.Handle(conversations.EffectReceipt, conversations.Redeliverer{}, effects.Seconds())
	p.worker.Handle(accounts.EffectLetter, accounts.Postman{Accounts: p.accounts, Mail: p.mail, URL: m.url}, effects.Seconds())
	p.worker.Handle(accounts.EffectExpiry, accounts.Expiry{Accounts: p.accounts}, effects.AnHour())
	keeper := calls.Keeper{Service: p.calls, Phone: p.carrier, People: p.users, Open: m.store.Open, Logger: m.log}
	p.worker.Handle(calls.EffectLook, calls.Looker{Keeper: &keeper}, effects.Seconds())
	m.background("effects", func(ctx context.Context) error { p.worker.Run(ctx); return nil })

	m.background("call keeper", func(ctx context.Context) error { keeper.Run(ctx); return nil })
	return nil
}

// running are the features with the services that carry out their commands.
func (p *parts) running() []feature.Running {
	services := map[string]any{
		users.Feature.Name: p.users, calls.Feature.Name: p.calls, conversations.Feature.Name: p.conversations, chat.Feature.Name: p.chat,
	}
	var running []feature.Running
	for _, f := range features.All() {
		running = append(running, feature.Running{Feature: f, Service: services[f.Name]})
	}
	return running
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

// availability tells ringing calls that what a user has chosen lets them ring for him, or
// no more.
type availability struct{ calls *calls.Service }

// Do implements effects.Handler.
func (a availability) Do(ctx context.Context, e row.ClaimedEffect) (any, error) {
	p, err := effects.Payload[users.AvailabilityPayload](e.Effect)
	if err != nil {
		return nil, err
	}
	return nil, a.calls.Available(ctx, e.Organization, p.User)
}

// Failed implements effects.Handler: the next change of availability tells anew.
func (availability) Failed(row.ClaimedEffect, error) any { return nil }
