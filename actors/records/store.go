package records

import (
	"context"
	"time"

	"switchboard/storage/access"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// Store is what records need of the database (storage/pg).
type Store interface {
	Commit(ctx context.Context, change row.Change) ([]row.Record, error)
	// CommitItems is Commit that returns the records as Read gives them, CommitMany
	// one that returns none and reads little of each.
	CommitItems(ctx context.Context, change row.Change) ([]row.Item, error)
	CommitMany(ctx context.Context, change row.Change) error
	// CarriedOut reports whether what was to be done once under a command is done.
	CarriedOut(ctx context.Context, organization, user id.ID, command, what string) (bool, error)
	Get(ctx context.Context, organization id.ID, object string, record id.ID) (row.Record, error)
	Read(ctx context.Context, organization id.ID, request row.ReadRequest) (row.Page, error)
	// PlaceOf gives the place of the last of some records in an order; nil for none.
	PlaceOf(ctx context.Context, organization id.ID, object string, orders []row.Order, read []row.Item) (*row.Place, error)
	// CountUpTo counts what each request selects, up to so many of each.
	CountUpTo(ctx context.Context, organization id.ID, requests []row.ReadRequest, most int) (counts []int, took time.Duration, err error)
	// Groups counts records by the values of one or two fields.
	Groups(ctx context.Context, organization id.ID, request row.GroupRequest) (groups []row.Group, took time.Duration, err error)
	// Suspects finds groups of records that have the value of a field in common.
	Suspects(ctx context.Context, organization id.ID, request row.Suspects) (groups [][]id.ID, took time.Duration, err error)
	// MergedInto gives the record that a merged record became a part of; "" for none.
	MergedInto(ctx context.Context, organization id.ID, object string, record id.ID) (id.ID, error)
	// History tells what became of a record, Past how it stood at a version.
	History(ctx context.Context, organization id.ID, request row.HistoryRequest) (row.History, error)
	Past(ctx context.Context, organization id.ID, object string, record id.ID, version int64) (row.Past, error)
	// Audit reads what the organization's audit tells.
	Audit(ctx context.Context, organization id.ID, request row.AuditRequest) (row.Audit, error)
	// Feed reads the newest entries of the organization's log.
	Feed(ctx context.Context, organization id.ID, request row.FeedRequest) (row.Feed, error)
	// Happened adds to the audit what changed no record.
	Happened(ctx context.Context, h row.Happening) error
	// Since tells from when on the history of an organization's records is whole, the zero time
	// if it always was.
	Since(ctx context.Context, organization id.ID) (time.Time, error)
	Find(ctx context.Context, organization id.ID, query row.Query) ([]row.Record, error)
	// UserInputs reads what a user's rights are built from; fault.NotFound.
	UserInputs(ctx context.Context, organization, user id.ID) (inputs access.Inputs, active bool, err error)
	// OrganizationByNumber finds the organization whose phone number this is.
	OrganizationByNumber(ctx context.Context, e164 string) (organization, phone id.ID, err error)
}

// maxRows bounds the rows of one command and one page.
const maxRows = 1_000

// none asks for no field but those that say who may see a record.
var none = []string{}
