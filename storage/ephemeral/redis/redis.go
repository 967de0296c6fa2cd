package redis

import (
	"cmp"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	goredis "github.com/redis/go-redis/v9"

	"switchboard/storage/ephemeral"
	"switchboard/storage/fault"
)

// Options configure Leases.
type Options struct {
	// Client remains owned by the caller.
	Client goredis.UniversalClient
	// Namespace is the installation's own; the names in Redis begin with it.
	Namespace string
	// Key is the secret of the installation's nodes: a lease without a MAC made with it
	// is dropped.
	Key []byte
	// Timeout bounds one call, a second by default: holders of leases must notice that Redis is
	// gone.
	Timeout time.Duration
}

// Leases implements ephemeral.Store.
type Leases struct {
	client    goredis.UniversalClient
	namespace string
	key       []byte
	timeout   time.Duration
	forged    atomic.Int64
}

var _ ephemeral.Store = (*Leases)(nil)

// New makes Leases.
func New(o Options) *Leases {
	return &Leases{client: o.Client, namespace: o.Namespace, key: o.Key, timeout: cmp.Or(o.Timeout, time.Second)}
}

// Forged returns the number of leases dropped for an invalid MAC.
func (l *Leases) Forged() int64 { return l.forged.Load() }

// seal puts the MAC of a lease, of its group and its member before its value.
func (l *Leases) seal(group, member string, value []byte) []byte {
	h := hmac.New(sha256.New, l.key)
	for _, name := range []string{l.name(group), member} {
		h.Write(binary.BigEndian.AppendUint64(nil, uint64(len(name))))
		h.Write([]byte(name))
	}
	h.Write(value)
	return append(h.Sum(nil), value...)
}

func (l *Leases) open(group, member string, sealed []byte) (value []byte, ok bool) {
	if len(sealed) < sha256.Size {
		return nil, false
	}
	value = sealed[sha256.Size:]
	return value, hmac.Equal(sealed, l.seal(group, member, value))
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
	ctx, cancel := context.WithTimeout(ctx, l.timeout)
	defer cancel()
	err := hold.Run(ctx, l.client, []string{l.name(group)}, member, ttl.Milliseconds(), l.seal(group, member, value)).Err()
	if errors.Is(err, goredis.Nil) {
		return nil
	}
	return unreachable(err)
}

// Release implements ephemeral.Leases.
func (l *Leases) Release(ctx context.Context, group, member string) error {
	ctx, cancel := context.WithTimeout(ctx, l.timeout)
	defer cancel()
	return unreachable(l.client.HDel(ctx, l.name(group), member).Err())
}

// List implements ephemeral.Leases.
func (l *Leases) List(ctx context.Context, group string) (map[string][]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, l.timeout)
	defer cancel()
	pairs, err := list.Run(ctx, l.client, []string{l.name(group)}).StringSlice()
	if err != nil {
		return nil, unreachable(err)
	}
	if len(pairs)%2 != 0 {
		return nil, fault.New(fault.Internal, "Redis answered with half a lease.")
	}
	out := make(map[string][]byte, len(pairs)/2)
	for i := 0; i < len(pairs); i += 2 {
		value, ok := l.open(group, pairs[i], []byte(pairs[i+1]))
		if !ok {
			l.forged.Add(1)
			continue
		}
		out[pairs[i]] = value
	}
	return out, nil
}

func (l *Leases) name(group string) string { return l.namespace + ":leases:" + group }

func unreachable(err error) error {
	if err == nil {
		return nil
	}
	return fault.Wrap(fmt.Errorf("redis: %w", err), fault.Unavailable, "Redis can't be reached.")
}
