package jobs

import (
	"context"
	"encoding/json"
	"time"

	"switchboard/actors/feature"
	"switchboard/actors/sight"
	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/panics"
	"switchboard/storage/row"
)

const (
	// listed is how many jobs are listed; GET v1/object/job has them all.
	listed = 50
	// openAtOnce bounds the jobs that one person has queued or at work.
	openAtOnce = 10
	// meetings bounds how often a change is tried again that met another one of the job.
	meetings = 20
)

// Service has jobs done.
type Service struct {
	store      Store
	queue      Queue
	principals Principals
	panics     *panics.Catcher
	now        func() time.Time
	kinds      map[string]kind
}

// kind is a kind of job with the service that does it.
type kind struct {
	feature.Job
	door any
}

// New makes the service without any kind.
func New(store Store, queue Queue, principals Principals, catcher *panics.Catcher) *Service {
	return &Service{store: store, queue: queue, principals: principals, panics: catcher, now: time.Now, kinds: map[string]kind{}}
}

// Handle registers a kind of job with the service that does it. It must not be called once
// Run runs.
func (s *Service) Handle(j feature.Job, door any) { s.kinds[j.Name] = kind{j, door} }

// StartJob starts a job of a kind for a principal, and returns its record's id. command is the id
// of the command that asks for it, "" for none: a repeat starts nothing. payload becomes JSON; it
// must hold nothing that can't be kept with the job, and names records by their ids.
//
// Errors: fault.Forbidden, fault.Limited if too many of the principal's jobs are open.
func (s *Service) StartJob(ctx context.Context, p *access.Principal, name string, payload any, command string) (id.ID, error) {
	k, known := s.kinds[name]
	if !known {
		return "", fault.New(fault.Internal, "There is no job %s.", name)
	}
	given := row.JSONValue(payload)
	if err := k.May(p, given); err != nil {
		return "", err
	}
	job := id.New()
	if command != "" {
		job = id.Derived("job " + p.Organization.String() + " " + p.User.String() + " " + command)
		if _, err := s.store.Get(ctx, p.Organization, Object, job); !fault.Is(err, fault.NotFound) {
			return job, err
		}
	}
	if err := s.room(ctx, p); err != nil {
		return "", err
	}
	err := s.begin(ctx, p, k, job, command, given)
	if fault.Is(err, fault.Conflict) && command != "" { // the same command at the same moment was first
		if _, missing := s.store.Get(ctx, p.Organization, Object, job); missing == nil {
			err = nil
		}
	}
	return job, err
}

// begin makes a job's record and queues it. Where there is a record of this id already it is
// fault.Conflict.
func (s *Service) begin(ctx context.Context, p *access.Principal, k kind, job id.ID, command string, given json.RawMessage) error {
	return s.store.Together(ctx, func(ctx context.Context) error {
		ticket, err := s.queue.QueueJob(ctx, p.Organization, job, p.User != "")
		if err != nil {
			return err
		}
		set := row.Fields{"name": k.Title, "kind": k.Name, "payload": given, "ticket": ticket}
		if p.User != "" {
			set["owner"] = p.User
		}
		_, err = s.store.Commit(ctx, row.Change{Organization: p.Organization, By: p.User, Command: command, Writes: []row.Write{{
			Object: Object, ID: job, Op: entry.Created, Cause: "job.queued", Set: set,
		}}})
		return err
	})
}

// room refuses who has too many jobs under way.
func (s *Service) room(ctx context.Context, p *access.Principal) error {
	open, err := s.store.Find(ctx, p.Organization, row.Query{
		Object: Object, Fields: []string{"status"}, Limit: openAtOnce,
		Where: []row.Condition{{Field: "owner", Operator: "=", Value: p.User}, {Field: "status", Operator: "IN", Value: []string{Queued, Running}}},
	})
	if err == nil && len(open) >= openAtOnce {
		return fault.New(fault.Limited, "You already have %d jobs in progress. Wait for one to finish, or cancel it.", openAtOnce).After(time.Minute)
	}
	return err
}

// Jobs lists the newest jobs that somebody may see: his own, and a superuser all.
func (s *Service) Jobs(ctx context.Context, p *access.Principal) (Jobs, error) {
	found, err := sight.List(ctx, s.store, p, row.ReadRequest{
		Object: Object, Limit: listed, Order: []row.Order{{Field: "created_date", Descending: true}, {Field: "id", Descending: true}},
	})
	return Jobs{Data: found}, err
}

