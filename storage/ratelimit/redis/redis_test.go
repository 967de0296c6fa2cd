package redis_test

import (
	"log/slog"
	"strings"
	"testing"
	"time"

	goredis "github.com/redis/go-redis/v9"

	"switchboard/storage/id"
	"switchboard/storage/ratelimit"
	"switchboard/storage/ratelimit/ratelimittest"
	"switchboard/storage/ratelimit/redis"
	"switchboard/storage/redistest"
)

var once = ratelimit.Rate{Count: 1, Per: time.Hour, Burst: 1}

func limiter(c *goredis.Client, namespace string) *redis.Limiter {
	return redis.New(c, namespace, slog.New(slog.DiscardHandler))
}

const patience = 20 * time.Second

// patient is a client that waits for Redis, where a test is about counting.
func patient(t *testing.T) *goredis.Client {
	t.Helper()
	options, err := goredis.ParseURL(redistest.Start(t).URL())
	if err != nil {
		t.Fatal(err)
	}
	options.DialTimeout, options.ReadTimeout, options.WriteTimeout, options.PoolTimeout = patience, patience, patience, patience
	c := goredis.NewClient(options)
	t.Cleanup(func() { _ = c.Close() })
	return c
}

func TestLimiter(t *testing.T) {
	c := patient(t)
	ratelimittest.Run(t, func(*testing.T) ratelimit.Limiter { return limiter(c, string(id.New())).Patient(patience) })
}

func TestNodesCountTogether(t *testing.T) {
	c := patient(t)
	a, b, other := limiter(c, "one").Patient(patience), limiter(c, "one").Patient(patience), limiter(c, "another").Patient(patience)
	if a.Take(t.Context(), "secret@example.com", once, 1) != 0 {
		t.Error("the first was refused")
	}
	if b.Take(t.Context(), "secret@example.com", once, 1) == 0 {
		t.Error("another node did not know of the first")
	}
	if other.Take(t.Context(), "secret@example.com", once, 1) != 0 {
		t.Error("installations count apart")
	}
	keys, err := c.Keys(t.Context(), "*").Result()
	if err != nil || len(keys) != 2 || strings.Contains(strings.Join(keys, " "), "secret") {
		t.Errorf("keys %v, %v", keys, err)
	}
	if life, err := c.PTTL(t.Context(), keys[0]).Result(); err != nil || life <= 0 || life > time.Hour {
		t.Errorf("the key lives %s, %v", life, err)
	}
}

func TestCountsAloneWhileRedisIsAway(t *testing.T) {
	for name, fault := range map[string]func(*redistest.Server){
		"dead": (*redistest.Server).Kill, "frozen": (*redistest.Server).Pause,
	} {
		t.Run(name, func(t *testing.T) {
			server := redistest.Start(t)
			c := server.Client()
			l, other := limiter(c, "one"), limiter(c, "one")
			fault(server)
			if l.Take(t.Context(), "k", once, 1) != 0 {
				t.Error("the first was refused")
			}
			if l.Take(t.Context(), "k", once, 1) == 0 {
				t.Error("nothing is counted without Redis")
			}
			server.Resume()
			deadline := time.Now().Add(patience)
			for l.Take(t.Context(), "k", once, 1) != 0 { // Redis knows nothing of k: it lets one through
				if time.Now().After(deadline) {
					t.Fatal("Redis is not asked again")
				}
			}
			for other.Take(t.Context(), "k", once, 1) == 0 {
				if time.Now().After(deadline) {
					t.Fatal("the nodes don't count together again")
				}
			}
		})
	}
}
