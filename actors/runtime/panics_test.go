package runtime

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"sync/atomic"
	"testing"
	"time"

	"switchboard/storage/ephemeral"
	"switchboard/storage/ephemeral/memory"
	"switchboard/storage/id"
	"switchboard/storage/panics"
)

func quiet() *panics.Catcher { return panics.New(slog.New(slog.DiscardHandler)) }

// TestPanickedAttemptFails checks that nobody waits forever for such an attempt, and
// that the next one starts.
func TestPanickedAttemptFails(t *testing.T) {
	catcher, tries := quiet(), 0
	l := newLines(&net.Dialer{}, catcher, func(context.Context, string) error {
		if tries++; tries == 1 {
			panic("on purpose")
		}
		return nil
	})
	if err := l.open(t.Context(), "node"); !errors.Is(err, errPanicked) {
		t.Fatalf("the first attempt ended with %v", err)
	}
	if err := l.open(t.Context(), "node"); err != nil || tries != 2 {
		t.Fatalf("%d tries, the last ended with %v", tries, err)
	}
	l.close() // waits for the attempts, which count after they have answered
	if got := catcher.Counts()[panics.Cluster]; got != 1 {
		t.Errorf("%d panics are counted", got)
	}
}

// shaky are leases whose reading panics a given number of times.
type shaky struct {
	ephemeral.Leases
	left atomic.Int64
}

func (s *shaky) List(ctx context.Context, group string) (map[string][]byte, error) {
	if s.left.Load() > 0 {
		s.left.Add(-1)
		panic("on purpose")
	}
	return s.Leases.List(ctx, group)
}

// TestNodeFindsOthersAfterPanics injects panics into refreshing and into retrying an
// unreachable member.
func TestNodeFindsOthersAfterPanics(t *testing.T) {
	catcher, leases, reached := quiet(), &shaky{Leases: memory.New()}, atomic.Int64{}
	leases.left.Store(2)
	moved := make(chan struct{}, 16)
	m := &membership{
		source: leased{leases, time.Minute}, self: Member{ID: id.New()}, renew: time.Millisecond, ttl: time.Minute, log: slog.New(slog.DiscardHandler), panics: catcher,
		changed: func() { moved <- struct{}{} }, peers: map[id.ID]*peer{},
		reach: func(context.Context, Member) error {
			if reached.Add(1) == 1 {
				panic("on purpose")
			}
			return nil
		},
	}
	other := Member{ID: id.New(), Addr: "there"}
	if err := leases.Hold(t.Context(), membersGroup, other.ID.String(), []byte(`{"id":"`+string(other.ID)+`","addr":"there"}`), time.Hour); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		m.run(ctx)
	}()
	<-moved
	m.mu.Lock()
	m.peers[other.ID].suspect = true
	m.mu.Unlock()
	<-moved // it is trusted again
	cancel()
	<-ended
	if got := catcher.Counts()[panics.Cluster]; got != 3 {
		t.Errorf("%d panics are counted", got)
	}
}
