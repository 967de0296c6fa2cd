package hub_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"

	"switchboard/hub"
	"switchboard/hub/sockettest"
	"switchboard/storage/waittest"
)

const (
	churnRound   = 60  // connections of a round, so that 2,000 rounds last ten minutes
	churnRate    = 200 // connections per second in a long run
	churnWorkers = 20
)

// TestChurnLeavesNothing lets clients connect, subscribe and leave in every
// possible way. After the first third, in which pools and caches fill,
// neither memory nor goroutines may grow. A long run (SWITCHBOARD_SOAK) keeps
// to churnRate; a short one goes as fast as it can.
func TestChurnLeavesNothing(t *testing.T) {
	rounds, random := soak(t, 10)
	seed := random.IntN(1000)
	pace := time.Duration(0)
	if os.Getenv("SWITCHBOARD_SOAK") != "" {
		pace = time.Second / churnRate
	}
	// The test's own list of presence reports would grow.
	w := newWorld(t, func(o *hub.Options) { o.Presence = nil })
	before, goroutines := uint64(0), 0
	third := max(rounds/3, 1)
	for _, part := range []int{third, rounds - third} {
		if err := w.churn(part*churnRound, seed, pace); err != nil {
			t.Fatal(err)
		}
		waittest.UntilIs(t, "the sockets to go", 0, w.hub.Sockets)
		if before == 0 {
			before, goroutines = inUse(), runtime.NumGoroutine()
		}
	}
	waittest.UntilNil(t, "the goroutines to go", func() error {
		if now := runtime.NumGoroutine(); now > goroutines+5 {
			return fmt.Errorf("%d, %d before", now, goroutines)
		}
		return nil
	})
	after := inUse()
	t.Logf("%d connections: %d KiB and %d goroutines behind the first third, %d KiB and %d at the end",
		rounds*churnRound, before>>10, goroutines, after>>10, runtime.NumGoroutine())
	if after > before+2<<20 {
		t.Errorf("memory grew from %d to %d KiB", before>>10, after>>10)
	}
}

// inUse returns the memory that is still in use after a collection.
func inUse() uint64 {
	runtime.GC()
	runtime.GC() // released by finalizers and pools
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc + m.StackInuse
}

// churn opens that many connections, no faster than one per pace.
func (w *world) churn(connections, seed int, pace time.Duration) error {
	turns := make(chan int)
	var work sync.WaitGroup
	var mu sync.Mutex
	var failure error
	for range churnWorkers {
		work.Go(func() {
			pid := ""
			for i := range turns {
				err := w.visit(i+seed, &pid)
				mu.Lock()
				failure = errors.Join(failure, err)
				mu.Unlock()
			}
		})
	}
	tick := time.NewTicker(max(pace, 1))
	defer tick.Stop()
	for i := range connections {
		if pace > 0 {
			<-tick.C
		}
		turns <- i
	}
	close(turns)
	work.Wait()
	return failure
}

// visit opens one connection; i decides how it begins and ends.
func (w *world) visit(i int, pid *string) error {
	ctx, cancel := context.WithTimeout(context.Background(), maxWait)
	defer cancel()
	ws, err := sockettest.Open(ctx, w.server.URL, nil)
	if err != nil {
		return fmt.Errorf("visit %d: %w", i, err)
	}
	defer func() { _ = ws.CloseNow() }()
	say := func(text string) {
		err = errors.Join(err, ws.Send(ctx, text))
	}
	hear := func(beginning string) (packet string) {
		if err == nil {
			packet, err = ws.Until(ctx, beginning)
		}
		return packet
	}
	if i%7 == 0 {
		return err // before it identifies itself
	}
	auth := `{"token":"admin"}`
	if i%3 == 0 && *pid != "" {
		auth = `{"token":"admin","pid":"` + *pid + `","offset":""}`
	}
	say("40" + auth)
	answer := hear("40")
	if _, rest, ok := strings.Cut(answer, `"pid":"`); ok {
		*pid, _, _ = strings.Cut(rest, `"`)
	}
	say(`420["subscribe",{"topic":"object:contact"}]`)
	hear("430")
	say(`421["subscribe",{"topic":"me"}]`)
	hear("431")
	switch i % 4 {
	case 0:
		say("41") // leaves the namespace
	case 1:
		say("1") // closes the session
	case 2:
		err = errors.Join(err, ws.Close(websocket.StatusNormalClosure, ""))
	default: // is cut off
	}
	return err
}
