package ephemeral

import (
	"context"
	"time"
)

// Sheet is a lease with many fields, of which its holder writes those that changed.
type Sheet struct {
	// Serial identifies the last change of the sheet.
	Serial int64
	Fields map[string][]byte
}

// Change is a change of a sheet.
type Change struct {
	// From is the expected serial, 0 to write the sheet from scratch, whatever it holds. To is
	// the new serial.
	From, To int64
	// Fields are set; a nil value removes one.
	Fields map[string][]byte
}

// Sheets stores sheets by group, member and name. Any of them may be lost at any moment: a holder
// that does not find its serial writes the whole sheet again.
type Sheets interface {
	// Write changes sheets of a member, by name, and keeps them for ttl. Each changes completely
	// or not at all. lost are the sheets whose serial is not From; they are unchanged. After an
	// error (fault.Unavailable if the store can't be reached) it is unknown which of them
	// changed.
	Write(ctx context.Context, group, member string, changes map[string]Change, ttl time.Duration) (lost []string, err error)
	// Read returns complete sheets of a member, by name, without absent ones.
	Read(ctx context.Context, group, member string, names ...string) (map[string]Sheet, error)
	// Erase removes sheets of a member; absent ones are no error.
	Erase(ctx context.Context, group, member string, names ...string) error
}

// Store stores both.
type Store interface {
	Leases
	Sheets
}
