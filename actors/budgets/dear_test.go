package budgets_test

import (
	"context"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"switchboard/actors/budgets"
	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/settings"
)

func usual() *budgets.Service { return service(func(*settings.Rates) {}) }

// crowd lets so many do something again and again for so long, and waits for the last.
func crowd(t *testing.T, n int, long time.Duration, do func(ctx context.Context)) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), long)
	defer cancel()
	var all sync.WaitGroup
	for range n {
		all.Go(func() {
			for ctx.Err() == nil {
				do(ctx)
			}
		})
	}
	all.Wait()
}

// reader reads as fast as he is let, by so many workers, each reading taking so long,
// and counts what came of it.
type reader struct {
	what  budgets.Reading
	takes time.Duration
	bytes int

	read atomic.Int64
}

func (r *reader) once(ctx context.Context, t *testing.T, s *budgets.Service, p *access.Principal) {
	t.Helper()
	done, err := s.Read(ctx, p, r.what)
	if err != nil {
		if e := fault.From(err); ctx.Err() == nil && (e.Code != fault.Limited || e.RetryAfter <= 0) {
			t.Errorf("refused with %v", err)
		}
		time.Sleep(200 * time.Millisecond)
		return
	}
	time.Sleep(r.takes)
	done(r.takes, r.bytes)
	done(r.takes, r.bytes) // a second time it costs nothing
	r.read.Add(1)
}

// For how long somebody reads, and by however many workers: he has a quarter of a core
// of the database, whatever one reading takes.
func TestReadingHasAQuarterOfACore(t *testing.T) {
	for name, r := range map[string]*reader{
		"lists":           {what: budgets.List, takes: 40 * time.Millisecond},
		"searches":        {what: budgets.Search, takes: 300 * time.Millisecond},
		"endless ones":    {what: budgets.Search, takes: 5 * time.Second},
		"records":         {what: budgets.Record, takes: time.Millisecond, bytes: 1 << 20},
		"lists of 4 MB":   {what: budgets.List, takes: time.Millisecond, bytes: 4 << 20},
		"lists of a lane": {what: budgets.List, takes: 900 * time.Millisecond},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s, p := usual(), somebody()
				const long = 3 * time.Minute
				crowd(t, 16, long, func(ctx context.Context) { r.once(ctx, t, s, p) })
				cost := r.takes + time.Duration(r.bytes)*time.Second/(64<<20)
				used := time.Duration(r.read.Load()) * cost
				// What is owed at the end was had in advance.
				if used > long/4+20*time.Second+16*cost {
					t.Errorf("%d readings of %s took %s of %s", r.read.Load(), cost, used, long)
				}
				if used < long/6 {
					t.Errorf("%d readings of %s in %s: more might be", r.read.Load(), cost, long)
				}
				time.Sleep(time.Hour)
			})
		})
	}
}

// Whoever reads page after page is let on with each, however many there are.
func TestPagingThroughAllIsNeverRefused(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, p := usual(), somebody()
		began := time.Now()
		for range 100 { // 100,000 records of 1 KB
			done, err := s.Read(t.Context(), p, budgets.Search)
			if err != nil {
				t.Fatal(err)
			}
			time.Sleep(30 * time.Millisecond)
			done(30*time.Millisecond, 1<<20)
		}
		if took := time.Since(began); took > 20*time.Second {
			t.Errorf("it took %s", took)
		}
		time.Sleep(time.Minute)
	})
}

// A page that shows ten lists, of which each takes long, gets all of them.
func TestTenListsAtOnceAreServed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, p := usual(), somebody()
		for range 5 {
			answers := make(chan error)
			for range 10 {
				go func() {
					done, err := s.Read(t.Context(), p, budgets.List)
					if err == nil {
						time.Sleep(150 * time.Millisecond)
						done(150*time.Millisecond, 50<<10)
					}
					answers <- err
				}()
			}
			for range 10 {
				if err := <-answers; err != nil {
					t.Error(err)
				}
			}
			time.Sleep(10 * time.Second) // until somebody looks again
		}
		time.Sleep(time.Minute)
	})
}

// What somebody reads is nobody else's matter, and his changes go on.
func TestWhoOwesReadingDoesTheRest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, p := usual(), somebody()
		done, err := s.Read(t.Context(), p, budgets.List)
		if err != nil {
			t.Fatal(err)
		}
		done(time.Minute, 0)
		e := fault.From(func() error { _, err := s.Read(t.Context(), p, budgets.Record); return err }())
		if e == nil || e.Code != fault.Limited || e.RetryAfter < 2*time.Minute || e.RetryAfter > 4*time.Minute {
			t.Fatalf("after a minute of the database: %v", e)
		}
		for _, kind := range []budgets.Kind{budgets.Requests, budgets.Changes} {
			leave, err := s.Enter(t.Context(), p, kind)
			if err != nil {
				t.Error(err)
			} else {
				leave()
			}
		}
		if done, err := s.Read(t.Context(), somebody(), budgets.Search); err != nil {
			t.Errorf("somebody else: %v", err)
		} else {
			done(0, 0)
		}
		time.Sleep(e.RetryAfter)
		if done, err = s.Read(t.Context(), p, budgets.Record); err != nil {
			t.Errorf("after the time that was told: %v", err)
		} else {
			done(0, 0)
		}
		time.Sleep(time.Hour)
	})
}

