package twilio

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"switchboard/actors/carrier"
	"switchboard/storage/fault"
	"switchboard/storage/id"
)

// scripted answers each request by its turn; a zero status is a broken connection.
type scripted struct {
	mu       sync.Mutex
	statuses []int
	body     string
	bodies   []string // what was sent
	open     int      // answers whose body is not closed
}

func (s *scripted) RoundTrip(r *http.Request) (*http.Response, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	sent := ""
	if r.Body != nil {
		raw, _ := io.ReadAll(r.Body)
		sent = string(raw)
	}
	s.bodies = append(s.bodies, sent)
	status := s.statuses[min(len(s.bodies), len(s.statuses))-1]
	if status == 0 {
		return nil, errors.New("connection reset")
	}
	s.open++
	return &http.Response{
		StatusCode: status, Header: http.Header{"Content-Type": {"application/json"}},
		Body: &counted{Reader: strings.NewReader(s.body), s: s},
	}, nil
}

type counted struct {
	io.Reader
	s    *scripted
	once sync.Once
}

func (c *counted) Close() error {
	c.once.Do(func() {
		c.s.mu.Lock()
		defer c.s.mu.Unlock()
		c.s.open--
	})
	return nil
}

func (s *scripted) sent() int { return len(s.bodies) }

const callSID = "CA00000000000000000000000000000000"

func TestRepeats(t *testing.T) {
	dial := func(ctx context.Context, c *Client) error {
		_, err := c.AddParticipant(ctx, carrier.AddParticipant{Organization: id.New(), Call: id.New(), To: "client:a", From: "+15550000001", Label: "user:a"})
		return err
	}
	read := func(ctx context.Context, c *Client) error { _, err := c.Call(ctx, callSID); return err }
	end := func(ctx context.Context, c *Client) error { return c.EndCall(ctx, callSID) }
	const well = `{"sid":"` + callSID + `","call_sid":"` + callSID + `","status":"queued"}`
	for name, c := range map[string]struct {
		do       func(context.Context, *Client) error
		statuses []int
		body     string
		sent     int
		code     fault.Code // "" for success
	}{
		"a limited dial is repeated":                     {dial, []int{429, 429, 201}, well, 3, ""},
		"a dial that may have happened is not":           {dial, []int{500, 201}, well, 1, fault.Unavailable},
		"a dial whose connection broke is not":           {dial, []int{0, 201}, well, 1, fault.Unavailable},
		"a read is repeated":                             {read, []int{0, 503, 200}, well, 3, ""},
		"a hang-up is repeated":                          {end, []int{500, 0, 200}, well, 3, ""},
		"a read gives up":                                {read, []int{503}, "<html>", 4, fault.Unavailable},
		"a limit gives up":                               {dial, []int{429}, "", 4, fault.Unavailable},
		"a refusal is final":                             {dial, []int{400}, `{"code":21211,"message":"Invalid 'To'","status":400}`, 1, fault.Invalid},
		"an opted-out number":                            {dial, []int{400}, `{"code":21610,"message":"unsubscribed","status":400}`, 1, fault.Invalid},
		"an absent call":                                 {read, []int{404}, `{"code":20404,"message":"no","status":404}`, 1, fault.NotFound},
		"bad credentials":                                {read, []int{401}, `{"code":20003,"message":"Authenticate","status":401}`, 1, fault.Invalid},
		"an ended call can be ended again":               {end, []int{400}, `{"code":21220,"message":"not in-progress","status":400}`, 1, ""},
		"a refusal that is not the provider's own words": {read, []int{403}, `<html>`, 1, fault.Unavailable},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				network := &scripted{statuses: c.statuses, body: c.body}
				err := c.do(t.Context(), connect(t, func(config *Config) { config.Transport = network; config.Concurrency = 1 }))
				if c.code == "" && err != nil || c.code != "" && !fault.Is(err, c.code) {
					t.Fatalf("got %v, want %q", err, c.code)
				}
				if network.sent() != c.sent {
					t.Fatalf("%d requests, want %d", network.sent(), c.sent)
				}
				for _, body := range network.bodies {
					if body != network.bodies[0] {
						t.Fatalf("a repeat said %q, the first %q", body, network.bodies[0])
					}
				}
				if network.open != 0 {
					t.Fatalf("%d answers were left open", network.open)
				}
			})
		})
	}
}

func TestOptOutIsSaidInASentence(t *testing.T) {
	network := &scripted{statuses: []int{400}, body: `{"code":21610,"message":"x","status":400}`}
	_, err := connect(t, func(c *Config) { c.Transport = network }).SendMessage(t.Context(), carrier.SendMessage{
		ConversationSID: "CH00000000000000000000000000000000", Author: "a", Body: "x",
	})
	if e := fault.From(err); e.Code != fault.Invalid || !strings.Contains(e.Detail, "opted out") {
		t.Fatalf("got %v", err)
	}
}

// waiting blocks until its request is given up.
type waiting struct{}

func (waiting) RoundTrip(r *http.Request) (*http.Response, error) {
	<-r.Context().Done()
	return nil, context.Cause(r.Context())
}

func TestAnOperationEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := connect(t, func(config *Config) { config.Transport = waiting{} })
		start := time.Now()
		if _, err := c.Call(t.Context(), callSID); !fault.Is(err, fault.Unavailable) {
			t.Fatalf("got %v", err)
		}
		if took := time.Since(start); took > requestTimeout {
			t.Fatalf("it took %v", took)
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		start = time.Now()
		if _, err := c.Call(ctx, callSID); !fault.Is(err, fault.Unavailable) {
			t.Fatalf("got %v", err)
		}
		if took := time.Since(start); took != time.Second {
			t.Fatalf("the caller's limit was a second, it took %v", took)
		}
	})
}

// TestEnvironmentChangesNoHost: the library reads TWILIO_EDGE and TWILIO_REGION
// where it makes its own handler.
func TestEnvironmentChangesNoHost(t *testing.T) {
	t.Setenv("TWILIO_EDGE", "sydney")
	t.Setenv("TWILIO_REGION", "au1")
	var host string
	network := hosted(func(r *http.Request) { host = r.URL.Host })
	_, _ = connect(t, func(c *Config) { c.Transport = network }).Call(t.Context(), callSID)
	if host != "api.twilio.com" {
		t.Fatalf("asked %q", host)
	}
}

type hosted func(*http.Request)

func (h hosted) RoundTrip(r *http.Request) (*http.Response, error) {
	h(r)
	return &http.Response{StatusCode: http.StatusOK, Header: http.Header{}, Body: io.NopCloser(strings.NewReader("{}"))}, nil
}
