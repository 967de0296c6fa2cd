package redis_test

import (
	"testing"
	"time"

	goredis "github.com/redis/go-redis/v9"

	broker "switchboard/storage/broker/redis"
	"switchboard/storage/ephemeral"
	"switchboard/storage/ephemeral/ephemeraltest"
	"switchboard/storage/ephemeral/redis"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/redistest"
)

func client(t *testing.T, server *redistest.Server) *goredis.Client {
	t.Helper()
	c, err := broker.Dial(server.URL())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	return c
}

func TestLeases(t *testing.T) {
	c := client(t, redistest.Start(t))
	ephemeraltest.Run(t, func(*testing.T) ephemeral.Leases { return redis.New(c, string(id.New())) })
}

func TestLeasesWhileRedisIsAway(t *testing.T) {
	server := redistest.Start(t)
	l := redis.New(client(t, server), "installation")
	hold := func() error { return l.Hold(t.Context(), "g", "a", []byte("1"), time.Hour) }
	if err := hold(); err != nil {
		t.Fatal(err)
	}
	server.Flush()
	if held, err := l.List(t.Context(), "g"); err != nil || len(held) != 0 {
		t.Errorf("after a flush: %v, %v", held, err)
	}
	server.Kill()
	if err := hold(); !fault.Is(err, fault.Unavailable) {
		t.Errorf("without Redis: %v", err)
	}
	if _, err := l.List(t.Context(), "g"); !fault.Is(err, fault.Unavailable) {
		t.Errorf("without Redis: %v", err)
	}
	server.Restart()
	if err := hold(); err != nil {
		t.Errorf("after a restart, whose Redis knows no script: %v", err)
	}
	server.Pause()
	if err := hold(); !fault.Is(err, fault.Unavailable) {
		t.Errorf("with a frozen Redis: %v", err)
	}
	server.Resume()
	if err := hold(); err != nil {
		t.Errorf("after the thaw: %v", err)
	}
}
