package imports

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"sync"
	"time"

	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

const (
	// jobObject is the object of jobs (actors/jobs).
	jobObject = "job"
	// pageRows is how many rows a preview shows unless it says otherwise, maxPage how many at most.
	pageRows = 20
	maxPage  = 100
)

// The states of an import.
const (
	statusStaged  = "staged"
	statusRunning = "running"
	statusPaused  = "paused"
	statusDone    = "done"
	statusFailed  = "failed"
	statusUndone  = "undone"
	canceled      = "canceled" // of its job
)

// Service imports tables.
type Service struct {
	records Records
	store   Store
	jobs    Jobs
	stage   Stage
	now     func() time.Time

	mu      sync.Mutex
	written map[id.ID]outcome // of the batch that each job wrote and has not noted yet
}

// New makes the service.
func New(r Records, store Store, j Jobs, stage Stage) *Service {
	return &Service{records: r, store: store, jobs: j, stage: stage, now: time.Now, written: map[id.ID]outcome{}}
}

// Counts are what became of the rows of an import.
type Counts struct {
	Created   int64 `json:"created"`
	Updated   int64 `json:"updated"`
	Unchanged int64 `json:"unchanged"`
	Deleted   int64 `json:"deleted"`
	Refused   int64 `json:"refused"`
}

// Column is a column of a staged table.
type Column struct {
	Name   string   `json:"name"`
	Sample []string `json:"sample"`
}

// Shown is an import as its owner sees it.
type Shown struct {
	ID        id.ID     `json:"id"`
	Object    string    `json:"object"`
	Name      string    `json:"name"`
	Status    string    `json:"status"`
	Created   time.Time `json:"created_date"`
	Expires   time.Time `json:"expires_date"`
	Encoding  string    `json:"encoding"`
	Separator string    `json:"separator"`
	Columns   []Column  `json:"columns"`
	Rows      int64     `json:"rows"`
	// Plan is what was committed or, before that, what is suggested.
	Mode       string            `json:"mode"`
	Mapping    map[string]string `json:"mapping"`
	MatchField string            `json:"match_field"`
	// Job writes the rows, Check tries them; null while there is none.
	Job   *id.ID `json:"job"`
	Check *id.ID `json:"check"`
	// Counts are of the job or, before there is one, of the check.
	Counts  Counts `json:"counts"`
	Message string `json:"message"`
	// CanUndo reports whether the import can be undone now, until UndoUntil.
	CanUndo   bool       `json:"can_undo"`
	UndoUntil *time.Time `json:"undo_until"`
	UndoJob   *id.ID     `json:"undo_job"`
}

// begun is what is kept of a job that was started.
type begun struct {
	Job  id.ID `json:"job"`
	Work Work  `json:"work"`
}

// The files that name the jobs of an import.
const (
	fileJob   = "job"
	fileCheck = "check"
	fileUndo  = "undo"
)

// Show returns the state of an import.
func (s *Service) Show(ctx context.Context, p *access.Principal, of id.ID) (Shown, error) {
	up, err := s.staged(ctx, p, of)
	if err != nil {
		return Shown{}, err
	}
	out := Shown{
		ID: up.ID, Object: up.Object, Name: up.Name, Status: statusStaged, Created: up.Created, Expires: up.Created.Add(kept),
		Encoding: up.Encoding, Separator: up.Separator, Rows: up.Rows, Columns: make([]Column, len(up.Columns)), Mode: row.ImportCreate,
	}
	for i, name := range up.Columns {
		out.Columns[i] = Column{Name: name, Sample: []string{}}
		for _, cells := range up.Sample {
			if i < len(cells) {
				out.Columns[i].Sample = append(out.Columns[i].Sample, cells[i])
			}
		}
	}
	if o := p.Registry().Object(up.Object); o != nil && p.Rights(up.Object) != nil {
		out.Mapping = suggest(p, o, up.Columns, up.Sample)
	}
	if _, hasID := out.Mapping["id"]; hasID {
		out.MatchField = "id"
	}
	check, isChecked, err := s.begun(ctx, p, of, fileCheck)
	if err != nil {
		return Shown{}, err
	}
	if isChecked {
		out.Check = &check.Job
		s.planned(&out, check.Work.Plan)
		if err := s.progress(ctx, p, &out, check.Job, false); err != nil {
			return Shown{}, err
		}
	}
	ran, isBegun, err := s.begun(ctx, p, of, fileJob)
	if err != nil || !isBegun {
		return out, err
	}
	out.Job = &ran.Job
	s.planned(&out, ran.Work.Plan)
	if err := s.progress(ctx, p, &out, ran.Job, true); err != nil {
		return Shown{}, err
	}
	return out, s.undone(ctx, p, &out)
}

