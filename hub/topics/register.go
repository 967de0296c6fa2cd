package topics

import (
	"switchboard/actors/feature"
	"switchboard/hub"
	"switchboard/hub/topic"
)

// Deps are what the topics and commands stand upon.
type Deps struct {
	Reader   Reader
	Presence Presence
	Features []feature.Running
}

// Register gives the hub its snapshots and commands.
func Register(h *hub.Hub, d Deps) {
	h.SnapshotOf(topic.Me, "", me(d.Reader))
	h.SnapshotOf(topic.Presence, "", presence(d.Presence))
	h.SnapshotOf(topic.Ongoing, "call", liveOf(d.Reader, false))
	h.SnapshotOf(topic.OngoingAll, "call", liveOf(d.Reader, true))
	h.SnapshotOf(topic.Record, "", record(d.Reader))
	h.SnapshotOf(topic.Thread, "twilio_conversation", conversation(d.Reader))
	h.SnapshotOf(topic.Thread, "chat", chat(d.Reader))
	for _, f := range d.Features {
		offer(h, f)
	}
}