// Large changes come one after the other and at an even pace, so that whoever has room
// for many of them doesn't send all at once; small ones beside them don't wait.
func TestLargeChangesTakeTurns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, p := usual(), somebody()
		var sent, running atomic.Int64
		var all sync.WaitGroup
		all.Go(func() {
			crowd(t, 8, 10*time.Second, func(ctx context.Context) {
				done, err := s.Write(ctx, p, 100<<10)
				if err != nil {
					return
				}
				if running.Add(1) > 1 {
					t.Error("two large changes at once")
				}
				time.Sleep(10 * time.Millisecond)
				running.Add(-1)
				done(100 << 10)
				sent.Add(100 << 10)
			})
		})
		for range 100 {
			began := time.Now()
			done, err := s.Write(t.Context(), p, 1<<10)
			if err != nil || time.Since(began) > 0 {
				t.Fatalf("a small change waited for %s: %v", time.Since(began), err)
			}
			done(1 << 10)
			time.Sleep(50 * time.Millisecond)
		}
		all.Wait()
		if sent := sent.Load(); sent > 11<<20 || sent < 8<<20 {
			t.Errorf("%d bytes in 10 s", sent)
		}
		// What was refused makes nobody wait.
		time.Sleep(time.Minute)
		began := time.Now()
		for range 50 {
			done, err := s.Write(t.Context(), p, 1<<20)
			if err != nil {
				t.Fatal(err)
			}
			done(0)
		}
		if time.Since(began) > 0 {
			t.Errorf("refused changes took %s", time.Since(began))
		}
	})
}

// A flood of small changes is thinned out to one after the other.
func TestAFloodOfChangesTakesTurns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, p := usual(), somebody()
		var made atomic.Int64
		crowd(t, 8, 10*time.Second, func(ctx context.Context) {
			if done, err := s.Write(ctx, p, 100); err == nil {
				time.Sleep(4 * time.Millisecond)
				done(100)
				made.Add(1)
			}
		})
		// 200 at once and 100 a second with one another, the others one by one.
		if made := made.Load(); made > 200+10*100+10*130 || made < 1000 {
			t.Errorf("%d changes in 10 s", made)
		}
		time.Sleep(time.Minute)
	})
}

// Asking on for what is refused is answered slowly; a few refusals are not.
func TestRefusalsAreSlow(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, p := usual(), somebody()
		began := time.Now()
		for range 40 {
			s.Refused(t.Context(), p)
		}
		if time.Since(began) > 0 {
			t.Errorf("40 refusals took %s", time.Since(began))
		}
		var refused atomic.Int64
		crowd(t, 40, time.Minute, func(ctx context.Context) {
			s.Refused(ctx, p)
			refused.Add(1)
		})
		if refused := refused.Load(); refused > 60*(40+10)+40 {
			t.Errorf("%d refusals in a minute", refused)
		}
		gone, cancel := context.WithCancel(t.Context())
		cancel()
		s.Refused(gone, p) // and who goes away isn't waited for
	})
}

// However many connections somebody has, his requests come at a bounded pace; one
// after the other they are never refused.
func TestTheRateOfRequests(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, p := usual(), somebody()
		for range 2000 {
			leave, err := s.Enter(t.Context(), p, budgets.Requests)
			if err != nil {
				t.Fatal(err)
			}
			leave()
		}
		var done atomic.Int64
		crowd(t, 60, time.Minute, func(ctx context.Context) {
			leave, err := s.Enter(ctx, p, budgets.Requests)
			if err != nil {
				if !fault.Is(err, fault.Limited) {
					t.Error(err)
				}
				time.Sleep(200 * time.Millisecond)
				return
			}
			leave()
			done.Add(1)
		})
		if done := done.Load(); done > 60*100+10 || done < 60*90 {
			t.Errorf("%d requests in a minute", done)
		}
	})
}

// Where few changes are allowed, pages still read what they show.
func TestFewChangesLeaveTheRequests(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, p := service(func(r *settings.Rates) { r.ChangesPerMinute = 60 }), somebody()
		began := time.Now()
		for range 500 {
			leave, err := s.Enter(t.Context(), p, budgets.Requests)
			if err != nil {
				t.Fatal(err)
			}
			leave()
		}
		if took := time.Since(began); took > 0 {
			t.Errorf("500 requests waited for %s", took)
		}
	})
}
