package row

import (
	"encoding/json"
	"time"

	"switchboard/storage/id"
)

// AppVersion is a published version of an app.
type AppVersion struct {
	Organization id.ID
	App          id.ID
	Version      int
	Package      json.RawMessage
	Digest       string
	By           id.ID
	At           time.Time
}

// AppDeployment is a change of an organization by a version of an app.
type AppDeployment struct {
	// Organization was changed, Source is where the package came from.
	Organization id.ID
	ID           id.ID
	App          id.ID
	Source       id.ID
	Kind         string
	Version      int
	// Plan is what was changed, Before the package that was replaced.
	Plan   json.RawMessage
	Before json.RawMessage
	By     id.ID
	At     time.Time
	Undone bool
}

// AppSubscriber is an organization that installed an app of another one.
type AppSubscriber struct {
	Source       id.ID
	App          id.ID
	Organization id.ID
	// Name is the organization's.
	Name string
	// User installed it; it is updated with this user's rights.
	User    id.ID
	Version int
	// Detail is why the last update failed, "" if it didn't.
	Detail string
	At     time.Time
}

// AppInstallCode lets an organization install an app once.
type AppInstallCode struct {
	Hash         string
	Organization id.ID
	App          id.ID
	By           id.ID
	Expires      time.Time
}
