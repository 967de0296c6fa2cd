package chat

import (
	"switchboard/actors/runtime"
	"switchboard/actors/thread"
	"switchboard/storage/row"
)

// Kind is the kind of the chat actor.
const Kind = "chat"

// The bounds of a chat.
const (
	maxBody    = 8_000 // characters of a message
	maxMembers = 1_000
)

// Create makes the chat. Reply: Ref.
type Create struct {
	runtime.Given
	Set row.Fields // in storage shape: name, members, private, topic, status
}

// Patch changes fields of the chat. Reply: Ref.
type Patch struct{ runtime.Patch }

// Post adds a message. Reply: Ref of the message.
type Post struct {
	runtime.Given
	Body string
	// ClientID is the browser's id of the message: the same one is posted once.
	ClientID string
}

// MarkRead moves a member's read number up to Number, or to the newest message
// where Number is 0. It never moves back. Reply: Ref.
type MarkRead struct {
	runtime.Given
	Number int64
}

// Remove deletes the chat. Reply: Ref.
type Remove struct {
	runtime.Given
	Expect int64
}

// Condition implements runtime.Conditional.
func (c Remove) Condition() int64 { return c.Expect }

// Ref names what a command made or changed.
type Ref = thread.Ref
