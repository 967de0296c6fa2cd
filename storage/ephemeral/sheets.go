package ephemeral

import (
	"context"
	"time"
)

// Sheet is a lease of many fields, of which its holder writes those that changed.
type Sheet struct {
	// Serial names the last change that is in it.
	Serial int64
	Fields map[string][]byte
}

// Change is what changes of a sheet.
type Change struct {
	// From is the serial that the sheet stands at before, 0 for one that is written again,
	// whatever was there. To is the one that it stands at afterwards.
	From, To int64
	// Fields are set; a nil value removes one.
	Fields map[string][]byte
}

// Sheets keeps sheets by group, member and name. What it keeps may be lost at any moment, as
// Leases' values may, all of it or some: a sheet whose serial its holder does not find is written
// again.
type Sheets interface {
	// Write changes sheets of a member, by name, and keeps them for ttl from now. Each
	// changes whole or not at all. lost are the names of those that stood elsewhere than
	// at From, which are as they were. After an error, fault.Unavailable where the store
	// can't be reached, it is not known which of them changed.
	Write(ctx context.Context, group, member string, changes map[string]Change, ttl time.Duration) (lost []string, err error)
	// Read gives sheets of a member whole, by name; those that aren't there are left out.
	Read(ctx context.Context, group, member string, names ...string) (map[string]Sheet, error)
	// Erase removes sheets of a member; those that aren't there are no error.
	Erase(ctx context.Context, group, member string, names ...string) error
}

// Store keeps both.
type Store interface {
	Leases
	Sheets
}
