package runtime

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"github.com/asynkron/protoactor-go/actor"

	"switchboard/storage/fault"
	"switchboard/storage/panics"
)

// Options bounds an engine. The zero value of each field means its default.
type Options struct {
	// Mailbox bounds the commands that wait for one actor, including the running one
	// (default 256).
	Mailbox int
	// Idle is how long an actor without commands stays in memory (default 2 minutes).
	Idle time.Duration
	// Deadline is the timeout of a command whose caller set no deadline (default 10
	// seconds).
	Deadline time.Duration
	// Logger receives the library's warnings (default slog.Default).
	Logger *slog.Logger
	// Panics logs and counts recovered panics (default: one of Logger's own).
	Panics *panics.Catcher
}

func (o Options) filled() Options {
	if o.Mailbox <= 0 {
		o.Mailbox = 256
	}
	if o.Idle <= 0 {
		o.Idle = 2 * time.Minute
	}
	if o.Deadline <= 0 {
		o.Deadline = 10 * time.Second
	}
	if o.Logger == nil {
		o.Logger = slog.Default()
	}
	if o.Panics == nil {
		o.Panics = panics.New(o.Logger)
	}
	return o
}

// Local is the engine that runs every actor in this process.
type Local struct {
	options Options
	system  *actor.ActorSystem

	mu       sync.Mutex
	kinds    map[string]Factory
	live     map[address]*activation
	running  int           // accepted commands without a reply yet
	stopping bool          // no new commands
	drained  chan struct{} // closed when stopping and running is 0
	stopped  sync.WaitGroup
}

type address struct {
	kind string
	who  Identity
}

// activation is one actor in memory. Its fields are guarded by Local.mu.
type activation struct {
	at     address
	pid    *actor.PID
	queued int
	idle   *time.Timer
	yields bool // it is passivated as soon as its mailbox is empty
}

// request is a pending command, with the channel for its reply. The library's futures
// are not used, because their options change a process-wide default.
type request struct {
	ctx     context.Context
	command any
	answer  chan answer
}

type answer struct {
	reply any
	err   error
}

// NewLocal returns an engine. Kinds are registered before the first Ask.
func NewLocal(options Options) *Local {
	options = options.filled()
	quiet := func(*actor.ActorSystem) *slog.Logger {
		return slog.New(warnings{options.Logger.Handler()}).With("lib", "Proto.Actor")
	}
	return &Local{
		options: options,
		system:  actor.NewActorSystem(actor.WithLoggerFactory(quiet)),
		kinds:   map[string]Factory{},
		live:    map[address]*activation{},
		drained: make(chan struct{}),
	}
}

// Register sets the factory of a kind of actors.
func (l *Local) Register(kind string, factory Factory) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.kinds[kind] = factory
}

// Ask implements Engine. A caller may stop waiting, but a command that has started
// runs to its end.
func (l *Local) Ask(ctx context.Context, kind string, who Identity, command any) (any, error) {
	if err := ctx.Err(); err != nil {
		return nil, fault.From(err)
	}
	r := &request{ctx: ctx, command: inContext(ctx, command), answer: make(chan answer, 1)}
	if err := l.post(address{kind, who}, r); err != nil {
		return nil, err
	}
	select {
	case a := <-r.answer:
		return a.reply, a.err
	case <-ctx.Done():
		return nil, fault.From(ctx.Err())
	}
}

// Live returns the number of actors in memory.
func (l *Local) Live() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.live)
}

// Stop implements Engine: it rejects new commands, waits for accepted ones, then
// stops every actor. If ctx ends first it returns its error.
func (l *Local) Stop(ctx context.Context) error {
	l.mu.Lock()
	if !l.stopping {
		l.stopping = true
		if l.running == 0 {
			close(l.drained)
		}
	}
	l.mu.Unlock()

	select {
	case <-l.drained:
	case <-ctx.Done():
		return ctx.Err()
	}

	l.mu.Lock()
	first := !l.system.IsStopped()
	for at, a := range l.live {
		a.idle.Stop()
		delete(l.live, at)
		l.system.Root.Stop(a.pid)
	}
	if first {
		l.system.Shutdown()
	}
	l.mu.Unlock()
	l.stopped.Wait() // the mailboxes are empty, so this takes microseconds
	return nil
}

// post puts a request into the mailbox of its actor, which it activates if necessary.
func (l *Local) post(at address, r *request) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.stopping {
		return fault.New(fault.Unavailable, "The server is restarting. Please try again.").After(time.Second)
	}
	a := l.live[at]
	if a == nil {
		factory := l.kinds[at.kind]
		if factory == nil {
			return fault.New(fault.Internal, "No actor of kind %q is registered.", at.kind)
		}
		a = l.spawn(at, factory)
	}
	if a.queued >= l.options.Mailbox {
		return fault.New(fault.Limited, "The server is busy. Please try again.").After(time.Second)
	}
	a.queued++
	a.idle.Stop()
	l.running++
	l.system.Root.Send(a.pid, r)
	return nil
}

