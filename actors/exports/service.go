package exports

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"slices"
	"strings"
	"time"

	"switchboard/actors/feature"
	"switchboard/storage/access"
	"switchboard/storage/exact"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/panics"
	"switchboard/storage/row"
	"switchboard/storage/schema"
	"switchboard/storage/tabular"
)

const (
	// jobObject is the object of jobs (actors/jobs).
	jobObject = "job"
	// folder holds the files of all exports, for as long as they are kept.
	folder = "exports"
	kept   = 7 * 24 * time.Hour
	// swept is how often old files are looked for.
	swept = 6 * time.Hour
	// maxFields bounds the columns of an export, maxIDs the records that a request may name.
	maxFields = 500
	maxIDs    = 1_000
)

// The formats of exports.
const (
	CSV   = "csv"
	XLSX  = "xlsx"
	JSONL = "jsonl"
)

// Service exports records.
type Service struct {
	records Records
	queries Queries
	store   Store
	jobs    Jobs
	stage   Stage
	now     func() time.Time
}

// New makes the service.
func New(r Records, q Queries, store Store, j Jobs, files Stage) *Service {
	return &Service{records: r, queries: q, store: store, jobs: j, stage: files, now: time.Now}
}

func mayExport(p *access.Principal, object string) error {
	if o := p.Registry().Object(object); o == nil || o.Internal {
		return fault.New(fault.NotFound, "There is no object %q.", object)
	}
	if p.Rights(object) == nil || len(p.Rights(object).Relations()) == 0 {
		return fault.New(fault.Forbidden, "You don't have permission to read this object")
	}
	if !p.Has(access.SystemExport) {
		return fault.New(fault.Forbidden, "Exporting takes the system right %s.", access.SystemExport)
	}
	return nil
}

// Begin starts the job that exports, and returns its id. Errors: fault.Forbidden, fault.NotFound for an
// unknown object, fault.Invalid for what can't be exported.
func (s *Service) Begin(ctx context.Context, p *access.Principal, in Export) (id.ID, error) {
	if err := mayExport(p, in.Object); err != nil {
		return "", err
	}
	o := p.Registry().Object(in.Object)
	what := Work{
		Object: in.Object, Format: strings.ToLower(in.Format), Fields: in.Fields, IDs: in.IDs, Comparison: strings.ToUpper(in.Comparison),
		Search: in.Search, Order: in.Order, Query: in.Query,
	}
	if err := what.readFormat(); err != nil {
		return "", err
	}
	if len(in.Filter) > 0 {
		if err := exact.Decode(in.Filter, &what.Filter); err != nil {
			return "", fault.Field("filter", "The filter must be a JSON array of {field, operator, value}.")
		}
	}
	switch {
	case what.Comparison != "" && what.Comparison != "AND" && what.Comparison != "OR":
		return "", fault.Field("comparison", "comparison must be AND or OR")
	case len(what.IDs) > maxIDs:
		return "", fault.Field("ids", "Name at most %d records, or send a filter", maxIDs)
	case len(what.IDs) > 0 && (len(what.Filter) > 0 || what.Search != ""):
		return "", fault.Field("ids", "Send ids or a filter, not both")
	case what.Query != "" && (len(what.IDs) > 0 || len(what.Filter) > 0 || what.Search != "" || what.Order != ""):
		return "", fault.Field("query", "Send a query or a filter, not both")
	}
	if err := s.choose(ctx, p, o, &what); err != nil {
		return "", err
	}
	what.Name = strings.Map(func(r rune) rune {
		if strings.ContainsRune(`/\:*?"<>|`, r) {
			return ' '
		}
		return r
	}, o.Plural) + " " + s.now().UTC().Format(time.DateOnly) + "." + what.Format
	if _, err := s.page(ctx, p, what, state{}, 1); err != nil { // what can't be read is refused at once
		return "", err
	}
	job, err := s.jobs.StartJob(ctx, p, Kind, what, in.Command)
	if err != nil {
		return "", err
	}
	return job, s.saveJSON(ctx, place(p.Organization, job, "export"), begun{Owner: p.User, Object: what.Object, Format: what.Format, Fields: what.Fields, Name: what.Name})
}

func (w *Work) readFormat() error {
	switch w.Format {
	case "":
		w.Format = CSV
	case "json":
		w.Format = JSONL
	case CSV, XLSX, JSONL:
	default:
		return fault.Field("format", "format must be csv, xlsx or jsonl")
	}
	return nil
}

// choose checks the fields of an export, or chooses all that the principal reads.
func (s *Service) choose(ctx context.Context, p *access.Principal, o *schema.Object, what *Work) error {
	if what.Query != "" {
		prepared, err := s.queries.PreparePage(ctx, p, what.Query, 0, 0)
		if err != nil {
			return err
		}
		var keys []string
		for _, c := range prepared.Columns() {
			keys = append(keys, c.Key)
		}
		for _, name := range what.Fields {
			if !slices.Contains(keys, name) {
				return fault.Field("fields", "The query answers no %s", name)
			}
		}
		if len(what.Fields) == 0 {
			what.Fields = keys
		}
		return nil
	}
	readable := p.Rights(o.APIName).Everywhere()
	for _, name := range what.Fields {
		f := o.Field(name)
		switch {
		case f == nil || f.Internal || !readable.Has(name):
			return fault.Field(name, "Unknown or unreadable field")
		case f.Type.Sealed:
			return fault.Field(name, "%s is encrypted and is never exported", f.Title)
		}
	}
	if len(what.Fields) > maxFields {
		return fault.Field("fields", "An export may have %d fields", maxFields)
	}
	if len(what.Fields) == 0 {
		for _, f := range o.Fields {
			if !f.Internal && !f.Type.Sealed && readable.Has(f.Name) {
				what.Fields = append(what.Fields, f.Name)
			}
		}
	}
	return nil
}

