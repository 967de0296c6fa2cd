package row

import "switchboard/storage/id"

// Account is a person's sign-in, one for all organisations.
type Account struct {
	ID           id.ID
	Email        string // lower case
	PasswordHash string // PHC text; "" where no password was set
	Active       bool
	// Memberships are in order of their making; the first is where one signs in.
	Memberships []Membership
}

// Membership is an account's place in an organisation: its user record.
type Membership struct {
	Organization id.ID
	User         id.ID
}
