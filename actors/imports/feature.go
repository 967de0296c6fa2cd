package imports

import (
	"context"
	"encoding/json"
	"io"
	"time"

	"switchboard/actors/feature"
	"switchboard/storage/access"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// The kinds of jobs. They are stored and must not change.
const (
	Kind      = "import"
	CheckKind = "import_check"
	UndoKind  = "import_undo"
)

// Feature declares the import of tables.
var Feature = feature.Feature{
	Name: "imports",
	Commands: []feature.Command{
		feature.Do(feature.Command{Of: "an import", Route: feature.Route{Method: "GET", Path: "/import/{id}", Status: 200}}, show),
		feature.Do(feature.Command{Of: "an import", Route: feature.Route{Method: "POST", Path: "/import/{id}/preview", Status: 200}}, preview),
		feature.Do(feature.Command{Of: "an import", Route: feature.Route{Method: "POST", Path: "/import/{id}/commit", Status: 202, Shows: "job"}}, commit),
		feature.Do(feature.Command{Of: "an import", Route: feature.Route{Method: "POST", Path: "/import/{id}/undo", Status: 202, Shows: "job"}}, undo),
	},
	Jobs: []feature.Job{
		job(Kind, "Import records"), job(CheckKind, "Check an import"), undoJob(),
	},
	Start: start,
}

func job(kind, title string) feature.Job {
	j := feature.Portions(feature.Job{Name: kind, Title: title}, func(*access.Principal, Work) error { return nil }, // each batch asks
		func(ctx context.Context, d Worker, on feature.Portion, what Work) (feature.Progress, error) {
			return d.Portion(ctx, on, what)
		})
	j = feature.Outside(j, func(ctx context.Context, d Worker, on feature.Portion, what Work) (bool, error) {
		return true, d.Write(ctx, on, what)
	})
	if kind == Kind {
		j = feature.Undoable(j, func(ctx context.Context, d Worker, p *access.Principal, job id.ID, command string) (id.ID, error) {
			return d.UndoJob(ctx, p, job, command)
		})
	}
	return feature.Ended(j, func(_ context.Context, d Worker, _, job id.ID, _ Work) error {
		d.Forget(job)
		return nil
	})
}

func undoJob() feature.Job {
	j := feature.Portions(feature.Job{Name: UndoKind, Title: "Undo an import"}, func(*access.Principal, Undone) error { return nil }, // each batch asks
		func(ctx context.Context, d Worker, on feature.Portion, what Undone) (feature.Progress, error) {
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

// Plan says what an import does with its rows.
type Plan struct {
	// Mode is create, update or delete.
	Mode string `json:"mode"`
	// Mapping gives each field, or "field.member", the column that it is read from.
	Mapping map[string]string `json:"mapping"`
	// MatchField finds the record that a row changes or deletes: id, or a unique field.
	MatchField string `json:"match_field"`
}

// Work is what a job imports.
type Work struct {
	Plan

	Import id.ID  `json:"import"`
	Object string `json:"object"`
	Rows   int64  `json:"rows"`
	IsDry  bool   `json:"dry_run,omitempty"`
}

// Undone names the import's job that is undone and the object whose records it wrote.
type Undone struct {
	Job    id.ID     `json:"job"`
	Object string    `json:"object"`
	Since  time.Time `json:"since"`
}

// Preview asks for what would become of some rows.
type Preview struct {
	ID         id.ID             `json:"id"`
	Mode       string            `json:"mode"`
	Mapping    map[string]string `json:"mapping"`
	MatchField string            `json:"match_field"`
	// After is where the page begins: the next of the page before, 0 for the first.
	After int64 `json:"after"`
	Limit int64 `json:"limit"`
	feature.Given
}

// Commit asks for the import to be run, or tried.
type Commit struct {
	ID         id.ID             `json:"id"`
	Mode       string            `json:"mode"`
	Mapping    map[string]string `json:"mapping"`
	MatchField string            `json:"match_field"`
	DryRun     bool              `json:"dry_run"`
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
	Show(ctx context.Context, p *access.Principal, import_ id.ID) (Shown, error)
	Preview(ctx context.Context, p *access.Principal, in Preview) (Page, error)
	Commit(ctx context.Context, p *access.Principal, in Commit) (id.ID, error)
	Undo(ctx context.Context, p *access.Principal, import_ id.ID, command string) (id.ID, error)
}

// Worker is what the jobs ask of the Service.
type Worker interface {
	Write(ctx context.Context, on feature.Portion, what Work) error
	Portion(ctx context.Context, on feature.Portion, what Work) (feature.Progress, error)
	UndoJob(ctx context.Context, p *access.Principal, job id.ID, command string) (id.ID, error)
	Restore(ctx context.Context, on feature.Portion, what Undone) error
	UndoPortion(ctx context.Context, on feature.Portion, what Undone) (feature.Progress, error)
	Forget(job id.ID)
}

func show(ctx context.Context, d Door, p *access.Principal, in feature.On) (Shown, error) {
	return d.Show(ctx, p, in.ID)
}

func preview(ctx context.Context, d Door, p *access.Principal, in Preview) (Page, error) {
	return d.Preview(ctx, p, in)
}

func commit(ctx context.Context, d Door, p *access.Principal, in Commit) (Ref, error) {
	job, err := d.Commit(ctx, p, in)
	return Ref{job}, err
}

func undo(ctx context.Context, d Door, p *access.Principal, in feature.On) (Ref, error) {
	job, err := d.Undo(ctx, p, in.ID, in.Command)
	return Ref{job}, err
}

// Records writes records as a user may (actors/records).
type Records interface {
	MayImport(p *access.Principal, object, mode string) error
	MayMatch(p *access.Principal, object, field string) error
	Matches(ctx context.Context, p *access.Principal, object, field string, values []json.RawMessage) ([]row.Match, error)
	ImportRows(ctx context.Context, p *access.Principal, object, mode string, rows []row.ImportRow, isDry bool) ([]row.ImportedRow, error)
	Revive(ctx context.Context, p *access.Principal, object string, record id.ID, command string) error
	RestoreFields(ctx context.Context, p *access.Principal, object string, record id.ID, version int64, fields []string, command string) (ignored []string, err error)
}

// Store is what imports need of the database (storage/pg).
type Store interface {
	Get(ctx context.Context, organization id.ID, object string, record id.ID) (row.Record, error)
	CountWritten(ctx context.Context, organization id.ID, r row.WrittenRequest) (int64, error)
	Written(ctx context.Context, organization id.ID, r row.WrittenRequest) ([]row.Written, error)
}

// Jobs starts jobs (actors/jobs).
type Jobs interface {
	StartJob(ctx context.Context, p *access.Principal, kind string, payload any, command string) (id.ID, error)
}

// Stage keeps the files of imports (storage/stage). A file is there whole or not at all; one that is not
// there is fault.NotFound.
type Stage interface {
	Save(ctx context.Context, name string, from io.Reader) error
	Open(ctx context.Context, name string, offset int64) (io.ReadCloser, error)
	Remove(ctx context.Context, name string) error
	Sweep(ctx context.Context, name string, before time.Time) error
}

func start(h *feature.Host) feature.Running {
	s := New(feature.Need[Records](h), feature.Need[Store](h), feature.Need[Jobs](h), feature.Need[Stage](h))
	return feature.Running{
		Service:    s,
		Forms:      []feature.Form{{Path: "/import/{object}", May: s.MayUpload, Take: s.Take}},
		Contents:   []feature.Content{{Path: "/import/{name}/errors.csv", Open: s.OpenErrors}},
		Background: []feature.Work{{Name: "imports", Run: func(ctx context.Context) { s.Sweep(ctx, h.Panics) }}},
	}
}
