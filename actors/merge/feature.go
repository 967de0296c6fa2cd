package merge

import (
	"context"
	"encoding/json"
	"time"

	"switchboard/actors/feature"
	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/id"
)

// The kinds of jobs. They are stored and must not change.
const (
	Kind     = "merge"
	UndoKind = "merge_undo"
)

// Feature declares merges of records.
var Feature = feature.Feature{
	Name: "merge",
	Commands: []feature.Command{
		feature.Do(feature.Command{Route: feature.Route{Method: "POST", Path: "/merge", Status: 200}}, merge),
		feature.Do(feature.Command{Of: "a merge", Route: feature.Route{Method: "POST", Path: "/merge/{id}/undo", Status: 200}}, undo),
		feature.Do(feature.Command{Of: "a record", Route: feature.Route{Method: "GET", Path: "/object/{object}/{id}/merges", Status: 200}}, list),
	},
	Jobs: []feature.Job{
		feature.Portions(feature.Job{Name: Kind, Title: "Move what belongs to merged records"}, anyone, func(ctx context.Context, d Worker, on feature.Portion, what Target) (feature.Progress, error) {
			return d.Portion(ctx, on, what)
		}),
		feature.Portions(feature.Job{Name: UndoKind, Title: "Undo a merge"}, anyone, func(ctx context.Context, d Worker, on feature.Portion, what Target) (feature.Progress, error) {
			return d.UndoPortion(ctx, on, what)
		}),
	},
	Start: start,
}

// Target names the merge of a job.
type Target struct {
	Merge id.ID `json:"merge"`
}

// anyone lets a job finish what a merge has begun, whatever rights its user has lost since: half
// of it must not stay.
func anyone(*access.Principal, Target) error { return nil }

// Merge asks for records to be merged into a master record.
type Merge struct {
	Master   id.ID   `json:"master_record" of:"a record"`
	Selected []id.ID `json:"selected_records" of:"records"`
	Object   string  `json:"schema_api_name"`
	// DryRun asks what would happen, and changes nothing.
	DryRun bool `json:"dry_run"`
	// Fields names, for each field that is chosen, the record whose value the master gets.
	Fields map[string]json.RawMessage `json:"fields"`
	// Versions are the versions on which the choice is based, by record.
	Versions map[string]json.RawMessage `json:"versions"`
	feature.Given
}

// Outcome answers a merge.
type Outcome struct {
	Status int    `json:"status"`
	Detail string `json:"detail"`
	Data   Result `json:"data"`
}

// Result is what a merge comes to.
type Result struct {
	MasterRecord entry.Fields `json:"master_record"`
	// Merge is the id by which it can be undone, Job the job that moves the rest; "" for none.
	Merge id.ID `json:"merge,omitempty"`
	Job   id.ID `json:"job,omitempty"`
	// Changes are the fields of the master that change.
	Changes []Change `json:"changes"`
	// Kept are fields that the user may not change, and that stay as the master has them.
	Kept []string `json:"kept"`
	// Moves counts what refers to the merged records, by object.
	Moves []Move `json:"moves"`
}

// Change is a field of the master that changes.
type Change struct {
	Field string          `json:"field"`
	Value json.RawMessage `json:"value"`
}

// Move counts the records of an object that refer to the merged ones, up to Most.
type Move struct {
	Object string `json:"object"`
	Count  int    `json:"count"`
}

// Merges are the merges of a record.
type Merges struct {
	// MergedInto is the record that this one became a part of, "" for none.
	MergedInto id.ID `json:"merged_into"`
	// Data are the merges into this record that can be undone, the newest first.
	Data []Done `json:"data"`
}

// Done is a merge that can be undone.
type Done struct {
	ID      id.ID     `json:"id"`
	At      time.Time `json:"at"`
	By      id.ID     `json:"by"`
	Records []id.ID   `json:"records"`
}

// Of names a record whose merges are listed.
type Of struct {
	Object string `json:"object"`
	ID     id.ID  `json:"id"`
	feature.Given
}

// Door is what clients' commands ask of the Service.
type Door interface {
	Merge(ctx context.Context, p *access.Principal, in Merge) (Outcome, error)
	Undo(ctx context.Context, p *access.Principal, merge id.ID) (Outcome, error)
	Merges(ctx context.Context, p *access.Principal, object string, record id.ID) (Merges, error)
}

// Worker is what the jobs ask of the Service.
type Worker interface {
	Portion(ctx context.Context, on feature.Portion, what Target) (feature.Progress, error)
	UndoPortion(ctx context.Context, on feature.Portion, what Target) (feature.Progress, error)
}

func merge(ctx context.Context, d Door, p *access.Principal, in Merge) (Outcome, error) {
	return d.Merge(ctx, p, in)
}

func undo(ctx context.Context, d Door, p *access.Principal, in feature.On) (Outcome, error) {
	return d.Undo(ctx, p, in.ID)
}

func list(ctx context.Context, d Door, p *access.Principal, in Of) (Merges, error) {
	return d.Merges(ctx, p, in.Object, in.ID)
}

func start(h *feature.Host) feature.Running {
	return feature.Running{Service: New(feature.Need[Records](h), feature.Need[Store](h), feature.Need[Jobs](h))}
}
