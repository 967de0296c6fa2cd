package jobs

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"switchboard/actors/feature"
	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/origin"
	"switchboard/storage/panics"
	"switchboard/storage/row"
)

// toldEvery is how often people are told of a job's progress at most.
const toldEvery = 500 * time.Millisecond

var (
	errPanicked = errors.New("a portion panicked")
	errSpent    = errors.New("node after node died with it")
)

// Run has jobs done, and begun where the product begins them, until ctx ends.
func (s *Service) Run(ctx context.Context) { s.queue.CarryJobs(ctx, s.Work, s.rounds()) }

// Work executes the job of a ticket for a while; again says that there is more to be done. The
// queue retries after an error, unless it is permanent: a failure that stays is told in the job.
func (s *Service) Work(ctx context.Context, t row.Ticket, until time.Time) (again bool, err error) {
	if t.Spent {
		return false, s.fail(ctx, t, errSpent)
	}
	err = errPanicked
	s.panics.Round(panics.Background, func() { again, err = s.stretch(ctx, t, until) })
	if err == nil || ctx.Err() != nil && !t.Last {
		return again, err
	}
	if !t.Last && !stays(err) {
		return false, err
	}
	if failed := s.fail(context.WithoutCancel(ctx), t, err); failed != nil {
		return false, failed
	}
	if fault.From(err).IsPermanent { // the queue logs it
		return false, err
	}
	return false, nil
}

// stays reports whether a failure is the same however often it is tried.
func stays(err error) bool {
	switch f := fault.From(err); f.Code {
	case fault.Unavailable, fault.Full, fault.Limited, fault.VersionConflict, fault.Internal:
		return f.IsPermanent
	default:
		return true
	}
}

// stretch does portions until the job is over, or it is somebody else's turn.
func (s *Service) stretch(ctx context.Context, t row.Ticket, until time.Time) (again bool, err error) {
	w, err := s.takeUp(ctx, t)
	if w == nil || err != nil {
		return false, err
	}
	for met := 0; ; {
		isReady, over, err := w.next(ctx)
		switch {
		case fault.Is(err, fault.VersionConflict) && met < meetings:
			met++ // canceled, dismissed, or done elsewhere: what stands now says what is to be done
		case err != nil || over:
			return false, err
		default:
			met = 0
		}
		if ctx.Err() != nil {
			return false, ctx.Err()
		}
		if err == nil && !isReady || !s.now().Before(until) {
			return true, nil
		}
	}
}

// work is a job that this node has taken up.
type work struct {
	*Service

	ticket row.Ticket
	by     *access.Principal
	kind   kind
	told   time.Time // when people were told of it last
}

// takeUp reads a job and says that it runs. It gives nil for one that is over, or queued
// under another ticket.
func (s *Service) takeUp(ctx context.Context, t row.Ticket) (*work, error) {
	for try := 1; ; try++ {
		r, err := s.read(ctx, t)
		if err != nil || r == nil {
			return nil, err
		}
		k, known := s.kinds[r.Text("kind")]
		if !known { // another release's, whose nodes may be there
			return nil, fault.New(fault.Unavailable, "This release knows no job %s.", r.Text("kind"))
		}
		p, err := s.actsFor(ctx, t.Organization, k, r.Lookup("owner"))
		if err != nil {
			return nil, err
		}
		if err := k.May(&p, given(*r)); err != nil {
			return nil, err
		}
		if r.Text("status") == Queued {
			set := row.Fields{"status": Running}
			if r.Fields["started_date"] == nil {
				set["started_date"] = s.now()
			}
			err = s.commit(ctx, &p, *r, "job.started", set)
		}
		if !fault.Is(err, fault.VersionConflict) || try == meetings {
			return &work{Service: s, ticket: t, by: &p, kind: k, told: s.now()}, err
		}
	}
}

// read returns the job of a ticket, nil if nothing is to be done for it.
func (s *Service) read(ctx context.Context, t row.Ticket) (*row.Record, error) {
	r, err := s.store.Get(ctx, t.Organization, Object, t.Job)
	if fault.Is(err, fault.NotFound) {
		return nil, nil //nolint:nilnil // nothing is to be done
	}
	if err != nil || !open(r) || r.Int("ticket") != t.Number {
		return nil, err
	}
	return &r, nil
}

func given(r row.Record) json.RawMessage {
	raw, _ := r.Fields["payload"].(json.RawMessage)
	return raw
}

