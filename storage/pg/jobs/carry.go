package jobs

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/rivertype"

	"switchboard/storage/fault"
	"switchboard/storage/row"
	"switchboard/storage/wait"
)

// Pace says how jobs are executed. Zero values mean the defaults.
type Pace struct {
	// Stretch is how long a job works before it goes to the end of the queue; default 10 s.
	Stretch time.Duration
	// Limit ends the context of a job that works for so long without a pause; default 30 s.
	Limit time.Duration
	// Lost is after how long a job whose node says nothing is given to another; default 45 s.
	// It is above Limit, since nobody can tell a dead node from a slow one.
	Lost time.Duration
	// Pause is the first pause after a failure, doubled with each; default 1 s.
	Pause time.Duration
}

func (p Pace) withDefaults() Pace {
	for _, d := range []struct {
		value *time.Duration
		usual time.Duration
	}{{&p.Stretch, 10 * time.Second}, {&p.Limit, 30 * time.Second}, {&p.Lost, 45 * time.Second}, {&p.Pause, time.Second}} {
		if *d.value <= 0 {
			*d.value = d.usual
		}
	}
	return p
}

const (
	// jobShare is the part of the connections that jobs may use at once, one over this.
	jobShare = 8
	// longestPause bounds the pause after a failure, as a power of two of the first one.
	longestPause = 8
	// kept is how long River keeps the row of a job that is over.
	kept = 24 * time.Hour
	// reconnect is the pause before River is started again.
	reconnect = time.Second
)

// SetPace says how jobs are executed from the next CarryJobs on.
func (q *Queue) SetPace(p Pace) { q.pace = p }

// errFailed stands in River's rows for what went wrong: an error may tell what somebody's
// records hold.
var errFailed = errors.New("the job failed; the log says why")

// CarryJobs has queued jobs executed, and rounds begun, until ctx ends; then those at work are
// given back, and another node takes them. work executes one ticket until its context ends or a
// stretch is over, and doesn't panic; again says that more is to be done. What fails is tried
// again, after longer and longer pauses, unless its error is permanent.
func (q *Queue) CarryJobs(ctx context.Context, work func(ctx context.Context, t row.Ticket, until time.Time) (again bool, err error), rounds row.Rounds) {
	pace := q.pace.withDefaults()
	for ctx.Err() == nil {
		client, err := q.working(pace, work, rounds)
		if err == nil {
			err = client.Start(context.WithoutCancel(ctx))
		}
		if err != nil {
			q.pool.Log.WarnContext(ctx, "the queue of jobs can't be started", "error", err)
			wait.For(ctx, reconnect)
			continue
		}
		<-ctx.Done()
		ending, cancel := context.WithTimeout(context.WithoutCancel(ctx), pace.Limit)
		defer cancel()
		if err := client.StopAndCancel(ending); err != nil {
			q.pool.Log.WarnContext(ctx, "jobs at work did not end", "error", err)
		}
	}
}

func (q *Queue) working(pace Pace, work func(context.Context, row.Ticket, time.Time) (bool, error), rounds row.Rounds) (client *river.Client[pgx.Tx], err error) {
	workers := river.NewWorkers()
	err = river.AddWorkerSafely(workers, river.WorkFunc(func(ctx context.Context, j *river.Job[args]) error {
		t := row.Ticket{Organization: j.Args.Organization, Job: j.Args.Job, Number: j.ID, Last: j.Attempt >= tries, Spent: j.Attempt > tries}
		again, err := work(ctx, t, time.Now().Add(pace.Stretch))
		switch {
		case err == nil && again:
			return river.JobSnooze(0)
		case err == nil:
			return nil
		case ctx.Err() != nil:
			return ctx.Err()
		}
		q.pool.Log.WarnContext(ctx, "a job failed", "organization", t.Organization, "job", t.Job, "try", j.Attempt, "error", err)
		if fault.From(err).IsPermanent {
			return river.JobCancel(errFailed)
		}
		return errFailed
	}))
	if err != nil {
		return nil, err
	}
	err = river.AddWorkerSafely(workers, river.WorkFunc(func(ctx context.Context, j *river.Job[roundArgs]) error {
		return q.goRound(ctx, j, client, pace.Stretch, rounds)
	}))
	if err != nil {
		return nil, err
	}
	client, err = river.NewClient(riverpgxv5.New(q.pool.Pool), &river.Config{
		Schema: schema, Logger: quiet(q.pool.Log), Workers: workers, MaxAttempts: spent, PeriodicJobs: periodic(rounds),
		Queues:     map[string]river.QueueConfig{river.QueueDefault: {MaxWorkers: max(1, q.pool.Size/jobShare)}},
		JobTimeout: pace.Limit, RescueStuckJobsAfter: pace.Lost, RetryPolicy: pauses(pace.Pause),
		CancelledJobRetentionPeriod: kept, CompletedJobRetentionPeriod: kept, DiscardedJobRetentionPeriod: kept,
	})
	return client, err
}

// pauses is the pause after the first failure.
type pauses time.Duration

// NextRetry implements river.ClientRetryPolicy.
func (p pauses) NextRetry(j *rivertype.JobRow) time.Time {
	return time.Now().Add(time.Duration(p) << min(max(j.Attempt-1, 0), longestPause))
}
