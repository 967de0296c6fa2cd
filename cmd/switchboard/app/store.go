package app

import (
	"context"
	"fmt"
	"os"
	"time"

	"switchboard/actors/accounts"
	"switchboard/storage/id"
	"switchboard/storage/pg"
	"switchboard/storage/pg/organizations"
	"switchboard/storage/ratelimit"
	rates "switchboard/storage/ratelimit/memory"
	"switchboard/storage/row"
)

// OpenStore makes the data directory, starts the embedded database where none is
// configured, and connects.
func (m *Main) OpenStore(ctx context.Context) error {
	if err := os.MkdirAll(m.config.DataDir, 0o700); err != nil {
		return fmt.Errorf("data directory: %w", err)
	}
	var err error
	if m.keys, err = m.config.LoadKeys(); err != nil {
		return err
	}
	dsn := m.config.DatabaseURL
	if m.config.Embedded() {
		if dsn, err = m.startDatabase(ctx); err != nil {
			return err
		}
	}
	m.store, err = pg.Open(ctx, pg.Config{DSN: dsn, Logger: m.log, Registry: m.registry})
	if err != nil {
		return fmt.Errorf("database: %w", err)
	}
	m.onClose("database connections", func(context.Context) error { m.store.Close(); return nil })
	return nil
}

// Migrate brings the database to this release.
func (m *Main) Migrate(ctx context.Context) error {
	if err := m.store.Migrate(ctx); err != nil {
		return fmt.Errorf("migrations: %w", err)
	}
	return nil
}

// CreateOrganization makes an organization with its first administrator, whose
// address has no account yet, and returns its id. An address that has one is
// fault.Conflict, and nothing is made.
func (m *Main) CreateOrganization(ctx context.Context, name, email, admin, password string) (id.ID, error) {
	return m.createOrganization(ctx, name, func(service *accounts.Service, made id.ID) error {
		_, err := service.Members.CreateUser(ctx, made, accounts.NewUser{
			Email: email, Password: password, Fields: row.Fields{"name": admin, "is_superuser": true},
		})
		return err
	}, func(service *accounts.Service) error { return service.Members.CheckUnknown(ctx, email) })
}

// InviteOrganization makes an organization whose first administrator is invited: a
// serving process sends the letter, whether the address has an account or not.
func (m *Main) InviteOrganization(ctx context.Context, name, email, admin string) (id.ID, error) {
	return m.createOrganization(ctx, name, func(service *accounts.Service, made id.ID) error {
		_, err := service.Invitations.Invite(ctx, made, accounts.NewInvitation{
			Fields: row.Fields{"name": admin, "email": email, "is_superuser": true},
		})
		return err
	}, func(service *accounts.Service) error { return service.Invitations.CheckInvitable(email) })
}

func (m *Main) createOrganization(ctx context.Context, name string, staff func(*accounts.Service, id.ID) error, may func(*accounts.Service) error) (id.ID, error) {
	if err := m.Migrate(ctx); err != nil {
		return "", err
	}
	service, err := m.newAccounts("http://localhost", rates.New(rates.Size, time.Now))
	if err != nil {
		return "", err
	}
	if err := may(service); err != nil {
		return "", fmt.Errorf("no organization was made: %w", err)
	}
	made := id.New()
	if err := m.store.CreateOrganization(ctx, organizations.Organization{ID: made, Name: name}); err != nil {
		return "", fmt.Errorf("organization: %w", err)
	}
	if err := staff(service, made); err != nil {
		return "", fmt.Errorf("administrator: %w", err)
	}
	return made, nil
}

func (m *Main) newAccounts(issuer string, limiter ratelimit.Limiter) (*accounts.Service, error) {
	c := accounts.Config{
		Store: m.store, Limiter: limiter, SecretKey: m.keys.Accounts, Issuer: issuer,
		Letters: m.canMail(),
	}
	if m.parts.records != nil {
		c.Holding = m.parts.records.Holding
	}
	if m.parts.organizations != nil {
		c.Names = m.parts.organizations
	}
	service, err := accounts.New(c)
	if err != nil {
		return nil, fmt.Errorf("accounts: %w", err)
	}
	return service, nil
}
