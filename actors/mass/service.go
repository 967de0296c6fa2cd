package mass

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"sync"

	"switchboard/actors/feature"
	"switchboard/actors/runtime"
	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/exact"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/origin"
	"switchboard/storage/query"
	"switchboard/storage/schema"
)

const (
	// batch is the number of records that one portion changes.
	batch = access.MassRows
	// maxIDs bounds the records that a request may name, maxFields the fields that it may set.
	maxIDs    = 1_000
	maxFields = 20
	// listed bounds the refused records that a job names.
	listed = 100
)

// Service changes many records.
type Service struct {
	records Records
	store   Store
	jobs    Jobs

	mu      sync.Mutex
	written map[id.ID][]refusal // of the batch that each job wrote and has not noted yet
}

// New makes the service.
func New(r Records, store Store, j Jobs) *Service {
	return &Service{records: r, store: store, jobs: j, written: map[id.ID][]refusal{}}
}

// refusal is a record that was not changed, and why.
type refusal struct {
	ID     id.ID  `json:"id"`
	Name   string `json:"name"`
	Detail string `json:"detail"`
}

// state is the cursor of a job.
type state struct {
	// Pending are the records that are changed next.
	Pending []pending `json:"pending"`
	// Next is where the list goes on: the cursor of a page, or an index into Work.IDs.
	Next string `json:"next,omitempty"`
	At   int    `json:"at,omitempty"`
	// Refused counts the records that were not changed; Named are the first of them.
	Refused int64     `json:"refused,omitempty"`
	Named   []refusal `json:"named,omitempty"`
}

type pending struct {
	ID   id.ID  `json:"id"`
	Name string `json:"name,omitempty"`
	// Version and Fields are of an undo: the version that the change made, and the fields that
	// nobody has changed since.
	Version int64    `json:"version,omitempty"`
	Fields  []string `json:"fields,omitempty"`
}

// Change starts the job that changes the records, and returns its id. Errors: fault.Forbidden,
// fault.NotFound for an unknown object or record, fault.Invalid for fields, values or a filter that no
// record can take.
func (s *Service) Change(ctx context.Context, p *access.Principal, in Change) (id.ID, error) {
	what := Work{Object: in.Object, IDs: in.IDs, Comparison: strings.ToUpper(in.Comparison), Set: in.Set}
	o := p.Registry().Object(in.Object)
	if o == nil {
		return "", fault.New(fault.NotFound, "There is no object %q", in.Object)
	}
	if len(in.Filter) > 0 {
		if err := exact.Decode(in.Filter, &what.Filter); err != nil {
			return "", fault.Field("filter", "The filter must be a JSON array of {field, operator, value}.")
		}
	}
	switch {
	case len(in.IDs) > maxIDs:
		return "", fault.Field("ids", "Name at most %d records, or send a filter", maxIDs)
	case len(in.IDs) > 0 && what.Filter != nil:
		return "", fault.Field("ids", "Send ids or a filter, not both")
	case len(in.IDs) == 0 && what.Filter == nil: // an empty list must never mean all
		return "", fault.Field("ids", "Name the records, or send a filter; [] means all")
	case what.Comparison != "" && what.Comparison != "AND" && what.Comparison != "OR":
		return "", fault.Field("comparison", "comparison must be AND or OR")
	}
	if err := mayChange(p, what); err != nil {
		return "", err
	}
	if err := settable(o, in.Set); err != nil {
		return "", err
	}
	if len(what.IDs) > 0 {
		if err := s.areThere(ctx, p, what); err != nil {
			return "", err
		}
	} else { // a filter that can't be read is refused at once
		if _, _, err := s.records.PageOf(ctx, p, what.Object, what.Filter, what.isAny(), "", 1); err != nil {
			return "", err
		}
	}
	return s.jobs.StartJob(ctx, p, Kind, what, in.Command)
}

// areThere checks that the user may see all records that a request names.
func (s *Service) areThere(ctx context.Context, p *access.Principal, what Work) error {
	ids, err := json.Marshal(what.IDs)
	if err != nil {
		return err
	}
	seen := map[id.ID]bool{}
	filter := []query.FilterRow{{Field: "id", Operator: "IN", Value: ids}}
	for cursor, isLast := "", false; !isLast; isLast = cursor == "" {
		var page []entry.Fields
		if page, cursor, err = s.records.PageOf(ctx, p, what.Object, filter, false, cursor, maxIDs); err != nil {
			return err
		}
		for _, fields := range page {
			seen[pendingOf(p, what.Object, fields).ID] = true
		}
	}
	for i, one := range what.IDs {
		if !seen[one] {
			return fault.New(fault.NotFound, "Record not found").At(i)
		}
	}
	return nil
}

