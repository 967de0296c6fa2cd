package rotation

import (
	"context"
	"time"

	"switchboard/actors/feature"
	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
	"switchboard/storage/seal"
)

// Kind names the job that seals again.
const Kind = "rotation"

// Every is how often it is looked for values of former keys: a node that does not know the
// new one yet goes on sealing by its own.
const Every = time.Hour

// Feature declares the change of keys.
var Feature = feature.Feature{
	Name: "rotation",
	Commands: []feature.Command{
		feature.Do(feature.Command{Event: "keys.rotate", Answer: "job", Of: "a job", Route: feature.Route{Method: "POST", Path: "/rotation", Status: 202, Shows: "job"}}, rotate),
	},
	Jobs:  []feature.Job{job()},
	Start: start,
}

// Rotate asks for the fields of the organization to be encrypted again.
type Rotate struct{ feature.Given }

// Work is what the job is started with.
type Work struct {
	// Key names the key by which it seals; it says nothing of the key itself.
	Key string `json:"key"`
}

// Ref names the job.
type Ref struct {
	ID id.ID `json:"id"`
}

// RecordID implements feature.Named.
func (r Ref) RecordID() id.ID { return r.ID }

// Door is what clients' commands ask of the Service.
type Door interface {
	Rotate(ctx context.Context, p *access.Principal, command string) (id.ID, error)
}

// Worker is what the job asks of the Service.
type Worker interface {
	Due(ctx context.Context, organization id.ID) (Work, bool, error)
	Portion(ctx context.Context, on feature.Portion, w Work) (feature.Progress, error)
}

func rotate(ctx context.Context, d Door, p *access.Principal, in Rotate) (Ref, error) {
	job, err := d.Rotate(ctx, p, in.Command)
	return Ref{job}, err
}

func job() feature.Job {
	j := feature.Portions(feature.Job{Name: Kind, Title: "Encrypt fields again"}, may, func(ctx context.Context, d Worker, on feature.Portion, w Work) (feature.Progress, error) {
		return d.Portion(ctx, on, w)
	})
	return feature.Regularly(j, Every, func(ctx context.Context, d Worker, organization id.ID) (Work, bool, error) {
		return d.Due(ctx, organization)
	})
}

func may(p *access.Principal, _ Work) error {
	if !p.Superuser {
		return fault.New(fault.Forbidden, "Only a superuser can re-encrypt fields")
	}
	return nil
}

// Store is what the change of keys needs of the database (storage/pg).
type Store interface {
	SealedBefore(ctx context.Context, ring *seal.Ring, organization id.ID) (count int64, opens bool, err error)
	SealAgain(ctx context.Context, ring *seal.Ring, organization id.ID, from row.SealedPlace) (next row.SealedPlace, sealed, left int64, err error)
}

// Jobs starts jobs (actors/jobs).
type Jobs interface {
	StartJob(ctx context.Context, p *access.Principal, kind string, payload any, command string) (id.ID, error)
}

func start(h *feature.Host) feature.Running {
	return feature.Running{Service: New(feature.Need[Store](h), feature.Need[Jobs](h), feature.Need[*seal.Ring](h))}
}
