package runtime_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"switchboard/actors/runtime"
	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// adder is a core whose state is a number.
type adder struct {
	loads  int
	most   int64 // 0 for no bound
	stored *int64
}

type add struct {
	Command string
	N       int64
	By      id.ID
}

func (a add) CommandID() string { return a.Command }
func (a add) CommandBy() id.ID  { return a.By }

// atLeast raises the sum to a number if it is less.
type atLeast int64

// more is another kind of command that may have the same id.
type more struct{ add }

func (c *adder) Load(context.Context, runtime.Identity) (int64, error) {
	c.loads++
	return *c.stored, nil
}

func (*adder) Prepare(context.Context, runtime.Identity, *int64, any) error { return nil }

func (c *adder) Decide(have int64, command any, _ runtime.Input) (runtime.Decision, error) {
	a, ok := command.(add)
	switch c := command.(type) {
	case more:
		a, ok = c.add, true
	case addTo:
		a, ok = c.add, true
	case atLeast:
		a, ok = add{N: int64(c) - have}, have < int64(c)
	}
	switch {
	case !ok:
		return runtime.Decision{Reply: have}, nil
	case a.N < 0 || c.most > 0 && have+a.N > c.most:
		return runtime.Decision{}, fault.New(fault.Conflict, "no")
	}
	return runtime.Decision{
		Writes: []row.Write{{Object: "sum", Op: entry.Updated, Expect: have, Set: row.Fields{"n": have + a.N}}},
		Reply:  have + a.N,
	}, nil
}

func (*adder) Apply(_ int64, committed []row.Record) int64 { return committed[0].Int("n") }

// table commits numbers under a version check: the version is the number itself.
type table struct {
	stored *int64
	fail   []error
	n      int
}

func (t *table) Commit(_ context.Context, c row.Change) ([]row.Record, error) {
	t.n++
	if len(t.fail) > 0 {
		err := t.fail[0]
		t.fail = t.fail[1:]
		if err != nil {
			return nil, err
		}
	}
	w := c.Writes[0]
	if w.Expect != *t.stored {
		return nil, fault.New(fault.VersionConflict, "changed meanwhile")
	}
	*t.stored = row.Record{Fields: w.Set}.Int("n")
	return []row.Record{{Object: "sum", Fields: w.Set}}, nil
}

// Together implements runtime.Committer. A failed one leaves the number unchanged.
func (t *table) Together(ctx context.Context, do func(context.Context) error) error {
	before := *t.stored
	err := do(ctx)
	if err != nil {
		*t.stored = before
	}
	return err
}

func writer() (*runtime.Writer[int64], *adder, *table) {
	stored := int64(0)
	core, store := &adder{stored: &stored}, &table{stored: &stored}
	who := runtime.Identity{Organization: id.New(), ID: id.New()}
	return runtime.NewWriter[int64](who, core, store, runtime.WriterOptions{Now: time.Now, NewID: id.New, Remember: 2}), core, store
}

func TestWriterReloadsAndRetriesOnce(t *testing.T) {
	w, core, store := writer()
	if _, err := w.Receive(t.Context(), add{N: 1}); err != nil {
		t.Fatal(err)
	}
	*store.stored = 10 // another writer
	reply, err := w.Receive(t.Context(), add{N: 5})
	if err != nil || reply != int64(15) {
		t.Errorf("answered %v, %v; want 15 on the stored 10", reply, err)
	}
	if core.loads != 2 {
		t.Errorf("the state was loaded %d times", core.loads)
	}
	lost := fault.New(fault.VersionConflict, "again")
	store.fail = []error{lost, lost, lost, lost}
	if reply, err := w.Receive(t.Context(), add{N: 1}); err != nil || reply != int64(16) {
		t.Errorf("after four lost races: %v, %v", reply, err)
	}
	store.fail = []error{lost, lost, lost, lost, lost, lost}
	if _, err := w.Receive(t.Context(), add{N: 1}); !fault.Is(err, fault.Unavailable) {
		t.Errorf("a client who named no version was answered %v", err)
	}
	store.fail = []error{lost, lost}
	if _, err := w.Receive(t.Context(), addTo{add{N: 1}, 3}); !fault.Is(err, fault.VersionConflict) {
		t.Errorf("a client who named a version was answered %v", err)
	}
	exists := fault.New(fault.Conflict, "exists")
	store.fail = []error{exists, exists}
	if _, err := w.Receive(t.Context(), add{N: 1}); !fault.Is(err, fault.Conflict) {
		t.Errorf("what exists already was answered %v", err)
	}
}

