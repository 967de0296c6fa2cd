package accounts

import (
	"strings"

	"github.com/jackc/pgx/v5"

	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// maxEmail bounds an e-mail address (RFC 5321 §4.5.3.1.3).
const maxEmail = 254

// address is an e-mail address as it is stored.
func address(email string) string { return strings.ToLower(strings.TrimSpace(email)) }

func validAddress(email string) bool {
	return email != "" && len(email) <= maxEmail && !strings.ContainsRune(email, 0)
}

// Join adds the statements that make a member. There is no other way to become one.
func Join(batch *pgx.Batch, organization id.ID, j *row.Join) error {
	if j == nil {
		return nil
	}
	if !j.Account.ID.Valid() || !j.User.Valid() {
		return fault.New(fault.Invalid, "A membership needs the ids of an account and a user.")
	}
	if j.New {
		email := address(j.Account.Email)
		if !validAddress(email) {
			return fault.Field("email", "The e-mail address needs 1 to %d characters.", maxEmail)
		}
		batch.Queue(`INSERT INTO core.account (id, email, password_hash, is_active) VALUES ($1, $2, nullif($3, ''), $4)`,
			string(j.Account.ID), email, j.Account.PasswordHash, j.Account.Active)
	}
	batch.Queue(`INSERT INTO core.membership (id, account_id, organization_id) VALUES ($1, $2, $3)`,
		string(j.User), string(j.Account.ID), string(organization))
	return nil
}
