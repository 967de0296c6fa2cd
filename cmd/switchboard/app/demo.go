package app

import (
	"context"
	"fmt"
	"time"

	"switchboard/actors/accounts"
	"switchboard/cmd/switchboard/demo"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/pg/organizations"
	"switchboard/storage/row"
)

// startDemo makes the demo organization: its people at once, its history beside
// the running product.
func (m *Main) startDemo(ctx context.Context) error {
	if !m.Demo {
		return nil
	}
	_, err := m.store.Organization(ctx, demo.Organization)
	switch {
	case fault.Is(err, fault.NotFound):
		err = m.store.CreateOrganization(ctx, organizations.Organization{ID: demo.Organization, Name: demo.OrganizationName})
		if err == nil {
			_, err = m.store.Commit(ctx, row.Change{Organization: demo.Organization, Writes: []row.Write{demo.Settings()}})
		}
		if err != nil {
			return fmt.Errorf("demo organization: %w", err)
		}
	case err != nil:
		return fmt.Errorf("demo organization: %w", err)
	}
	seed := demo.Seed{Store: m.store, AddUser: m.addDemoUser, Password: m.DemoPassword(), ServiceSID: m.parts.serviceSID, Now: time.Now().UTC()}
	if err := seed.People(ctx); err != nil {
		return fmt.Errorf("demo people: %w", err)
	}
	m.background("demo history", func(ctx context.Context) error {
		began := time.Now()
		for err := seed.History(ctx); err != nil; err = seed.History(ctx) {
			if !fault.Is(err, fault.Unavailable) || ctx.Err() != nil {
				return err
			}
			// The database is away: the next try passes over what was made already.
			select {
			case <-ctx.Done():
				return ctx.Err()
			case <-time.After(time.Second):
			}
		}
		m.log.Info("demo history stands", "after", time.Since(began).Round(time.Millisecond))
		return nil
	})
	return nil
}

// DemoPassword is the password of the demo's people, "" without a demo. The one that
// everybody knows holds only where nobody but this machine reaches the product;
// elsewhere it is this installation's own.
func (m *Main) DemoPassword() string {
	switch {
	case !m.Demo:
		return ""
	case m.config.OnlyHere(m.listener.Addr()):
		return demo.Password
	default:
		return m.keys.Demo
	}
}

// knownDemoPassword is the demo's password where it is no secret, else "".
func (m *Main) knownDemoPassword() string {
	if password := m.DemoPassword(); password == demo.Password {
		return password
	}
	return ""
}

// addDemoUser makes a demo user. One that an earlier start made, at another address
// perhaps, gets the password of this start before anything is served.
func (m *Main) addDemoUser(ctx context.Context, user id.ID, email, password string, fields row.Fields) error {
	_, err := m.store.Get(ctx, demo.Organization, "user", user)
	if err == nil {
		return m.holdDemoUser(ctx, user, password)
	}
	if !fault.Is(err, fault.NotFound) {
		return err
	}
	_, err = m.parts.accounts.Members.CreateUser(ctx, demo.Organization, accounts.NewUser{ID: user, Email: email, Password: password, Fields: fields})
	if fault.Is(err, fault.Conflict) {
		if _, missing := m.store.Get(ctx, demo.Organization, "user", user); missing == nil {
			return m.holdDemoUser(ctx, user, password) // another node made him meanwhile
		}
	}
	return err
}

func (m *Main) holdDemoUser(ctx context.Context, user id.ID, password string) error {
	changed, err := m.parts.accounts.Members.HoldPassword(ctx, demo.Organization, user, password)
	if fault.Is(err, fault.NotFound) {
		return nil // without an account nobody signs in as him
	}
	if changed {
		m.log.Info("the password of a demo user was changed, and his sessions ended", "user", user)
	}
	return err
}
