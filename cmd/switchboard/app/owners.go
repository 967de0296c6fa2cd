package app

import (
	"fmt"
	"path/filepath"
	"slices"
	"time"

	"switchboard/actors/accounts"
	"switchboard/actors/calls"
	"switchboard/actors/effects"
	"switchboard/actors/feature"
	"switchboard/actors/features"
	"switchboard/actors/files"
	"switchboard/actors/integrations"
	"switchboard/actors/jobs"
	"switchboard/actors/mail"
	"switchboard/actors/notifications"
	"switchboard/actors/organizations"
	"switchboard/actors/outbound"
	"switchboard/actors/queries"
	"switchboard/actors/records"
	"switchboard/actors/runtime"
	"switchboard/actors/salesforce"
	"switchboard/actors/users/presence"
	"switchboard/actors/web"
	"switchboard/cmd/switchboard/config"
	"switchboard/storage/blob"
	"switchboard/storage/id"
	"switchboard/storage/pg"
	"switchboard/storage/pg/pool"
	"switchboard/storage/schema"
	"switchboard/storage/seal"
	"switchboard/storage/stage"
)

// owners decide all changes: the features' actors, and the services in front
// of them.
type owners struct {
	organizations *organizations.Service
	accounts      *accounts.Service
	records       *records.Service
	queries       *queries.Service
	ring          *seal.Ring // of encrypted fields
	presence      *presence.Tracker
	features      []feature.Running
	worker        *effects.Worker
	jobs          *jobs.Service
	follower      *runtime.Follower
}

// owning is what the owners need.
type owning struct {
	store    *pg.Store
	registry *schema.Registry
	engine   engine
	nodes    nodes
	phones   network
	mail     mail.Mail
	files    blob.Storage
	cashier  cashier
	issuer   string   // of tokens
	secret   []byte   // signs them
	fields   [][]byte // keys of encrypted fields
}

// appsOf returns the apps that represent features.
func appsOf(c config.Config) organizations.Apps {
	return organizations.Apps{calls.Feature.Name: {Name: c.PhoneApp}, salesforce.Feature.Name: {Name: c.SalesforceApp, IsAdded: true}}
}

// startOwners creates the owners. Presence runs from here on; effects and the
// features' background work run from owners.work.
func startOwners(env environment, o owning) (*owners, error) {
	made := &owners{organizations: organizations.New(o.store, appsOf(env.config)), records: records.New(o.store)}
	var err error
	if made.ring, err = seal.NewRing(o.fields...); err != nil {
		return nil, fmt.Errorf("encrypted fields: %w", err)
	}
	made.records.Seal(made.ring)
	made.queries = queries.New(o.store, made.organizations)
	made.records.ReadDays(made.queries.Clock)
	made.accounts, err = accounts.New(accounts.Config{
		Store: o.store, Limiter: o.nodes.limiter, SecretKey: o.secret, Issuer: o.issuer, Letters: canMail(env.config),
		Covers: made.records.Grants.Covers, Names: made.organizations, Rules: made.organizations, Ring: made.ring, Uses: made.organizations, Log: env.log.With("part", "accounts"),
	})
	if err != nil {
		return nil, fmt.Errorf("accounts: %w", err)
	}
	made.worker = effects.New(o.store, o.engine, effects.Config{Logger: env.log.With("part", "effects")})
	made.follower = runtime.NewFollower(func(_ id.ID, object string) bool { return o.registry.Is(object, schema.Part) })
	made.presence = presence.New(o.store, env.log, env.panics, o.nodes.presence())
	o.store.OnCommit(func(c pool.Committed) {
		if slices.ContainsFunc(c.Objects, organizations.Holds) {
			made.organizations.Forget(c.Organization)
			made.accounts.Principals.Forget(c.Organization) // a change of the features in use takes effect immediately
		}
		if slices.ContainsFunc(c.Objects, o.registry.Defines) { // a new object is usable immediately
			made.accounts.Principals.Forget(c.Organization)
		}
		if slices.Contains(c.Objects, o.registry.Role(schema.Person).APIName) {
			made.queries.Forget(c.Organization, c.IDs)
		}
		if c.Effects > 0 {
			made.worker.Poke()
		}
	})
	made.jobs = jobs.New(o.store, o.store.Jobs, made.accounts.Principals, env.panics)
	host := &feature.Host{Engine: o.engine, Store: o.store, Writers: runtime.WriterOptions{Follow: made.follower}, Logger: env.log, Panics: env.panics}
	host.Offer(o.store, made.records, made.queries, made.organizations, made.accounts, made.accounts.Invitations, made.accounts.Principals, made.jobs, made.ring, o.mail, o.phones, made.presence, o.cashier.provider, &o.cashier.settings,
		web.New(env.config.PrivateNetworks), integrations.PublicURL(o.issuer), files.PublicURL(o.issuer), notifications.PublicURL(o.issuer), o.files,
		stage.NewFolder(filepath.Join(env.config.DataDir, "stage")),
		&outbound.Guard{Settings: made.organizations, Sums: o.store, Limits: o.nodes.limiter, Now: time.Now})
	if made.features, err = features.Start(host); err != nil {
		return nil, fmt.Errorf("features: %w", err)
	}
	made.introduce(o.engine)
	env.life.run("presence", forever(made.presence.Run))
	return made, nil
}

// introduce passes the features' components to those that use them.
func (o *owners) introduce(engine engine) {
	for _, f := range o.features {
		for kind, factory := range f.Actors {
			engine.Register(kind, factory)
		}
		for object, owner := range f.Owners {
			o.records.Own(object, owner)
		}
		for object, reviewer := range f.Reviewers {
			o.records.Review(object, reviewer)
		}
		for _, job := range f.Jobs {
			o.jobs.Handle(job, f.Service)
		}
		for kind, effect := range f.Effects {
			o.worker.Handle(kind, effect.Handler, effect.Retry)
		}
	}
}

// work begins to execute effects, including those that an earlier process
// left, and the features' background work.
func (o *owners) work(life *lifecycle) {
	life.run("effects", forever(o.worker.Run))
	for _, f := range o.features {
		for _, work := range f.Background {
			life.run(work.Name, forever(work.Run))
		}
	}
}