func (*Service) planned(out *Shown, plan Plan) {
	out.Mode, out.Mapping, out.MatchField = plan.Mode, plan.Mapping, plan.MatchField
}

// progress adds how far a job has got.
func (s *Service) progress(ctx context.Context, p *access.Principal, out *Shown, job id.ID, isReal bool) error {
	r, err := s.store.Get(ctx, p.Organization, jobObject, job)
	if fault.Is(err, fault.NotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	if isReal {
		switch r.Text("status") {
		case "done":
			out.Status = statusDone
		case "failed":
			out.Status = statusFailed
		case canceled:
			out.Status = statusPaused
		default:
			out.Status = statusRunning
		}
	}
	out.Message = r.Text("result")
	if e := r.Text("error"); e != "" {
		out.Message = e
	}
	at, err := s.stateOfJob(ctx, p.Organization, out.ID, r)
	out.Counts = at.Counts
	if ended, is := r.Fields["finished_date"].(time.Time); is && isReal && out.Status != statusRunning {
		until := ended.Add(kept)
		out.UndoUntil = &until
		out.CanUndo = at.Created+at.Updated+at.Deleted > 0 && s.now().Before(until)
	}
	return err
}

// stateOfJob is the state of a job: its cursor, or what it kept when it was done.
func (s *Service) stateOfJob(ctx context.Context, organization, of id.ID, r row.Record) (at state, err error) {
	if text := r.Text("cursor"); text != "" {
		err = json.Unmarshal([]byte(text), &at)
		return at, err
	}
	err = s.readJSON(ctx, place(organization, of, "outcome-"+string(r.ID)), &at)
	if fault.Is(err, fault.NotFound) {
		err = nil
	}
	return at, err
}

// undone adds whether the import was undone.
func (s *Service) undone(ctx context.Context, p *access.Principal, out *Shown) error {
	back, isUndone, err := s.begun(ctx, p, out.ID, fileUndo)
	if err != nil || !isUndone {
		return err
	}
	r, err := s.store.Get(ctx, p.Organization, jobObject, back.Job)
	if fault.Is(err, fault.NotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	out.UndoJob = &back.Job
	switch r.Text("status") {
	case "done":
		out.Status, out.CanUndo, out.Message = statusUndone, false, r.Text("result")
	case "queued", "running":
		out.CanUndo = false
	default: // what is left can be undone
		out.Message = r.Text("error")
	}
	return nil
}

func (s *Service) begun(ctx context.Context, p *access.Principal, of id.ID, file string) (out begun, is bool, err error) {
	err = s.readJSON(ctx, place(p.Organization, of, file), &out)
	if fault.Is(err, fault.NotFound) {
		return out, false, nil
	}
	return out, err == nil, err
}

// Commit starts the job that imports the rows, or tries them, and returns its id. An import is run
// once: a repeat returns the same job. Without a plan the suggested one is used.
func (s *Service) Commit(ctx context.Context, p *access.Principal, in Commit) (id.ID, error) {
	up, err := s.staged(ctx, p, in.ID)
	if err != nil {
		return "", err
	}
	r, err := s.readerOf(p, &up, Plan{in.Mode, in.Mapping, in.MatchField})
	if err != nil {
		return "", err
	}
	what := Work{Import: up.ID, Object: up.Object, Rows: up.Rows, Plan: r.plan, IsDry: in.DryRun}
	kind, file, command := Kind, fileJob, "import "+string(up.ID)
	if in.DryRun {
		digest := sha256.Sum256(row.JSONValue(r.plan))
		kind, file, command = CheckKind, fileCheck, "check "+string(up.ID)+" "+hex.EncodeToString(digest[:8])
	} else if ran, isBegun, err := s.begun(ctx, p, up.ID, fileJob); isBegun || err != nil {
		return ran.Job, err
	}
	job, err := s.jobs.StartJob(ctx, p, kind, what, command)
	if err != nil {
		return "", err
	}
	return job, s.saveJSON(ctx, place(p.Organization, up.ID, file), begun{job, what})
}

// readerOf is the reader of a plan, or of the suggested one.
func (s *Service) readerOf(p *access.Principal, up *staged, plan Plan) (*reader, error) {
	if plan.Mode == "" {
		plan.Mode = row.ImportCreate
	}
	if err := s.records.MayImport(p, up.Object, plan.Mode); err != nil {
		return nil, err
	}
	if plan.Mapping == nil {
		plan.Mapping = suggest(p, p.Registry().Object(up.Object), up.Columns, up.Sample)
		if plan.Mode == row.ImportCreate {
			delete(plan.Mapping, "id")
		}
	}
	return s.newReader(p, up.Object, up.Columns, plan)
}

// Page is what would become of some rows.
type Page struct {
	Rows []PreviewRow `json:"rows"`
	// Next is where the next page begins, 0 behind the last.
	Next int64 `json:"next"`
}

// PreviewRow is what would become of a row.
type PreviewRow struct {
	Line   int    `json:"line"`
	Action string `json:"action"` // created, updated, unchanged, deleted or refused
	Record id.ID  `json:"record,omitempty"`
	// Before and After are the fields that change.
	Before entry.Fields        `json:"before,omitempty"`
	After  entry.Fields        `json:"after,omitempty"`
	Cells  []string            `json:"cells"`
	Error  string              `json:"error,omitempty"`
	Errors map[string][]string `json:"errors,omitempty"`
}

// Preview tries some rows.
func (s *Service) Preview(ctx context.Context, p *access.Principal, in Preview) (Page, error) {
	out := Page{Rows: []PreviewRow{}}
	up, err := s.staged(ctx, p, in.ID)
	if err != nil {
		return out, err
	}
	r, err := s.readerOf(p, &up, Plan{in.Mode, in.Mapping, in.MatchField})
	if err != nil {
		return out, err
	}
	limit := int(in.Limit)
	if limit <= 0 || limit > maxPage {
		limit = pageRows
	}
	if in.After < 0 {
		return out, fault.Field("after", "after must be the next of the page before")
	}
	lines, next, err := s.readRows(ctx, p.Organization, up.ID, in.After, limit)
	if err != nil {
		return out, fault.Field("after", "after must be the next of the page before")
	}
	matched, err := s.match(ctx, p, r, lines)
	if err != nil {
		return out, err
	}
	done, err := s.importLines(ctx, p, r, "", lines, matched, true)
	if err != nil {
		return out, err
	}
	for i, one := range done {
		shown := PreviewRow{Line: lines[i].Line, Action: one.Action, Record: one.Record, Before: one.Before, After: one.After, Cells: sampleOf(lines[i].Cells)}
		if r.plan.Mode == row.ImportCreate {
			shown.Record = "" // it is not made
		}
		if one.Err != nil {
			e := fault.From(one.Err)
			shown.Action, shown.Error, shown.Errors = "refused", e.Detail, e.Fields
		}
		out.Rows = append(out.Rows, shown)
	}
	if len(lines) == limit {
		out.Next = next
	}
	return out, nil
}
