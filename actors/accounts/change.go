package accounts

import (
	"context"

	"switchboard/storage/access"
	"switchboard/storage/fault"
)

// PasswordChange replaces the password of the person who is signed in.
type PasswordChange struct {
	Current string `json:"current_password"`
	New     string `json:"new_password"`
}

// ChangePassword replaces the password of the principal's account and ends its other
// sessions in all organizations; the principal's own session stays open. The current
// password is limited as a sign-in is, and a wrong one is recorded in the audit.
func (s *SignIns) ChangePassword(ctx context.Context, p *access.Principal, c PasswordChange, client Client) error {
	if c.Current == "" || len(c.Current) > maxPassword {
		return fault.Field("current_password", "Please enter your current password")
	}
	if err := checkPassword(c.New); err != nil {
		return fault.Field("new_password", "%s", fault.From(err).Fields["password"][0])
	}
	if c.New == c.Current {
		return fault.Field("new_password", "The new password must differ from the current one")
	}
	account, err := s.store.AccountOfUser(ctx, p.Organization, p.User)
	if fault.Is(err, fault.NotFound) {
		return fault.New(fault.Forbidden, "Only a person who signs in with a password can change it.")
	}
	if err != nil {
		return err
	}
	account, err = s.prover.prove(ctx, account.Email, c.Current, client)
	if fault.Is(err, fault.Unauthenticated) {
		return fault.Field("current_password", "This is not your current password")
	}
	if err != nil {
		return err
	}
	hash, err := s.prover.hasher.hash(ctx, c.New)
	if err != nil {
		return err
	}
	if err := s.store.SetPassword(ctx, account.ID, hash); err != nil {
		return err
	}
	// The password is already new: end the sessions even if the request is canceled.
	ctx = context.WithoutCancel(ctx)
	if err := s.sessions.endOthers(ctx, &account, p.Session, passwordCause); err != nil {
		return err
	}
	return s.sessions.tellPassword(ctx, &account, changedPassword)
}
