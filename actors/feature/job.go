package feature

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"switchboard/storage/access"
	"switchboard/storage/id"
)

// Job is a kind of work that takes longer than a person waits for an answer: it goes on in
// the background, in portions, and he is told how far it has got.
type Job struct {
	// Name names the kind, and stays: jobs that were stored are found by it.
	Name string
	// Title says to people what is done: "Erase a contact".
	Title string

	takes func(door any) bool
	may   func(p *access.Principal, payload json.RawMessage) error
	do    func(ctx context.Context, door any, on Portion, payload json.RawMessage) (Progress, error)
	// outside, ended and undo are nil if the kind has none.
	outside func(ctx context.Context, door any, on Portion, payload json.RawMessage) (isReady bool, err error)
	ended   func(ctx context.Context, door any, organization, job id.ID, payload json.RawMessage) error
	undo    func(ctx context.Context, door any, p *access.Principal, job id.ID, command string) (id.ID, error)

	every time.Duration
	due   func(ctx context.Context, door any, organization id.ID) (payload any, isDue bool, err error)
}

// FailedError is an error that ends a job, with the records that were in its way.
type FailedError struct {
	Err      error
	Problems json.RawMessage // an object: {object, count, problems: [{id, name, detail}]}
}

// Error implements error.
func (f *FailedError) Error() string { return f.Err.Error() }

// Unwrap returns the error itself.
func (f *FailedError) Unwrap() error { return f.Err }

// Portion is what one portion of a job is given.
type Portion struct {
	Organization id.ID
	Job          id.ID
	// By is on whose behalf it is done, with the rights that he has now.
	By *access.Principal
	Progress
}

// Progress is how far a job has got.
type Progress struct {
	// Cursor is where the next portion begins, "" for the first one.
	Cursor string
	// Done and Total count what a person is told of; Total is 0 if nobody knows.
	Done, Total int64
	// Over says that nothing is left to be done.
	Over bool
	// Result says to people what came of it, and Link is the page that shows it, or how far it has got;
	// "" for none.
	Result string
	Link   string
}

// Portions declares a kind of job: who may have it done, which is asked again whenever it is
// taken up, and what does one portion. Door is an interface that the running feature implements;
// Payload is what the job was started with.
//
// A portion is done in the transaction of its context, together with the note of how far the job
// has got: where either fails, or the job was canceled or taken up elsewhere meanwhile, nothing
// of the portion stands and it is done again. So it must write by that context alone, and take a
// second or two at most.
func Portions[Door, Payload any](j Job, may func(*access.Principal, Payload) error, do func(context.Context, Door, Portion, Payload) (Progress, error)) Job {
	read := func(raw json.RawMessage) (p Payload, err error) {
		if err = json.Unmarshal(raw, &p); err != nil {
			err = fmt.Errorf("payload of the job %s: %w", j.Name, err)
		}
		return p, err
	}
	j.takes = func(door any) bool { _, ok := door.(Door); return ok }
	j.may = func(p *access.Principal, raw json.RawMessage) error {
		payload, err := read(raw)
		if err != nil {
			return err
		}
		return may(p, payload)
	}
	j.do = func(ctx context.Context, door any, on Portion, raw json.RawMessage) (Progress, error) {
		payload, err := read(raw)
		if err != nil {
			return on.Progress, err
		}
		to, ok := door.(Door)
		if !ok {
			return on.Progress, fmt.Errorf("the job %s was given %T", j.Name, door)
		}
		return do(ctx, to, on, payload)
	}
	return j
}

// Outside adds to a kind of job what is done before each portion and in no transaction, since the
// database allows it in none: the building of an index without stopping anybody, for one. It is
// told how far the job has got, and is done again wherever a node died or the portion behind it
// failed: so it must be safe to repeat, and to be done twice at once. isReady is false if it has
// to wait: then the job goes to the end of the queue.
func Outside[Door, Payload any](j Job, step func(context.Context, Door, Portion, Payload) (isReady bool, err error)) Job {
	j.outside = func(ctx context.Context, door any, on Portion, raw json.RawMessage) (bool, error) {
		to, payload, err := given[Door, Payload](j.Name, door, raw)
		if err != nil {
			return false, err
		}
		return step(ctx, to, on, payload)
	}
	return j
}

