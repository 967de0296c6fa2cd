package memory

import (
	"context"
	"slices"
	"sync"
	"time"

	"switchboard/storage/ephemeral"
	"switchboard/storage/fault"
)

// Leases implements ephemeral.Store. The zero value is ready.
type Leases struct {
	Sheets

	mu     sync.Mutex
	groups map[string]map[string]lease
}

type lease struct {
	value []byte
	until time.Time
}

// New makes an empty store.
func New() *Leases { return &Leases{} }

// Hold implements ephemeral.Leases.
func (l *Leases) Hold(ctx context.Context, group, member string, value []byte, ttl time.Duration) error {
	if err := ctx.Err(); err != nil {
		return fault.From(err)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	members := l.groups[group]
	if members == nil {
		members = map[string]lease{}
		if l.groups == nil {
			l.groups = map[string]map[string]lease{}
		}
		l.groups[group] = members
	}
	members[member] = lease{slices.Clone(value), time.Now().Add(ttl)}
	return nil
}

// Release implements ephemeral.Leases.
func (l *Leases) Release(ctx context.Context, group, member string) error {
	if err := ctx.Err(); err != nil {
		return fault.From(err)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.groups[group], member)
	return nil
}

// List implements ephemeral.Leases.
func (l *Leases) List(ctx context.Context, group string) (map[string][]byte, error) {
	if err := ctx.Err(); err != nil {
		return nil, fault.From(err)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	now := time.Now()
	out := map[string][]byte{}
	for member, held := range l.groups[group] {
		if !now.Before(held.until) {
			delete(l.groups[group], member)
			continue
		}
		out[member] = slices.Clone(held.value)
	}
	return out, nil
}

var _ ephemeral.Store = (*Leases)(nil)
