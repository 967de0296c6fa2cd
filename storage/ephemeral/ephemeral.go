package ephemeral

import (
	"context"
	"time"
)

// Leases keeps values by group and member.
type Leases interface {
	// Hold sets the value of a member for ttl, replacing any other: holding and renewing are the
	// same. fault.Unavailable if the store can't be reached.
	Hold(ctx context.Context, group, member string, value []byte, ttl time.Duration) error
	// Release removes a member early. Releasing an absent member is no error.
	Release(ctx context.Context, group, member string) error
	// List returns the unexpired values of a group, by member.
	List(ctx context.Context, group string) (map[string][]byte, error)
}