// addTo adds to the sum of a version that its client read.
type addTo struct {
	add
	version int64
}

// Condition implements runtime.Conditional.
func (a addTo) Condition() int64 { return a.version }

// Another process did the opposite since the state was read here: treating the
// command as done would lose it.
func TestUnchangedReplyRestsOnStoredState(t *testing.T) {
	w, core, store := writer()
	if _, err := w.Receive(t.Context(), add{N: 3}); err != nil {
		t.Fatal(err)
	}
	*store.stored = 0
	if reply, err := w.Receive(t.Context(), atLeast(3)); err != nil || reply != int64(3) || *store.stored != 3 {
		t.Errorf("answered %v, %v with %d stored", reply, err, *store.stored)
	}
	if core.loads != 2 {
		t.Errorf("the state was loaded %d times", core.loads)
	}
}

func TestFailedCommitDropsTheState(t *testing.T) {
	w, core, store := writer()
	store.fail = []error{errors.New("the connection broke")}
	if _, err := w.Receive(t.Context(), add{N: 1}); err == nil {
		t.Fatal("a failed commit was answered without an error")
	}
	*store.stored = 1 // it was committed after all
	if reply, err := w.Receive(t.Context(), "ask"); err != nil || reply != int64(1) {
		t.Errorf("answered %v, %v", reply, err)
	}
	if core.loads != 2 {
		t.Errorf("the state was loaded %d times", core.loads)
	}
}

func TestRepeatedCommandGetsTheFirstReply(t *testing.T) {
	w, _, store := writer()
	for range 3 {
		reply, err := w.Receive(t.Context(), add{Command: "a", N: 2})
		if err != nil || reply != int64(2) {
			t.Fatalf("answered %v, %v", reply, err)
		}
	}
	if store.n != 1 {
		t.Errorf("%d commits for one command", store.n)
	}
	if _, err := w.Receive(t.Context(), add{Command: "b", N: -1}); !fault.Is(err, fault.Conflict) {
		t.Errorf("answered %v", err)
	}
	if reply, err := w.Receive(t.Context(), add{Command: "b", N: 1}); err != nil || reply != int64(3) {
		t.Errorf("a refusal was remembered: %v, %v", reply, err)
	}
}

// A command's id is visible in its entries, so another user can send it too; and a
// client may use one id for two kinds of commands.
func TestCommandIDIsScopedToUserAndKind(t *testing.T) {
	w, _, store := writer()
	ann, ben := id.New(), id.New()
	for i, command := range []any{
		add{Command: "a", N: 2, By: ann}, add{Command: "a", N: 2, By: ben}, more{add{Command: "a", N: 2, By: ann}},
	} {
		if reply, err := w.Receive(t.Context(), command); err != nil || reply != int64(2*(i+1)) {
			t.Errorf("%#v: answered %v, %v", command, reply, err)
		}
	}
	if store.n != 3 {
		t.Errorf("%d commits for three commands", store.n)
	}
	for _, bad := range []string{strings.Repeat("x", 201), "a\x00b"} {
		if _, err := w.Receive(t.Context(), add{Command: bad, N: 2, By: ann}); !fault.Is(err, fault.Invalid) {
			t.Errorf("%.10q answered %v", bad, err)
		}
	}
}

// Another process wrote the row: an error must not rest on the old state.
func TestErrorsRestOnStoredState(t *testing.T) {
	w, core, store := writer()
	if _, err := w.Receive(t.Context(), add{N: 5}); err != nil {
		t.Fatal(err)
	}
	core.most = 6
	if _, err := w.Receive(t.Context(), add{N: 2}); !fault.Is(err, fault.Conflict) {
		t.Fatalf("answered %v", err)
	}
	*store.stored = 1
	if reply, err := w.Receive(t.Context(), add{N: 2}); err != nil || reply != int64(3) {
		t.Errorf("answered %v, %v", reply, err)
	}
}