// Ended adds to a kind of job what clears up behind one that failed or was canceled. It may
// be left undone, where the node dies.
func Ended[Door, Payload any](j Job, tidy func(ctx context.Context, d Door, organization, job id.ID, payload Payload) error) Job {
	j.ended = func(ctx context.Context, door any, organization, job id.ID, raw json.RawMessage) error {
		to, payload, err := given[Door, Payload](j.Name, door, raw)
		if err != nil {
			return err
		}
		return tidy(ctx, to, organization, job, payload)
	}
	return j
}

// Undoable adds to a kind of job what starts the job that undoes one, and gives that job's id. It is
// asked of a job that has ended and that the principal sees.
func Undoable[Door any](j Job, undo func(ctx context.Context, d Door, p *access.Principal, job id.ID, command string) (id.ID, error)) Job {
	j.undo = func(ctx context.Context, door any, p *access.Principal, job id.ID, command string) (id.ID, error) {
		to, ok := door.(Door)
		if !ok {
			return "", fmt.Errorf("the job %s was given %T", j.Name, door)
		}
		return undo(ctx, to, p, job, command)
	}
	return j
}

// Regularly adds to a kind of job that the product starts it by itself: it asks in each
// organization, so often, whether there is something to be done. Such a job has no owner and
// all rights, and superusers see it. due must leave no trace of an organization in which
// there is nothing to be done: it is asked of all.
func Regularly[Door, Payload any](j Job, every time.Duration, due func(ctx context.Context, d Door, organization id.ID) (p Payload, isDue bool, err error)) Job {
	j.every = every
	j.due = func(ctx context.Context, door any, organization id.ID) (any, bool, error) {
		to, ok := door.(Door)
		if !ok {
			return nil, false, fmt.Errorf("the job %s was given %T", j.Name, door)
		}
		return due(ctx, to, organization)
	}
	return j
}

// Every is how often the product starts a job of this kind by itself, 0 if it doesn't.
func (j *Job) Every() time.Duration { return j.every }

// Due reports whether there is something to be done in an organization, and what the job is
// started with.
func (j *Job) Due(ctx context.Context, door any, organization id.ID) (payload any, isDue bool, err error) {
	return j.due(ctx, door, organization)
}

// given reads what a job was started with.
func given[Door, Payload any](name string, door any, raw json.RawMessage) (to Door, payload Payload, err error) {
	if err := json.Unmarshal(raw, &payload); err != nil {
		return to, payload, fmt.Errorf("payload of the job %s: %w", name, err)
	}
	to, ok := door.(Door)
	if !ok {
		return to, payload, fmt.Errorf("the job %s was given %T", name, door)
	}
	return to, payload, nil
}

// Before does what comes before the next portion, outside of its transaction.
func (j *Job) Before(ctx context.Context, door any, on Portion, payload json.RawMessage) (isReady bool, err error) {
	if j.outside == nil {
		return true, nil
	}
	return j.outside(ctx, door, on, payload)
}

// HasOutside reports whether something comes before each portion.
func (j *Job) HasOutside() bool { return j.outside != nil }

// Clear clears up behind a job that failed or was canceled.
func (j *Job) Clear(ctx context.Context, door any, organization, job id.ID, payload json.RawMessage) error {
	if j.ended == nil {
		return nil
	}
	return j.ended(ctx, door, organization, job, payload)
}

// CanUndo reports whether a job of this kind can be undone.
func (j *Job) CanUndo() bool { return j.undo != nil }

// Undo starts the job that undoes one of this kind.
func (j *Job) Undo(ctx context.Context, door any, p *access.Principal, job id.ID, command string) (id.ID, error) {
	return j.undo(ctx, door, p, job, command)
}

// May reports whether somebody may have a job of this kind done; fault.Forbidden.
func (j *Job) May(p *access.Principal, payload json.RawMessage) error { return j.may(p, payload) }

// Do does one portion by the door of its feature.
func (j *Job) Do(ctx context.Context, door any, on Portion, payload json.RawMessage) (Progress, error) {
	return j.do(ctx, door, on, payload)
}