// begun is what is kept of an export in addition to its job.
type begun struct {
	Owner  id.ID    `json:"owner"`
	Object string   `json:"object"`
	Format string   `json:"format"`
	Fields []string `json:"fields"`
	Name   string   `json:"name"`
}

// find reads an export, which its owner alone sees.
func (s *Service) find(ctx context.Context, p *access.Principal, export id.ID) (of begun, job row.Record, err error) {
	gone := fault.New(fault.NotFound, "This export does not exist, or its file is no longer kept")
	if !export.Valid() {
		return of, job, gone
	}
	err = s.readJSON(ctx, place(p.Organization, export, "export"), &of)
	if fault.Is(err, fault.NotFound) || err == nil && of.Owner != p.User {
		return of, job, gone
	}
	if err != nil {
		return of, job, err
	}
	job, err = s.store.Get(ctx, p.Organization, jobObject, export)
	if fault.Is(err, fault.NotFound) {
		err = gone
	}
	return of, job, err
}

// Show returns the state of an export.
func (s *Service) Show(ctx context.Context, p *access.Principal, export id.ID) (Shown, error) {
	of, job, err := s.find(ctx, p, export)
	if err != nil {
		return Shown{}, err
	}
	out := Shown{
		ID: export, Object: of.Object, Format: of.Format, Fields: of.Fields, Name: of.Name,
		Status: job.Text("status"), Error: job.Text("error"), Done: job.Int("done"), Total: job.Int("total"),
	}
	if ended, is := job.Fields["finished_date"].(time.Time); is && out.Status == "done" {
		until, file := ended.Add(kept), "/v1/export/"+string(export)+"/file"
		var made state
		if err := s.readJSON(ctx, place(p.Organization, export, "made"), &made); err != nil {
			return Shown{}, err
		}
		out.File, out.Expires, out.Size = &file, &until, made.Bytes
	}
	return out, nil
}

// mediaTypes are those of the formats.
var mediaTypes = map[string]string{
	CSV: "text/csv; charset=utf-8", XLSX: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", JSONL: "application/jsonl; charset=utf-8",
}

// Open reads the file of an export, for its owner as long as the right to export is there.
func (s *Service) Open(ctx context.Context, p *access.Principal, name, _ string) (feature.Opened, error) {
	export, _ := id.Parse(name)
	of, job, err := s.find(ctx, p, export)
	if err != nil {
		return feature.Opened{}, err
	}
	if err := mayExport(p, of.Object); err != nil {
		return feature.Opened{}, err
	}
	if job.Text("status") != "done" {
		return feature.Opened{}, fault.New(fault.Conflict, "The export has not been finished")
	}
	var made state
	if err := s.readJSON(ctx, place(p.Organization, export, "made"), &made); err != nil {
		return feature.Opened{}, err
	}
	opened := feature.Opened{Type: mediaTypes[of.Format], Name: of.Name, Length: made.Bytes}
	if of.Format == XLSX {
		opened.ReadCloser, err = s.stage.Open(ctx, place(p.Organization, export, "book"), 0)
		return opened, err
	}
	opened.ReadCloser = tabular.Joined(bytes.NewReader(nil), made.Parts, func(i int) (io.ReadCloser, error) {
		return s.stage.Open(ctx, place(p.Organization, export, partName(i)), 0)
	})
	return opened, nil
}

// place is where a file of an export is kept.
func place(organization, export id.ID, name string) string {
	return folder + "/" + string(organization) + "/" + string(export) + "/" + name
}

func (s *Service) saveJSON(ctx context.Context, name string, value any) error {
	return s.stage.Save(ctx, name, bytes.NewReader(row.JSONValue(value)))
}

func (s *Service) readJSON(ctx context.Context, name string, into any) error {
	file, err := s.stage.Open(ctx, name, 0)
	if err != nil {
		return err
	}
	defer func() { _ = file.Close() }()
	return json.NewDecoder(file).Decode(into)
}

// Sweep removes the files of old exports, now and then, until ctx ends.
func (s *Service) Sweep(ctx context.Context, catcher *panics.Catcher) {
	tick := time.NewTicker(swept)
	defer tick.Stop()
	for {
		catcher.Round(panics.Background, func() { _ = s.stage.Sweep(ctx, folder, time.Now().Add(-kept)) }) // the next one tries again
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// head are the names of the columns, as people read them.
func head(o *schema.Object, what Work) []string {
	out := make([]string, len(what.Fields))
	seen := map[string]bool{}
	for i, name := range what.Fields {
		out[i] = name
		if f := o.Field(name); f != nil && what.Query == "" {
			out[i] = f.Title
		}
		if seen[strings.ToLower(out[i])] { // an import takes each name once
			out[i] = name
		}
		seen[strings.ToLower(out[i])] = true
	}
	return out
}

// cells are the cells of a record.
func cells(o *schema.Object, what Work, record map[string]json.RawMessage) []string {
	out := make([]string, len(what.Fields))
	for i, name := range what.Fields {
		f := o.Field(name)
		if f == nil || what.Query != "" && f.Type.References == nil {
			f = &schema.Field{Name: name, Title: name, Type: schema.JSON}
		}
		out[i] = f.ToCell(record[name])
	}
	return out
}
