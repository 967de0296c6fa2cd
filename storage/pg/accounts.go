package pg

import (
	"context"
	"errors"
	"strings"

	"github.com/jackc/pgx/v5"

	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// maxEmail bounds an e-mail address (RFC 5321 §4.5.3.1.3).
const maxEmail = 254

// reader is a transaction or the pool.
type reader interface {
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
}

const accountSQL = `
SELECT a.id::text, a.email, coalesce(a.password_hash, ''), a.is_active, m.organization_id::text, m.id::text
FROM core.account a LEFT JOIN core.membership m ON m.account_id = a.id
WHERE lower(a.email) = $1
ORDER BY m.created, m.id`

// AccountByEmail finds an account by its address, case aside, with its
// memberships in order of their making; fault.NotFound.
func (s *Store) AccountByEmail(ctx context.Context, email string) (row.Account, error) {
	a, err := readAccount(ctx, s.pool, address(email))
	return a, s.failure(err)
}

func readAccount(ctx context.Context, from reader, email string) (a row.Account, err error) {
	if email == "" || len(email) > maxEmail || strings.ContainsRune(email, 0) {
		return a, unknownAccount()
	}
	rows, err := from.Query(ctx, accountSQL, email)
	if err != nil {
		return a, err
	}
	var organization, user *id.ID
	_, err = pgx.ForEachRow(rows, []any{&a.ID, &a.Email, &a.PasswordHash, &a.Active, &organization, &user}, func() error {
		if organization != nil && user != nil {
			a.Memberships = append(a.Memberships, row.Membership{Organization: *organization, User: *user})
		}
		return nil
	})
	if err == nil && a.ID == "" {
		err = unknownAccount()
	}
	return a, err
}

func unknownAccount() error { return fault.New(fault.NotFound, "There is no such account.") }

// address is an e-mail address as it is stored.
func address(email string) string { return strings.ToLower(strings.TrimSpace(email)) }

// AddMember makes the account where its address is new (an existing one keeps
// its password), and the membership, in one transaction. It returns the account
// and the membership that then stand, whoever made them. fault.NotFound for an
// unknown organisation, fault.Conflict for a user id that is another account's.
func (s *Store) AddMember(ctx context.Context, account row.Account, member row.Membership) (row.Account, row.Membership, error) {
	account.Email = address(account.Email)
	if account.Email == "" || len(account.Email) > maxEmail || strings.ContainsRune(account.Email, 0) {
		return row.Account{}, row.Membership{}, fault.Field("email", "The e-mail address needs 1 to %d characters.", maxEmail)
	}
	var standing row.Account
	err := s.RunInTx(ctx, func(ctx context.Context, tx pgx.Tx) error {
		var hash any
		if account.PasswordHash != "" {
			hash = account.PasswordHash
		}
		if _, err := tx.Exec(ctx, `INSERT INTO core.account (id, email, password_hash, is_active) VALUES ($1, $2, $3, $4)
			ON CONFLICT ((lower(email))) DO NOTHING`, string(account.ID), account.Email, hash, account.Active); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `INSERT INTO core.membership (id, account_id, organization_id)
			SELECT $1, id, $3 FROM core.account WHERE lower(email) = $2
			ON CONFLICT (account_id, organization_id) DO NOTHING`, string(member.User), account.Email, string(member.Organization)); err != nil {
			if isForeignKey(err) {
				return unknownOrganization()
			}
			return err
		}
		var err error
		standing, err = readAccount(ctx, tx, account.Email)
		return err
	})
	if err != nil {
		return row.Account{}, row.Membership{}, err
	}
	for _, m := range standing.Memberships {
		if m.Organization == member.Organization {
			return standing, m, nil
		}
	}
	return row.Account{}, row.Membership{}, fault.New(fault.Internal, "the membership of %s is gone", standing.ID)
}

// SetPassword replaces an account's hash; "" leaves it without a password.
// fault.NotFound.
func (s *Store) SetPassword(ctx context.Context, account id.ID, hash string) error {
	if !account.Valid() {
		return unknownAccount()
	}
	tag, err := s.pool.Exec(ctx, "UPDATE core.account SET password_hash = nullif($2, ''), modified = now() WHERE id = $1", string(account), hash)
	if err != nil {
		return s.failure(err)
	}
	if tag.RowsAffected() == 0 {
		return unknownAccount()
	}
	return nil
}

// Memberships lists an account's places in organisations, in order of their
// making; none for an unknown account.
func (s *Store) Memberships(ctx context.Context, account id.ID) ([]row.Membership, error) {
	if !account.Valid() {
		return nil, nil
	}
	rows, err := s.pool.Query(ctx, "SELECT organization_id::text, id::text FROM core.membership WHERE account_id = $1 ORDER BY created, id", string(account))
	if err != nil {
		return nil, s.failure(err)
	}
	out, err := pgx.CollectRows(rows, pgx.RowToStructByPos[row.Membership])
	return out, s.failure(err)
}

// isForeignKey tells whether err is a reference to something that is not there.
func isForeignKey(err error) bool {
	var e interface{ SQLState() string }
	return errors.As(err, &e) && e.SQLState() == "23503"
}
