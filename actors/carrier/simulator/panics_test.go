package simulator_test

import (
	"log/slog"
	"net/http"
	"sync/atomic"
	"testing"
	"testing/synctest"

	"switchboard/actors/carrier/simulator"
	"switchboard/storage/panics"
)

// broken is a way to the product whose first use panics.
type broken struct {
	http.RoundTripper
	used atomic.Bool
}

// RoundTrip implements http.RoundTripper.
func (b *broken) RoundTrip(r *http.Request) (*http.Response, error) {
	if !b.used.Swap(true) {
		panic("on purpose")
	}
	return b.RoundTripper.RoundTrip(r)
}

// TestPanicDropsOneWebhook checks that the next one is sent.
func TestPanicDropsOneWebhook(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		catcher := panics.New(slog.New(slog.DiscardHandler))
		r := open(t, func(c *simulator.Config) {
			c.Panics, c.Webhooks = catcher, &broken{RoundTripper: c.Webhooks}
		})
		r.start()
		r.place()
		synctest.Wait()
		if got := catcher.Counts()[panics.Simulator]; got != 1 {
			t.Fatalf("%d panics are counted", got)
		}
		sid := r.place()
		if e := r.product.Await("call", nil); e.Call.SID != sid {
			t.Fatalf("got %+v", e)
		}
	})
}
