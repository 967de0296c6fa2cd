package accounts

import (
	"context"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/pg/pool"
	"switchboard/storage/pg/tables"
	"switchboard/storage/row"
)

// Accounts reads and writes who may sign in, and reads what their users' rights are built
// from.
type Accounts struct {
	pool   *pool.Pool
	tables *tables.Cache
}

// NewAccounts makes the accounts of a database.
func NewAccounts(db *pool.Pool, of *tables.Cache) *Accounts { return &Accounts{pool: db, tables: of} }

const accountSQL = `
SELECT a.id::text, a.email, coalesce(a.password_hash, ''), a.is_active, m.organization_id::text, m.id::text, coalesce(o.name, '')
FROM core.account a LEFT JOIN core.membership m ON m.account_id = a.id LEFT JOIN core.organization o ON o.id = m.organization_id
`

const (
	accountByEmailSQL = accountSQL + `WHERE lower(a.email) = $1 ORDER BY m.created, m.id`
	accountByIDSQL    = accountSQL + `WHERE a.id = $1 ORDER BY m.created, m.id`
	accountByUserSQL  = accountSQL + `WHERE a.id = (SELECT account_id FROM core.membership WHERE id = $1 AND organization_id = $2) ORDER BY m.created, m.id`
)

// AccountByEmail finds an account by its address, case aside, with its
// memberships in order of their making; fault.NotFound.
func (s *Accounts) AccountByEmail(ctx context.Context, email string) (row.Account, error) {
	email = address(email)
	if !validAddress(email) {
		return row.Account{}, unknownAccount()
	}
	return s.account(ctx, accountByEmailSQL, email)
}

// AccountOfUser finds the account that is an organization's user; fault.NotFound
// for a user who never had one.
func (s *Accounts) AccountOfUser(ctx context.Context, organization, user id.ID) (row.Account, error) {
	if !organization.Valid() || !user.Valid() {
		return row.Account{}, unknownAccount()
	}
	return s.account(ctx, accountByUserSQL, string(user), string(organization))
}

// account reads one with its memberships, a row for each.
func (s *Accounts) account(ctx context.Context, sql string, args ...any) (a row.Account, err error) {
	rows, err := s.pool.Source(ctx).Query(ctx, sql, args...)
	if err != nil {
		return a, s.pool.Failure(err)
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
	return a, s.pool.Failure(err)
}

func unknownAccount() error { return fault.New(fault.NotFound, "There is no such account.") }

// exec is that of the context's transaction, or of the pool where there is none.
func (s *Accounts) exec(ctx context.Context) func(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error) {
	if t := s.pool.Transaction(ctx); t != nil {
		return t.Conn.Exec
	}
	return s.pool.Exec
}

// SetPassword replaces an account's hash, in the transaction of the context where there is
// one; "" leaves it without a password. fault.NotFound.
func (s *Accounts) SetPassword(ctx context.Context, account id.ID, hash string) error {
	if !account.Valid() {
		return unknownAccount()
	}
	tag, err := s.exec(ctx)(ctx, "UPDATE core.account SET password_hash = nullif($2, ''), modified = now() WHERE id = $1", string(account), hash)
	if err != nil {
		return s.pool.Failure(err)
	}
	if tag.RowsAffected() == 0 {
		return unknownAccount()
	}
	return nil
}