// next does what comes before the next portion, and the portion where that is ready.
func (w *work) next(ctx context.Context) (isReady, over bool, err error) {
	if w.kind.HasOutside() {
		r, err := w.read(ctx, w.ticket)
		if r == nil || err != nil {
			return true, err == nil, err
		}
		on := feature.Portion{Organization: w.ticket.Organization, Job: r.ID, By: w.by, Progress: progressOf(*r)}
		isReady, err = w.kind.Before(origin.With(ctx, origin.Origin{Via: origin.System}), w.kind.door, on, given(*r))
		if err != nil && w.moved(ctx, r.Version) {
			err = fault.Wrap(err, fault.VersionConflict, "The job continued on another node.")
		}
		if err != nil || !isReady {
			return false, false, err
		}
	}
	over, err = w.portion(ctx)
	return true, over, err
}

func progressOf(r row.Record) feature.Progress {
	return feature.Progress{Cursor: r.Text("cursor"), Done: r.Int("done"), Total: r.Int("total")}
}

// portion does the next portion. What it did stands if and only if the job was still as it
// was read; else the error is fault.VersionConflict.
func (w *work) portion(ctx context.Context) (over bool, err error) {
	now := w.now()
	due := now.Sub(w.told) >= toldEvery
	var at int64 // the version from which the portion goes on
	err = w.store.Together(ctx, func(ctx context.Context) error {
		r, err := w.read(ctx, w.ticket)
		if over = r == nil && err == nil; over || err != nil {
			return err
		}
		at = r.Version
		had := progressOf(*r)
		on := feature.Portion{Organization: w.ticket.Organization, Job: r.ID, By: w.by, Progress: had}
		got, err := w.kind.Do(origin.With(ctx, origin.Origin{Via: origin.System}), w.kind.door, on, given(*r))
		if err != nil {
			return err
		}
		over = got.Over
		return w.note(ctx, *r, had, got, due)
	})
	switch {
	case err == nil && (due || over):
		w.told = now
	case err != nil && w.moved(ctx, at):
		err = fault.Wrap(err, fault.VersionConflict, "The job continued on another node.")
	}
	return over, err
}

// moved reports whether somebody else did the portion meanwhile, or ended the job: then what
// failed may have failed for that alone (a record was gone already).
func (w *work) moved(ctx context.Context, at int64) bool {
	r, err := w.store.Get(ctx, w.ticket.Organization, Object, w.ticket.Job)
	return err == nil && r.Version != at
}

// note keeps how far the job has got, in the transaction of what was done.
func (w *work) note(ctx context.Context, r row.Record, had, got feature.Progress, due bool) error {
	set, cause := row.Fields{"cursor": got.Cursor, "done": got.Done}, "job.progressed"
	if got.Total > 0 {
		set["total"] = got.Total
	}
	if got.Link != "" && r.Text("link") != got.Link {
		set["link"], due = got.Link, true
	}
	if got.Over {
		cause = "job.done"
		set["status"], set["finished_date"], set["cursor"], set["payload"] = Done, w.now(), nil, nil
		if got.Result != "" {
			set["result"] = got.Result
		}
	}
	_, err := w.store.Commit(ctx, row.Change{Organization: w.ticket.Organization, By: w.by.User, Writes: []row.Write{{
		Object: Object, ID: r.ID, Op: entry.Updated, Expect: r.Version, Set: set, Cause: cause,
		Quiet: !due && !got.Over && got.Total == had.Total,
	}}})
	return err
}

// fail tells in the job why it failed.
func (s *Service) fail(ctx context.Context, t row.Ticket, why error) error {
	detail := fault.From(why).Detail
	if !stays(why) {
		detail = "Something went wrong, again and again. Retry it later."
	}
	set := row.Fields{"status": Failed, "error": detail, "finished_date": s.now()}
	if told, is := errors.AsType[*feature.FailedError](why); is {
		set["problems"] = told.Problems
	}
	for try := 1; ; try++ {
		r, err := s.read(ctx, t)
		if err != nil || r == nil {
			return err
		}
		_, err = s.store.Commit(ctx, row.Change{Organization: t.Organization, By: id.ID(""), Writes: []row.Write{{
			Object: Object, ID: r.ID, Op: entry.Updated, Expect: r.Version, Cause: "job.failed",
			Set: set,
		}}})
		if err == nil {
			s.clear(ctx, t.Organization, *r)
		}
		if !fault.Is(err, fault.VersionConflict) || try == meetings {
			return err
		}
	}
}

// clear has a feature clear up behind a job that failed or was canceled.
func (s *Service) clear(ctx context.Context, organization id.ID, r row.Record) {
	if k, known := s.kinds[r.Text("kind")]; known {
		_ = k.Clear(ctx, k.door, organization, r.ID, given(r)) // it may be left undone
	}
}
