package accounts

import (
	"context"

	"switchboard/storage/row"
)

// replacePassword returns an account another password, ends its sessions in all its organizations
// and tells the audit of each, all or nothing. first runs before, in the same transaction; nil
// for nothing.
func (s *Sessions) replacePassword(ctx context.Context, account *Account, hash string, why newPassword, first func(ctx context.Context) error) error {
	return raced(func() error {
		return s.store.Together(ctx, func(ctx context.Context) error {
			if first != nil {
				if err := first(ctx); err != nil {
					return err
				}
			}
			if err := s.store.SetPassword(ctx, account.ID, hash); err != nil {
				return err
			}
			if err := s.endOthers(ctx, account, "", passwordCause); err != nil {
				return err
			}
			return s.tellPassword(ctx, account, why)
		})
	})
}

// passwordCause is why the sessions of an account end that got another password.
const passwordCause = "session.password_changed"

// newPassword says how the audit calls a change of a password, and whether the person
// changed it, or an operator of the installation.
type newPassword struct {
	cause string
	isOwn bool
}

// The ways to another password.
var (
	changedPassword = newPassword{"account.password_changed", true}
	resetPassword   = newPassword{"account.password_reset", true}
	setPassword     = newPassword{"account.password_set", false}
)

// tellPassword tells the audit of each of an account's organizations of a new password.
func (s *Sessions) tellPassword(ctx context.Context, account *Account, why newPassword) error {
	for _, place := range account.Memberships {
		h := row.Happening{Organization: place.Organization, Object: "session", Cause: why.cause, Fields: row.Fields{"user": place.User}}
		if why.isOwn {
			h.Actor = place.User
		}
		if err := s.store.Happened(ctx, h); err != nil {
			return err
		}
	}
	return nil
}