func (l *Local) spawn(at address, factory Factory) *activation {
	a := &activation{at: at}
	shell := &shell{engine: l, activation: a, factory: factory}
	l.stopped.Add(1)
	a.pid = l.system.Root.Spawn(actor.PropsFromProducer(func() actor.Actor { return shell }))
	// The library's own receive timeout writes its state from the timer's goroutine;
	// our own timer, under our lock, does not race with it.
	a.idle = time.AfterFunc(l.options.Idle, func() { l.options.Panics.Round(panics.Actors, func() { l.passivate(a) }) })
	l.live[at] = a
	return a
}

// passivate removes an idle actor from memory.
func (l *Local) passivate(a *activation) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if a.queued > 0 || l.live[a.at] != a {
		return
	}
	l.letGo(a)
}

func (l *Local) knows(kind string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.kinds[kind] != nil
}

// Yield passivates the actors that belong elsewhere, each after its waiting commands.
func (l *Local) Yield(elsewhere func(kind string, who Identity) bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for at, a := range l.live {
		if a.yields = elsewhere(at.kind, at.who); a.yields && a.queued == 0 {
			l.letGo(a)
		}
	}
}

// Leave passivates one actor after its waiting commands.
func (l *Local) Leave(kind string, who Identity) {
	l.mu.Lock()
	defer l.mu.Unlock()
	a := l.live[address{kind, who}]
	if a == nil {
		return
	}
	if a.yields = true; a.queued == 0 {
		l.letGo(a)
	}
}

// letGo removes an actor from memory. The caller holds the lock, and no command waits
// for the actor.
func (l *Local) letGo(a *activation) {
	a.idle.Stop()
	delete(l.live, a.at)
	l.system.Root.Stop(a.pid)
}

// done counts a command as answered.
func (l *Local) done(a *activation) {
	l.mu.Lock()
	defer l.mu.Unlock()
	a.queued--
	switch {
	case a.queued > 0:
	case a.yields && l.live[a.at] == a:
		l.letGo(a)
	default:
		a.idle.Reset(l.options.Idle)
	}
	l.running--
	if l.stopping && l.running == 0 {
		close(l.drained)
	}
}

// shell is the Proto.Actor actor around one of ours.
type shell struct {
	engine     *Local
	activation *activation
	factory    Factory
	actor      Actor // nil until the first command and after a panic
}

// Receive implements actor.Actor.
func (s *shell) Receive(c actor.Context) {
	switch m := c.Message().(type) {
	case *request:
		reply, err := s.serve(m)
		s.engine.done(s.activation)
		m.answer <- answer{reply, err}
	case *actor.Stopped:
		s.engine.stopped.Done()
	}
}

// serve runs one command. A panic fails the command but does not end the actor: its
// state is dropped, because it may be inconsistent.
func (s *shell) serve(r *request) (reply any, err error) {
	if err := r.ctx.Err(); err != nil {
		return nil, fault.From(err) // the caller is gone and nothing was started
	}
	// A client that disconnects must not cancel a transaction; its deadline still
	// applies.
	deadline, ok := r.ctx.Deadline()
	if !ok {
		deadline = time.Now().Add(s.engine.options.Deadline)
	}
	ctx, cancel := context.WithDeadline(context.WithoutCancel(r.ctx), deadline)
	defer cancel()
	defer func() {
		if p := recover(); s.engine.options.Panics.Caught(panics.Actors, p) {
			s.actor = nil
			s.engine.options.Logger.Error("reloading its actor",
				"kind", s.activation.at.kind, "organization", s.activation.at.who.Organization,
				"id", s.activation.at.who.ID)
			reply, err = nil, fault.New(fault.Internal, "Something went wrong on our side. Please try again.")
		}
	}()
	if s.actor == nil {
		s.actor = s.factory(s.activation.at.who)
	}
	return s.actor.Receive(ctx, r.command)
}

// warnings passes on a library's warnings and errors and drops the rest.
type warnings struct{ slog.Handler }

// Enabled implements slog.Handler.
func (w warnings) Enabled(ctx context.Context, level slog.Level) bool {
	return level >= slog.LevelWarn && w.Handler.Enabled(ctx, level)
}

// WithAttrs implements slog.Handler.
func (w warnings) WithAttrs(attrs []slog.Attr) slog.Handler {
	return warnings{w.Handler.WithAttrs(attrs)}
}

// WithGroup implements slog.Handler.
func (w warnings) WithGroup(name string) slog.Handler { return warnings{w.Handler.WithGroup(name)} }

var _ Engine = (*Local)(nil)
