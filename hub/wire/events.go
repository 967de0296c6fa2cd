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
	// Topics are the topics the change belongs to, as far as the receiver may know.
	Topics  []string `json:"topics"`
	Object  string   `json:"object"`
	ID      id.ID    `json:"id"`
	Op      entry.Op `json:"op"`
	Version int64    `json:"version"`
	// Cause says what happened, for example call.accepted.
	Cause string `json:"cause"`
	// Fields are the changed fields that the receiver may read: the whole record
	// for one that was created or came into sight, none for one that left it.
	Fields map[string]json.RawMessage `json:"fields"`
	// Large says that the fields are too many bytes for an event and are left out: who
	// wants the record reads it by REST.
	Large bool `json:"large,omitempty"`
	// Command is the client's id of the command that caused the change.
	Command string `json:"command,omitempty"`
}

// PresenceEvent tells how some users' presence looks now; of each user the latest.
type PresenceEvent struct {
	Users []UserPresence `json:"users"`
}

// UserPresence is one user's dot.
type UserPresence struct {
	ID   id.ID  `json:"id"`
	Name string `json:"name,omitempty"`
	// Status is what others see, Chosen what the user chose.
	Status string `json:"status"`
	Chosen string `json:"chosen"`
	// Reasons say why a user is away who chose to be available.
	Reasons []string `json:"reasons,omitempty"`
}

// TypingEvent tells that somebody types in a thread, or no more.
type TypingEvent struct {
	Topic  string    `json:"topic"`
	User   Reference `json:"user"`
	Typing bool      `json:"typing"`
}

// ResyncEvent asks for a fresh snapshot of a topic: to subscribe to it again. Until
// the client does it isn't asked again.
type ResyncEvent struct {
	Topic string `json:"topic"`
	// After asks the client to wait before it does, in seconds and at most twice as
	// long, at random: a bulk goes on, and everybody is asked at once.
	After float64 `json:"after,omitempty"`
}

// NoticeEvent says something that a person may want to know.
type NoticeEvent struct {
	Code      string `json:"code"`
	Detail    string `json:"detail"`
	Reconnect bool   `json:"reconnect"`
}

// Reference is the value of a lookup. Name is left out where the receiver may
// not read the names of the target object.
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
	// Of what is wrong in a text, such as that of a live query: where it is (from 1), what
	// stands there, and what might have been meant.
	Line     int      `json:"line,omitempty"`
	Column   int      `json:"column,omitempty"`
	Word     string   `json:"word,omitempty"`
	Expected []string `json:"expected,omitempty"`
	Nearest  string   `json:"nearest,omitempty"`
}
