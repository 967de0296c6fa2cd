package schemas

import (
	"context"

	"switchboard/storage/access"
	"switchboard/storage/id"
	"switchboard/storage/row"
	"switchboard/storage/schema"
	"switchboard/storage/settings"
)

// Store is what schemas need of the database (storage/pg).
type Store interface {
	Get(ctx context.Context, organization id.ID, object string, record id.ID) (row.Record, error)
	Find(ctx context.Context, organization id.ID, query row.Query) ([]row.Record, error)
	// Definitions reads what an organization says of objects.
	Definitions(ctx context.Context, organization id.ID) (*schema.Definitions, error)
	// Redefine makes or changes what it says of one, with its table; decide may be asked several
	// times, and says nil if nothing is to be changed.
	Redefine(ctx context.Context, organization, by id.ID, object, cause string, decide func(have *schema.Definitions) (*schema.Own, error)) (schema.Defined, error)
	// HaveOptions counts the records whose field holds one of some values, or one that is
	// none of them.
	HaveOptions(ctx context.Context, organization id.ID, object, field string, values []string, others bool) (int64, error)
	// Size counts the records of an object, Empty names some in
	// which a field is empty, and locks them where it is asked in a transaction.
	Size(ctx context.Context, organization id.ID, object string) (int64, error)
	Empty(ctx context.Context, organization id.ID, object, field string, after id.ID, limit int) ([]id.ID, error)
	// CommitMany writes records, and gives none of them.
	CommitMany(ctx context.Context, change row.Change) error
	// Prepare, Convert, Problems, Indexes, Swap, ConvertHistory and GiveUp are the steps of a
	// change for which records are checked or filled (storage/pg/definitions).
	Prepare(ctx context.Context, organization id.ID, object string, job id.ID) error
	Convert(ctx context.Context, organization id.ID, object string, job, after id.ID, limit int) (last id.ID, n int64, err error)
	Problems(ctx context.Context, organization id.ID, object string, job id.ID, limit int) ([]row.Problem, int64, error)
	Indexes(ctx context.Context, organization id.ID, object string, job id.ID) (isDone bool, err error)
	Swap(ctx context.Context, organization, by id.ID, object string, job id.ID) (isDone bool, err error)
	ConvertHistory(ctx context.Context, organization id.ID, object, became string, after id.ID, limit int) (last id.ID, n int64, err error)
	GiveUp(ctx context.Context, organization id.ID, object string, job id.ID) error
	// Together does something in one transaction, which what is asked of the store with its
	// context joins.
	Together(ctx context.Context, do func(ctx context.Context) error) error
}

// Jobs starts jobs (actors/jobs).
type Jobs interface {
	StartJob(ctx context.Context, p *access.Principal, kind string, payload any, command string) (id.ID, error)
}

// Settings are how organizations are set (actors/organizations).
type Settings interface {
	Settings(ctx context.Context, organization id.ID) (settings.Organization, error)
}
