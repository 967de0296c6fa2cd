package topics

import (
	"switchboard/hub"
	"switchboard/storage/schema"
)

// Deps are what the topics and commands stand upon.
type Deps struct {
	Reader   Reader
	Registry *schema.Registry
	Presence Presence
	Calls    Calls
	Texts    Texts
}

// Register gives the hub its snapshots and commands.
func Register(h *hub.Hub, d Deps) {
	h.SnapshotOf(hub.Me, me(d.Reader, d.Registry))
	h.SnapshotOf(hub.PresenceOf, presence(d.Presence))
	h.SnapshotOf(hub.Calls, liveOf(d.Reader, false))
	h.SnapshotOf(hub.CallsAll, liveOf(d.Reader, true))
	h.SnapshotOf(hub.Record, record(d.Reader))
	h.SnapshotOf(hub.Conversation, conversation(d.Reader))
	h.SnapshotOf(hub.Chat, chat(d.Reader))
	registerCalls(h, d.Calls)
	registerTexts(h, d.Texts)
}
