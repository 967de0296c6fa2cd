package runtimetest

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"switchboard/actors/runtime"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/origin"
)

// Engine is an engine whose kinds can be registered.
type Engine interface {
	runtime.Engine
	Register(kind string, factory runtime.Factory)
}

// testTimeout bounds every wait of the suite. Reaching it is a failure.
const testTimeout = 20 * time.Second

// Run runs the suite. open returns an engine with these options that is stopped when
// the test ends.
func Run(t *testing.T, open func(t *testing.T, options runtime.Options) Engine) {
	t.Helper()
	t.Run("one command at a time", func(t *testing.T) { oneAtATime(t, open(t, runtime.Options{Mailbox: 1000})) })
	t.Run("identities are apart", func(t *testing.T) { apart(t, open(t, runtime.Options{})) })
	t.Run("a full mailbox refuses", func(t *testing.T) { full(t, open(t, runtime.Options{Mailbox: 2})) })
	t.Run("a panic drops the state", func(t *testing.T) { panics(t, open(t, runtime.Options{})) })
	t.Run("idle actors leave", func(t *testing.T) { idle(t, open(t, runtime.Options{Idle: time.Millisecond})) })
	t.Run("a caller that leaves", func(t *testing.T) { leaves(t, open(t, runtime.Options{})) })
	t.Run("stop drains", func(t *testing.T) { drains(t, open(t, runtime.Options{})) })
	t.Run("an origin comes along", func(t *testing.T) { comesFrom(t, open(t, runtime.Options{})) })
	t.Run("unknown kind", func(t *testing.T) { unknown(t, open(t, runtime.Options{})) })
}

// actor is a runtime.Actor made from a function.
type actor func(ctx context.Context, command any) (any, error)

func (a actor) Receive(ctx context.Context, command any) (any, error) { return a(ctx, command) }

func identity() runtime.Identity { return runtime.Identity{Organization: id.New(), ID: id.New()} }

func oneAtATime(t *testing.T, e Engine) {
	var inside, most atomic.Int32
	e.Register("counter", func(runtime.Identity) runtime.Actor {
		n := 0 // no lock, because Receive never runs concurrently
		return actor(func(context.Context, any) (any, error) {
			most.Store(max(most.Load(), inside.Add(1)))
			n++
			inside.Add(-1)
			return n, nil
		})
	})
	who := identity()
	const commands = 400
	var seen sync.Map
	var all sync.WaitGroup
	for range commands {
		all.Go(func() {
			reply, err := e.Ask(t.Context(), "counter", who, "count")
			if err != nil {
				t.Errorf("ask: %v", err)
				return
			}
			if _, twice := seen.LoadOrStore(reply, true); twice {
				t.Errorf("the number %v was given twice", reply)
			}
		})
	}
	all.Wait()
	if most.Load() != 1 {
		t.Errorf("%d commands were inside one actor at once", most.Load())
	}
}

// comesFrom asks actors of every node for the command's origin.
func comesFrom(t *testing.T, e Engine) {
	e.Register("origin", func(runtime.Identity) runtime.Actor {
		return actor(func(ctx context.Context, _ any) (any, error) {
			from := origin.Of(ctx)
			return from.Via + " " + from.Address + " " + from.Request, nil
		})
	})
	asked := origin.With(t.Context(), origin.Origin{Via: origin.API, Address: "192.0.2.7", Request: "r"})
	for range 8 {
		for ctx, want := range map[context.Context]string{asked: "api 192.0.2.7 r", t.Context(): "system  "} {
			if from, err := e.Ask(ctx, "origin", identity(), "ask"); err != nil || from != want {
				t.Errorf("asked from %q: %q, %v", want, from, err)
			}
		}
	}
}

func apart(t *testing.T, e Engine) {
	e.Register("self", func(who runtime.Identity) runtime.Actor {
		return actor(func(context.Context, any) (any, error) { return who, nil })
	})
	organization, one := id.New(), id.New()
	for _, who := range []runtime.Identity{{Organization: organization, ID: one}, {Organization: id.New(), ID: one}, {Organization: organization, ID: id.New()}} {
		reply, err := e.Ask(t.Context(), "self", who, nil)
		if err != nil || reply != who {
			t.Errorf("asked %v, got %v, %v", who, reply, err)
		}
	}
}

// gate is an actor that holds each command until it is released.
type gate struct {
	entered chan struct{}
	open    chan struct{}
}

func newGate(e Engine, kind string) *gate {
	g := &gate{entered: make(chan struct{}, 100), open: make(chan struct{})}
	e.Register(kind, func(runtime.Identity) runtime.Actor {
		return actor(func(context.Context, any) (any, error) {
			g.entered <- struct{}{}
			<-g.open
			return "through", nil
		})
	})
	return g
}

func (g *gate) awaitEntry(t *testing.T) {
	t.Helper()
	select {
	case <-g.entered:
	case <-time.After(testTimeout):
		t.Fatal("no command entered the actor")
	}
}

