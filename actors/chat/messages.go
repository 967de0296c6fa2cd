package chat

import (
	"switchboard/actors/runtime"
	"switchboard/actors/thread"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// Kind is the kind of the chat actor.
const Kind = "chat"

// Bounds on chats.
const (
	maxBody    = 8_000 // characters of a message
	maxMembers = 1_000
)

// Create creates the chat. Reply: Ref.
type Create struct {
	runtime.CommandMeta
	Set row.Fields // in storage shape: name, members, private, topic, status
}

// Patch changes fields of the chat. Reply: Ref.
type Patch struct{ runtime.Patch }

// Post adds a message. Reply: Ref of the message.
type Post struct {
	runtime.CommandMeta
	Body string
	// Mentions are the users that the body names, Here says that it calls all members.
	Mentions []id.ID
	Here     bool
	// Parent is the message that this one replies to, "" for none. InChat says that the reply is
	// shown among the messages of the chat, too.
	Parent id.ID
	InChat bool
	// Media are the files that go with it.
	Media []Media
	// ClientID is the browser's id of the message. A repeated id posts nothing.
	ClientID string
}

// MarkRead moves a member's read number up to Number, or to the newest message if
// Number is 0, which marks all replies, too. It never decreases. Reply: Ref.
type MarkRead struct {
	runtime.CommandMeta
	Number int64
}

// MarkUnread moves a member's read number back, so that the message Number is the first unread one.
// It never rises. Reply: Ref.
type MarkUnread struct {
	runtime.CommandMeta
	Number int64
}

// Remove deletes the chat. Reply: Ref.
type Remove struct {
	runtime.CommandMeta
	Expect int64
}

// Condition implements runtime.Conditional.
func (c Remove) Condition() int64 { return c.Expect }

// Ref is what a command created or changed.
type Ref = thread.Ref
