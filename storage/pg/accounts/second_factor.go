package accounts

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// AccountByID finds an account with its memberships; fault.NotFound.
func (s *Accounts) AccountByID(ctx context.Context, account id.ID) (row.Account, error) {
	if !account.Valid() {
		return row.Account{}, unknownAccount()
	}
	return s.account(ctx, accountByIDSQL, string(account))
}

// SecondFactor returns the second factor of an account, confirmed or not; the zero one if it has
// none.
func (s *Accounts) SecondFactor(ctx context.Context, account id.ID) (f row.SecondFactor, err error) {
	if !account.Valid() {
		return f, nil
	}
	var since *time.Time
	err = s.pool.Source(ctx).QueryRow(ctx, "SELECT account_id::text, factor::text, secret, confirmed, recovery FROM core.second_factor WHERE account_id = $1", string(account)).
		Scan(&f.Account, &f.Factor, &f.Secret, &since, &f.Recovery)
	if errors.Is(err, pgx.ErrNoRows) {
		return row.SecondFactor{}, nil
	}
	if since != nil {
		f.Since = *since
	}
	return f, s.pool.Failure(err)
}

// BeginSecondFactor stores a secret that no code has confirmed yet, in place of an earlier one.
// fault.Conflict if the account has a second factor that is on, fault.NotFound for an account that
// is gone.
func (s *Accounts) BeginSecondFactor(ctx context.Context, f row.SecondFactor) error {
	if !f.Account.Valid() {
		return unknownAccount()
	}
	tag, err := s.exec(ctx)(ctx, `INSERT INTO core.second_factor AS f (account_id, factor, secret) SELECT id, $2, $3 FROM core.account WHERE id = $1
		ON CONFLICT (account_id) DO UPDATE SET factor = excluded.factor, secret = excluded.secret, last_step = 0, recovery = '{}' WHERE f.confirmed IS NULL`,
		string(f.Account), string(f.Factor), f.Secret)
	if err == nil && tag.RowsAffected() == 0 {
		return fault.New(fault.Conflict, "The second factor is on already. Turn it off first.")
	}
	return s.pool.Failure(err)
}

// ConfirmSecondFactor turns a second factor on by the code of a time step, and reports whether it
// was the newest and not on yet: of several that try at once one succeeds.
func (s *Accounts) ConfirmSecondFactor(ctx context.Context, f row.SecondFactor, step int64) (bool, error) {
	tag, err := s.exec(ctx)(ctx, "UPDATE core.second_factor SET confirmed = now(), last_step = $3, recovery = coalesce($4::text[], '{}') WHERE account_id = $1 AND factor = $2 AND confirmed IS NULL",
		string(f.Account), string(f.Factor), step, f.Recovery)
	return err == nil && tag.RowsAffected() == 1, s.pool.Failure(err)
}

// UseStep accepts the code of a time step, and reports whether none of that step or a later one
// was accepted before: a code counts once.
func (s *Accounts) UseStep(ctx context.Context, f row.SecondFactor, step int64) (bool, error) {
	tag, err := s.exec(ctx)(ctx, "UPDATE core.second_factor SET last_step = $3 WHERE account_id = $1 AND factor = $2 AND last_step < $3",
		string(f.Account), string(f.Factor), step)
	return err == nil && tag.RowsAffected() == 1, s.pool.Failure(err)
}

// UseRecovery uses a recovery code up, by its hash, and reports whether it was left.
func (s *Accounts) UseRecovery(ctx context.Context, f row.SecondFactor, hash string) (bool, error) {
	tag, err := s.exec(ctx)(ctx, "UPDATE core.second_factor SET recovery = array_remove(recovery, $3) WHERE account_id = $1 AND factor = $2 AND $3 = ANY (recovery)",
		string(f.Account), string(f.Factor), hash)
	return err == nil && tag.RowsAffected() == 1, s.pool.Failure(err)
}

// SetRecovery replaces the recovery codes of a second factor by others, by their hashes.
func (s *Accounts) SetRecovery(ctx context.Context, f row.SecondFactor, hashes []string) error {
	_, err := s.exec(ctx)(ctx, "UPDATE core.second_factor SET recovery = coalesce($3::text[], '{}') WHERE account_id = $1 AND factor = $2", string(f.Account), string(f.Factor), hashes)
	return s.pool.Failure(err)
}

// DropSecondFactor takes an account's second factor away, and reports whether one was on.
func (s *Accounts) DropSecondFactor(ctx context.Context, account id.ID) (wasOn bool, err error) {
	if !account.Valid() {
		return false, unknownAccount()
	}
	err = s.pool.Source(ctx).QueryRow(ctx, "DELETE FROM core.second_factor WHERE account_id = $1 RETURNING confirmed IS NOT NULL", string(account)).Scan(&wasOn)
	if errors.Is(err, pgx.ErrNoRows) {
		return false, nil
	}
	return wasOn, s.pool.Failure(err)
}
