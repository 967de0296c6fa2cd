package main

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"switchboard/storage/entry"
	"switchboard/storage/id"
	"switchboard/storage/pg"
	"switchboard/storage/pg/relay"
	"switchboard/storage/row"
)

// stopwatch is a follower that records when each record's entry arrived.
type stopwatch struct {
	mu   sync.Mutex
	came map[id.ID]chan time.Time
	bulk int
}

func newStopwatch() *stopwatch { return &stopwatch{came: map[id.ID]chan time.Time{}} }

// Append implements eventlog.Follower.
func (s *stopwatch) Append(_ id.ID, entries []entry.Entry) {
	now := time.Now()
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, e := range entries {
		s.bulk += len(e.IDs)
		if c := s.came[e.ID]; c != nil {
			c <- now
			delete(s.came, e.ID)
		}
	}
}

func (s *stopwatch) expect(record id.ID) <-chan time.Time {
	c := make(chan time.Time, 1)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.came[record] = c
	return c
}

// announced returns how many records bulk entries have named.
func (s *stopwatch) announced() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.bulk
}

// timing is the result of one part of the run.
type timing struct {
	mu                sync.Mutex
	commits, received []time.Duration
}

// alerts starts calls at a steady rate until ctx ends. Each starts on time,
// however long the ones before take, so that a stall shows in all that it
// delays.
func (b *bench) alerts(ctx context.Context) (*timing, error) {
	t := &timing{}
	tick := time.NewTicker(time.Second / time.Duration(b.rate))
	defer tick.Stop()
	var work sync.WaitGroup
	defer work.Wait()
	failed := make(chan error, 1)
	for {
		select {
		case <-ctx.Done():
			work.Wait()
			select {
			case err := <-failed:
				return nil, err
			default:
				return t, nil
			}
		case err := <-failed:
			return nil, err
		case due := <-tick.C:
			work.Go(func() {
				if err := b.alert(context.WithoutCancel(ctx), t, due); err != nil {
					select {
					case failed <- err:
					default:
					}
				}
			})
		}
	}
}

// maxWait bounds the wait for one alert.
const maxWait = time.Minute

func (b *bench) alert(ctx context.Context, t *timing, due time.Time) error {
	ctx, cancel := context.WithTimeout(ctx, maxWait)
	defer cancel()
	call := id.New()
	came := b.watch.expect(call)
	_, err := b.store.Commit(ctx, row.Change{Organization: b.organization, Writes: []row.Write{{
		Object: "call", ID: call, Op: entry.Created, Cause: "call.ringing",
		Set: row.Fields{"status": "ringing", "direction": "inbound", "from_number": "+15005550006"},
	}}})
	if err != nil {
		return fmt.Errorf("ring a call: %w", err)
	}
	committed := time.Now()
	select {
	case at := <-came:
		t.mu.Lock()
		t.commits = append(t.commits, committed.Sub(due))
		t.received = append(t.received, max(0, at.Sub(committed))) // the relay may be first
		t.mu.Unlock()
		return nil
	case <-ctx.Done():
		return fmt.Errorf("the follower did not receive call %s", call)
	}
}

func (t *timing) report(part string) {
	slices.Sort(t.commits)
	slices.Sort(t.received)
	fmt.Printf("%-28s %6d alerts   due → committed p50 %s p99 %s max %s   committed → received p50 %s p99 %s max %s\n", part, len(t.received),
		at(t.commits, 50), at(t.commits, 99), at(t.commits, 100), at(t.received, 50), at(t.received, 99), at(t.received, 100))
}

func at(sorted []time.Duration, percent int) string {
	if len(sorted) == 0 {
		return "-"
	}
	d := sorted[min(len(sorted)*percent/100, len(sorted)-1)]
	return fmt.Sprintf("%.1f ms", float64(d.Microseconds())/1000)
}

type bench struct {
	settings
	store *pg.Store
	relay *relay.Relay
	watch *stopwatch
	ids   []id.ID
}
