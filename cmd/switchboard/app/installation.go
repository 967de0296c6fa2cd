package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"time"

	"github.com/jackc/pgx/v5"

	"switchboard/actors/accounts"
	"switchboard/actors/analytics"
	"switchboard/actors/features"
	"switchboard/cmd/switchboard/config"
	"switchboard/storage/entry"
	"switchboard/storage/id"
	"switchboard/storage/pg"
	"switchboard/storage/pg/organizations"
	rates "switchboard/storage/ratelimit/memory"
	"switchboard/storage/row"
	"switchboard/storage/schema"
)

// Installation is what the product runs on: the configuration with its keys,
// and the database.
type Installation struct {
	config config.Config
	keys   config.Keys
	store  *pg.Store
}

// Administer opens an installation for one operation; the product need not
// run.
func Administer(ctx context.Context, c config.Config, log *slog.Logger, do func(context.Context, *Installation) error) error {
	env := newEnvironment(c, log)
	i, err := open(ctx, env, features.Registry(), nil)
	if err == nil {
		err = do(ctx, i)
	}
	return errors.Join(err, env.life.end(context.WithoutCancel(ctx)))
}

// open creates the data directory, starts the embedded database if none is
// configured, and connects.
func open(ctx context.Context, env environment, registry *schema.Registry, tracer pgx.QueryTracer) (*Installation, error) {
	i := &Installation{config: env.config}
	if err := os.MkdirAll(i.config.DataDir, 0o700); err != nil {
		return nil, fmt.Errorf("data directory: %w", err)
	}
	var err error
	i.keys, err = i.config.LoadKeys()
	if err != nil && !errors.Is(err, config.ErrNoSecret) {
		return nil, err
	}
	isNew := err != nil
	c := pg.Config{DSN: i.config.DatabaseURL, Logger: env.log, Registry: registry, Tracer: tracer}
	if i.config.Embedded() {
		d, err := startDatabase(ctx, env)
		if err != nil {
			return nil, err
		}
		c.DSN, c.IsFull = d.dsn, d.isFull.Load
	}
	if i.store, err = pg.Open(ctx, c); err != nil {
		return nil, fmt.Errorf("database: %w", err)
	}
	env.life.onEnd("database connections", closing(i.store.Close))
	if isNew {
		if err := i.makeKeys(ctx); err != nil {
			return nil, err
		}
	}
	return i, nil
}

// Migrate migrates the database to this release.
func (i *Installation) Migrate(ctx context.Context) error {
	if err := i.store.Migrate(ctx); err != nil {
		return fmt.Errorf("migrations: %w", err)
	}
	return nil
}

// mustBeMigrated fails if this release has not migrated the database.
func (i *Installation) mustBeMigrated(ctx context.Context) error {
	if err := i.store.CheckRelease(ctx); err != nil {
		return err
	}
	steps, never, err := i.store.Behind(ctx)
	const remedy = "run `switchboard migrate`, or start the product, which does it too"
	switch {
	case err != nil:
		return fmt.Errorf("migrations: %w", err)
	case never:
		return errors.New("the database was never migrated: " + remedy)
	case steps > 0:
		return fmt.Errorf("the database is of an older release and lacks %d of its migrations: "+remedy, steps)
	}
	return nil
}

// UnrestrictedQueries counts the organizations whose queries the database
// does not restrict.
func (i *Installation) UnrestrictedQueries(ctx context.Context) (int, error) {
	if err := i.mustBeMigrated(ctx); err != nil {
		return 0, err
	}
	n, err := i.store.Unrestricted(ctx)
	if err != nil {
		return 0, fmt.Errorf("roles of queries: %w", err)
	}
	return n, nil
}

