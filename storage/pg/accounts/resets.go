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

// PutReset replaces an account's reset, in the transaction of the context where there is
// one. fault.NotFound for an account that is gone.
func (s *Accounts) PutReset(ctx context.Context, r row.Reset) error {
	if !r.Account.Valid() {
		return unknownAccount()
	}
	tag, err := s.exec(ctx)(ctx, `INSERT INTO core.password_reset (account_id, token_hash, expires) SELECT id, $2, $3 FROM core.account WHERE id = $1
		ON CONFLICT (account_id) DO UPDATE SET token_hash = excluded.token_hash, expires = excluded.expires, used = NULL`,
		string(r.Account), r.TokenHash, r.Expires)
	if err == nil && tag.RowsAffected() == 0 {
		return unknownAccount()
	}
	return s.pool.Failure(err)
}

// Reset returns the newest reset of an account and the account; fault.NotFound where none was
// asked for.
func (s *Accounts) Reset(ctx context.Context, account id.ID) (r row.Reset, a row.Account, err error) {
	unknown := fault.New(fault.NotFound, "No new password was asked for.")
	if !account.Valid() {
		return r, a, unknown
	}
	r.Account = account
	var used *time.Time
	err = s.pool.Source(ctx).QueryRow(ctx, "SELECT token_hash, expires, used FROM core.password_reset WHERE account_id = $1", string(account)).
		Scan(&r.TokenHash, &r.Expires, &used)
	if errors.Is(err, pgx.ErrNoRows) {
		return r, a, unknown
	}
	if err != nil {
		return r, a, s.pool.Failure(err)
	}
	r.IsUsed = used != nil
	a, err = s.account(ctx, accountByIDSQL, string(account))
	return r, a, err
}

// UseReset marks a reset as used and reports whether it was the newest one and not used yet: of
// several that try at once one succeeds.
func (s *Accounts) UseReset(ctx context.Context, r row.Reset) (bool, error) {
	tag, err := s.exec(ctx)(ctx, "UPDATE core.password_reset SET used = now() WHERE account_id = $1 AND token_hash = $2 AND used IS NULL",
		string(r.Account), r.TokenHash)
	return err == nil && tag.RowsAffected() == 1, s.pool.Failure(err)
}
