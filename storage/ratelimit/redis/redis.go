package redis

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"log/slog"
	"sync/atomic"
	"time"

	goredis "github.com/redis/go-redis/v9"

	"switchboard/storage/ratelimit"
	"switchboard/storage/ratelimit/memory"
)

const (
	// Patience bounds one call: a request waits for it.
	Patience = 250 * time.Millisecond
	// retry is how long Redis is left alone after it did not answer.
	retry = time.Second
)

// Limiter implements ratelimit.Limiter.
type Limiter struct {
	client    goredis.UniversalClient
	namespace string
	log       *slog.Logger
	alone     *memory.Limiter
	patience  time.Duration
	// askAgain is when Redis is asked again after a failure, in Unix nanoseconds; 0
	// while it answers.
	askAgain atomic.Int64
}

var _ ratelimit.Limiter = (*Limiter)(nil)

// New counts by the client under names that begin with the namespace, which is the
// installation's own. The client stays the caller's.
func New(client goredis.UniversalClient, namespace string, log *slog.Logger) *Limiter {
	return &Limiter{client: client, namespace: namespace, log: log, alone: memory.New(memory.Size, time.Now), patience: Patience}
}

// Both scripts reckon in microseconds, which doubles hold exactly until the year 2255.
const now = `local t = redis.call('TIME')
local now = t[1] * 1000000 + t[2]
local full = math.max(now, tonumber(redis.call('GET', KEYS[1]) or '0'))
local function keep(full)
  if full > now then
    redis.call('SET', KEYS[1], string.format('%d', full), 'PX', math.ceil((full - now) / 1000))
  else
    redis.call('DEL', KEYS[1])
  end
end
local asked, tolerance = tonumber(ARGV[1]), tonumber(ARGV[2])
`

var take = goredis.NewScript(now + `
local wait = full + math.min(asked, tolerance) - now - tolerance
if wait > 0 then return wait end
keep(full + asked)
return 0`)

var give = goredis.NewScript(now + `
keep(full - asked)
return 0`)

// Take implements ratelimit.Limiter.
func (l *Limiter) Take(ctx context.Context, key string, rate ratelimit.Rate, n int) time.Duration {
	if n < 1 {
		return 0
	}
	if wait, ok := l.ask(ctx, take, key, rate, n); ok {
		return wait
	}
	return l.alone.Take(ctx, key, rate, n)
}

// Give implements ratelimit.Limiter.
func (l *Limiter) Give(ctx context.Context, key string, rate ratelimit.Rate, n int) {
	if n < 1 {
		return
	}
	if _, ok := l.ask(ctx, give, key, rate, n); !ok {
		l.alone.Give(ctx, key, rate, n)
	}
}

// ask runs a script; ok is false where Redis did not answer, or is left alone.
func (l *Limiter) ask(ctx context.Context, script *goredis.Script, key string, rate ratelimit.Rate, n int) (wait time.Duration, ok bool) {
	if !l.mayAsk() {
		return 0, false
	}
	// A caller that is gone is counted all the same: it could hang up early each time.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), l.patience)
	defer cancel()
	asked := rate.Interval() * time.Duration(n)
	micros, err := script.Run(ctx, l.client, []string{l.key(key)}, asked.Microseconds(), rate.Tolerance().Microseconds()).Int64()
	if err != nil {
		if l.askAgain.Swap(time.Now().Add(retry).UnixNano()) == 0 {
			l.log.Warn("Redis can't be reached; each node counts its limits alone until it can", "error", err)
		}
		return 0, false
	}
	if l.askAgain.Swap(0) != 0 {
		l.log.Info("Redis is back; the nodes count their limits together")
	}
	return time.Duration(micros) * time.Microsecond, true
}

// mayAsk lets everybody ask Redis while it answers, and one caller a second while it
// does not.
func (l *Limiter) mayAsk() bool {
	again := l.askAgain.Load()
	if again == 0 {
		return true
	}
	at := time.Now()
	return at.UnixNano() >= again && l.askAgain.CompareAndSwap(again, at.Add(retry).UnixNano())
}

func (l *Limiter) key(key string) string {
	sum := sha256.Sum256([]byte(key))
	return l.namespace + ":rate:" + hex.EncodeToString(sum[:16])
}