// CreateOrganization creates an organization with its first administrator,
// whose address must not have an account yet, and returns its id. If the
// address has an account, it fails with fault.Conflict and creates nothing.
func (i *Installation) CreateOrganization(ctx context.Context, name, email, admin, password string) (id.ID, error) {
	user := accounts.NewUser{Email: email, Password: password, Fields: row.Fields{"name": admin, "is_superuser": true}}
	return i.createOrganization(ctx, name, func(service *accounts.Service, made id.ID) error {
		_, err := service.Members.CreateUser(ctx, made, user)
		return err
	}, func(service *accounts.Service) error { return service.Members.CheckNew(ctx, user) })
}

// InviteOrganization creates an organization whose first administrator is
// invited: a serving process sends the email, whether or not the address has
// an account.
func (i *Installation) InviteOrganization(ctx context.Context, name, email, admin string) (id.ID, error) {
	return i.createOrganization(ctx, name, func(service *accounts.Service, made id.ID) error {
		_, err := service.Invitations.Invite(ctx, made, accounts.NewInvitation{
			Fields: row.Fields{"name": admin, "email": email, "is_superuser": true},
		})
		return err
	}, func(service *accounts.Service) error { return service.Invitations.CheckInvitable(email) })
}

func (i *Installation) createOrganization(ctx context.Context, name string, staff func(*accounts.Service, id.ID) error, may func(*accounts.Service) error) (id.ID, error) {
	if err := i.Migrate(ctx); err != nil {
		return "", err
	}
	service, err := accounts.New(accounts.Config{
		Store: i.store, Limiter: rates.New(rates.Size, time.Now), SecretKey: i.keys.Accounts, Issuer: "http://localhost",
		Letters: canMail(i.config),
	})
	if err != nil {
		return "", fmt.Errorf("accounts: %w", err)
	}
	if err := may(service); err != nil {
		return "", fmt.Errorf("no organization was made: %w", err)
	}
	made := id.New()
	if err := i.store.CreateOrganization(ctx, organizations.Organization{ID: made, Name: name}); err != nil {
		return "", fmt.Errorf("organization: %w", err)
	}
	if err := i.furnish(ctx, made, service, staff); err != nil {
		// A retry must not find half an organization, even after an
		// interruption.
		return "", errors.Join(err, i.store.RemoveOrganization(context.WithoutCancel(ctx), made))
	}
	return made, nil
}

// furnish gives a new organization its phone app, its first reports and its
// administrator.
func (i *Installation) furnish(ctx context.Context, made id.ID, service *accounts.Service, staff func(*accounts.Service, id.ID) error) error {
	if err := i.givePhone(ctx, made); err != nil {
		return fmt.Errorf("phone app: %w", err)
	}
	if err := i.giveReports(ctx, made); err != nil {
		return fmt.Errorf("reports: %w", err)
	}
	if err := giveOnboarding(ctx, i.store, made); err != nil {
		return err
	}
	if err := staff(service, made); err != nil {
		return fmt.Errorf("administrator: %w", err)
	}
	return nil
}

// giveReports creates the reports and the dashboard that an organization begins with.
func (i *Installation) giveReports(ctx context.Context, organization id.ID) error {
	_, err := i.store.Commit(ctx, row.Change{
		Organization: organization, Writes: analytics.Ready(func(string) id.ID { return id.New() }),
	})
	if err != nil {
		return fmt.Errorf("organization %s: %w", organization, err)
	}
	return nil
}

// givePhone enables the app that represents the phone for a new organization.
func (i *Installation) givePhone(ctx context.Context, organization id.ID) error {
	app := id.New()
	_, err := i.store.Commit(ctx, row.Change{Organization: organization, Writes: []row.Write{
		{Object: "app", ID: app, Op: entry.Created, Set: row.Fields{"name": i.config.PhoneApp, "active": true}},
		{Object: "organization", ID: organization, Op: entry.Updated, Set: row.Fields{"apps": []id.ID{app}}},
	}})
	if err != nil {
		return fmt.Errorf("organization %s: %w", organization, err)
	}
	return nil
}
