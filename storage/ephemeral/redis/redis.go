package redis

import (
	"context"
	"errors"
	"fmt"
	"time"

	goredis "github.com/redis/go-redis/v9"

	"switchboard/storage/ephemeral"
	"switchboard/storage/fault"
)

// Patience bounds one call: who holds leases must notice that Redis is gone.
const Patience = time.Second

// Leases implements ephemeral.Leases.
type Leases struct {
	client    goredis.UniversalClient
	namespace string
}

var _ ephemeral.Leases = (*Leases)(nil)

// New keeps leases by the client under names that begin with the namespace, which
// is the installation's own. The client stays the caller's.
func New(client goredis.UniversalClient, namespace string) *Leases {
	return &Leases{client: client, namespace: namespace}
}

// now is the clock of Redis in milliseconds.
const now = `local t = redis.call('TIME')
local now = t[1] * 1000 + math.floor(t[2] / 1000)
`

var hold = goredis.NewScript(now + `
redis.call('HSET', KEYS[1], ARGV[1], string.format('%d', now + ARGV[2]) .. ':' .. ARGV[3])
redis.call('PEXPIRE', KEYS[1], 86400000)`)

var list = goredis.NewScript(now + `
local held, live = redis.call('HGETALL', KEYS[1]), {}
for i = 1, #held, 2 do
  local colon = string.find(held[i + 1], ':', 1, true)
  if tonumber(string.sub(held[i + 1], 1, colon - 1)) > now then
    live[#live + 1] = held[i]
    live[#live + 1] = string.sub(held[i + 1], colon + 1)
  else
    redis.call('HDEL', KEYS[1], held[i])
  end
end
return live`)

// Hold implements ephemeral.Leases.
func (l *Leases) Hold(ctx context.Context, group, member string, value []byte, ttl time.Duration) error {
	ctx, cancel := context.WithTimeout(ctx, Patience)
	defer cancel()
	err := hold.Run(ctx, l.client, []string{l.key(group)}, member, ttl.Milliseconds(), value).Err()
	if errors.Is(err, goredis.Nil) {
		return nil
	}
	return unreachable(err)
}

// Release implements ephemeral.Leases.
func (l *Leases) Release(ctx context.Context, group, member string) error {
	ctx, cancel := context.WithTimeout(ctx, Patience)
	defer cancel()
	return unreachable(l.client.HDel(ctx, l.key(group), member).Err())
}

// List implements ephemeral.Leases.
func (l *Leases) List(ctx context.Context, group string) (map[string][]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, Patience)
	defer cancel()
	pairs, err := list.Run(ctx, l.client, []string{l.key(group)}).StringSlice()
	if err != nil {
		return nil, unreachable(err)
	}
	if len(pairs)%2 != 0 {
		return nil, fault.New(fault.Internal, "Redis answered with half a lease.")
	}
	out := make(map[string][]byte, len(pairs)/2)
	for i := 0; i < len(pairs); i += 2 {
		out[pairs[i]] = []byte(pairs[i+1])
	}
	return out, nil
}

func (l *Leases) key(group string) string { return l.namespace + ":leases:" + group }

func unreachable(err error) error {
	if err == nil {
		return nil
	}
	return fault.Wrap(fmt.Errorf("redis: %w", err), fault.Unavailable, "Redis can't be reached.")
}
