package feature

import "switchboard/storage/schema"

// Feature is what the product knows of one feature.
type Feature struct {
	// Name is the feature's folder on every layer.
	Name string
	// Objects are those that it owns, with all that the engine must know of them.
	Objects []*schema.Object
	// Commands are what clients can tell it to do. They are executed by its running service,
	// which implements the doors that they are declared with.
	Commands []Command
	// Jobs are the kinds of work that it has done in the background, by the same service.
	Jobs []Job
	// Snapshots are those of the topics that its objects name, Badges what of them a
	// person has not read.
	Snapshots []Snapshot
	Badges    []Badge
	// Standings are how phone numbers stand by what it keeps.
	Standings []Standing
	// Notices decide which changes of records users are notified of.
	Notices []Notice
	// Crosses are the commands and replies of its actors that go to other nodes, by their
	// names on the line. Names and shapes stay readable by the previous release.
	Crosses map[string]any
	// Start makes the running feature of what its host has, and offers the host what
	// other features may need of it; nil for a feature of records alone. It starts no
	// work: the binary does, by what it returns.
	Start func(h *Host) Running
}
