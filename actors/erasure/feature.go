package erasure

import (
	"context"

	"switchboard/actors/feature"
	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/id"
)

// Kind names the job that erases a record.
const Kind = "erasure"

// Feature declares how people are erased.
var Feature = feature.Feature{
	Name: "erasure",
	Commands: []feature.Command{
		feature.Do(feature.Command{Event: "record.erase", Answer: "job", Of: "a record", Route: feature.Route{Method: "POST", Path: "/erasure", Status: 202, Shows: "job"}}, erase),
	},
	Jobs: []feature.Job{
		feature.Portions(feature.Job{Name: Kind, Title: "Erase a person"}, may, func(ctx context.Context, d Worker, on feature.Portion, what Target) (feature.Progress, error) {
			return d.Portion(ctx, on, what)
		}),
	},
	Start: start,
}

// Target is the record that is erased.
type Target struct {
	Object string `json:"object"`
	ID     id.ID  `json:"id"`
}

// Erase asks for a record to be erased. Name is its name, so that nobody erases another one
// by mistake.
type Erase struct {
	ID     id.ID  `json:"id"`
	Object string `json:"object"`
	Name   string `json:"name"`
	feature.Given
}

// Ref names the job that erases.
type Ref struct {
	ID id.ID `json:"id"`
}

// RecordID implements feature.Named.
func (r Ref) RecordID() id.ID { return r.ID }

// Door is what clients' commands ask of the Service.
type Door interface {
	Erase(ctx context.Context, p *access.Principal, what Erase) (id.ID, error)
}

// Worker is what the job asks of the Service.
type Worker interface {
	Portion(ctx context.Context, on feature.Portion, what Target) (feature.Progress, error)
}

func erase(ctx context.Context, d Door, p *access.Principal, in Erase) (Ref, error) {
	job, err := d.Erase(ctx, p, in)
	return Ref{job}, err
}

// may lets superusers erase: it reaches records that nobody else may see all of.
func may(p *access.Principal, what Target) error {
	if !p.Superuser {
		return fault.New(fault.Forbidden, "Only a superuser may erase a person")
	}
	if o := p.Registry().Object(what.Object); o == nil || !o.Erasable {
		return fault.Field("object", "object must be one whose records are people")
	}
	return nil
}

func start(h *feature.Host) feature.Running {
	return feature.Running{Service: New(feature.Need[Store](h), feature.Need[Jobs](h))}
}
