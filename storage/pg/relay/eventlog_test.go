package relay_test

import (
	"fmt"
	"testing"
	"time"

	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/pg/relay"
	"switchboard/storage/pg/retention"
)

func TestLogIsReadFromAPlace(t *testing.T) {
	t.Parallel()
	r := newRelays(t)
	log := r.store.Log()
	if entries, ok, err := log.Read(t.Context(), r.org, 0, 10); len(entries) > 0 || err != nil {
		t.Fatalf("an empty log gave %v %v %v", entries, ok, err)
	}
	_, told := r.leading(relay.Config{Poll: 5 * time.Millisecond})
	for i := range 7 {
		r.put(r.org, fmt.Sprint(i+1))
	}
	r.put(id.New(), "another organization's")
	told.await(t, r.org, 7)
	if head, err := log.Head(t.Context(), r.org); head != 7 || err != nil {
		t.Errorf("head %d %v", head, err)
	}
	if head, err := log.Head(t.Context(), id.New()); head != 0 || err != nil {
		t.Errorf("head of nothing %d %v", head, err)
	}
	for _, c := range []struct {
		after int64
		limit int
		want  []int64
		ok    bool
	}{
		{0, 3, []int64{1, 2, 3}, true},
		{5, 10, []int64{6, 7}, true},
		{7, 10, nil, true},
		{8, 10, nil, false}, // beyond the head: of another history
	} {
		entries, ok, err := log.Read(t.Context(), r.org, c.after, c.limit)
		if err != nil || ok != c.ok || len(entries) != len(c.want) {
			t.Errorf("after %d: %d entries, %v, %v", c.after, len(entries), ok, err)
			continue
		}
		for i, e := range entries {
			if e.Seq != c.want[i] || e.Cause != fmt.Sprint(e.Seq) || e.Organization != r.org {
				t.Errorf("after %d: entry %d is %+v", c.after, i, e)
			}
		}
	}
	for _, bad := range []struct {
		after int64
		limit int
	}{{-1, 1}, {0, 0}} {
		if _, _, err := log.Read(t.Context(), r.org, bad.after, bad.limit); !fault.Is(err, fault.Malformed) {
			t.Errorf("%v gave %v", bad, err)
		}
	}
}

func TestRetentionRaisesTheFloor(t *testing.T) {
	t.Parallel()
	r := newRelays(t)
	_, told := r.leading(relay.Config{Poll: 5 * time.Millisecond})
	for range 30 {
		r.put(r.org, "x")
	}
	told.await(t, r.org, 30)
	// The first 21 are old, and one behind the first that stays.
	r.exec(`UPDATE core.event_log SET at = now() - interval '2 days' WHERE seq <= 21 OR seq = 25`)
	removed, err := r.store.Trim(t.Context(), retention.Periods{Lengths: retention.Lengths{Log: 24 * time.Hour}, Batch: 5})
	if err != nil || removed != 21 {
		t.Fatalf("removed %d, %v", removed, err)
	}
	log := r.store.Log()
	for after, want := range map[int64]bool{0: false, 20: false, 21: true, 29: true, 30: true} {
		entries, ok, err := log.Read(t.Context(), r.org, after, 100)
		if err != nil || ok != want || ok && len(entries) != int(30-after) {
			t.Errorf("after %d: %d entries, %v, %v", after, len(entries), ok, err)
		}
	}
	if removed, err := r.store.Trim(t.Context(), retention.Periods{Lengths: retention.Lengths{Log: 24 * time.Hour}}); removed != 0 || err != nil {
		t.Errorf("again removed %d, %v", removed, err)
	}
	// Everything may leave, and the numbers go on.
	r.exec(`UPDATE core.event_log SET at = now() - interval '2 days'`)
	if removed, err := r.store.Trim(t.Context(), retention.Periods{Lengths: retention.Lengths{Log: 24 * time.Hour}, Batch: 5}); removed != 9 || err != nil {
		t.Errorf("at last removed %d, %v", removed, err)
	}
	if entries, ok, err := log.Read(t.Context(), r.org, 30, 10); !ok || len(entries) != 0 || err != nil {
		t.Errorf("at the head: %v %v %v", entries, ok, err)
	}
	r.put(r.org, "y")
	if e := told.await(t, r.org, 31)[30]; e.Seq != 31 {
		t.Errorf("seq %d", e.Seq)
	}
}