// settable checks what can be checked without a record.
func settable(o *schema.Object, set map[string]json.RawMessage) error {
	if len(set) == 0 || len(set) > maxFields {
		return fault.Field("set", "Set 1 to %d fields", maxFields)
	}
	for name, raw := range set {
		f := o.Field(name)
		switch {
		case f == nil || f.Internal:
			return fault.Field(name, "Unknown or unreadable field")
		case !f.Settable() || name == "id" || name == "version":
			return fault.Field(name, "%s can't be changed", f.Title)
		case f.Type.Sealed: // the job would keep the value as it is
			return fault.Field(name, "%s is encrypted: change it record by record", f.Title)
		case f.Unique:
			return fault.Field(name, "%s is unique: many records can't have the same", f.Title)
		case f.Amending(raw):
			continue
		}
		if _, err := schema.Check(f, raw); err != nil {
			return err
		}
	}
	return nil
}

// isAny reports whether one row of the filter is enough.
func (w *Work) isAny() bool { return w.Comparison == "OR" }

// Write changes the pending records of a job.
func (s *Service) Write(ctx context.Context, on feature.Portion, what Work) error {
	return s.each(ctx, on, func(ctx context.Context, one pending, command string) error {
		ignored, err := s.records.PatchOne(ctx, on.By, what.Object, one.ID, what.Set, command)
		return refused(on.By, what.Object, ignored, err)
	})
}

// Forget drops what a job that failed or was canceled wrote and has not noted.
func (s *Service) Forget(job id.ID) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.written, job)
}

// each does something with each pending record of a job and keeps what was refused. An error
// means that the database is away.
func (s *Service) each(ctx context.Context, on feature.Portion, do func(ctx context.Context, one pending, command string) error) error {
	at, err := stateOf(on)
	if err != nil {
		return err
	}
	ctx = origin.With(ctx, origin.Origin{Via: origin.API, Request: string(on.Job)})
	out := []refusal{}
	for _, one := range at.Pending {
		err := do(ctx, one, string(on.Job)+":"+string(one.ID))
		switch e := fault.From(err); {
		case err == nil:
		case fault.Is(err, fault.Unavailable), fault.Is(err, fault.Internal), ctx.Err() != nil:
			return err
		default:
			out = append(out, refusal{one.ID, one.Name, e.Detail})
		}
	}
	s.mu.Lock()
	s.written[on.Job] = out
	s.mu.Unlock()
	return nil
}

// refused gives the error of one record: of a live one it is inside a PartialError, and fields
// that were ignored are an error here.
func refused(p *access.Principal, object string, ignored []string, err error) error {
	if partial, is := errors.AsType[*runtime.PartialError](err); is {
		err = nil
		for _, outcome := range partial.Outcomes {
			err = errors.Join(err, outcome)
		}
	}
	if err != nil || len(ignored) == 0 {
		return err
	}
	var titles []string
	for _, name := range ignored {
		if f := p.Registry().Object(object).Field(name); f != nil {
			titles = append(titles, f.Title)
		}
	}
	return fault.New(fault.Forbidden, "You don't have permission to change %s", strings.Join(titles, ", "))
}

// noted moves what the last batch wrote into the progress. It fails where this node did not write
// the batch: then the job writes it again, which changes nothing.
func (s *Service) noted(on feature.Portion, at *state, next *feature.Progress) error {
	s.mu.Lock()
	out, isWritten := s.written[on.Job]
	delete(s.written, on.Job)
	s.mu.Unlock()
	if len(at.Pending) == 0 {
		return nil
	}
	if !isWritten {
		return fault.New(fault.Unavailable, "The batch was written by another node.")
	}
	next.Done += int64(len(at.Pending))
	at.Refused += int64(len(out))
	at.Named = append(at.Named, out[:min(len(out), listed-len(at.Named))]...)
	at.Pending = nil
	return nil
}

