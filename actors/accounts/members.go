package accounts

import (
	"cmp"
	"context"
	"maps"
	"strings"

	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
	"switchboard/storage/schema"
)

// NewUser is a member to be made.
type NewUser struct {
	// ID is the user's, "" for a new one.
	ID    id.ID
	Email string
	// Password may be "": then nobody can sign in until one is set.
	Password string
	// Fields are further fields of the user record, in storage shape; name is
	// needed.
	Fields row.Fields
	// By is who does it, "" for the system; Command its id. With both, ID must be
	// derived from them: the same command again then gives the same user.
	By      id.ID
	Command string
}

// CreateUser makes an account where the address is new to the installation, the
// membership and the user record, and returns the user's id. The caller has
// authorised it. An account that exists keeps its password. A user of that
// address in the organisation is fault.Conflict. Broken off half-way it can be
// repeated.
func (s *Service) CreateUser(ctx context.Context, organization id.ID, u NewUser) (id.ID, error) {
	email := strings.ToLower(strings.TrimSpace(u.Email))
	if _, err := schema.Check(s.Registry.Object("user").Field("email"), row.JSONValue(email)); err != nil {
		return "", err
	}
	if name, _ := u.Fields["name"].(string); strings.TrimSpace(name) == "" {
		return "", fault.Field("name", "Name is required")
	}
	account := Account{ID: id.New(), Email: email, Active: true}
	if u.Password != "" {
		if err := checkPassword(u.Password); err != nil {
			return "", err
		}
		hash, err := s.hasher.hash(ctx, u.Password)
		if err != nil {
			return "", err
		}
		account.PasswordHash = hash
	}
	account, member, err := s.Store.AddMember(ctx, account, Membership{Organization: organization, User: cmp.Or(u.ID, id.New())})
	if err != nil {
		return "", err
	}
	if _, err := s.Store.Get(ctx, organization, "user", member.User); err == nil {
		if u.Command != "" && member.User == u.ID {
			return member.User, nil // the command that made him came again
		}
		return "", fault.New(fault.Conflict, "There is a user with the e-mail address %s already.", email)
	} else if !fault.Is(err, fault.NotFound) {
		return "", err
	}
	set := maps.Clone(u.Fields)
	set["email"], set["account"] = email, string(account.ID)
	if _, given := set["is_active"]; !given {
		set["is_active"] = true
	}
	return member.User, s.commit(ctx, row.Change{
		Organization: organization, By: u.By, Command: u.Command,
		Writes: []row.Write{{Object: "user", ID: member.User, Op: entry.Created, Set: set, Cause: "user.created"}},
	})
}
