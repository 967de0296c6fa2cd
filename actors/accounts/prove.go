package accounts

import (
	"context"
	"time"

	"switchboard/storage/fault"
	"switchboard/storage/ratelimit"
)

// prover finds out whether somebody is whose account it is.
type prover struct {
	store   Store
	keys    *keys
	hasher  *hasher
	limiter ratelimit.Limiter
	refused *refusals
	now     func() time.Time
}

// prove finds the account whose e-mail address, in lower case, and password these
// are. Each call is a guess.
func (p *prover) prove(ctx context.Context, email, password string, client Client) (Account, error) {
	attempt, err := p.guess(ctx, email, client)
	if err != nil {
		return Account{}, err
	}
	account, err := p.store.AccountByEmail(ctx, email)
	if err != nil && !fault.Is(err, fault.NotFound) {
		return Account{}, err
	}
	phc := account.PasswordHash
	if !account.Active {
		phc = ""
	}
	fits, stale, err := p.hasher.verify(ctx, phc, password)
	if err != nil {
		return Account{}, err
	}
	if !fits {
		p.refused.note(ctx, account, refusedCause)
		return Account{}, errSignIn
	}
	attempt.succeeded(ctx)
	if stale {
		if fresh, err := p.hasher.hash(ctx, password); err == nil {
			// The old hash still fits; the next sign-in tries again.
			_ = p.store.SetPassword(ctx, account.ID, fresh)
		}
	}
	return account, nil
}

// remember adds a proof that the browser signed in to the account to those that it has.
func (p *prover) remember(device, email string) string {
	return p.keys.rememberDevice(device, email, p.now(), DeviceLife)
}

// account finds an account, or none: the zero Account.
func (p *prover) account(ctx context.Context, email string) (Account, error) {
	account, err := p.store.AccountByEmail(ctx, email)
	if fault.Is(err, fault.NotFound) {
		return Account{}, nil
	}
	return account, err
}