// Portion notes what was written and reads what is changed next.
func (s *Service) Portion(ctx context.Context, on feature.Portion, what Work) (feature.Progress, error) {
	at, err := stateOf(on)
	if err != nil {
		return on.Progress, err
	}
	next := on.Progress
	if err := s.noted(on, &at, &next); err != nil {
		return on.Progress, err
	}
	isFirst := on.Cursor == ""
	switch {
	case len(what.IDs) > 0:
		next.Total = int64(len(what.IDs))
		to := min(at.At+batch, len(what.IDs))
		for _, one := range what.IDs[at.At:to] {
			at.Pending = append(at.Pending, pending{ID: one})
		}
		at.At = to
	case isFirst || at.Next != "":
		if isFirst {
			if next.Total, err = s.records.CountOf(ctx, on.By, what.Object, what.Filter, what.isAny()); err != nil {
				return on.Progress, err
			}
		}
		page, cursor, err := s.records.PageOf(ctx, on.By, what.Object, what.Filter, what.isAny(), at.Next, batch)
		if err != nil {
			return on.Progress, err
		}
		at.Next = cursor
		for _, fields := range page {
			at.Pending = append(at.Pending, pendingOf(on.By, what.Object, fields))
		}
	}
	return s.goesOn(on, what.Object, at, next, "Changed")
}

// goesOn is the progress of a job whose next records are pending, or its end.
func (s *Service) goesOn(on feature.Portion, object string, at state, next feature.Progress, done string) (feature.Progress, error) {
	if len(at.Pending) > 0 {
		raw, err := json.Marshal(at)
		next.Cursor, next.Total = string(raw), max(next.Total, next.Done+int64(len(at.Pending)))
		return next, err
	}
	o := on.By.Registry().Object(object)
	one, many := "record", "records"
	if o != nil {
		one, many = strings.ToLower(o.Title), strings.ToLower(o.Plural)
	}
	changed := next.Done - at.Refused
	if at.Refused > 0 {
		problems, err := json.Marshal(map[string]any{"object": object, "count": at.Refused, "problems": at.Named})
		if err != nil {
			return on.Progress, err
		}
		return on.Progress, &feature.FailedError{
			Err:      fault.New(fault.Invalid, "%s %s; %s refused.", done, fault.Count(changed, one, many), fault.Count(at.Refused, "was", "were")),
			Problems: problems,
		}
	}
	next.Total, next.Over = next.Done, true
	next.Result = done + " " + fault.Count(changed, one, many) + "."
	return next, nil
}

// Undo starts the job that undoes another one, and returns its id. Errors: fault.Conflict for one
// that changed nothing.
func (s *Service) Undo(ctx context.Context, p *access.Principal, job id.ID, command string) (id.ID, error) {
	object, count, err := s.store.CountChangedBy(ctx, p.Organization, string(job))
	if err != nil {
		return "", err
	}
	if count == 0 {
		return "", fault.New(fault.Conflict, "The history has no change of this job to undo")
	}
	return s.jobs.StartJob(ctx, p, UndoKind, Undone{Job: job, Object: object}, command)
}

// Restore undoes the change of the pending records.
func (s *Service) Restore(ctx context.Context, on feature.Portion, what Undone) error {
	return s.each(ctx, on, func(ctx context.Context, one pending, command string) error {
		if len(one.Fields) == 0 {
			return fault.New(fault.Conflict, "Changed by someone since")
		}
		ignored, err := s.records.RestoreFields(ctx, on.By, what.Object, one.ID, one.Version-1, one.Fields, command)
		return refused(on.By, what.Object, ignored, err)
	})
}

// UndoPortion notes what was restored and reads what is restored next.
func (s *Service) UndoPortion(ctx context.Context, on feature.Portion, what Undone) (feature.Progress, error) {
	at, err := stateOf(on)
	if err != nil {
		return on.Progress, err
	}
	next := on.Progress
	if err := s.noted(on, &at, &next); err != nil {
		return on.Progress, err
	}
	if on.Cursor == "" {
		if _, next.Total, err = s.store.CountChangedBy(ctx, on.Organization, string(what.Job)); err != nil {
			return on.Progress, err
		}
	}
	changes, err := s.store.ChangedBy(ctx, on.Organization, string(what.Job), id.ID(at.Next), batch)
	if err != nil {
		return on.Progress, err
	}
	for _, c := range changes {
		at.Pending = append(at.Pending, pending{ID: c.ID, Version: c.Version, Fields: c.Fields})
		at.Next = string(c.ID)
	}
	return s.goesOn(on, what.Object, at, next, "Restored")
}

func stateOf(on feature.Portion) (at state, err error) {
	if on.Cursor != "" {
		err = json.Unmarshal([]byte(on.Cursor), &at)
	}
	return at, err
}

func pendingOf(p *access.Principal, object string, fields map[string]json.RawMessage) (out pending) {
	_ = json.Unmarshal(fields["id"], &out.ID) // every record has one
	_ = json.Unmarshal(fields[p.Registry().Object(object).NameField], &out.Name)
	return out
}