// CancelJob ends a job that is not over. What its portions did so far stays. Errors:
// fault.Forbidden, fault.NotFound, fault.Conflict where it is over.
func (s *Service) CancelJob(ctx context.Context, p *access.Principal, job id.ID) error {
	var ended row.Record
	err := s.change(ctx, p, job, func(ctx context.Context, r row.Record) error {
		if !open(r) {
			return fault.New(fault.Conflict, "This job has already finished.")
		}
		ended = r
		if err := s.commit(ctx, p, r, "job.canceled", row.Fields{"status": Canceled, "finished_date": s.now()}); err != nil {
			return err
		}
		return s.queue.WithdrawJob(ctx, r.Int("ticket"))
	})
	if err == nil {
		s.clear(ctx, p.Organization, ended)
	}
	return err
}

// RetryJob has a job go on that failed or was canceled, from where it had got to. Errors:
// fault.Forbidden, fault.NotFound, fault.Conflict where it didn't fail.
func (s *Service) RetryJob(ctx context.Context, p *access.Principal, job id.ID) error {
	return s.change(ctx, p, job, func(ctx context.Context, r row.Record) error {
		if status := r.Text("status"); status != Failed && status != Canceled {
			return fault.New(fault.Conflict, "Only a job that failed or was canceled can be retried.")
		}
		ticket, err := s.queue.QueueJob(ctx, p.Organization, job, true)
		if err != nil {
			return err
		}
		return s.commit(ctx, p, r, "job.retried", row.Fields{
			"status": Queued, "ticket": ticket, "error": nil, "problems": nil, "finished_date": nil, "dismissed": false,
		})
	})
}

// UndoJob starts the job that undoes one, and returns its id. Errors: fault.Forbidden,
// fault.NotFound, fault.Conflict where it is under way or can't be undone.
func (s *Service) UndoJob(ctx context.Context, p *access.Principal, job id.ID, command string) (id.ID, error) {
	item, err := sight.Of(ctx, s.store, p, Object, job)
	if err != nil {
		return "", err
	}
	r, err := s.store.Get(ctx, p.Organization, Object, item.ID)
	if err != nil {
		return "", err
	}
	k, known := s.kinds[r.Text("kind")]
	switch {
	case !known || !k.CanUndo():
		return "", fault.New(fault.Conflict, "This job can't be undone")
	case open(r):
		return "", fault.New(fault.Conflict, "Cancel the job before you undo it")
	}
	return k.Undo(ctx, k.door, p, job, command)
}

// change changes a job that somebody started, or any for a superuser, from the version that
// it reads.
func (s *Service) change(ctx context.Context, p *access.Principal, job id.ID, do func(context.Context, row.Record) error) error {
	item, err := sight.Of(ctx, s.store, p, Object, job)
	if err != nil {
		return err
	}
	if !p.Superuser && item.Route.Owner != p.User {
		return fault.New(fault.Forbidden, "Only the user who started the job or a superuser can do this")
	}
	for try := 1; ; try++ {
		err := s.store.Together(ctx, func(ctx context.Context) error {
			r, err := s.store.Get(ctx, p.Organization, Object, job)
			if err != nil {
				return err
			}
			return do(ctx, r)
		})
		if !fault.Is(err, fault.VersionConflict) || try == meetings {
			return err
		}
	}
}

func (s *Service) commit(ctx context.Context, p *access.Principal, r row.Record, cause string, set row.Fields) error {
	_, err := s.store.Commit(ctx, row.Change{Organization: p.Organization, By: p.User, Writes: []row.Write{{
		Object: Object, ID: r.ID, Op: entry.Updated, Expect: r.Version, Set: set, Cause: cause,
	}}})
	return err
}

func open(r row.Record) bool { return r.Text("status") == Queued || r.Text("status") == Running }

// reviewer refuses jobs that are made by hand.
type reviewer struct{}

// Review implements feature.Reviewer.
func (reviewer) Review(_ context.Context, _ *access.Principal, _ id.ID, before row.Record, _ row.Fields) ([]row.Write, error) {
	if before.ID == "" {
		return nil, fault.New(fault.Forbidden, "Jobs can't be created directly")
	}
	return nil, nil
}
