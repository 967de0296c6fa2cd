package redis_test

import (
	"testing"
	"time"

	"switchboard/storage/ephemeral"
	"switchboard/storage/ephemeral/ephemeraltest"
	"switchboard/storage/ephemeral/redis"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/redistest"
)

func TestLeases(t *testing.T) {
	c := redistest.Start(t).Client()
	ephemeraltest.Run(t, func(*testing.T) ephemeral.Leases {
		return redis.New(redis.Options{Client: c, Namespace: string(id.New()), Key: key})
	})
}

func TestSheets(t *testing.T) {
	c := redistest.Start(t).Client()
	ephemeraltest.RunSheets(t, func(*testing.T) ephemeral.Sheets {
		return redis.New(redis.Options{Client: c, Namespace: string(id.New()), Key: key, Timeout: time.Minute}) // thousands of fields at once, on a busy machine
	})
}

// Write access to Redis does not allow adding to sheets or moving a field or a serial.
func TestForgedFieldsAreDropped(t *testing.T) {
	c := redistest.Start(t).Client()
	l, ctx := redis.New(redis.Options{Client: c, Namespace: "one", Key: key}), t.Context()
	sheets := map[string]ephemeral.Change{
		"a": {To: 5, Fields: map[string][]byte{"x": []byte("1"), "y": []byte("2")}}, "b": {To: 6, Fields: map[string][]byte{"x": []byte("3")}},
	}
	if _, err := l.Write(ctx, "g", "m", sheets, time.Hour); err != nil {
		t.Fatal(err)
	}
	a, b := "one:sheets:1:g:1:m:1:a", "one:sheets:1:g:1:m:1:b"
	of := func(sheet, field string) string {
		value, err := c.HGet(ctx, sheet, field).Result()
		if err != nil {
			t.Fatal(err)
		}
		return value
	}
	err := c.HSet(ctx, a, "=z", "plain", "=w", of(a, "=x"), "=y", of(b, "=x"), "x", of(a, "=x")).Err()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.HSet(ctx, b, "#", of(a, "#")).Err(); err != nil {
		t.Fatal(err)
	}
	held, err := l.Read(ctx, "g", "m", "a", "b")
	if fields := held["a"].Fields; err != nil || len(held) != 1 || len(fields) != 1 || string(fields["x"]) != "1" {
		t.Errorf("held %v, %v", held, err)
	}
	if got := l.Forged(); got != 5 {
		t.Errorf("%d counted, want 5", got)
	}
}

var key = []byte("0123456789abcdef0123456789abcdef")

// Write access to Redis does not allow adding or moving leases.
func TestForgedLeasesAreDropped(t *testing.T) {
	c := redistest.Start(t).Client()
	ours, other := redis.New(redis.Options{Client: c, Namespace: "one", Key: key}), redis.New(redis.Options{Client: c, Namespace: "one", Key: []byte("another key")})
	ctx := t.Context()
	if err := ours.Hold(ctx, "nodes", "a", []byte("1"), time.Hour); err != nil {
		t.Fatal(err)
	}
	if err := other.Hold(ctx, "nodes", "b", []byte("2"), time.Hour); err != nil {
		t.Fatal(err)
	}
	genuine, err := c.HGet(ctx, "one:leases:nodes", "a").Result()
	if err != nil {
		t.Fatal(err)
	}
	for _, forged := range []struct{ group, member, value string }{
		{"nodes", "c", genuine}, {"sockets", "a", genuine}, {"nodes", "d", "9999999999999:plain"}, {"nodes", "e", genuine + "x"},
	} {
		if err := c.HSet(ctx, "one:leases:"+forged.group, forged.member, forged.value).Err(); err != nil {
			t.Fatal(err)
		}
	}
	held, err := ours.List(ctx, "nodes")
	if err != nil || len(held) != 1 || string(held["a"]) != "1" {
		t.Errorf("held %q, %v", held, err)
	}
	if held, err := ours.List(ctx, "sockets"); err != nil || len(held) != 0 {
		t.Errorf("held %q in another group, %v", held, err)
	}
	if got := ours.Forged(); got != 5 {
		t.Errorf("%d counted, want 5", got)
	}
}

func TestLeasesWhileRedisIsAway(t *testing.T) {
	server := redistest.Start(t)
	l := redis.New(redis.Options{Client: server.Client(), Namespace: "installation", Key: key})
	hold := func() error { return l.Hold(t.Context(), "g", "a", []byte("1"), time.Hour) }
	if err := hold(); err != nil {
		t.Fatal(err)
	}
	server.Flush()
	if held, err := l.List(t.Context(), "g"); err != nil || len(held) != 0 {
		t.Errorf("after a flush: %v, %v", held, err)
	}
	change := func(from, to int64) ([]string, error) {
		return l.Write(t.Context(), "g", "a", map[string]ephemeral.Change{"s": {From: from, To: to}}, time.Hour)
	}
	if lost, err := change(0, 1); err != nil || len(lost) > 0 {
		t.Errorf("a sheet: %q, %v", lost, err)
	}
	server.Flush()
	if lost, err := change(1, 2); err != nil || len(lost) != 1 {
		t.Errorf("a sheet after a flush: %q, %v", lost, err)
	}
	server.Kill()
	if _, err := change(0, 3); !fault.Is(err, fault.Unavailable) {
		t.Errorf("a sheet without Redis: %v", err)
	}
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
	if lost, err := change(0, 4); err != nil || len(lost) > 0 {
		t.Errorf("a sheet after a restart: %q, %v", lost, err)
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
