package simulator

import (
	"log/slog"
	"sync"
	"time"

	"switchboard/actors/carrier/simulator/provision"
	"switchboard/actors/carrier/simulator/schedule"
	"switchboard/actors/carrier/simulator/texting"
	"switchboard/actors/carrier/simulator/voice"
	"switchboard/storage/fault"
)

// world is the provider's behavior over its stored state.
type world struct {
	schedule *schedule.Schedule
	webhooks *schedule.Webhooks
	calls    *voice.Calls
	texts    *texting.Conversations
	// provisioned is what accounts have set up.
	provisioned *provision.Memory
}

// newWorld creates the parts over their state.
func newWorld(m *memory, config Config, x *exchange) world {
	owed := schedule.New(&m.owedMemory)
	webhooks := schedule.NewWebhooks(owed, m.SID, config.Edges, config.Seed)
	return world{
		schedule: owed, webhooks: webhooks, provisioned: &m.provisionMemory,
		calls: voice.New(&m.callsMemory, voice.Config{
			VoiceURL: m.Public + voicePath, StatusURL: m.Public + callStatusPath,
			Ring: config.Pace.Ring, Speech: config.Pace.Speech, Reach: config.Pace.Reach, Lost: config.Pace.Lost, Registered: x.isRegistered, Log: config.Log,
			Account: m.SID, Recorded: x.tapes.Length,
		}, owed, webhooks),
		texts: texting.New(&m.textsMemory, config.Threads, texting.Config{
			URL: m.Public + conversationsPath, Service: m.Service, Receipt: config.Pace.Receipt,
		}, owed, webhooks),
	}
}

// store guards the world with one lock and writes its state to disk.
type store struct {
	folder  string
	log     *slog.Logger
	follow  func(w *world) // called after each change, under the lock
	changed chan struct{}  // holds a value while there are unseen changes

	mu     sync.Mutex // guards what follows
	memory *memory
	world  world
	closed bool
}

// update changes the world and writes its state before it returns. change must return
// errors before it modifies anything.
func (s *store) update(change func(w *world) error) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return fault.New(fault.Unavailable, "The phone simulator is stopping.").After(time.Second)
	}
	return s.changeLocked(change)
}

// updateEvenClosed is update for work that started before close and ends during it.
func (s *store) updateEvenClosed(change func(w *world) error) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.changeLocked(change)
}

func (s *store) changeLocked(change func(w *world) error) error {
	if err := change(&s.world); err != nil {
		return err
	}
	s.follow(&s.world)
	s.memory.prune()
	if err := s.memory.save(s.folder); err != nil {
		s.log.Error("phone simulator: state not written", "error", err)
		return fault.Wrap(err, fault.Unavailable, "The phone simulator can't write its state.").After(time.Second)
	}
	s.notify()
	return nil
}

// view reads the world.
func (s *store) view(read func(w *world)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	read(&s.world)
}

// limited reports whether to reject a REST request.
func (s *store) limited() (yes bool) {
	s.view(func(w *world) { yes = w.webhooks.Limited() })
	return yes
}

// notify wakes the receiver of changed.
func (s *store) notify() {
	select {
	case s.changed <- struct{}{}:
	default:
	}
}

// close rejects new work.
func (s *store) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
}
