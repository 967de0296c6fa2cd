package imports

import (
	"context"
	"encoding/json"
	"strings"
	"time"

	"switchboard/actors/feature"
	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/origin"
	"switchboard/storage/row"
)

const (
	// undoneBatch is how many records one portion brings back.
	undoneBatch = 200
	// listed bounds the records that a job names.
	listed = 100
)

// refusal is a record that was not brought back, and why.
type refusal struct {
	ID     id.ID  `json:"id"`
	Name   string `json:"name"`
	Detail string `json:"detail"`
}

// undoState is the cursor of the job that undoes an import.
type undoState struct {
	Pending []row.Written `json:"pending"`
	Next    id.ID         `json:"next"`
	Refused int64         `json:"refused"`
	Named   []refusal     `json:"named,omitempty"`
}

// Undo starts the job that undoes an import, and returns its id. Errors: fault.NotFound,
// fault.Conflict for one that is under way, wrote nothing or ended more than thirty days ago.
func (s *Service) Undo(ctx context.Context, p *access.Principal, of id.ID, command string) (id.ID, error) {
	up, err := s.staged(ctx, p, of)
	if err != nil {
		return "", err
	}
	ran, isBegun, err := s.begun(ctx, p, up.ID, fileJob)
	if err != nil {
		return "", err
	}
	if !isBegun {
		return "", fault.New(fault.Conflict, "This import has not been run, so there is nothing to undo")
	}
	back, isUndone, err := s.begun(ctx, p, up.ID, fileUndo)
	if err != nil {
		return "", err
	}
	if isUndone {
		r, err := s.store.Get(ctx, p.Organization, jobObject, back.Job)
		switch status := r.Text("status"); {
		case err != nil && !fault.Is(err, fault.NotFound):
			return "", err
		case status == "done":
			return "", fault.New(fault.Conflict, "This import was undone already")
		case status == "queued" || status == "running":
			return back.Job, nil
		}
	}
	return s.undo(ctx, p, ran, command)
}

// UndoJob is Undo of the import of a job.
func (s *Service) UndoJob(ctx context.Context, p *access.Principal, job id.ID, command string) (id.ID, error) {
	r, err := s.store.Get(ctx, p.Organization, jobObject, job)
	if err != nil {
		return "", err
	}
	_, of, _ := strings.Cut(r.Text("link"), "/imports/")
	if of == "" { // it did not get to its end
		var what Work
		raw, _ := r.Fields["payload"].(json.RawMessage)
		_ = json.Unmarshal(raw, &what) // then nothing is found
		of = string(what.Import)
	}
	found, _ := id.Parse(of)
	return s.Undo(ctx, p, found, command)
}

func (s *Service) undo(ctx context.Context, p *access.Principal, ran begun, command string) (id.ID, error) {
	r, err := s.store.Get(ctx, p.Organization, jobObject, ran.Job)
	if err != nil {
		return "", err
	}
	ended := s.now()
	switch r.Text("status") {
	case "queued", "running":
		return "", fault.New(fault.Conflict, "Pause the import before you undo it")
	default:
		if at, is := timeOf(r, "finished_date"); is {
			ended = at
		}
	}
	if s.now().After(ended.Add(kept)) {
		return "", fault.New(fault.Conflict, "An import can be undone for 30 days. This one ended on %s", ended.Format("January 2, 2006"))
	}
	began, _ := timeOf(r, "created_date")
	what := Undone{Job: ran.Job, Object: ran.Work.Object, Since: began.Add(-time.Minute)} // clocks differ
	count, err := s.store.CountWritten(ctx, p.Organization, what.request("", 0))
	if err != nil {
		return "", err
	}
	if count == 0 {
		return "", fault.New(fault.Conflict, "The history has no change of this import to undo")
	}
	job, err := s.jobs.StartJob(ctx, p, UndoKind, what, command)
	if err != nil {
		return "", err
	}
	return job, s.saveJSON(ctx, place(p.Organization, ran.Work.Import, fileUndo), begun{job, ran.Work})
}

func (u Undone) request(after id.ID, limit int) row.WrittenRequest {
	return row.WrittenRequest{Object: u.Object, Request: string(u.Job), Since: u.Since, After: after, Limit: limit}
}

