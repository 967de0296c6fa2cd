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
	// Rows says of which records: all, team or own; "" for none.
	Rows string `json:"rows"`
}

// MeSnapshot is the state of the topic me.
type MeSnapshot struct {
	User   entry.Fields      `json:"user"`
	Rights map[string]Rights `json:"rights"`
	System []string          `json:"system"` // rights that are no object's
	// Administers are the apps whose administrator the user is, as in GET v1/me.
	Administers []id.ID `json:"administers"`
	// Without are the features that the organization doesn't use, as in GET v1/me.
	Without []string `json:"without"`
	Badges  Badges   `json:"badges"`
	// Version changes with a right of the user and with the objects that there are, as in
	// GET v1/me: then that and GET v1/schema are to be read again.
	Version string `json:"version"`
}

// Badges hold the unread counts above zero, by the features' keys and by thread.
type Badges map[string]map[id.ID]int64

// PresenceSnapshot is the state of the topic presence.
type PresenceSnapshot struct {
	Users []UserPresence `json:"users"`
}

// RecordSnapshot is the state of one record.
type RecordSnapshot struct {
	Record entry.Fields `json:"record"`
}

// NumberSnapshot is how a phone number stands, by the features' keys: barred where a contact
// with it is not to be called, opted_out where texts to it were declined.
type NumberSnapshot map[string]bool
