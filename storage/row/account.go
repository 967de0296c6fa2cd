package row

import (
	"time"

	"switchboard/storage/id"
	"switchboard/storage/seal"
)

// Account is a person's sign-in, one for all organizations.
type Account struct {
	ID           id.ID
	Email        string // lower case
	PasswordHash string // PHC text; "" if no password was set
	Active       bool
	// Memberships are in order of their making.
	Memberships []Membership
}

// Membership is an account's place in an organization: its user record.
type Membership struct {
	Organization id.ID
	User         id.ID
	// Name is the organization's, where it was read.
	Name string
}

// Join makes an account the member that one of the change's records is the user
// of, in the change's transaction.
type Join struct {
	Account Account
	// New makes the account too. Otherwise it is there already, and nothing of it
	// changes: not its password, not its address.
	New  bool
	User id.ID
}

// InvitationStates are the states of a person who was invited. The invitation of an
// undelivered one is as good as any, but its letter came back.
func InvitationStates() []string {
	return []string{"invited", "undelivered", "accepted", "withdrawn", "expired"}
}

// Reset lets the reader of an account's mail choose a new password for it.
type Reset struct {
	Account   id.ID
	TokenHash string
	Expires   time.Time
	IsUsed    bool
}

// StaffMember is a user of an organization as the operator sees them.
type StaffMember struct {
	Organization id.ID
	User         id.ID
	Email        string
	Name         string
	Invitation   string // one of InvitationStates, "" for somebody who was never invited
	HasAccount   bool   // they are members
	IsActive     bool
	IsSuperuser  bool
	Permissions  []string  // names of permission sets
	SignedIn     time.Time // the newest sign-in that is still known, zero for none
}

// SecondFactor is what an account proves itself with in addition to its password.
type SecondFactor struct {
	Account id.ID
	// Factor is new with each secret.
	Factor id.ID
	// Secret is sealed.
	Secret string
	// Since is when a code confirmed it; until then, at the zero time, it counts for nothing.
	Since time.Time
	// Recovery are the hashes of the recovery codes that are left.
	Recovery []string
}

// SecondFactorPlace is what the secret of an account's second factor is bound to.
func SecondFactorPlace(account id.ID) seal.Place {
	return seal.Place{Object: "second_factor", Field: "secret", Record: account}
}

// IsOn reports whether the account is asked for codes.
func (f SecondFactor) IsOn() bool { return !f.Since.IsZero() }
