package accounts

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"strings"

	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
	"switchboard/storage/schema"
)

// NewUser is a member to be created with a new account.
type NewUser struct {
	// ID is the user's, "" for a new one.
	ID       id.ID
	Email    string
	Password string
	// Fields are further fields of the user record, in storage shape; name is
	// needed.
	Fields row.Fields
}

// Members makes members and holds their passwords, for operators of the installation.
type Members struct {
	store    Store
	hasher   *hasher
	sessions *Sessions
}

// CreateUser makes an account, its membership and the user record in one
// transaction, and returns the user's id. It is for operators of the installation
// (its demo, its command line): the e-mail address is believed, so nobody else may
// call it; everybody else invites. An address that has an account is
// fault.Conflict, and nothing of that account changes.
func (m *Members) CreateUser(ctx context.Context, organization id.ID, u NewUser) (id.ID, error) {
	email, err := m.checkNew(ctx, u)
	if err != nil {
		return "", err
	}
	hash, err := m.hasher.hash(ctx, u.Password)
	if err != nil {
		return "", err
	}
	account := Account{ID: id.New(), Email: email, PasswordHash: hash, Active: true}
	user := cmp.Or(u.ID, id.New())
	set := maps.Clone(u.Fields)
	set["email"], set["account"] = email, string(account.ID)
	if _, given := set["is_active"]; !given {
		set["is_active"] = true
	}
	return user, commit(ctx, m.store, row.Change{
		Organization: organization, Join: &row.Join{Account: account, New: true, User: user},
		Writes: []row.Write{{Object: "user", ID: user, Op: entry.Created, Set: set, Cause: "user.created"}},
	})
}

// CheckNew returns the error with which CreateUser would refuse a user; nothing is made.
func (m *Members) CheckNew(ctx context.Context, u NewUser) error {
	_, err := m.checkNew(ctx, u)
	return err
}

// checkNew returns the user's address as accounts hold it.
func (m *Members) checkNew(ctx context.Context, u NewUser) (email string, err error) {
	if email, err = checkEmail(u.Email); err != nil {
		return "", err
	}
	if name, _ := u.Fields["name"].(string); strings.TrimSpace(name) == "" {
		return "", fault.Field("name", "Name is required")
	}
	if err := checkPassword(u.Password); err != nil {
		return "", err
	}
	return email, m.CheckUnknown(ctx, email)
}

// EnsurePassword sees to it that a user's account has the password, and reports whether it had
// another: then every session of the account has ended, in each of its organizations. It is for
// operators of the installation. fault.NotFound for a user without an account.
func (m *Members) EnsurePassword(ctx context.Context, organization, user id.ID, password string) (changed bool, err error) {
	if err := checkPassword(password); err != nil {
		return false, err
	}
	account, err := m.store.AccountOfUser(ctx, organization, user)
	if err != nil {
		return false, err
	}
	fits, _, err := m.hasher.verify(ctx, account.PasswordHash, password)
	if err != nil || fits {
		return false, err
	}
	return true, m.setPassword(ctx, &account, password)
}

// SetPassword returns the account of an e-mail address another password and ends all its
// sessions. It is for operators of the installation. fault.NotFound for an address without an
// account.
func (m *Members) SetPassword(ctx context.Context, email, password string) error {
	account, err := m.Account(ctx, email)
	if err != nil {
		return err
	}
	if err := checkPassword(password); err != nil {
		return err
	}
	return m.setPassword(ctx, &account, password)
}

func (m *Members) setPassword(ctx context.Context, account *Account, password string) error {
	hash, err := m.hasher.hash(ctx, password)
	if err != nil {
		return err
	}
	return m.sessions.replacePassword(ctx, account, hash, setPassword, nil)
}

// Account finds the account of an e-mail address; fault.NotFound.
func (m *Members) Account(ctx context.Context, email string) (Account, error) {
	email, err := checkEmail(email)
	if err != nil {
		return Account{}, err
	}
	account, err := m.store.AccountByEmail(ctx, email)
	if fault.Is(err, fault.NotFound) {
		err = fault.New(fault.NotFound, "There is no account with the e-mail address %s.", email)
	}
	return account, err
}

// SetActive lets a person sign in as the members or not, all or nothing; who may not any more
// has no session there either. It is for operators of the installation. The last active
// superuser of an organization stays: fault.Conflict.
func (m *Members) SetActive(ctx context.Context, members []Membership, active bool) error {
	return raced(func() error {
		return m.store.Together(ctx, func(ctx context.Context) error {
			for _, member := range members {
				if err := m.setActive(ctx, member, active); err != nil {
					return fmt.Errorf("%s: %w", member.Name, err)
				}
			}
			return nil
		})
	})
}

func (m *Members) setActive(ctx context.Context, member Membership, active bool) error {
	err := commit(ctx, m.store, row.Change{Organization: member.Organization, Writes: []row.Write{{
		Object: "user", ID: member.User, Op: entry.Updated, Set: row.Fields{"is_active": active}, Cause: "user.updated",
	}}})
	if err != nil || active {
		return err
	}
	return m.sessions.EndSessions(ctx, member.Organization, member.User, "session.user_disabled")
}

// CheckUnknown refuses an e-mail address that has an account: fault.Conflict.
func (m *Members) CheckUnknown(ctx context.Context, email string) error {
	switch _, err := m.store.AccountByEmail(ctx, email); {
	case fault.Is(err, fault.NotFound):
		return nil
	case err != nil:
		return err
	default:
		return fault.New(fault.Conflict, "There is an account with the e-mail address %s already. Its owner has to accept an invitation; nothing of it was changed.", email)
	}
}

// checkEmail returns an e-mail address as accounts hold it.
func checkEmail(text string) (string, error) {
	email := strings.ToLower(strings.TrimSpace(text))
	_, err := schema.Check(emailField, row.JSONValue(email))
	return email, err
}