func full(t *testing.T, e Engine) {
	g := newGate(e, "gate")
	who := identity()
	results := make(chan error, 3)
	ask := func() { _, err := e.Ask(t.Context(), "gate", who, nil); results <- err }
	go ask()
	g.awaitEntry(t)
	// One runs. Of the next two, one takes the last slot and one is rejected.
	go ask()
	go ask()
	err := <-results
	var f *fault.Error
	if !errors.As(err, &f) || f.Code != fault.Limited || f.RetryAfter <= 0 {
		t.Errorf("a full mailbox answered %v", err)
	}
	if _, err := e.Ask(t.Context(), "gate", who, nil); !fault.Is(err, fault.Limited) {
		t.Errorf("a mailbox that is still full answered %v", err)
	}
	close(g.open)
	for range 2 {
		if err := <-results; err != nil {
			t.Errorf("a command that was accepted answered %v", err)
		}
	}
	if _, err := e.Ask(t.Context(), "gate", who, nil); err != nil {
		t.Errorf("an empty mailbox answered %v", err)
	}
}

func panics(t *testing.T, e Engine) {
	var made atomic.Int32
	e.Register("brittle", func(runtime.Identity) runtime.Actor {
		made.Add(1)
		n := 0
		return actor(func(_ context.Context, command any) (any, error) {
			if n++; command == "break" {
				panic("broken")
			}
			return n, nil
		})
	})
	who := identity()
	for range 2 {
		if _, err := e.Ask(t.Context(), "brittle", who, "count"); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := e.Ask(t.Context(), "brittle", who, "break"); !fault.Is(err, fault.Internal) {
		t.Errorf("a panic answered %v", err)
	}
	reply, err := e.Ask(t.Context(), "brittle", who, "count")
	if err != nil || reply != 1 {
		t.Errorf("after a panic the actor answered %v, %v; its state should be new", reply, err)
	}
	if made.Load() != 2 {
		t.Errorf("the actor was made %d times", made.Load())
	}
}

func idle(t *testing.T, e Engine) {
	made := make(chan struct{}, 1000)
	e.Register("brief", func(runtime.Identity) runtime.Actor {
		made <- struct{}{}
		return actor(func(context.Context, any) (any, error) { return "done", nil })
	})
	who := identity()
	deadline := time.After(testTimeout)
	for n := 0; n < 2; {
		if _, err := e.Ask(t.Context(), "brief", who, nil); err != nil {
			t.Fatal(err)
		}
		select {
		case <-made:
			n++ // activated again, so the previous actor has left
		case <-deadline:
			t.Fatal("an idle actor stayed")
		default:
		}
	}
}

func leaves(t *testing.T, e Engine) {
	entered, ended := make(chan context.Context), make(chan struct{})
	release := make(chan struct{})
	e.Register("slow", func(runtime.Identity) runtime.Actor {
		return actor(func(ctx context.Context, _ any) (any, error) {
			entered <- ctx
			<-release
			close(ended)
			return nil, ctx.Err() //nolint:nilnil // the reply is not looked at
		})
	})
	ctx, leave := context.WithTimeout(t.Context(), time.Hour)
	asked := make(chan error, 1)
	go func() { _, err := e.Ask(ctx, "slow", identity(), nil); asked <- err }()
	inside := <-entered
	leave()
	if err := <-asked; !fault.Is(err, fault.Unavailable) {
		t.Errorf("a caller that left got %v", err)
	}
	if inside.Err() != nil {
		t.Error("a command that was begun was broken off with its caller")
	}
	if _, ok := inside.Deadline(); !ok {
		t.Error("a command has no deadline")
	}
	close(release)
	<-ended
}

func drains(t *testing.T, e Engine) {
	g := newGate(e, "gate")
	who := identity()
	result := make(chan error, 1)
	go func() { _, err := e.Ask(t.Context(), "gate", who, nil); result <- err }()
	g.awaitEntry(t)

	hurried, cancel := context.WithCancel(t.Context())
	cancel()
	if err := e.Stop(hurried); err == nil {
		t.Error("stop did not wait for a running command")
	}
	if _, err := e.Ask(t.Context(), "gate", who, nil); !fault.Is(err, fault.Unavailable) {
		t.Errorf("an engine that stops answered %v", err)
	}
	close(g.open)
	if err := <-result; err != nil {
		t.Errorf("a command that was accepted before the stop answered %v", err)
	}
	for range 2 {
		if err := e.Stop(t.Context()); err != nil {
			t.Errorf("stop: %v", err)
		}
	}
}

func unknown(t *testing.T, e Engine) {
	if _, err := e.Ask(t.Context(), "nobody", identity(), nil); !fault.Is(err, fault.Internal) {
		t.Errorf("an unknown kind answered %v", err)
	}
}
