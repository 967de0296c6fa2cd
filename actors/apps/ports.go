package apps

import (
	"context"
	"encoding/json"

	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/id"
	"switchboard/storage/row"
	"switchboard/storage/schema"
	"switchboard/storage/settings"
)

// Store is what apps need of the database (storage/pg).
type Store interface {
	Get(ctx context.Context, organization id.ID, object string, record id.ID) (row.Record, error)
	Find(ctx context.Context, organization id.ID, query row.Query) ([]row.Record, error)
	Definitions(ctx context.Context, organization id.ID) (*schema.Definitions, error)
	// UserInputs reads what a user's rights are built from, AccountOfUser the person who is one.
	UserInputs(ctx context.Context, organization, user id.ID) (inputs access.Inputs, active bool, err error)
	AccountOfUser(ctx context.Context, organization, user id.ID) (row.Account, error)
	// Remake does several changes of an organization in one transaction.
	Remake(ctx context.Context, organization id.ID, do func(ctx context.Context) error) error
	Happened(ctx context.Context, h row.Happening) error

	// The rest is of storage/pg/packages.
	LockDeploying(ctx context.Context, organization id.ID) error
	AddAppVersion(ctx context.Context, v row.AppVersion) (int, error)
	AppVersions(ctx context.Context, organization, app id.ID, limit int) ([]row.AppVersion, error)
	AddDeployment(ctx context.Context, d row.AppDeployment) error
	Deployments(ctx context.Context, organization, app id.ID, limit int) ([]row.AppDeployment, error)
	UndoDeployment(ctx context.Context, organization, deployment id.ID) error
	Subscribe(ctx context.Context, of row.AppSubscriber) error
	Subscribers(ctx context.Context, source, app, after id.ID, limit int) ([]row.AppSubscriber, error)
	AddInstallCode(ctx context.Context, c row.AppInstallCode) error
	UseInstallCode(ctx context.Context, hash string) (row.AppInstallCode, error)
}

// Records are read and written with a principal's rights (actors/records).
type Records interface {
	Get(ctx context.Context, p *access.Principal, object string, record id.ID) (entry.Fields, error)
	CreateAt(ctx context.Context, p *access.Principal, object string, record id.ID, fields map[string]json.RawMessage) error
	PatchOne(ctx context.Context, p *access.Principal, object string, record id.ID, set map[string]json.RawMessage, command string) ([]string, error)
	Delete(ctx context.Context, p *access.Principal, object string, ids []id.ID, expect int64, command string) error
}

// Schemas makes and changes objects and fields (actors/schemas).
type Schemas interface {
	Described(ctx context.Context, p *access.Principal, object string) (json.RawMessage, error)
	CreateObject(ctx context.Context, p *access.Principal, members map[string]json.RawMessage) error
	ChangeObject(ctx context.Context, p *access.Principal, object string, members map[string]json.RawMessage) (isLater bool, err error)
	RestoreObject(ctx context.Context, p *access.Principal, object, field string) error
	Remove(ctx context.Context, p *access.Principal, object string) error
}

// Jobs starts jobs (actors/jobs).
type Jobs interface {
	StartJob(ctx context.Context, p *access.Principal, kind string, payload any, command string) (id.ID, error)
}

// Principals are users with their rights (actors/accounts).
type Principals interface {
	ActsFor(ctx context.Context, organization, user id.ID) (access.Principal, error)
	ActsForProduct(ctx context.Context, organization id.ID) (access.Principal, error)
}

// Settings are how organizations are set (actors/organizations).
type Settings interface {
	Settings(ctx context.Context, organization id.ID) (settings.Organization, error)
}
