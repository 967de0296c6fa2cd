package accounts

import (
	"context"

	"switchboard/storage/access"
	"switchboard/storage/id"
	"switchboard/storage/row"
	"switchboard/storage/schema"
)

// Account is a person's sign-in.
type Account = row.Account

// Membership is an account's place in an organization.
type Membership = row.Membership

// Store is what sign-in needs of the database (storage/pg).
type Store interface {
	// AccountByEmail finds an account by its address, case aside; fault.NotFound.
	AccountByEmail(ctx context.Context, email string) (Account, error)
	// AccountOfUser finds the account that is an organization's user; fault.NotFound.
	AccountOfUser(ctx context.Context, organization, user id.ID) (Account, error)
	// SetPassword replaces an account's hash.
	SetPassword(ctx context.Context, account id.ID, hash string) error
	// PutReset replaces an account's reset, Reset gives it with the account, and UseReset
	// uses it up unless it was or a newer one replaced it; fault.NotFound.
	PutReset(ctx context.Context, r row.Reset) error
	Reset(ctx context.Context, account id.ID) (row.Reset, Account, error)
	UseReset(ctx context.Context, r row.Reset) (bool, error)
	// AccountByID finds an account; fault.NotFound.
	AccountByID(ctx context.Context, account id.ID) (Account, error)
	// SecondFactor is the zero one for an account that has none. The others change it, and report
	// whether they did: of several that use one code one succeeds.
	SecondFactor(ctx context.Context, account id.ID) (row.SecondFactor, error)
	BeginSecondFactor(ctx context.Context, f row.SecondFactor) error
	ConfirmSecondFactor(ctx context.Context, f row.SecondFactor, step int64) (bool, error)
	UseStep(ctx context.Context, f row.SecondFactor, step int64) (bool, error)
	UseRecovery(ctx context.Context, f row.SecondFactor, hash string) (bool, error)
	SetRecovery(ctx context.Context, f row.SecondFactor, hashes []string) error
	DropSecondFactor(ctx context.Context, account id.ID) (wasOn bool, err error)
	// UserInputs reads what a user's rights are built from; active is false for a
	// user that was deactivated. fault.NotFound.
	UserInputs(ctx context.Context, organization, user id.ID) (inputs access.Inputs, active bool, err error)

	// Registry gives the objects that the organization has.
	Registry(ctx context.Context, organization id.ID) (*schema.Registry, error)
	// Happened tells the audit what changed no record.
	Happened(ctx context.Context, h row.Happening) error
	// Together runs do in one transaction, again where the database asks for it.
	Together(ctx context.Context, do func(ctx context.Context) error) error
	// Commit, Get and Find are those of every owner of records.
	Commit(ctx context.Context, change row.Change) ([]row.Record, error)
	Get(ctx context.Context, organization id.ID, object string, record id.ID) (row.Record, error)
	Find(ctx context.Context, organization id.ID, query row.Query) ([]row.Record, error)
}

func commit(ctx context.Context, store Store, change row.Change) error {
	_, err := store.Commit(ctx, change)
	return err
}

// Names tells what organizations are called (actors/organizations).
type Names interface {
	OrganizationName(ctx context.Context, organization id.ID) (string, error)
}

// Rules returns what an organization requires of its users (actors/organizations).
type Rules interface {
	RequiresSecondFactor(ctx context.Context, organization id.ID) (bool, error)
}

// Uses tells which features an organization doesn't use (actors/organizations).
type Uses interface {
	Without(ctx context.Context, organization id.ID) ([]string, error)
}
