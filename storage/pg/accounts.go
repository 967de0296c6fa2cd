package pg

import (
	"context"
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
SELECT a.id::text, a.email, coalesce(a.password_hash, ''), a.is_active, m.organization_id::text, m.id::text, coalesce(o.name, '')
FROM core.account a LEFT JOIN core.membership m ON m.account_id = a.id LEFT JOIN core.organization o ON o.id = m.organization_id
`

const (
	accountByEmailSQL = accountSQL + `WHERE lower(a.email) = $1 ORDER BY m.created, m.id`
	accountByUserSQL  = accountSQL + `WHERE a.id = (SELECT account_id FROM core.membership WHERE id = $1 AND organization_id = $2) ORDER BY m.created, m.id`
)

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
	return scanAccount(ctx, from, accountByEmailSQL, email)
}

// AccountOfUser finds the account that is an organisation's user; fault.NotFound
// for a user who never had one.
func (s *Store) AccountOfUser(ctx context.Context, organization, user id.ID) (row.Account, error) {
	if !organization.Valid() || !user.Valid() {
		return row.Account{}, unknownAccount()
	}
	a, err := scanAccount(ctx, s.pool, accountByUserSQL, string(user), string(organization))
	return a, s.failure(err)
}

func scanAccount(ctx context.Context, from reader, sql string, args ...any) (a row.Account, err error) {
	rows, err := from.Query(ctx, sql, args...)
	if err != nil {
		return a, err
	}
	var organization, user *id.ID
	var name string
	_, err = pgx.ForEachRow(rows, []any{&a.ID, &a.Email, &a.PasswordHash, &a.Active, &organization, &user, &name}, func() error {
		if organization != nil && user != nil {
			a.Memberships = append(a.Memberships, row.Membership{Organization: *organization, User: *user, Name: name})
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

// join adds the statements that make a member. There is no other way to become one.
func join(batch *pgx.Batch, organization id.ID, j *row.Join) error {
	if j == nil {
		return nil
	}
	if !j.Account.ID.Valid() || !j.User.Valid() {
		return fault.New(fault.Invalid, "A membership needs the ids of an account and a user.")
	}
	if j.New {
		email := address(j.Account.Email)
		if email == "" || len(email) > maxEmail || strings.ContainsRune(email, 0) {
			return fault.Field("email", "The e-mail address needs 1 to %d characters.", maxEmail)
		}
		batch.Queue(`INSERT INTO core.account (id, email, password_hash, is_active) VALUES ($1, $2, nullif($3, ''), $4)`,
			string(j.Account.ID), email, j.Account.PasswordHash, j.Account.Active)
	}
	batch.Queue(`INSERT INTO core.membership (id, account_id, organization_id) VALUES ($1, $2, $3)`,
		string(j.User), string(j.Account.ID), string(organization))
	return nil
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
