package jobs

import (
	"context"
	"errors"
	"log/slog"

	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/rivertype"

	"switchboard/storage/id"
	"switchboard/storage/pg/pool"
)

const (
	// tries bounds how often a job that fails is tried again by itself.
	tries = 10
	// spent is how often River tries one: above tries whoever carries jobs out is told of it,
	// where River alone would put away in silence what node after node died with.
	spent = 2 * tries
)

// args are what River keeps of a job.
type args struct {
	Organization id.ID `json:"organization"`
	Job          id.ID `json:"job"`
}

// Kind implements river.JobArgs. What kind of job it is, its record says.
func (args) Kind() string { return "job" }

// Queue queues jobs, and executes what is queued.
type Queue struct {
	pool   *pool.Pool
	client *river.Client[pgx.Tx] // works at nothing
	pace   Pace
}

// New makes the queue of a database.
func New(db *pool.Pool) (*Queue, error) {
	client, err := river.NewClient(riverpgxv5.New(db.Pool), &river.Config{Schema: schema, Logger: quiet(db.Log), MaxAttempts: spent})
	if err != nil {
		return nil, err
	}
	return &Queue{pool: db, client: client}, nil
}

// QueueJob queues a job in the transaction of the context (Together), and gives the number
// of its ticket. Once that commits a node takes it, after all that somebody waits for where
// nobody waits for this one.
func (q *Queue) QueueJob(ctx context.Context, organization, job id.ID, isAwaited bool) (ticket int64, err error) {
	t := q.pool.Transaction(ctx)
	if t == nil {
		return 0, errOutside
	}
	opts := &river.InsertOpts{}
	if !isAwaited {
		opts.Priority = behind
	}
	queued, err := q.client.InsertTx(ctx, join(t), args{organization, job}, opts)
	if err != nil {
		return 0, q.pool.Failure(err)
	}
	return queued.Job.ID, nil
}

// WithdrawJob takes a ticket back, in the transaction of the context. The context of one
// that is at work ends soon after. One that is done, or gone, stays as it is.
func (q *Queue) WithdrawJob(ctx context.Context, ticket int64) error {
	t := q.pool.Transaction(ctx)
	if t == nil {
		return errOutside
	}
	_, err := q.client.JobCancelTx(ctx, join(t), ticket)
	if errors.Is(err, rivertype.ErrNotFound) {
		return nil
	}
	return q.pool.Failure(err)
}

var errOutside = errors.New("pg: jobs are queued in a transaction")

// quiet passes on what River warns of.
func quiet(log *slog.Logger) *slog.Logger { return slog.New(warnings{log.Handler()}) }

type warnings struct{ slog.Handler }

// Enabled implements slog.Handler.
func (w warnings) Enabled(ctx context.Context, level slog.Level) bool {
	return level >= slog.LevelWarn && w.Handler.Enabled(ctx, level)
}
