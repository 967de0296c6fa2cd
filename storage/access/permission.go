package access

import (
	"encoding/json"
	"fmt"

	"switchboard/storage/exact"
	"switchboard/storage/id"
	"switchboard/storage/schema"
)

// Scope says which rows a permission set gives of an object.
type Scope string

// The scopes, widest first.
const (
	ScopeAll  Scope = "all"
	ScopeTeam Scope = schema.ToTeam // rows owned by somebody of one's teams, and one's own
	ScopeOwn  Scope = "own"         // rows one owns, is a member of, or that ring for one
)

// ObjectPermission is what a set grants on an object.
type ObjectPermission struct {
	Create bool `json:"create"`
	Read   bool `json:"read"`
	Update bool `json:"update"`
	Delete bool `json:"delete"`
}

// FieldPermission is what a set grants on a field.
type FieldPermission struct {
	Read   bool `json:"read"`
	Update bool `json:"update"`
}

// UnmarshalJSON takes an object or, for all_fields, one boolean for both.
func (f *FieldPermission) UnmarshalJSON(raw []byte) error {
	var both bool
	if exact.Decode(raw, &both) == nil {
		*f = FieldPermission{Read: both, Update: both}
		return nil
	}
	type plain FieldPermission
	if err := exact.Lenient(raw, (*plain)(f)); err != nil {
		return fmt.Errorf("field permission: %w", err)
	}
	if f.Update {
		f.Read = true
	}
	return nil
}

// AllFields is the key that stands for every field of an object.
const AllFields = "all_fields"

// PermissionSet is one record of the object permission, decoded.
type PermissionSet struct {
	Objects map[string]ObjectPermission
	// Fields: an object without an entry gives all its fields; with one, the
	// entry is an allow-list.
	Fields map[string]map[string]FieldPermission
	Scopes map[string]Scope
	System []string
}

// ParsePermissionSet decodes the maps of a permission record; nil maps are empty.
func ParsePermissionSet(objects, fields, scopes json.RawMessage, system []string) (PermissionSet, error) {
	set := PermissionSet{System: system}
	for name, part := range map[string]struct {
		raw    json.RawMessage
		target any
	}{
		"object_permissions":       {objects, &set.Objects},
		"object_field_permissions": {fields, &set.Fields},
		"scopes":                   {scopes, &set.Scopes},
	} {
		if len(part.raw) == 0 {
			continue
		}
		if err := exact.Lenient(part.raw, part.target); err != nil {
			return PermissionSet{}, fmt.Errorf("%s: %w", name, err)
		}
	}
	return set, nil
}

// Inputs are what the store knows about a user that rights are built from.
type Inputs struct {
	Organization id.ID
	User         id.ID
	Session      id.ID
	Name         string
	Superuser    bool
	Teams        []id.ID
	// Permissions are the ids that the user's record lists (nil if nobody says), Sets those of
	// them that could be read.
	Permissions []id.ID
	Sets        []PermissionSet
	// Apps are the apps that the user administers.
	Apps []id.ID
	// Without are the features that the organization doesn't use, in order.
	Without []string
}
