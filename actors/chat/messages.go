package chat

import (
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// Kind is the kind of the chat actor.
const Kind = "chat"

// The bounds of a chat.
const (
	// MaxBody is the longest message, in bytes.
	MaxBody = 20_000
	// MaxMembers bounds the members of one chat.
	MaxMembers = 1000
	maxName    = 200
)

// Create makes the chat. Reply: Ref.
type Create struct {
	By      id.ID
	Command string
	Name    string
	Topic   string
	Private bool
	Members []id.ID
}

// CommandID implements runtime.Identified.
func (c Create) CommandID() string { return c.Command }

// Patch changes name, status, topic, privacy and members. Reply: Ref.
type Patch struct {
	By      id.ID
	Command string
	Set     row.Fields
	Expect  int64
}

// CommandID implements runtime.Identified.
func (c Patch) CommandID() string { return c.Command }

// Post says something in the chat. Reply: Posted.
type Post struct {
	By       id.ID
	ByName   string
	Command  string
	Body     string
	ClientID string
}

// CommandID implements runtime.Identified.
func (c Post) CommandID() string { return c.Command }

// MarkRead says that a member has read up to a number, 0 for all. Reply: Ref.
type MarkRead struct {
	By      id.ID
	Command string
	Number  int64
}

// CommandID implements runtime.Identified.
func (c MarkRead) CommandID() string { return c.Command }

// Remove deletes the chat or, with Message, one message of it. Reply: Ref.
type Remove struct {
	By      id.ID
	Command string
	Message id.ID
	Expect  int64
}

// CommandID implements runtime.Identified.
func (c Remove) CommandID() string { return c.Command }

// Ref names the chat.
type Ref struct {
	ID id.ID `json:"id"`
}

// Posted names the stored message.
type Posted struct {
	ID     id.ID `json:"id"`
	Number int64 `json:"number"`
}
