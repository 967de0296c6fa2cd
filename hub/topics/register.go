package topics

import (
	"switchboard/actors/feature"
	"switchboard/hub"
	"switchboard/hub/topic"
)

// Deps are the dependencies of the topics and commands.
type Deps struct {
	Reader   feature.Reader
	Presence Presence
	Features []feature.Running
}

// Register registers the snapshots and commands with the hub.
func Register(h *hub.Hub, d Deps) {
	h.SnapshotOf(topic.Me, "", me(d.Reader, d.Features))
	h.SnapshotOf(topic.Presence, "", dots(d.Presence))
	h.SnapshotOf(topic.Record, "", record(d.Reader))
	h.SnapshotOf(topic.PhoneNumber, "", number(d.Features))
	for _, f := range d.Features {
		registerCommands(h, f)
		for _, s := range f.Snapshots {
			if s.All == nil {
				h.SnapshotOf(topic.Thread, s.Object, snapshotOf(d.Reader, s.Read))
				continue
			}
			h.SnapshotOf(topic.Ongoing, s.Object, snapshotOf(d.Reader, s.Read))
			h.SnapshotOf(topic.OngoingAll, s.Object, snapshotOf(d.Reader, s.All))
		}
	}
}
