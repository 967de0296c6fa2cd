package simulator

import (
	"bytes"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"sync"
	"time"
)

// Config is what a simulator is made of.
type Config struct {
	// SecretKey and WebhookSecret are those of the simulated account.
	SecretKey     string
	WebhookSecret string
	// Path is the file of its state, "" for none.
	Path string
	// Webhook is where events go.
	Webhook string
	// Prices are there from the start.
	Prices []Price
	Edges  Edges
	Now    func() time.Time // nil for time.Now
	Log    *slog.Logger
}

// Edges are what a real provider does now and then.
type Edges struct {
	Late     time.Duration // each event waits up to this long
	Twice    bool          // each event comes twice
	Shuffled bool          // in any order
}

// Simulator is a simulated account.
type Simulator struct {
	config Config
	mux    *http.ServeMux
	now    func() time.Time
	client *http.Client
	poked  chan struct{}

	mu     sync.Mutex
	state  *state
	isDown bool
}

// New returns the simulator with the state of an earlier process.
func New(c Config) (*Simulator, error) {
	known, err := load(c.Path)
	if err != nil {
		return nil, err
	}
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	if c.Now == nil {
		c.Now = time.Now
	}
	for _, p := range c.Prices {
		if known.Prices[p.ID] == nil {
			known.Prices[p.ID] = &price{Product: p.Product, Currency: p.Currency, Interval: p.Interval, Amount: p.Amount, Created: c.Now().Unix()}
		}
	}
	s := &Simulator{config: c, now: c.Now, state: known, client: &http.Client{Timeout: deliveryTimeout}, poked: make(chan struct{}, 1)}
	s.mux = s.routes()
	return s, nil
}

// SetDown makes every request fail, as during an outage of the provider.
func (s *Simulator) SetDown(down bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.isDown = down
}

// changed runs do on the state and saves it.
func (s *Simulator) changed(do func(*state) error) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	err := do(s.state)
	if saved := s.state.save(s.config.Path); saved != nil {
		s.config.Log.Error("the state of the payment simulator can't be saved", "error", saved)
	}
	select {
	case s.poked <- struct{}{}:
	default:
	}
	return err
}

// id returns a new id of a kind, such as sub_sim7.
func (s *state) id(kind string) string {
	s.Next++
	return fmt.Sprintf("%s_sim%d", kind, s.Next)
}

// Transport sends requests to the simulator without a network.
func (s *Simulator) Transport() http.RoundTripper { return transport{s} }

type transport struct{ s *Simulator }

// RoundTrip implements http.RoundTripper.
func (t transport) RoundTrip(r *http.Request) (*http.Response, error) {
	if err := r.Context().Err(); err != nil {
		return nil, err
	}
	inner := r.Clone(r.Context())
	inner.RequestURI = r.URL.RequestURI()
	if inner.Body == nil {
		inner.Body = http.NoBody
	}
	taken := &answer{header: http.Header{}, status: http.StatusOK}
	t.s.serve(taken, inner)
	if err := inner.Body.Close(); err != nil {
		return nil, err
	}
	return &http.Response{
		Status: http.StatusText(taken.status), StatusCode: taken.status, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header: taken.header, Body: io.NopCloser(&taken.body), ContentLength: int64(taken.body.Len()), Request: r,
	}, nil
}

// answer records a handler's response.
type answer struct {
	header http.Header
	status int
	body   bytes.Buffer
}

func (a *answer) Header() http.Header         { return a.header }
func (a *answer) Write(p []byte) (int, error) { return a.body.Write(p) }
func (a *answer) WriteHeader(status int)      { a.status = status }
