package exports

import (
	"context"
	"encoding/json"
	"io"
	"time"

	"switchboard/actors/feature"
	"switchboard/storage/access"
	"switchboard/storage/id"
	"switchboard/storage/query"
	"switchboard/storage/row"
)

// Kind is the kind of job. It is stored and must not change.
const Kind = "export"

// Feature declares the export of records.
var Feature = feature.Feature{
	Name: "exports",
	Commands: []feature.Command{
		feature.Do(feature.Command{Route: feature.Route{Method: "POST", Path: "/export/{object}", Status: 202}}, begin),
		feature.Do(feature.Command{Of: "an export", Route: feature.Route{Method: "GET", Path: "/export/{id}", Status: 200}}, show),
	},
	Jobs:  []feature.Job{job()},
	Start: start,
}

func job() feature.Job {
	j := feature.Portions(feature.Job{Name: Kind, Title: "Export records"}, func(p *access.Principal, what Work) error { return mayExport(p, what.Object) },
		func(ctx context.Context, d Worker, on feature.Portion, what Work) (feature.Progress, error) {
			return d.Portion(ctx, on, what)
		})
	return feature.Outside(j, func(ctx context.Context, d Worker, on feature.Portion, what Work) (bool, error) {
		return true, d.Finish(ctx, on, what)
	})
}

// Work is what a job exports.
type Work struct {
	Object string `json:"object"`
	Format string `json:"format"`
	// Fields are the columns, in their order; of a query the keys of its answer.
	Fields []string `json:"fields"`
	Name   string   `json:"name"`

	IDs        []id.ID           `json:"ids,omitempty"`
	Filter     []query.FilterRow `json:"filter,omitempty"`
	Comparison string            `json:"comparison,omitempty"`
	Search     string            `json:"search,omitempty"`
	Order      string            `json:"order,omitempty"`
	Query      string            `json:"query,omitempty"`
}

// Export asks for records to be exported: those of IDs, or those that the filter and the search find, or
// what the query answers; without any of them all.
type Export struct {
	Object     string          `json:"object"`
	Format     string          `json:"format"`
	Fields     []string        `json:"fields"`
	IDs        []id.ID         `json:"ids" of:"records"`
	Filter     json.RawMessage `json:"filter"`
	Comparison string          `json:"comparison"`
	Search     string          `json:"search"`
	Order      string          `json:"order"`
	Query      string          `json:"query"`
	feature.Given
}

// Ref names an export, which is its job.
type Ref struct {
	ID id.ID `json:"id"`
}

// Shown is an export as its owner sees it.
type Shown struct {
	ID     id.ID    `json:"id"`
	Object string   `json:"object"`
	Format string   `json:"format"`
	Fields []string `json:"fields"`
	Name   string   `json:"name"`
	// Status is that of its job; Error says why it failed.
	Status string `json:"status"`
	Error  string `json:"error"`
	Done   int64  `json:"done"`
	Total  int64  `json:"total"`
	// File is where the file is read, null before it is there; Size is how many bytes it has.
	File    *string    `json:"file"`
	Size    int64      `json:"size"`
	Expires *time.Time `json:"expires_date"`
}

// Door is what clients' commands ask of the Service.
type Door interface {
	Begin(ctx context.Context, p *access.Principal, in Export) (id.ID, error)
	Show(ctx context.Context, p *access.Principal, export id.ID) (Shown, error)
}

// Worker is what the job asks of the Service.
type Worker interface {
	Portion(ctx context.Context, on feature.Portion, what Work) (feature.Progress, error)
	Finish(ctx context.Context, on feature.Portion, what Work) error
}

func begin(ctx context.Context, d Door, p *access.Principal, in Export) (Ref, error) {
	made, err := d.Begin(ctx, p, in)
	return Ref{made}, err
}

func show(ctx context.Context, d Door, p *access.Principal, in feature.On) (Shown, error) {
	return d.Show(ctx, p, in.ID)
}

// Records reads records as a user may (actors/records).
type Records interface {
	Browse(ctx context.Context, p *access.Principal, object string, r query.BrowseRequest) (query.Browsed, error)
}

// Queries answers queries (actors/queries).
type Queries interface {
	PreparePage(ctx context.Context, p *access.Principal, text string, page, limit int) (query.Prepared, error)
}

// Store is what exports need of the database (storage/pg).
type Store interface {
	Get(ctx context.Context, organization id.ID, object string, record id.ID) (row.Record, error)
}

// Jobs starts jobs (actors/jobs).
type Jobs interface {
	StartJob(ctx context.Context, p *access.Principal, kind string, payload any, command string) (id.ID, error)
}

// Stage keeps the files of exports (storage/stage). A file is there whole or not at all; one that is not
// there is fault.NotFound.
type Stage interface {
	Save(ctx context.Context, name string, from io.Reader) error
	Open(ctx context.Context, name string, offset int64) (io.ReadCloser, error)
	Sweep(ctx context.Context, name string, before time.Time) error
}

func start(h *feature.Host) feature.Running {
	s := New(feature.Need[Records](h), feature.Need[Queries](h), feature.Need[Store](h), feature.Need[Jobs](h), feature.Need[Stage](h))
	return feature.Running{
		Service:    s,
		Contents:   []feature.Content{{Path: "/export/{name}/file", Open: s.Open}},
		Background: []feature.Work{{Name: "exports", Run: func(ctx context.Context) { s.Sweep(ctx, h.Panics) }}},
	}
}
