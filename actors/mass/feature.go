package mass

import (
	"context"
	"encoding/json"

	"switchboard/actors/feature"
	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/query"
	"switchboard/storage/row"
)

// The kinds of jobs. They are stored and must not change.
const (
	Kind     = "mass_update"
	UndoKind = "mass_undo"
)

// Feature declares changes of many records.
var Feature = feature.Feature{
	Name: "mass",
	Commands: []feature.Command{
		feature.Do(feature.Command{Route: feature.Route{Method: "POST", Path: "/mass/{object}", Status: 202, Shows: "job"}}, change),
	},
	Jobs:  []feature.Job{changeJob(), undoJob()},
	Start: start,
}

func changeJob() feature.Job {
	j := feature.Portions(feature.Job{Name: Kind, Title: "Change records"}, mayChange, func(ctx context.Context, d Worker, on feature.Portion, what Work) (feature.Progress, error) {
		return d.Portion(ctx, on, what)
	})
	j = feature.Outside(j, func(ctx context.Context, d Worker, on feature.Portion, what Work) (bool, error) {
		return true, d.Write(ctx, on, what)
	})
	j = feature.Undoable(j, func(ctx context.Context, d Worker, p *access.Principal, job id.ID, command string) (id.ID, error) {
		return d.Undo(ctx, p, job, command)
	})
	return feature.Ended(j, func(_ context.Context, d Worker, _, job id.ID, _ Work) error {
		d.Forget(job)
		return nil
	})
}

func undoJob() feature.Job {
	j := feature.Portions(feature.Job{Name: UndoKind, Title: "Undo a change of records"}, mayUndo, func(ctx context.Context, d Worker, on feature.Portion, what Undone) (feature.Progress, error) {
		return d.UndoPortion(ctx, on, what)
	})
	j = feature.Outside(j, func(ctx context.Context, d Worker, on feature.Portion, what Undone) (bool, error) {
		return true, d.Restore(ctx, on, what)
	})
	return feature.Ended(j, func(_ context.Context, d Worker, _, job id.ID, _ Undone) error {
		d.Forget(job)
		return nil
	})
}

// Work is what a job changes: the records of IDs or, without any, all that the filter finds.
type Work struct {
	Object     string                     `json:"object"`
	IDs        []id.ID                    `json:"ids,omitempty"`
	Filter     []query.FilterRow          `json:"filter,omitempty"`
	Comparison string                     `json:"comparison,omitempty"` // AND or OR
	Set        map[string]json.RawMessage `json:"set"`
}

// Undone names the job that is undone and the object whose records it changed.
type Undone struct {
	Job    id.ID  `json:"job"`
	Object string `json:"object"`
}

// Change asks for the fields of Set to be changed in many records.
type Change struct {
	Object     string                     `json:"object"`
	IDs        []id.ID                    `json:"ids" of:"records"`
	Filter     json.RawMessage            `json:"filter"`
	Comparison string                     `json:"comparison"`
	Set        map[string]json.RawMessage `json:"set"`
	feature.Given
}

// Ref names a job.
type Ref struct {
	ID id.ID `json:"id"`
}

// RecordID implements feature.Named.
func (r Ref) RecordID() id.ID { return r.ID }

// Door is what clients' commands ask of the Service.
type Door interface {
	Change(ctx context.Context, p *access.Principal, in Change) (id.ID, error)
}

// Worker is what the jobs ask of the Service.
type Worker interface {
	Write(ctx context.Context, on feature.Portion, what Work) error
	Portion(ctx context.Context, on feature.Portion, what Work) (feature.Progress, error)
	Restore(ctx context.Context, on feature.Portion, what Undone) error
	UndoPortion(ctx context.Context, on feature.Portion, what Undone) (feature.Progress, error)
	Undo(ctx context.Context, p *access.Principal, job id.ID, command string) (id.ID, error)
	Forget(job id.ID)
}

func change(ctx context.Context, d Door, p *access.Principal, in Change) (Ref, error) {
	job, err := d.Change(ctx, p, in)
	return Ref{job}, err
}

func mayChange(p *access.Principal, what Work) error {
	if err := p.MayChange(what.Object); err != nil {
		return err
	}
	if (len(what.IDs) == 0 || len(what.IDs) > access.MassRows) && !p.Has(access.MassUpdate) {
		return fault.New(fault.Forbidden, "Changing all records of a list, or more than %d, takes the system right %s.", access.MassRows, access.MassUpdate)
	}
	return nil
}

func mayUndo(p *access.Principal, what Undone) error { return p.MayChange(what.Object) }

// Records reads and writes records as a user may (actors/records).
type Records interface {
	PageOf(ctx context.Context, p *access.Principal, object string, filter []query.FilterRow, isAny bool, cursor string, limit int) (page []entry.Fields, next string, err error)
	CountOf(ctx context.Context, p *access.Principal, object string, filter []query.FilterRow, isAny bool) (int64, error)
	PatchOne(ctx context.Context, p *access.Principal, object string, record id.ID, set map[string]json.RawMessage, command string) (ignored []string, err error)
	RestoreFields(ctx context.Context, p *access.Principal, object string, record id.ID, version int64, fields []string, command string) (ignored []string, err error)
}

// Store is what undoing needs of the database (storage/pg).
type Store interface {
	ChangedBy(ctx context.Context, organization id.ID, request string, after id.ID, limit int) ([]row.ChangedBy, error)
	CountChangedBy(ctx context.Context, organization id.ID, request string) (object string, count int64, err error)
}

// Jobs starts jobs (actors/jobs).
type Jobs interface {
	StartJob(ctx context.Context, p *access.Principal, kind string, payload any, command string) (id.ID, error)
}

func start(h *feature.Host) feature.Running {
	return feature.Running{Service: New(feature.Need[Records](h), feature.Need[Store](h), feature.Need[Jobs](h))}
}
