package feature

import (
	"context"

	"switchboard/actors/effects"
	"switchboard/actors/runtime"
	"switchboard/storage/access"
	"switchboard/storage/eventlog"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// Running is a feature that was started: what it gives to the engine and the edges.
type Running struct {
	Feature
	// Service executes the commands and jobs: it implements the doors that they are declared
	// with. nil for a feature without any.
	Service any
	// Actors make the feature's actors, by their kind.
	Actors map[string]runtime.Factory
	// Owners execute what REST's record routes are told of live objects, by object.
	Owners map[string]Owner
	// Reviewers look at records of other objects that are about to be written, by object.
	Reviewers map[string]Reviewer
	// Effects execute what was decided, by the kind of effect.
	Effects map[string]Effect
	// Callbacks take in what the phone network tells.
	Callbacks []Callback
	// Receivers take in what other systems post.
	Receivers []Receiver
	// Contents are bytes that clients read.
	Contents []Content
	// Uploads take files from clients.
	Uploads []Upload
	// Resumables take large files in pieces.
	Resumables []Resumable
	// Forms take a file with fields and start work on it.
	Forms []Form
	// Followers are told what was committed, before the hub is.
	Followers []eventlog.Follower
	// Background runs while the product does.
	Background []Work
}

// Effect is how a kind of effect is executed.
type Effect struct {
	effects.Handler
	// Retry is how long it is tried; the zero Retry is effects.Seconds.
	Retry effects.Retry
}

// Work is something that runs until its context ends.
type Work struct {
	Name string
	Run  func(ctx context.Context)
}

// Owner executes commands on a live object: its actors' service. What it gets has passed the
// rights and the field checks; it decides what is the domain's.
//
// The rows of one actor are one command: all of them happen, or none. Rows of several actors are
// all decided before the first is written; where one is refused after that the error is a
// runtime.PartialError, and what was done is returned beside it. Any other error means that
// nothing happened, and names its row by the index.
type Owner interface {
	// Create makes a record of each row's Set, in storage shape, and gives their ids.
	Create(ctx context.Context, p *access.Principal, object string, rows []row.ChangeRequest) ([]id.ID, error)
	// Patch sets the changed fields.
	Patch(ctx context.Context, p *access.Principal, object string, rows []row.ChangeRequest) error
	// Remove deletes the records.
	Remove(ctx context.Context, p *access.Principal, object string, rows []row.ChangeRequest) error
}

// Reviewer looks at records of one object that are about to be written: its domain
// may refuse, add to what is set, and say what else is written in the same
// transaction. It is called once rights and fields have been checked.
type Reviewer interface {
	// Review gets the record as it stands (the zero Record for a new one) and what is
	// to be set, in storage shape.
	Review(ctx context.Context, p *access.Principal, record id.ID, before row.Record, set row.Fields) (more []row.Write, err error)
}

// Watcher is a Reviewer that looks at few fields: a change of others is not shown to it.
type Watcher interface{ Watches() []string }

// Foreseer is a Reviewer that reads for many records at once what it would read for each:
// what it puts into the context is there when it reviews them.
type Foreseer interface {
	Foresee(ctx context.Context, p *access.Principal, sets []row.Fields) (context.Context, error)
}

// Remover is a Reviewer that looks at records which are about to be removed, too: it may
// refuse, and nothing is removed then.
type Remover interface {
	Remove(ctx context.Context, p *access.Principal, records []row.Record) error
}

// Returner is a Reviewer that looks at removed records which are about to come back, too:
// what happened meanwhile may mean that one can't stand as it stood.
type Returner interface {
	// Return gets the record as it was removed; it may refuse, and add to what is set.
	Return(ctx context.Context, p *access.Principal, record id.ID, removed row.Fields, set row.Fields) error
}

// unfit lists the commands and jobs that the service has no door for.
func (r *Running) unfit() []string {
	var unfit []string
	for i := range r.Commands {
		if c := &r.Commands[i]; !c.takes(r.Service) {
			unfit = append(unfit, c.Event+c.Route.Path)
		}
	}
	for i := range r.Jobs {
		if j := &r.Jobs[i]; !j.takes(r.Service) {
			unfit = append(unfit, j.Name)
		}
	}
	return unfit
}
