package jobs

import (
	"context"
	"maps"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"

	"switchboard/storage/id"
	"switchboard/storage/row"
)

const (
	// roundTries bounds how often a round that fails is tried: the next one comes anyhow.
	roundTries = 5
	// behind is the priority of what nobody waits for.
	behind = 4
)

// roundArgs are what River keeps of a round: which it is, and behind which organization it
// goes on.
type roundArgs struct {
	Name  string `json:"name"`
	After id.ID  `json:"after,omitempty"`
}

// Kind implements river.JobArgs.
func (roundArgs) Kind() string { return "round" }

// bounds is a schedule at the bounds of equal times: River begins nothing twice in one of
// them, however often nodes are started.
type bounds time.Duration

// Next implements river.PeriodicSchedule.
func (b bounds) Next(after time.Time) time.Time {
	return after.Truncate(time.Duration(b)).Add(time.Duration(b))
}

// periodic has River begin the rounds, at whichever node leads it.
func periodic(rounds row.Rounds) (jobs []*river.PeriodicJob) {
	for _, name := range slices.Sorted(maps.Keys(rounds.Every)) {
		every := rounds.Every[name]
		begin := func() (river.JobArgs, *river.InsertOpts) {
			return roundArgs{Name: name}, &river.InsertOpts{MaxAttempts: roundTries, Priority: behind, UniqueOpts: river.UniqueOpts{ByArgs: true, ByPeriod: every}}
		}
		jobs = append(jobs, river.NewPeriodicJob(bounds(every), begin, &river.PeriodicJobOpts{ID: name, RunOnStart: true}))
	}
	return jobs
}

// goRound carries a round on for a stretch, and queues what is left of it.
func (q *Queue) goRound(ctx context.Context, j *river.Job[roundArgs], client *river.Client[pgx.Tx], stretch time.Duration, rounds row.Rounds) error {
	if _, known := rounds.Every[j.Args.Name]; !known { // another release's
		return nil
	}
	next, left, err := rounds.Do(ctx, j.Args.Name, j.Args.After, time.Now().Add(stretch))
	if err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		q.pool.Log.WarnContext(ctx, "a round failed", "round", j.Args.Name, "try", j.Attempt, "error", err)
		return errFailed
	}
	if len(left) > 0 {
		q.pool.Log.WarnContext(ctx, "a round left organizations to the next one", "round", j.Args.Name, "organizations", len(left), "first", left[0])
	}
	if next == "" {
		return nil
	}
	_, err = client.Insert(ctx, roundArgs{j.Args.Name, next}, &river.InsertOpts{MaxAttempts: roundTries, Priority: behind})
	return q.pool.Failure(err)
}
