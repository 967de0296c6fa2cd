package jobs

import (
	"context"
	"encoding/json"
	"time"

	"switchboard/actors/feature"
	"switchboard/actors/sight"
	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/id"
	"switchboard/storage/row"
	"switchboard/storage/schema"
)

// Feature declares long work in the background.
var Feature = feature.Feature{
	Name:    "jobs",
	Objects: []*schema.Object{jobObject()},
	Commands: []feature.Command{
		feature.Do(feature.Command{Route: feature.Route{Method: "GET", Path: "/job", Status: 200}}, list),
		feature.Do(feature.Command{Of: "a job", Route: feature.Route{Method: "GET", Path: "/job/{id}", Status: 200, Shows: Object}}, show),
		feature.Do(feature.Command{Event: "job.cancel", Answer: "job", Of: "a job", Route: feature.Route{Method: "POST", Path: "/job/{id}/cancel", Status: 200, Shows: Object}}, cancel),
		feature.Do(feature.Command{Event: "job.retry", Answer: "job", Of: "a job", Route: feature.Route{Method: "POST", Path: "/job/{id}/retry", Status: 200, Shows: Object}}, retry),
		feature.Do(feature.Command{Of: "a job", Route: feature.Route{Method: "POST", Path: "/job/{id}/undo", Status: 202, Shows: Object}}, undo),
	},
	Badges: []feature.Badge{{Key: "jobs", Read: badge}},
	Start:  start,
}

const (
	// shownFor is how long a job that is over is shown to who started it, unless he puts it
	// away before; shown bounds them.
	shownFor = 7 * 24 * time.Hour
	shown    = 20
)

// badge names the jobs of a person that he is shown wherever he works: those under way, and
// those that are over and that he has not put away.
func badge(ctx context.Context, r feature.Reader, p *access.Principal) (map[id.ID]int64, error) {
	mine, err := sight.List(ctx, r, p, row.ReadRequest{
		Object: Object, Limit: shown, Order: []row.Order{{Field: "created_date", Descending: true}},
		Where: []row.Condition{
			{Field: "owner", Operator: "=", Value: p.User}, {Field: "dismissed", Operator: "=", Value: false},
			{Field: "modified_date", Operator: ">", Value: time.Now().Add(-shownFor)},
		},
	})
	out := map[id.ID]int64{}
	for _, job := range mine {
		var one id.ID
		if json.Unmarshal(job["id"], &one) == nil {
			out[one] = 1
		}
	}
	return out, err
}

// Door is what clients' commands on jobs ask of the Service.
type Door interface {
	Jobs(ctx context.Context, p *access.Principal) (Jobs, error)
	CancelJob(ctx context.Context, p *access.Principal, job id.ID) error
	RetryJob(ctx context.Context, p *access.Principal, job id.ID) error
	UndoJob(ctx context.Context, p *access.Principal, job id.ID, command string) (id.ID, error)
}

// Nothing is the input of a command that takes nothing.
type Nothing struct{ feature.Given }

// Jobs are the newest that somebody may see, the newest first.
type Jobs struct {
	Data []entry.Fields `json:"data"`
}

// Ref names a job.
type Ref struct {
	ID id.ID `json:"id"`
}

// RecordID implements feature.Named.
func (r Ref) RecordID() id.ID { return r.ID }

func list(ctx context.Context, d Door, p *access.Principal, _ Nothing) (Jobs, error) {
	return d.Jobs(ctx, p)
}

// show names the job, which the edge shows to those who may see it.
func show(_ context.Context, _ Door, _ *access.Principal, in feature.On) (Ref, error) {
	return Ref{in.ID}, nil
}

func cancel(ctx context.Context, d Door, p *access.Principal, in feature.On) (Ref, error) {
	return Ref{in.ID}, d.CancelJob(ctx, p, in.ID)
}

func retry(ctx context.Context, d Door, p *access.Principal, in feature.On) (Ref, error) {
	return Ref{in.ID}, d.RetryJob(ctx, p, in.ID)
}

func undo(ctx context.Context, d Door, p *access.Principal, in feature.On) (Ref, error) {
	job, err := d.UndoJob(ctx, p, in.ID, in.Command)
	return Ref{job}, err
}

// start takes the Service that the host has, which is given the kinds of all features.
func start(h *feature.Host) feature.Running {
	service := feature.Need[*Service](h)
	if service == nil {
		return feature.Running{}
	}
	return feature.Running{
		Service:    service,
		Reviewers:  map[string]feature.Reviewer{Object: reviewer{}},
		Background: []feature.Work{{Name: "jobs", Run: service.Run}},
	}
}
