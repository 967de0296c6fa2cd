package app

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"switchboard/storage/panics"
)

// lifecycle holds what runs and what is open, and ends it in reverse order of
// its start. Its methods may be called from any goroutine.
type lifecycle struct {
	panics *panics.Catcher
	// failed receives the error of a component that ended unexpectedly: all
	// must end.
	failed chan error

	mu   sync.Mutex
	ends []ending
}

type ending struct {
	name string
	end  func(context.Context) error
}

func newLifecycle(catcher *panics.Catcher) *lifecycle {
	return &lifecycle{panics: catcher, failed: make(chan error, 1)}
}

// run runs work in a goroutine until the lifecycle ends, and restarts it
// after a panic; an error before that is a failure.
func (l *lifecycle) run(name string, work func(context.Context) error) {
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		l.panics.Keep(ctx, panics.Background, func(ctx context.Context) {
			if err := work(ctx); err != nil && ctx.Err() == nil {
				l.fail(fmt.Errorf("%s: %w", name, err))
			}
		})
	}()
	l.onEnd(name, func(ctx context.Context) error {
		cancel()
		select {
		case <-ended:
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	})
}

// onEnd registers how an open resource is closed.
func (l *lifecycle) onEnd(name string, end func(context.Context) error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.ends = append(l.ends, ending{name, end})
}

func (l *lifecycle) fail(err error) {
	select {
	case l.failed <- err:
	default: // one failure is enough to stop
	}
}

// end ends everything, the last started first. It abandons what takes longer
// than ctx.
func (l *lifecycle) end(ctx context.Context) error {
	l.mu.Lock()
	ends := l.ends
	l.ends = nil
	l.mu.Unlock()
	var failed error
	for _, e := range slices.Backward(ends) {
		if err := e.end(ctx); err != nil {
			failed = errors.Join(failed, fmt.Errorf("%s: %w", e.name, err))
		}
	}
	return failed
}

// forever adapts the Run of a component that never fails for lifecycle.run.
func forever(run func(context.Context)) func(context.Context) error {
	return func(ctx context.Context) error {
		run(ctx)
		return nil
	}
}

// closing adapts a Close that never fails for lifecycle.onEnd.
func closing(end func()) func(context.Context) error {
	return func(context.Context) error {
		end()
		return nil
	}
}
