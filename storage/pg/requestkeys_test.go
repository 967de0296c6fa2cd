package pg_test

import (
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"switchboard/storage/id"
	"switchboard/storage/pg/retention"
)

func TestAKeyStandsForOneRequest(t *testing.T) {
	f := newFixture(t)
	one, other := id.New(), id.New()
	claim := func(user id.ID, digest string) (fresh, same bool) {
		t.Helper()
		fresh, same, err := f.ClaimKey(t.Context(), f.org, user, "order 7", []byte(digest))
		if err != nil {
			t.Fatal(err)
		}
		return fresh, same
	}
	if fresh, same := claim(one, "a"); !fresh || !same {
		t.Errorf("the first: %v %v", fresh, same)
	}
	if fresh, same := claim(one, "a"); fresh || !same {
		t.Errorf("a repeat: %v %v", fresh, same)
	}
	if fresh, same := claim(one, "b"); fresh || same {
		t.Errorf("another request: %v %v", fresh, same)
	}
	if fresh, _ := claim(other, "b"); !fresh {
		t.Error("a colleague's key stands in the way")
	}
	if err := f.ReleaseKey(t.Context(), f.org, one, "order 7", []byte("a")); err != nil {
		t.Fatal(err)
	}
	if fresh, _ := claim(one, "b"); !fresh {
		t.Error("a key that was given back is not free")
	}
	if _, err := f.conn.Exec(t.Context(), `UPDATE core.request_key SET received = now() - interval '2 days'`); err != nil {
		t.Fatal(err)
	}
	if n, err := f.Trim(t.Context(), retention.Periods{Keys: 24 * time.Hour}); err != nil || n != 2 {
		t.Errorf("trimmed %d %v", n, err)
	}
}

func TestOneOfManyGetsTheKey(t *testing.T) {
	f := newFixture(t)
	user := id.New()
	var first atomic.Int64
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			fresh, same, err := f.ClaimKey(t.Context(), f.org, user, "k", []byte("a"))
			if err != nil || !same {
				t.Error(same, err)
			}
			if fresh {
				first.Add(1)
			}
		})
	}
	wg.Wait()
	if first.Load() != 1 {
		t.Errorf("%d got it", first.Load())
	}
}
