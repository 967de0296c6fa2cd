package feature

import "switchboard/storage/schema"

// Feature is what the product knows of one feature.
type Feature struct {
	// Name is the feature's folder on every layer.
	Name string
	// Objects are those that it owns, with all that the engine must know of them.
	Objects []*schema.Object
	// Commands are what clients can tell it to do. They are carried out by its running
	// service, which implements the doors that they are declared with.
	Commands []Command
	// Snapshots are those of the topics that its objects name, Badges what of them a
	// person has not read.
	Snapshots []Snapshot
	Badges    []Badge
	// Crosses are the commands and replies of its actors that go to other nodes, by their
	// names on the line. Names and shapes stay readable by the previous release.
	Crosses map[string]any
}

// Running is a feature with the service that carries out its commands.
type Running struct {
	Feature
	Service any
}

// Unfit lists the commands that the service has no door for, so that a wiring mistake
// stops the start.
func (r *Running) Unfit() []string {
	var unfit []string
	for i := range r.Commands {
		if c := &r.Commands[i]; !c.takes(r.Service) {
			unfit = append(unfit, c.Event+c.Route.Path)
		}
	}
	return unfit
}
