package wire

import (
	"switchboard/storage/entry"
	"switchboard/storage/id"
)

// Rights are what a user may do with an object.
type Rights struct {
	Create bool `json:"create"`
	Read   bool `json:"read"`
	Update bool `json:"update"`
	Delete bool `json:"delete"`
	// Rows is the scope of the rights: all, team or own; "" for none.
	Rows string `json:"rows"`
}

// MeSnapshot is the state of the topic me.
type MeSnapshot struct {
	User   entry.Fields      `json:"user"`
	Rights map[string]Rights `json:"rights"`
	System []string          `json:"system"` // rights that belong to no object
	// Administers are the apps that the user administers, as in GET v1/me.
	Administers []id.ID `json:"administers"`
	// Without are the features that the organization does not use, as in GET
	// v1/me.
	Without []string `json:"without"`
	Badges  Badges   `json:"badges"`
	// Version changes when a right of the user or an object changes, as in
	// GET v1/me: the client must then read GET v1/me and GET v1/schema again.
	Version string `json:"version"`
}

// Badges hold the unread counts above zero, by the features' keys and by
// thread.
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