// Restore brings back what the import made of the pending records.
func (s *Service) Restore(ctx context.Context, on feature.Portion, what Undone) error {
	var at undoState
	if on.Cursor == "" {
		return nil
	}
	if err := json.Unmarshal([]byte(on.Cursor), &at); err != nil {
		return err
	}
	ctx = origin.With(ctx, origin.Origin{Via: origin.Import, Request: string(on.Job)})
	out := outcome{}
	refuse := func(record id.ID, err error) {
		out.Refused++
		out.refused = append(out.refused, refusal{ID: record, Detail: fault.From(err).Detail})
	}
	var made []row.ImportRow
	for _, one := range at.Pending {
		if one.Op == entry.Created && !one.Since {
			made = append(made, row.ImportRow{Key: string(on.Job) + ":" + string(one.ID), Record: one.ID})
			continue
		}
		err := s.restore(ctx, on, what, one)
		switch {
		case err == nil:
		case fault.Is(err, fault.Unavailable), fault.Is(err, fault.Internal), fault.Is(err, fault.Full), ctx.Err() != nil:
			return err
		default:
			refuse(one.ID, err)
		}
	}
	if len(made) > 0 {
		done, err := s.records.ImportRows(ctx, on.By, what.Object, row.ImportDelete, made, false)
		if err != nil {
			return err
		}
		for i, one := range done {
			if one.Err != nil {
				refuse(made[i].Record, one.Err)
			}
		}
	}
	s.mu.Lock()
	s.written[on.Job] = out
	s.mu.Unlock()
	return nil
}

// restore brings one record back.
func (s *Service) restore(ctx context.Context, on feature.Portion, what Undone, one row.Written) error {
	command := string(on.Job) + ":" + string(one.ID)
	switch {
	case one.Op == entry.Created, one.Op == entry.Removed && one.Since, one.Op == entry.Updated && len(one.Fields) == 0:
		return fault.New(fault.Conflict, "Changed by someone since")
	case one.Op == entry.Removed:
		return s.records.Revive(ctx, on.By, what.Object, one.ID, command)
	}
	ignored, err := s.records.RestoreFields(ctx, on.By, what.Object, one.ID, one.Version-1, one.Fields, command)
	if err == nil && len(ignored) > 0 {
		err = fault.New(fault.Forbidden, "You don't have permission to change %s", strings.Join(ignored, ", "))
	}
	return err
}

// UndoPortion notes what was brought back and reads what is brought back next.
func (s *Service) UndoPortion(ctx context.Context, on feature.Portion, what Undone) (feature.Progress, error) {
	var at undoState
	next := on.Progress
	if on.Cursor == "" {
		var err error
		if next.Total, err = s.store.CountWritten(ctx, on.Organization, what.request("", 0)); err != nil {
			return on.Progress, err
		}
	} else {
		if err := json.Unmarshal([]byte(on.Cursor), &at); err != nil {
			return on.Progress, err
		}
		out, err := s.noted(on, 0)
		if err != nil {
			return on.Progress, err
		}
		next.Done += int64(len(at.Pending))
		at.Refused += out.Refused
		at.Named = append(at.Named, out.refused[:min(len(out.refused), listed-len(at.Named))]...)
	}
	var err error
	if at.Pending, err = s.store.Written(ctx, on.Organization, what.request(at.Next, undoneBatch)); err != nil {
		return on.Progress, err
	}
	if n := len(at.Pending); n > 0 {
		at.Next = at.Pending[n-1].ID
		raw, err := json.Marshal(at)
		next.Cursor = string(raw)
		return next, err
	}
	one, many := "record", "records"
	if o := on.By.Registry().Object(what.Object); o != nil {
		one, many = strings.ToLower(o.Title), strings.ToLower(o.Plural)
	}
	back := fault.Count(next.Done-at.Refused, one, many)
	if at.Refused > 0 {
		problems, err := json.Marshal(map[string]any{"object": what.Object, "count": at.Refused, "problems": at.Named})
		if err != nil {
			return on.Progress, err
		}
		return on.Progress, &feature.FailedError{
			Err:      fault.New(fault.Invalid, "Undid the import of %s; %s changed by someone since, or may not be changed by you.", back, fault.Count(at.Refused, "was", "were")),
			Problems: problems,
		}
	}
	next.Total, next.Over = next.Done, true
	next.Result = "Undid the import of " + back + "."
	return next, nil
}

func timeOf(r row.Record, field string) (time.Time, bool) {
	at, is := r.Fields[field].(time.Time)
	return at, is
}
