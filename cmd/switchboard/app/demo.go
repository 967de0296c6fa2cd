package app

import (
	"context"
	"fmt"
	"time"

	"switchboard/actors/accounts"
	"switchboard/cmd/switchboard/config"
	"switchboard/cmd/switchboard/demo"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/pg"
	"switchboard/storage/pg/organizations"
	"switchboard/storage/row"
	"switchboard/storage/seal"
)

// demonstration creates the demo organization.
type demonstration struct {
	env        environment
	store      *pg.Store
	accounts   *accounts.Service
	password   string // every user's
	serviceSID string // the carrier's messaging service
	ring       *seal.Ring
	ready      func() // called once its history exists; may be nil
}

// begin creates the demo organization: its users immediately, its history in
// the background.
func (d demonstration) begin(ctx context.Context) error {
	if err := d.organization(ctx); err != nil {
		return fmt.Errorf("demo organization: %w", err)
	}
	seed := demo.Seed{Store: d.store, AddUser: d.addUser, Password: d.password, ServiceSID: d.serviceSID, PhoneApp: d.env.config.PhoneApp, Seal: d.seal, Now: time.Now().UTC()}
	if err := seed.People(ctx); err != nil {
		return fmt.Errorf("demo people: %w", err)
	}
	d.env.life.run("demo history", func(ctx context.Context) error {
		began := time.Now()
		for err := seed.History(ctx); err != nil; err = seed.History(ctx) {
			if (!fault.Is(err, fault.Unavailable) && !fault.Is(err, fault.Full)) || ctx.Err() != nil {
				return err
			}
			// The database is unavailable: the next attempt skips what
			// already exists.
			select {
			case <-ctx.Done():
				return ctx.Err()
			case <-time.After(time.Second):
			}
		}
		d.env.log.Info("demo history stands", "after", time.Since(began).Round(time.Millisecond))
		if d.ready != nil {
			d.ready()
		}
		return nil
	})
	return nil
}

func (d demonstration) seal(object string, record id.ID, field string, plain []byte) (string, error) {
	return d.ring.Seal(seal.Place{Organization: demo.Organization, Object: object, Record: record, Field: field}, plain)
}

func (d demonstration) organization(ctx context.Context) error {
	if _, err := d.store.Organization(ctx, demo.Organization); fault.Is(err, fault.NotFound) {
		if err := d.store.CreateOrganization(ctx, organizations.Organization{ID: demo.Organization, Name: demo.OrganizationName}); err != nil {
			return err
		}
	} else if err != nil {
		return err
	}
	// An earlier start may have ended between these two; nothing has changed
	// the record then.
	made, err := d.store.Get(ctx, demo.Organization, "organization", demo.Organization)
	if err != nil || made.Version > 1 {
		return err
	}
	_, err = d.store.Commit(ctx, row.Change{Organization: demo.Organization, Writes: []row.Write{demo.Settings()}})
	return err
}

// demoPassword returns the password of the demo users. The well-known one is
// used only if no other machine can reach the product; otherwise each
// installation has its own.
func demoPassword(c config.Config, keys config.Keys, at address) string {
	if c.OnlyHere(at.listener.Addr()) {
		return demo.Password
	}
	return keys.Demo
}

// addUser creates a demo user. If an earlier start created the user, perhaps
// at another address, the user gets this start's password before anything is
// served.
func (d demonstration) addUser(ctx context.Context, user id.ID, email, password string, fields row.Fields) error {
	_, err := d.store.Get(ctx, demo.Organization, "user", user)
	if err == nil {
		return d.ensure(ctx, user, password)
	}
	if !fault.Is(err, fault.NotFound) {
		return err
	}
	_, err = d.accounts.Members.CreateUser(ctx, demo.Organization, accounts.NewUser{ID: user, Email: email, Password: password, Fields: fields})
	if fault.Is(err, fault.Conflict) {
		if _, missing := d.store.Get(ctx, demo.Organization, "user", user); missing == nil {
			return d.ensure(ctx, user, password) // another node created the user in the meantime
		}
	}
	return err
}

func (d demonstration) ensure(ctx context.Context, user id.ID, password string) error {
	changed, err := d.accounts.Members.EnsurePassword(ctx, demo.Organization, user, password)
	if fault.Is(err, fault.NotFound) {
		return nil // without an account nobody can sign in as this user
	}
	if changed {
		d.env.log.Info("the password of a demo user was changed and their sessions ended", "user", user)
	}
	return err
}
