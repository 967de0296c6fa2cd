package ephemeraltest

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"slices"
	"sync"
	"testing"
	"time"

	"switchboard/storage/ephemeral"
	"switchboard/storage/fault"
)

const (
	// long outlives any test, short ends within it.
	long  = time.Hour
	short = 30 * time.Millisecond

	timeout = 20 * time.Second
)

// Run holds an implementation to the port. open gives an empty store.
func Run(t *testing.T, open func(t *testing.T) ephemeral.Leases) {
	t.Helper()
	for name, test := range map[string]func(*testing.T, ephemeral.Leases){
		"held until released":   released,
		"the latest value":      latest,
		"groups are apart":      apart,
		"ends unless renewed":   ends,
		"any bytes":             anyBytes,
		"many at once":          many,
		"a caller that is gone": gone,
	} {
		t.Run(name, func(t *testing.T) { test(t, open(t)) })
	}
}

func hold(t *testing.T, l ephemeral.Leases, group, member, value string, ttl time.Duration) {
	t.Helper()
	if err := l.Hold(t.Context(), group, member, []byte(value), ttl); err != nil {
		t.Fatal(err)
	}
}

func list(t *testing.T, l ephemeral.Leases, group string) map[string]string {
	t.Helper()
	found, err := l.List(t.Context(), group)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	for member, value := range found {
		out[member] = string(value)
	}
	return out
}

func expect(t *testing.T, l ephemeral.Leases, group string, want map[string]string) {
	t.Helper()
	if got := list(t, l, group); !maps.Equal(got, want) {
		t.Errorf("%s holds %v, want %v", group, got, want)
	}
}

func released(t *testing.T, l ephemeral.Leases) {
	expect(t, l, "g", map[string]string{})
	hold(t, l, "g", "a", "1", long)
	hold(t, l, "g", "b", "2", long)
	expect(t, l, "g", map[string]string{"a": "1", "b": "2"})
	for range 2 { // again is no fault
		if err := l.Release(t.Context(), "g", "a"); err != nil {
			t.Fatal(err)
		}
	}
	expect(t, l, "g", map[string]string{"b": "2"})
}

func latest(t *testing.T, l ephemeral.Leases) {
	hold(t, l, "g", "a", "1", short)
	hold(t, l, "g", "a", "2", long)
	hold(t, l, "g", "b", "3", short)
	for len(list(t, l, "g")) > 1 { // the short one's end is waited for
	}
	expect(t, l, "g", map[string]string{"a": "2"})
}

func apart(t *testing.T, l ephemeral.Leases) {
	hold(t, l, "g", "a", "1", long)
	hold(t, l, "h", "a", "2", long)
	expect(t, l, "g", map[string]string{"a": "1"})
	expect(t, l, "h", map[string]string{"a": "2"})
}

func ends(t *testing.T, l ephemeral.Leases) {
	hold(t, l, "g", "a", "1", short)
	deadline := time.Now().Add(timeout)
	for len(list(t, l, "g")) > 0 {
		if time.Now().After(deadline) {
			t.Fatal("a lease that nobody renews does not end")
		}
	}
	hold(t, l, "g", "a", "2", long)
	expect(t, l, "g", map[string]string{"a": "2"})
}

func anyBytes(t *testing.T, l ephemeral.Leases) {
	value := make([]byte, 70_000)
	for i := range value {
		value[i] = byte(i)
	}
	for member, v := range map[string][]byte{"empty": {}, "colons": []byte("1:2:3"), "large": value, "a:member ü": {0, 255}} {
		if err := l.Hold(t.Context(), "g", member, v, long); err != nil {
			t.Fatal(err)
		}
		found, err := l.List(t.Context(), "g")
		if err != nil || !bytes.Equal(found[member], v) {
			t.Errorf("%s came back as %d bytes, %v", member, len(found[member]), err)
		}
	}
}

func many(t *testing.T, l ephemeral.Leases) {
	var work sync.WaitGroup
	want := map[string]string{}
	for i := range 20 {
		member := fmt.Sprint(i)
		want[member] = "19"
		work.Go(func() {
			for round := range 20 {
				if err := l.Hold(t.Context(), "g", member, []byte(fmt.Sprint(round)), long); err != nil {
					t.Error(err)
				}
			}
		})
	}
	work.Wait()
	got := list(t, l, "g")
	if !maps.Equal(got, want) {
		t.Errorf("holds %v", slices.Sorted(maps.Keys(got)))
	}
}

func gone(t *testing.T, l ephemeral.Leases) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := l.Hold(ctx, "g", "a", nil, long); err == nil {
		t.Error("held for a caller that is gone")
	}
	if _, err := l.List(ctx, "g"); err == nil || fault.From(err) == nil {
		t.Errorf("listed for a caller that is gone: %v", err)
	}
}
