package accounts

import (
	"context"

	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/id"
)

// StandingOf returns how the second factor of a user stands, to the user and to who administers
// users. Errors: fault.Forbidden, NotFound.
func (s *SecondFactors) StandingOf(ctx context.Context, p *access.Principal, user id.ID) (Standing, error) {
	if err := s.sessions.mayEnd(ctx, p, user); err != nil {
		return Standing{}, err
	}
	return s.standing(ctx, p.Organization, user)
}

// Reset takes the second factor of another user away, who lost the authenticator, and ends all
// sessions of the account. Errors: fault.Forbidden, NotFound, Conflict.
func (s *SecondFactors) Reset(ctx context.Context, p *access.Principal, user id.ID) error {
	if p.User == user {
		return fault.New(fault.Forbidden, "You can't reset your own second factor. Turn it off in your account.")
	}
	if err := s.sessions.mayEnd(ctx, p, user); err != nil {
		return err
	}
	account, factor, err := s.of(ctx, p.Organization, user)
	if err == nil && !factor.IsOn() {
		err = fault.New(fault.Conflict, "This user has no second factor.")
	}
	if err != nil {
		return err
	}
	return s.reset(ctx, &account, p)
}

// ResetFromOutside is Reset for operators of the installation.
func (s *SecondFactors) ResetFromOutside(ctx context.Context, account *Account) error {
	factor, err := s.store.SecondFactor(ctx, account.ID)
	if err == nil && !factor.IsOn() {
		err = fault.New(fault.Conflict, "%s has no second factor.", account.Email)
	}
	if err != nil {
		return err
	}
	return s.reset(ctx, account, &access.Principal{})
}

func (s *SecondFactors) reset(ctx context.Context, account *Account, by *access.Principal) error {
	return raced(func() error {
		return s.store.Together(ctx, func(ctx context.Context) error {
			if _, err := s.store.DropSecondFactor(ctx, account.ID); err != nil {
				return err
			}
			if err := s.sessions.endOthers(ctx, account, "", "session.second_factor_reset"); err != nil {
				return err
			}
			return s.tell(ctx, account, "account.second_factor_reset", by)
		})
	})
}
