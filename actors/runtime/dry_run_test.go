package runtime_test

import (
	"context"
	"reflect"
	"testing"

	"switchboard/actors/runtime"
	"switchboard/storage/fault"
)

// A dry run returns the command's reply, and leaves nothing behind: no commit, and no
// stored reply for a repeat.
func TestDryRunCommitsNothing(t *testing.T) {
	w, core, store := writer()
	core.most = 3
	for range 2 {
		reply, err := w.Receive(t.Context(), runtime.DryRun{Command: add{Command: "c", N: 2}})
		if err != nil || reply != int64(2) || store.n != 0 || *store.stored != 0 {
			t.Errorf("answered %v, %v after %d commits", reply, err, store.n)
		}
	}
	if _, err := w.Receive(t.Context(), runtime.DryRun{Command: add{N: 9}}); !fault.Is(err, fault.Conflict) {
		t.Errorf("what will be refused is answered %v", err)
	}
	if reply, err := w.Receive(t.Context(), add{Command: "c", N: 2}); err != nil || reply != int64(2) || store.n != 1 {
		t.Errorf("in earnest: %v, %v after %d commits", reply, err, store.n)
	}
	*store.stored = 3 // another writer was active: a dry run that would fail retries
	core.most = 0
	if reply, err := w.Receive(t.Context(), runtime.DryRun{Command: add{Command: "c", N: 2}}); err != nil || reply != int64(2) || store.n != 1 {
		t.Errorf("a repeat: %v, %v after %d commits", reply, err, store.n)
	}
}

// A dry run for actors of other nodes remains a dry run.
func TestDryRunOnAnotherNode(t *testing.T) {
	registerWire()
	sent := runtime.DryRun{Command: tagged{ID: "x"}}
	if got, err := runtime.Cross(sent); err != nil || !reflect.DeepEqual(got, sent) {
		t.Errorf("got %#v, %v", got, err)
	}
	s := struct{ asked any }{}
	engine := runtime.NewLocal(runtime.Options{})
	defer func() { _ = engine.Stop(t.Context()) }()
	engine.Register("k", func(runtime.Identity) runtime.Actor { return notes{&s.asked} })
	if _, err := engine.Ask(runtime.WithDryRun(t.Context()), "k", runtime.Identity{}, tagged{ID: "x"}); err != nil || !reflect.DeepEqual(s.asked, sent) {
		t.Errorf("asked %#v, %v", s.asked, err)
	}
}

// notes is an actor that stores its last command.
type notes struct{ asked *any }

// Receive implements runtime.Actor.
func (n notes) Receive(_ context.Context, command any) (any, error) {
	*n.asked = command
	return nil, nil
}
