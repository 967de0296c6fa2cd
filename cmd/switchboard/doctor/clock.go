package doctor

import (
	"net/http"
	"sync"
	"time"
)

const (
	// skewFails is the skew at which the provider begins to refuse our
	// tokens.
	skewFails = time.Minute
	// skewWarns leaves room for the header's resolution of seconds and the
	// latency of the response.
	skewWarns = 10 * time.Second
)

// clock compares our clock with the Date header of the provider's responses.
type clock struct {
	next http.RoundTripper
	now  func() time.Time

	mu    sync.Mutex
	ahead time.Duration // ours minus theirs
	heard bool
}

// RoundTrip implements http.RoundTripper.
func (c *clock) RoundTrip(r *http.Request) (*http.Response, error) {
	response, err := c.next.RoundTrip(r)
	if err != nil {
		return nil, err
	}
	if theirs, err := http.ParseTime(response.Header.Get("Date")); err == nil {
		c.mu.Lock()
		c.ahead, c.heard = c.now().Sub(theirs), true
		c.mu.Unlock()
	}
	return response, nil
}

// skew returns how far our clock is ahead of the provider's; known is false
// without a response.
func (c *clock) skew() (ahead time.Duration, known bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.ahead, c.heard
}

func judgeClock(ahead time.Duration) finding {
	const subject = "clock"
	way := "ahead of"
	if ahead < 0 {
		way = "behind"
	}
	off := ahead.Abs().Round(time.Second)
	switch {
	case off >= skewFails:
		return found(fail, subject, "it is %s %s the provider's, which refuses the tokens of browsers; synchronize this machine's time (NTP)", off, way)
	case off >= skewWarns:
		return found(warn, subject, "it is %s %s the provider's; tokens fail from a minute on: synchronize this machine's time (NTP)", off, way)
	default:
		return found(ok, subject, "it agrees with the provider's")
	}
}
