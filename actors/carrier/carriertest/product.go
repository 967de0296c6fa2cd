package carriertest

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"switchboard/actors/carrier"
	"switchboard/storage/id"
)

// Product is a receiver of webhooks: it verifies, parses and stores them, and answers
// inbound calls.
type Product struct {
	t            testing.TB
	webhooks     carrier.Webhooks
	Organization id.ID
	// Notice is the announcement in a call, or "".
	Notice string

	mu     sync.Mutex
	events []Event
	more   chan struct{} // closed and replaced at each event
	answer func(carrier.InboundCall) carrier.Answer
	down   bool
	refuse int
}

// Event is a received webhook. One of the pointers is set.
type Event struct {
	Call         *carrier.InboundCall
	Leg          *carrier.LegEvent
	Conference   *carrier.ConferenceEvent
	Recording    *carrier.RecordingEvent
	Announcement *carrier.Announcement
	Conversation *carrier.ConversationEvent
	Key          carrier.Key
	Form         url.Values
	Retried      bool // it carried the provider's idempotency token
}

// Name returns a short name for failures: call, leg.ringing, participant-join,
// recording.completed, announcement, onMessageAdded, delivery.sent.
func (e Event) Name() string {
	switch {
	case e.Call != nil:
		return "call"
	case e.Leg != nil:
		return "leg." + string(e.Leg.Status)
	case e.Conference != nil:
		return e.Conference.Kind
	case e.Recording != nil:
		return "recording." + string(e.Recording.Status)
	case e.Announcement != nil:
		return "announcement"
	case e.Conversation.Kind == "onDeliveryUpdated":
		return "delivery." + e.Conversation.Receipt
	default:
		return e.Conversation.Kind
	}
}

// NewProduct returns a receiver that puts every caller into the call's conference.
func NewProduct(t testing.TB) *Product {
	p := &Product{t: t, Organization: id.New(), more: make(chan struct{})}
	p.answer = func(c carrier.InboundCall) carrier.Answer { return p.webhooks.JoinConference(p.Organization, c.ID()) }
	return p
}

// Use sets the carrier that parses the webhooks, after it was created.
func (p *Product) Use(w carrier.Webhooks) { p.webhooks = w }

// AnswerWith sets the answer to callers.
func (p *Product) AnswerWith(answer func(carrier.InboundCall) carrier.Answer) { p.answer = answer }

// Down makes the product unreachable, or reachable again.
func (p *Product) Down(down bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.down = down
}

// Refuse answers the next n webhooks with 500.
func (p *Product) Refuse(n int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.refuse = n
}

// RoundTrip lets the product be the transport of webhooks, without a network.
func (p *Product) RoundTrip(r *http.Request) (*http.Response, error) {
	p.mu.Lock()
	down, refuse := p.down, p.refuse > 0
	if refuse {
		p.refuse--
	}
	p.mu.Unlock()
	if down {
		return nil, fmt.Errorf("connection refused")
	}
	w := httptest.NewRecorder()
	if refuse {
		w.WriteHeader(http.StatusInternalServerError)
		return w.Result(), nil
	}
	p.ServeHTTP(w, r)
	return w.Result(), nil
}

// ServeHTTP implements http.Handler.
func (p *Product) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if err := r.ParseForm(); err != nil {
		p.t.Errorf("webhook %s: %v", r.URL, err)
	}
	if err := p.webhooks.Verify(r.URL.RequestURI(), r.Header, r.PostForm); err != nil {
		p.t.Errorf("webhook %s: %v", r.URL, err)
		w.WriteHeader(http.StatusForbidden)
		return
	}
	e := Event{Form: r.PostForm, Retried: r.Header.Get("I-Twilio-Idempotency-Token") != ""}
	var err error
	switch path := r.URL.Path; {
	case strings.HasSuffix(path, "/voice"):
		var c carrier.InboundCall
		c, err = p.webhooks.InboundCall(r.PostForm)
		e.Call, e.Key = &c, c.Key
		answer := p.answer(c)
		w.Header().Set("Content-Type", answer.Type)
		_, _ = w.Write(answer.Body)
	case strings.HasSuffix(path, "/call_status"):
		var l carrier.LegEvent
		l, err = p.webhooks.LegEvent(r.URL.Query(), r.PostForm)
		e.Leg, e.Key = &l, l.Key
	case strings.HasSuffix(path, "/conference"):
		var c carrier.ConferenceEvent
		c, err = p.webhooks.ConferenceEvent(r.URL.Query(), r.PostForm)
		e.Conference, e.Key = &c, c.Key
	case strings.HasSuffix(path, "/recording"):
		var c carrier.RecordingEvent
		c, err = p.webhooks.RecordingEvent(r.URL.Query(), r.PostForm)
		e.Recording, e.Key = &c, c.Key
	case strings.HasSuffix(path, "/announcement"):
		var a carrier.Announcement
		a, err = p.webhooks.Announcement(r.URL.Query())
		e.Announcement = &a
		answer := p.webhooks.Speak(p.Notice)
		w.Header().Set("Content-Type", answer.Type)
		_, _ = w.Write(answer.Body)
	case strings.HasSuffix(path, "/conversations"):
		var c carrier.ConversationEvent
		c, err = p.webhooks.ConversationEvent(r.PostForm)
		e.Conversation, e.Key = &c, c.Key
	default:
		err = fmt.Errorf("no such webhook")
	}
	if err != nil {
		p.t.Errorf("webhook %s %v: %v", r.URL, r.PostForm, err)
		return
	}
	_, _ = io.Copy(io.Discard, r.Body)
	p.mu.Lock()
	defer p.mu.Unlock()
	p.events = append(p.events, e)
	close(p.more)
	p.more = make(chan struct{})
}

// Events returns all events so far.
func (p *Product) Events() []Event {
	p.mu.Lock()
	defer p.mu.Unlock()
	return append([]Event(nil), p.events...)
}

// Names returns the names of all events, in order.
func (p *Product) Names() []string {
	var names []string
	for _, e := range p.Events() {
		names = append(names, e.Name())
	}
	return names
}

// Await waits for an event with that name that matches (nil matches any). It returns
// the first one, even if it arrived earlier.
func (p *Product) Await(name string, matches func(Event) bool) Event {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	defer cancel()
	for from := 0; ; {
		p.mu.Lock()
		events, more := p.events, p.more
		p.mu.Unlock()
		for ; from < len(events); from++ {
			if e := events[from]; e.Name() == name && (matches == nil || matches(e)) {
				return e
			}
		}
		select {
		case <-more:
		case <-ctx.Done():
			p.t.Fatalf("%s never came; there came %v", name, p.Names())
		}
	}
}

// LegOf matches the events of one leg.
func LegOf(sid string) func(Event) bool {
	return func(e Event) bool {
		return (e.Leg != nil && e.Leg.SID == sid) || (e.Conference != nil && e.Conference.LegSID == sid)
	}
}
