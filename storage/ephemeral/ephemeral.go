package ephemeral

import (
	"context"
	"time"
)

// Leases keeps values by group and member.
type Leases interface {
	// Hold puts the value under the member for ttl, whatever was there before:
	// holding and renewing are the same. fault.Unavailable where the store can't be
	// reached.
	Hold(ctx context.Context, group, member string, value []byte, ttl time.Duration) error
	// Release gives the member up before its time. Releasing what isn't held is no
	// error.
	Release(ctx context.Context, group, member string) error
	// List gives the values of a group that have not run out, by member.
	List(ctx context.Context, group string) (map[string][]byte, error)
}
