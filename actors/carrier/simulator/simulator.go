package simulator

import (
	"context"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync"
	"time"

	"switchboard/storage/fault"
)

// Simulator plays the provider. Make one with New.
type Simulator struct {
	config  Config
	public  string
	client  *http.Client
	journal *journal // nil where none is kept

	mu       sync.Mutex // guards what follows
	state    *state
	random   *rand.Rand
	inFlight map[uint64]string // webhooks under way: task id → key
	closed   bool
	started  bool

	wake   chan struct{}
	stop   context.CancelFunc
	ctx    context.Context // the life of the goroutines between Start and Close
	wait   sync.WaitGroup
	silent *http.Transport // the transport of our own, to be closed with us
}

// New reads the state and makes a simulator in which no time passes yet.
func New(config Config) (*Simulator, error) {
	config, err := config.checked()
	if err != nil {
		return nil, err
	}
	st, err := load(config.Folder)
	if err != nil {
		return nil, err
	}
	choose(&st.Account, config.AccountSID, "AC")
	choose(&st.AuthToken, config.AuthToken, "")
	choose(&st.Service, config.ServiceSID, "IS")
	public := strings.TrimRight(config.PublicURL, "/")
	st.move(public)
	st.remember(config.Threads, time.Now().UTC())
	seed := config.Seed
	if seed == 0 {
		seed = rand.Uint64() //nolint:gosec // which webhook comes late is no secret
	}
	ctx, stop := context.WithCancel(context.Background())
	s := &Simulator{
		config: config, public: public, state: st,
		random:   rand.New(rand.NewPCG(seed, seed)), //nolint:gosec // repeatable chance, not a secret
		inFlight: map[uint64]string{}, wake: make(chan struct{}, 1), ctx: ctx, stop: stop,
	}
	if config.Journal > 0 {
		s.journal = &journal{kept: config.Journal}
	}
	transport := config.Webhooks
	if transport == nil {
		s.silent = &http.Transport{
			Proxy: http.ProxyFromEnvironment, ForceAttemptHTTP2: true, MaxIdleConnsPerHost: mostUnderWay,
			IdleConnTimeout: 90 * time.Second, TLSHandshakeTimeout: 10 * time.Second,
		}
		transport = s.silent
	}
	s.client = &http.Client{Transport: transport, CheckRedirect: func(*http.Request, []*http.Request) error {
		return http.ErrUseLastResponse
	}}
	if err := st.save(config.Folder); err != nil {
		return nil, fault.Wrap(err, fault.Unavailable, "The simulator's state can't be written.")
	}
	return s, nil
}

// choose prefers what is configured, then what is stored, then something new.
func choose(stored *string, configured, prefix string) {
	switch {
	case configured != "":
		*stored = configured
	case *stored == "":
		*stored = sid(prefix)
	}
}

// AccountSID is the simulated account.
func (s *Simulator) AccountSID() string { return s.state.Account }

// AuthToken signs webhooks and opens the REST interface.
func (s *Simulator) AuthToken() string { return s.state.AuthToken }

// ServiceSID is the conversation service that texts belong to.
func (s *Simulator) ServiceSID() string { return s.state.Service }

// Start lets time pass: rings, receipts and webhooks, those owed from before
// included. Call it when the public URL answers.
func (s *Simulator) Start() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.started || s.closed {
		return
	}
	s.started = true
	s.wait.Go(s.run)
}

// Close stops deliveries and waits for every goroutine. A webhook that is cut off
// is sent again after the next Start.
func (s *Simulator) Close() error {
	s.mu.Lock()
	s.closed = true
	s.mu.Unlock()
	s.stop()
	s.wait.Wait()
	if s.silent != nil {
		s.silent.CloseIdleConnections()
	}
	return nil
}

// world is the state as a change sees it: under the lock, with the time of the change.
type world struct {
	*state
	sim *Simulator
	now time.Time
}

// update changes the world and writes it down before it returns. change must
// refuse before it touches anything.
func (s *Simulator) update(change func(w *world) error) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return fault.New(fault.Unavailable, "The phone simulator is stopping.").After(time.Second)
	}
	return s.changeLocked(change)
}

// updateEvenClosed is update for what was begun before Close and ends during it.
func (s *Simulator) updateEvenClosed(change func(w *world) error) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.changeLocked(change)
}

func (s *Simulator) changeLocked(change func(w *world) error) error {
	if err := change(&world{state: s.state, sim: s, now: time.Now().UTC()}); err != nil {
		return err
	}
	s.state.prune()
	if err := s.state.save(s.config.Folder); err != nil {
		s.config.Log.Error("phone simulator: state not written", "error", err)
		return fault.Wrap(err, fault.Unavailable, "The phone simulator can't write its state.").After(time.Second)
	}
	s.poke()
	return nil
}

// view reads the world.
func (s *Simulator) view(read func(w *world)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	read(&world{state: s.state, sim: s, now: time.Now().UTC()})
}

func (s *Simulator) poke() {
	select {
	case s.wake <- struct{}{}:
	default:
	}
}

func (w *world) later(after time.Duration, t task) {
	w.LastTask++
	t.ID, t.At = w.LastTask, w.now.Add(after)
	w.Tasks = append(w.Tasks, &t)
}

// ourNumber tells whether a number is one of the account's.
func (s *Simulator) ourNumber(number string) bool {
	for _, n := range s.config.Numbers {
		if n.Number == number {
			return true
		}
	}
	return false
}
