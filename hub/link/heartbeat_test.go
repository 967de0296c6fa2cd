package link

import (
	"io"
	"net"
	"testing"
	"testing/synctest"
	"time"
)

// ended is a connection whose peer has gone.
type ended struct{ net.Conn }

func (ended) Read([]byte) (int, error) { return 0, io.EOF }

// beating returns a heartbeat of 10 s and 5 s and counts its ticks.
func beating(t *testing.T) (b *heartbeat, ticks chan time.Duration) {
	t.Helper()
	b = &heartbeat{options: &Options{PingInterval: 10 * time.Second, PingTimeout: 5 * time.Second}}
	ticks = make(chan time.Duration, 10)
	began := time.Now()
	b.start(func() { ticks <- time.Since(began) })
	t.Cleanup(b.stop)
	return b, ticks
}

func TestAHeartbeatGoesOnAfterEachPong(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b, ticks := beating(t)
		for _, want := range []time.Duration{10 * time.Second, 23 * time.Second, 36 * time.Second} {
			if at := <-ticks; at != want {
				t.Errorf("it ticked after %s", at)
			}
			if b.late(false) {
				t.Error("it is late")
			}
			time.Sleep(3 * time.Second)
			b.pong()
			b.pong() // an unsolicited one
		}
	})
}

func TestAPongThatDoesNotComeIsLate(t *testing.T) {
	for name, polls := range map[string]bool{"WebSocket": false, "polling": true} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				b, ticks := beating(t)
				<-ticks
				time.Sleep(time.Second) // the timer's goroutine was slow
				due := 16 * time.Second
				if polls { // its deadline passes all the same
					due = 15 * time.Second
				}
				if b.late(polls) || b.over() {
					t.Error("it is late before the timeout")
				}
				if at := <-ticks; at != due || !b.late(polls) || !b.over() {
					t.Errorf("after %s it is not late", at)
				}
			})
		})
	}
}

func TestAStoppedHeartbeatIsStill(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var never heartbeat
		never.stop()
		b, ticks := beating(t)
		b.stop()
		time.Sleep(time.Minute)
		if len(ticks) != 0 {
			t.Error("it ticked")
		}
	})
}
