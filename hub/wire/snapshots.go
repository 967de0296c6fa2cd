package wire

import (
	"switchboard/storage/entry"
	"switchboard/storage/id"
)

// Rights say what a user may do with an object.
type Rights struct {
	Create bool `json:"create"`
	Read   bool `json:"read"`
	Update bool `json:"update"`
	Delete bool `json:"delete"`
}

// MeSnapshot is the state of the topic me.
type MeSnapshot struct {
	User   entry.Fields      `json:"user"`
	Rights map[string]Rights `json:"rights"`
	Badges Badges            `json:"badges"`
}

// Badges hold the unread counts above zero, by thread.
type Badges struct {
	Conversations map[id.ID]int64 `json:"conversations"`
	Chats         map[id.ID]int64 `json:"chats"`
}

// PresenceSnapshot is the state of the topic presence.
type PresenceSnapshot struct {
	Users []UserPresence `json:"users"`
}

// CallsSnapshot is the state of the topics calls and calls:all: calls that are
// not over, the newest first.
type CallsSnapshot struct {
	Calls []entry.Fields `json:"calls"`
}

// RecordSnapshot is the state of one record.
type RecordSnapshot struct {
	Record entry.Fields `json:"record"`
}

// ConversationSnapshot is the state of a text conversation with its newest
// messages, the newest first.
type ConversationSnapshot struct {
	Conversation entry.Fields   `json:"conversation"`
	Participants []entry.Fields `json:"participants"`
	Messages     []entry.Fields `json:"messages"`
	Older        bool           `json:"older"` // there are messages before these
}

// ChatSnapshot is the state of a team chat with its newest messages, the newest
// first.
type ChatSnapshot struct {
	Chat     entry.Fields   `json:"chat"`
	Messages []entry.Fields `json:"messages"`
	Older    bool           `json:"older"` // there are messages before these
}
