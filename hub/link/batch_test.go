package link_test

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"

	"switchboard/hub/link"
)

func TestFramesThatFollowEachOtherLeaveTogetherInOrder(t *testing.T) {
	roomy := link.Options{Limits: link.Limits{QueueBytes: 64 << 20, QueueMessages: 100_000}} // nothing is shed
	onBoth(t, roomy, func(t *testing.T, w *world) {
		ws, e := w.dial()
		const frames = 5000
		go func() {
			for i := range frames {
				f := link.MessageFrame(fmt.Appendf(nil, "%d", i))
				switch i % 4 {
				case 0:
					e.conn.Send(f)
				case 1:
					e.conn.SendTogether(f)
				case 2:
					e.conn.SendEphemeral(f)
				default:
					_ = e.conn.SendWait(f)
				}
			}
		}()
		for i := range frames {
			if got := read(t, ws); got != fmt.Sprintf("4%d", i) {
				t.Fatalf("%q, want %d", got, i)
			}
		}
	})
}

func TestRepliesAreNotBatched(t *testing.T) {
	w := newWorld(t, false, link.Options{})
	ws, _ := w.dial()
	before := w.server.Traffic().Batches
	for range 50 { // each answers a message: never batched
		write(t, ws, websocket.MessageText, []byte("4ask"))
		if got := read(t, ws); got != "4ask" {
			t.Fatal(got)
		}
	}
	if after := w.server.Traffic().Batches; after != before {
		t.Fatalf("%d answers were gathered", after-before)
	}
}

func TestASingleFrameIsSentImmediately(t *testing.T) {
	w := newWorld(t, false, link.Options{})
	ws, e := w.dial()
	before := w.server.Traffic().Batches
	for range 30 {
		time.Sleep(2 * link.Gather) // the socket is quiet
		e.conn.Send(link.MessageFrame([]byte("alone")))
		if got := read(t, ws); got != "4alone" {
			t.Fatal(got)
		}
	}
	if after := w.server.Traffic().Batches; after != before {
		t.Fatalf("%d lone frames were gathered", after-before)
	}
}

func TestABatchLeavesBeforeTheFarewell(t *testing.T) {
	onBoth(t, link.Options{}, func(t *testing.T, w *world) {
		ws, e := w.dial()
		const frames = 100
		for i := range frames {
			e.conn.Send(link.MessageFrame(fmt.Appendf(nil, "%d", i)))
		}
		e.conn.Close(link.SignedOut, link.MessageFrame([]byte("farewell")))
		for i := range frames {
			if got := read(t, ws); got != fmt.Sprintf("4%d", i) {
				t.Fatalf("%q, want %d", got, i)
			}
		}
		if got := read(t, ws); got != "4farewell" {
			t.Fatal(got)
		}
		if r := reasonOf(t, e); r != link.SignedOut {
			t.Fatal(r.Code)
		}
	})
}

func TestReadersThatStopReadingAreBoundedTogether(t *testing.T) {
	const bound = 8 << 20
	w := newWorld(t, false, link.Options{BacklogBytes: bound, Limits: link.Limits{QueueBytes: 4 << 20, QueueMessages: 100_000}})
	var stalled []*echo
	for range 20 {
		_, e := w.dial()
		stalled = append(stalled, e)
	}
	good, fine := w.dial()
	payload := strings.Repeat("p", 64<<10)
	const rounds = 300
	var work sync.WaitGroup
	work.Go(func() {
		for i := range rounds {
			if got := read(t, good); !strings.HasPrefix(got, fmt.Sprintf("4%d p", i)) {
				t.Errorf("%.20q, want %d", got, i)
				return
			}
		}
	})
	for i := range rounds {
		f := link.MessageFrame(fmt.Appendf(nil, "%d %s", i, payload))
		for _, e := range stalled {
			e.conn.Send(f)
		}
		if err := fine.conn.SendWait(f); err != nil {
			t.Fatal(err)
		}
		if waits := w.server.Traffic().Backlog; waits > bound+int64(f.Len()*(len(stalled)+1)) {
			t.Fatalf("%d bytes wait", waits)
		}
	}
	work.Wait()
	for _, e := range stalled {
		if r := reasonOf(t, e); r != link.TooSlow {
			t.Fatalf("closed for %s", r.Code)
		}
	}
	w.settled()
}

func TestAnAddressOpensSoManyConnections(t *testing.T) {
	for name, o := range map[string]link.Options{
		"open":     {ConnectionsPerAddress: 1},
		"a second": {ConnectBurst: 1, ConnectsPerSecond: .001},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, false, o)
			ws, e := w.dial()
			target := strings.Replace(w.http.URL, "http", "ws", 1) + "/?EIO=4&transport=websocket"
			_, response, err := websocket.Dial(t.Context(), target, nil)
			if err == nil || response == nil || response.StatusCode != http.StatusTooManyRequests || response.Header.Get("Retry-After") == "" {
				t.Fatalf("%v %v", response, err)
			}
			if w.server.Traffic().Refused != 1 {
				t.Fatal("the refusal wasn't counted")
			}
			_ = ws.CloseNow()
			reasonOf(t, e)
			if name == "open" {
				w.dial() // its slot is free again
			}
		})
	}
}
