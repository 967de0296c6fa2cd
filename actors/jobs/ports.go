package jobs

import (
	"context"
	"time"

	"switchboard/storage/access"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// Store is what jobs need of the database (storage/pg).
type Store interface {
	Get(ctx context.Context, organization id.ID, object string, record id.ID) (row.Record, error)
	Find(ctx context.Context, organization id.ID, query row.Query) ([]row.Record, error)
	Read(ctx context.Context, organization id.ID, request row.ReadRequest) (row.Page, error)
	Commit(ctx context.Context, change row.Change) ([]row.Record, error)
	// Together does something in one transaction, which what is asked of the store with its
	// context joins.
	Together(ctx context.Context, do func(ctx context.Context) error) error
	OrganizationsAfter(ctx context.Context, after id.ID, limit int) ([]id.ID, error)
}

// Queue says whose turn it is (storage/pg/jobs).
type Queue interface {
	QueueJob(ctx context.Context, organization, job id.ID, isAwaited bool) (ticket int64, err error)
	WithdrawJob(ctx context.Context, ticket int64) error
	CarryJobs(ctx context.Context, work func(ctx context.Context, t row.Ticket, until time.Time) (again bool, err error), rounds row.Rounds)
}

// Principals give who started a job, with the rights that he has now; and the product, for
// what it started itself.
type Principals interface {
	ActsFor(ctx context.Context, organization, user id.ID) (access.Principal, error)
	ActsForProduct(ctx context.Context, organization id.ID) (access.Principal, error)
}
