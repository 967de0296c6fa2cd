package chat

import (
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// Kind is the kind of the chat actor.
const Kind = "chat"

// The bounds of a chat.
const (
	maxBody    = 8_000 // characters of a message
	maxMembers = 1_000
	// previewLength is how much of the newest message the chat shows, in characters.
	previewLength = 160
)

// Create makes the chat. Reply: Ref.
type Create struct {
	By      id.ID
	Command string
	Set     row.Fields // in storage shape: name, members, private, topic, status
}

// CommandID implements runtime.Identified.
func (c Create) CommandID() string { return c.Command }

// CommandBy implements runtime.Identified.
func (c Create) CommandBy() id.ID { return c.By }

// Patch changes fields of the chat. Reply: Ref.
type Patch struct {
	By      id.ID
	Command string
	Set     row.Fields
	Expect  int64
}

// CommandID implements runtime.Identified.
func (c Patch) CommandID() string { return c.Command }

// CommandBy implements runtime.Identified.
func (c Patch) CommandBy() id.ID { return c.By }

// Condition implements runtime.Conditional.
func (c Patch) Condition() int64 { return c.Expect }

// Post adds a message. Reply: Ref of the message.
type Post struct {
	By      id.ID
	Command string
	Body    string
	// ClientID is the browser's id of the message: the same one is posted once.
	ClientID string
}

// CommandID implements runtime.Identified.
func (c Post) CommandID() string { return c.Command }

// CommandBy implements runtime.Identified.
func (c Post) CommandBy() id.ID { return c.By }

// MarkRead moves a member's read number up to Number, or to the newest message
// where Number is 0. It never moves back. Reply: Ref.
type MarkRead struct {
	By      id.ID
	Command string
	Number  int64
}

// CommandID implements runtime.Identified.
func (c MarkRead) CommandID() string { return c.Command }

// CommandBy implements runtime.Identified.
func (c MarkRead) CommandBy() id.ID { return c.By }

// Remove deletes the chat. Reply: Ref.
type Remove struct {
	By      id.ID
	Command string
	Expect  int64
}

// CommandID implements runtime.Identified.
func (c Remove) CommandID() string { return c.Command }

// CommandBy implements runtime.Identified.
func (c Remove) CommandBy() id.ID { return c.By }

// Condition implements runtime.Conditional.
func (c Remove) Condition() int64 { return c.Expect }

// Ref names what a command made or changed.
type Ref struct{ ID id.ID }
