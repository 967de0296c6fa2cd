package wire

import (
	"encoding/json"

	"switchboard/storage/entry"
	"switchboard/storage/id"
)

// Change announces one change of one record. It is durable: the packet's last
// argument is the offset.
type Change struct {
	Seq int64 `json:"seq"`
	// Topics are the topics of the change that the receiver may know of.
	Topics  []string `json:"topics"`
	Object  string   `json:"object"`
	ID      id.ID    `json:"id"`
	Op      entry.Op `json:"op"`
	Version int64    `json:"version"`
	// Cause names what happened, for example call.accepted.
	Cause string `json:"cause"`
	// Fields are the changed fields that the receiver may read: the whole
	// record if it was created or became visible, none if it became
	// invisible.
	Fields map[string]json.RawMessage `json:"fields"`
	// Large means that the fields are too large for an event and are left
	// out. Clients that need the record read it by REST.
	Large bool `json:"large,omitempty"`
	// Command is the client's id of the command that caused the change.
	Command string `json:"command,omitempty"`
}

// PresenceEvent carries the latest presence of some users.
type PresenceEvent struct {
	Users []UserPresence `json:"users"`
}

// UserPresence is one user's presence dot.
type UserPresence struct {
	ID   id.ID  `json:"id"`
	Name string `json:"name,omitempty"`
	// Status is what others see, Chosen what the user chose.
	Status string `json:"status"`
	Chosen string `json:"chosen"`
	// Reasons explain why a user who chose to be available is away.
	Reasons []string `json:"reasons,omitempty"`
}

// TypingEvent announces that a user types in a thread, or has stopped.
type TypingEvent struct {
	Topic  string    `json:"topic"`
	User   Reference `json:"user"`
	Typing bool      `json:"typing"`
}

// ResyncEvent asks the client for a fresh snapshot of a topic, by subscribing
// to it again. It is not repeated until the client has done so.
type ResyncEvent struct {
	Topic string `json:"topic"`
	// After asks the client to wait first, for a random time between this
	// many seconds and twice as many: a bulk change is in progress, and all
	// clients are asked at once.
	After float64 `json:"after,omitempty"`
}

// NoticeEvent is a message for the user.
type NoticeEvent struct {
	Code      string `json:"code"`
	Detail    string `json:"detail"`
	Reconnect bool   `json:"reconnect"`
}

// Reference is the value of a lookup. Name is omitted if the receiver may not
// read the names of the target object.
type Reference struct {
	ID   id.ID  `json:"id"`
	Name string `json:"name,omitempty"`
}

// Problem is a refusal, in an ack or as a problem document.
type Problem struct {
	Code       string              `json:"code"`
	Detail     string              `json:"detail"`
	Errors     map[string][]string `json:"errors,omitempty"`
	RetryAfter float64             `json:"retry_after,omitempty"` // seconds
	// Line and the fields below describe an error in a text, such as that of
	// a live query: its position (from 1), the offending word, and what may
	// have been meant.
	Line     int      `json:"line,omitempty"`
	Column   int      `json:"column,omitempty"`
	Word     string   `json:"word,omitempty"`
	Expected []string `json:"expected,omitempty"`
	Nearest  string   `json:"nearest,omitempty"`
}
