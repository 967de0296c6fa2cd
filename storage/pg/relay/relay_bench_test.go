package relay_test

import (
	"context"
	"log/slog"
	"slices"
	"sync"
	"testing"
	"time"

	"switchboard/storage/entry"
	"switchboard/storage/id"
	"switchboard/storage/pg"
	"switchboard/storage/pg/relay"
	"switchboard/storage/redistest"
	"switchboard/storage/row"
	"switchboard/storage/waittest"
)

// stopwatch is a follower that notes when each record's entry came.
type stopwatch struct {
	mu   sync.Mutex
	came map[id.ID]chan time.Time
}

func (s *stopwatch) Append(_ id.ID, entries []entry.Entry) {
	now := time.Now()
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, e := range entries {
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

// BenchmarkCommitToAppend measures from the return of Commit to the follower,
// with one writer and with eight at once.
func BenchmarkCommitToAppend(b *testing.B) {
	for name, writers := range map[string]int{"1 writer": 1, "8 writers": 8} {
		b.Run(name, func(b *testing.B) {
			r := newRelays(b)
			relay := pg.NewRelay(r.store, relay.Config{Logger: slog.New(slog.DiscardHandler)})
			watch := &stopwatch{came: map[id.ID]chan time.Time{}}
			relay.Follow(watch)
			done := make(chan error, 1)
			ctx, stop := context.WithCancel(b.Context())
			go func() { done <- relay.Run(ctx) }()
			defer func() {
				stop()
				if err := <-done; err != nil {
					b.Error(err)
				}
			}()
			waittest.Until(b, "the relay leads", relay.Leading)

			var mu sync.Mutex
			took := make([]time.Duration, 0, b.N)
			jobs := make(chan struct{})
			var wg sync.WaitGroup
			for range writers {
				wg.Go(func() {
					for range jobs {
						record := id.New()
						came := watch.expect(record)
						if _, err := r.store.Commit(b.Context(), row.Change{Organization: r.org, Writes: []row.Write{
							{Object: "note", ID: record, Op: entry.Created, Set: row.Fields{"name": "n"}},
						}}); err != nil {
							b.Error(err)
							continue
						}
						committed := time.Now()
						latency := max(0, (<-came).Sub(committed)) // the relay may be first
						mu.Lock()
						took = append(took, latency)
						mu.Unlock()
					}
				})
			}
			for b.Loop() {
				jobs <- struct{}{}
			}
			close(jobs)
			wg.Wait()
			if len(took) == 0 {
				b.Fatal("nothing was measured")
			}
			slices.Sort(took)
			b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "p50-ms")
			b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "p99-ms")
		})
	}
}

// BenchmarkCommitToOtherNode measures from the return of a commit on a node that
// does not lead to the follower on a third one, which does not lead either: with
// Redis a notification and an announcement, without it two polls.
func BenchmarkCommitToOtherNode(b *testing.B) {
	for name, server := range map[string]func(testing.TB) *redistest.Server{
		"with Redis":    redistest.Start,
		"without Redis": func(testing.TB) *redistest.Server { return nil },
	} {
		b.Run(name, func(b *testing.B) {
			watch := &stopwatch{came: map[id.ID]chan time.Time{}}
			r, all := nodes(b, 3, server(b), relay.Config{}, watch)
			waittest.Until(b, "the first leads", all[0].relay.Leading)
			var took []time.Duration
			for b.Loop() {
				change := contact(r.org)
				came := watch.expect(change.Writes[0].ID)
				if _, err := all[1].store.Commit(b.Context(), change); err != nil {
					b.Fatal(err)
				}
				committed := time.Now()
				took = append(took, max(0, (<-came).Sub(committed)))
			}
			slices.Sort(took)
			b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "p50-ms")
			b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "p99-ms")
		})
	}
}

// BenchmarkDrain measures how fast one relay moves rows that stand in the outbox.
func BenchmarkDrain(b *testing.B) {
	r := newRelays(b)
	relay, told := r.leading(relay.Config{})
	const rows = 2000
	n := 0
	for b.Loop() {
		r.exec(`INSERT INTO core.outbox (organization_id, entry) SELECT $1, '{"object":"note","op":"updated"}' FROM generate_series(1, $2)`, string(r.org), rows)
		n += rows
		relay.Poke()
		told.await(b, r.org, n)
	}
	b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "rows/s")
}
