package budgets_test

import (
	"context"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"switchboard/actors/budgets"
	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/ratelimit/memory"
	"switchboard/storage/settings"
)

type fixed struct{ settings.Organization }

func (f fixed) Settings(context.Context, id.ID) (settings.Organization, error) {
	return f.Organization, nil
}

func service(change func(*settings.Rates)) *budgets.Service {
	o := settings.Default()
	change(&o.Rates)
	return budgets.New(fixed{o}, memory.New(memory.Size, time.Now), memory.New(memory.Size, time.Now))
}

func somebody() *access.Principal { return &access.Principal{Organization: "o", User: id.New()} }

// A few lists are worked on at once; some more wait for them, the rest is refused
// and told when to come back. Nobody else notices.
func TestListsAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := service(func(r *settings.Rates) { r.ListsAtOnce = 3 })
		p := somebody()
		var mu sync.Mutex
		running, most, served, refused := 0, 0, 0, 0
		finish := make(chan struct{})
		var wg sync.WaitGroup
		for range 40 {
			wg.Go(func() {
				leave, err := s.Enter(t.Context(), p, budgets.Lists)
				mu.Lock()
				defer mu.Unlock()
				if err != nil {
					if e := fault.From(err); e.Code != fault.Limited || e.RetryAfter <= 0 {
						t.Errorf("refused with %v", err)
					}
					refused++
					return
				}
				served++
				running++
				most = max(most, running)
				mu.Unlock()
				<-finish
				mu.Lock()
				running--
				leave()
				leave() // a second time it gives nothing back
			})
		}
		synctest.Wait()
		mu.Lock()
		if running != 3 || refused != 40-3-12 {
			t.Errorf("%d run and %d are refused", running, refused)
		}
		mu.Unlock()
		if leave, err := s.Enter(t.Context(), somebody(), budgets.Lists); err != nil {
			t.Errorf("somebody else is refused: %v", err)
		} else {
			leave()
		}
		close(finish)
		wg.Wait()
		if most != 3 || served != 3+12 {
			t.Errorf("%d ran at once and %d were served", most, served)
		}
		for range 3 {
			leave, err := s.Enter(t.Context(), p, budgets.Lists)
			if err != nil {
				t.Fatalf("a place was lost: %v", err)
			}
			defer leave()
		}
	})
}

// Who waits in vain, or goes away while he waits, takes no place with him.
func TestWaitingInVain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := service(func(r *settings.Rates) { r.ListsAtOnce = 1 })
		p := somebody()
		leave, err := s.Enter(t.Context(), p, budgets.Lists)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.Enter(t.Context(), p, budgets.Lists); !fault.Is(err, fault.Limited) {
			t.Errorf("after a second: %v", err)
		}
		gone, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := s.Enter(gone, p, budgets.Lists); !fault.Is(err, fault.Limited) {
			t.Errorf("who went away: %v", err)
		}
		leave()
		again, err := s.Enter(t.Context(), p, budgets.Lists)
		if err != nil {
			t.Fatal(err)
		}
		again()
	})
}

func TestRateOfChanges(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := service(func(r *settings.Rates) { r.ChangesPerMinute = 600 })
		p := somebody()
		done := 0
		for range 15 {
			if s.Change(t.Context(), p, 100, 1) == nil {
				done += 100
			}
		}
		if done != 600 {
			t.Errorf("%d changes at once", done)
		}
		e := fault.From(s.Change(t.Context(), p, 100, 1))
		if e == nil || e.Code != fault.Limited || e.RetryAfter <= 0 {
			t.Fatalf("refused with %v", e)
		}
		if err := s.Change(t.Context(), somebody(), 100, 1); err != nil {
			t.Errorf("somebody else is refused: %v", err)
		}
		time.Sleep(e.RetryAfter)
		if err := s.Change(t.Context(), p, 100, 1); err != nil {
			t.Errorf("after the time that was told: %v", err)
		}
	})
}

// However few the changes are, what is sent for them is bounded; what is refused
// leaves room for what fits.
func TestRateOfBytes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := service(func(r *settings.Rates) { r.MegabytesPerMinute, r.ChangesPerMinute = 16, 60 })
		p := somebody()
		const large = 400_000
		sent := func(p *access.Principal, bytes int) *fault.Error {
			t.Helper()
			err := s.Change(t.Context(), p, 1, bytes)
			if err == nil {
				return nil
			}
			e := fault.From(err)
			if e.Code != fault.Limited || e.RetryAfter <= 0 {
				t.Fatalf("refused with %v", e)
			}
			return e
		}
		total := 0
		for range 40 {
			if sent(p, large) == nil {
				total += large
			}
		}
		if most := 8 << 20; total > most || total < most-large {
			t.Errorf("%d bytes were taken at once", total)
		}
		if e := sent(somebody(), large); e != nil {
			t.Errorf("somebody else is refused: %v", e)
		}
		for range 4 {
			wait := sent(p, large)
			if wait == nil || wait.RetryAfter > 2*time.Second {
				t.Fatalf("after that: %v", wait)
			}
			time.Sleep(wait.RetryAfter)
			if e := sent(p, large); e != nil {
				t.Errorf("after the time that was told: %v", e)
			}
		}
		time.Sleep(time.Minute)
		for range 60 { // the records are spent, not the bytes
			if e := sent(p, 1); e != nil {
				t.Fatal(e)
			}
		}
		for range 40 {
			if sent(p, large) == nil {
				t.Fatal("more records were changed than may be")
			}
		}
		time.Sleep(time.Second)
		if e := sent(p, 8<<20-60*256); e != nil {
			t.Errorf("what was refused took its bytes with it: %v", e)
		}
	})
}

// Any size that a request may have gets through in the end, whatever the setting.
func TestLargestBodyInTheSmallestRoom(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := service(func(r *settings.Rates) { r.MegabytesPerMinute = 1 })
		p := somebody()
		if err := s.Change(t.Context(), p, 1, 1<<20); err != nil {
			t.Fatal(err)
		}
		e := fault.From(s.Change(t.Context(), p, 1, 1<<20))
		if e == nil || e.RetryAfter > time.Minute {
			t.Fatalf("got %v", e)
		}
		time.Sleep(e.RetryAfter)
		if err := s.Change(t.Context(), p, 1, 1<<20); err != nil {
			t.Error(err)
		}
	})
}
