package runtime_test

import (
	"context"
	"errors"
	"log/slog"
	"reflect"
	"testing"

	"switchboard/actors/runtime"
	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// Each command of a batch is decided on the result of those before it. One that fails
// undoes all of them and is named.
func TestBatchIsAtomic(t *testing.T) {
	w, core, store := writer()
	core.most = 6
	reply, err := w.Receive(t.Context(), runtime.Batch{Commands: []any{add{N: 1}, add{N: 2}, atLeast(3), add{N: 3}}})
	if want := (runtime.Replies{Of: []any{int64(1), int64(3), int64(3), int64(6)}}); err != nil || !reflect.DeepEqual(reply, want) || *store.stored != 6 {
		t.Errorf("answered %v, %v on %d", reply, err, *store.stored)
	}
	core.most = 8
	_, err = w.Receive(t.Context(), runtime.Batch{Commands: []any{add{N: 1}, add{N: 1}, add{N: 1}}})
	if e := fault.From(err); !fault.Is(err, fault.Conflict) || e.Index != 2 || *store.stored != 6 {
		t.Errorf("refused with %v, and %d is stored", err, *store.stored)
	}
	if reply, err := w.Receive(t.Context(), add{N: 2}); err != nil || reply != int64(8) {
		t.Errorf("after it: %v, %v", reply, err)
	}
}

// A command that was executed before gets its reply again, with the others or in
// another batch. The reply of one that was undone is forgotten.
func TestRepeatedBatch(t *testing.T) {
	w, core, store := writer()
	batch := runtime.Batch{Commands: []any{add{Command: "a", N: 1}, add{Command: "b", N: 2}}}
	core.most = 2
	if _, err := w.Receive(t.Context(), batch); !fault.Is(err, fault.Conflict) {
		t.Fatalf("got %v", err)
	}
	core.most = 0
	for range 2 {
		reply, err := w.Receive(t.Context(), batch)
		if want := (runtime.Replies{Of: []any{int64(1), int64(3)}}); err != nil || !reflect.DeepEqual(reply, want) || *store.stored != 3 {
			t.Errorf("answered %v, %v on %d", reply, err, *store.stored)
		}
	}
	if reply, err := w.Receive(t.Context(), add{Command: "b", N: 2}); err != nil || reply != int64(3) || *store.stored != 3 {
		t.Errorf("a command of it alone: %v, %v on %d", reply, err, *store.stored)
	}
	if _, err := w.Receive(t.Context(), runtime.Batch{Commands: []any{add{N: 1}, add{Command: "a\n"}}}); fault.From(err).Index != 1 || !fault.Is(err, fault.Invalid) {
		t.Errorf("a bad id of a command: %v", err)
	}
}

// A batch that lost against another writer is decided again as a whole, on the new
// state.
func TestLostBatchIsDecidedAgain(t *testing.T) {
	w, _, store := writer()
	lost := fault.New(fault.VersionConflict, "again")
	store.fail = []error{nil, lost, nil, lost}
	reply, err := w.Receive(t.Context(), runtime.Batch{Commands: []any{add{N: 1}, add{N: 1}}})
	if want := (runtime.Replies{Of: []any{int64(1), int64(2)}}); err != nil || !reflect.DeepEqual(reply, want) || *store.stored != 2 || store.n != 6 {
		t.Errorf("answered %v, %v on %d after %d commits", reply, err, *store.stored, store.n)
	}
	store.fail = []error{nil, lost, nil, lost, nil, lost}
	pinned := runtime.Batch{Commands: []any{add{N: 1}, addTo{add: add{N: 1}, version: 3}}}
	if _, err := w.Receive(t.Context(), pinned); !fault.Is(err, fault.VersionConflict) || fault.From(err).Index != 1 || *store.stored != 2 {
		t.Errorf("of a client that named a version: %v on %d", err, *store.stored)
	}
}

func TestDryRunOfABatchCommitsNothing(t *testing.T) {
	w, core, store := writer()
	core.most = 3
	batch := runtime.Batch{Commands: []any{add{Command: "a", N: 1}, add{Command: "b", N: 2}}}
	reply, err := w.Receive(t.Context(), runtime.DryRun{Command: batch})
	if want := (runtime.Replies{Of: []any{int64(1), int64(3)}}); err != nil || !reflect.DeepEqual(reply, want) || *store.stored != 0 {
		t.Errorf("answered %v, %v on %d", reply, err, *store.stored)
	}
	core.most = 2 // only both together exceed it
	if _, err := w.Receive(t.Context(), runtime.DryRun{Command: batch}); !fault.Is(err, fault.Conflict) || fault.From(err).Index != 1 {
		t.Errorf("what will be refused is answered %v", err)
	}
	if reply, err := w.Receive(t.Context(), add{Command: "a", N: 2}); err != nil || reply != int64(2) {
		t.Errorf("in earnest: %v, %v", reply, err)
	}
}

// The versions of an undone batch are not the Writer's: another writer commits them.
func TestUndoneBatchClaimsNoVersions(t *testing.T) {
	f := follow(t)
	_, err := f.writer.Receive(t.Context(), runtime.DryRun{Command: runtime.Batch{Commands: []any{write{"a"}, write{"b"}}}})
	if err != nil {
		t.Fatal(err)
	}
	f.ask(write{"c"}, 2) // version 1 is its own
	f.follower.Append(f.core.who.Organization, []entry.Entry{{ID: f.core.who.ID, Op: entry.Updated, Version: 1}})
	f.ask(write{"d"}, 2)
	f.follower.Append(f.core.who.Organization, []entry.Entry{{ID: f.core.who.ID, Op: entry.Updated, Version: 3}})
	f.ask(write{"e"}, 3)
	if _, err := f.writer.Receive(t.Context(), runtime.Batch{Commands: []any{write{"f"}, write{"g"}}}); err != nil {
		t.Fatal(err)
	}
	loads := f.core.loads
	f.follower.Append(f.core.who.Organization, []entry.Entry{
		{ID: f.core.who.ID, Op: entry.Updated, Version: f.core.next - 1}, {ID: f.core.who.ID, Op: entry.Updated, Version: f.core.next},
	})
	f.ask(write{"h"}, loads)
}

func TestBatchOnAnotherNode(t *testing.T) {
	registerWire()
	for _, sent := range []any{
		runtime.Batch{Commands: []any{tagged{ID: "x"}, tagged{ID: "y"}}}, runtime.Replies{Of: []any{tagged{ID: "x"}}},
		runtime.DryRun{Command: runtime.Batch{Commands: []any{tagged{ID: "x"}}}},
	} {
		if got, err := runtime.Cross(sent); err != nil || !reflect.DeepEqual(got, sent) {
			t.Errorf("got %#v, %v", got, err)
		}
	}
}

// sums is an engine of adders, each with its own number.
func sums(t *testing.T, who ...runtime.Identity) (*runtime.Local, map[runtime.Identity]*table, map[runtime.Identity]*adder) {
	t.Helper()
	stores, cores := map[runtime.Identity]*table{}, map[runtime.Identity]*adder{}
	for _, one := range who {
		stored := int64(0)
		stores[one], cores[one] = &table{stored: &stored}, &adder{stored: &stored}
	}
	engine := runtime.NewLocal(runtime.Options{Logger: slog.New(slog.DiscardHandler)})
	t.Cleanup(func() {
		if err := engine.Stop(context.WithoutCancel(t.Context())); err != nil {
			t.Error(err)
		}
	})
	engine.Register("sum", func(who runtime.Identity) runtime.Actor {
		return runtime.NewWriter[int64](who, cores[who], stores[who], runtime.WriterOptions{})
	})
	return engine, stores, cores
}

// Orders to one actor succeed or fail together. With several actors, all decide
// before the first one writes, and one that loses a race after that undoes only its
// own part.
func TestOrdersToSeveralActors(t *testing.T) {
	a, b := runtime.Identity{ID: id.New()}, runtime.Identity{ID: id.New()}
	engine, stores, cores := sums(t, a, b)
	orders := []runtime.Order{
		{Who: a, Commands: []any{add{N: 1}}}, {Who: b, Commands: []any{add{N: 5}, add{N: 6}}}, {}, {Who: a, Commands: []any{add{N: 2}}},
	}
	ask := func() ([][]any, error) { return runtime.AskAll(t.Context(), engine, "sum", orders) }
	stand := func(what string, ofA, ofB int64) {
		t.Helper()
		if *stores[a].stored != ofA || *stores[b].stored != ofB {
			t.Errorf("%s: %d and %d", what, *stores[a].stored, *stores[b].stored)
		}
	}
	cores[b].most = 10
	replies, err := ask()
	if e := fault.From(err); replies != nil || !fault.Is(err, fault.Conflict) || e.Index != 1 {
		t.Errorf("a refusal known before: %v, %v", replies, err)
	}
	stand("a refusal known before", 0, 0)

	cores[b].most = 0
	replies, err = ask()
	if want := [][]any{{int64(1)}, {int64(5), int64(11)}, nil, {int64(3)}}; err != nil || !reflect.DeepEqual(replies, want) {
		t.Errorf("answered %v, %v", replies, err)
	}
	stand("all agree", 3, 11)

	// Between the dry run and the commit, another writer changes the state.
	raced := fault.New(fault.Forbidden, "changed meanwhile")
	stores[a].fail = []error{nil, nil, nil, raced}
	replies, err = ask()
	partial, ok := errors.AsType[*runtime.PartialError](err)
	if !ok || len(partial.Outcomes) != 4 || partial.Outcomes[1] != nil || partial.Outcomes[2] != nil ||
		!fault.Is(partial.Outcomes[0], fault.Conflict) || fault.From(partial.Outcomes[0]).Index != 0 ||
		!fault.Is(partial.Outcomes[3], fault.Forbidden) || fault.From(partial.Outcomes[3]).Index != 3 {
		t.Errorf("a race: %v", err)
	}
	if want := [][]any{nil, {int64(16), int64(22)}, nil, nil}; !reflect.DeepEqual(replies, want) {
		t.Errorf("answered %v", replies)
	}
	stand("a race", 3, 22)

	stores[a].fail, stores[b].fail = []error{nil, nil, nil, raced}, []error{nil, nil, raced}
	if replies, err = ask(); replies != nil || !fault.Is(err, fault.Forbidden) || fault.From(err).Index != 3 {
		t.Errorf("where nobody is left: %v, %v", replies, err)
	}
	stand("where nobody is left", 3, 22)
}

// Rows are authorized before the first actor is asked.
func TestRowsAreAuthorizedFirst(t *testing.T) {
	a := runtime.Identity{ID: id.New()}
	engine, stores, _ := sums(t, a)
	rows := []row.ChangeRequest{{Record: id.New()}, {Record: id.New()}}
	wanted := func(row.ChangeRequest) (runtime.Order, error) {
		return runtime.Order{Who: a, Commands: []any{add{N: 1}}}, nil
	}
	replies, err := runtime.AskRows(t.Context(), engine, "sum", rows, wanted)
	if err != nil || len(replies) != 2 {
		t.Errorf("answered %v, %v", replies, err)
	}
	replies, err = runtime.AskRows(t.Context(), engine, "sum", rows, func(r row.ChangeRequest) (runtime.Order, error) {
		if r.Record == rows[1].Record {
			return runtime.Order{}, fault.New(fault.Forbidden, "no")
		}
		return wanted(r)
	})
	if replies != nil || fault.From(err).Index != 1 || *stores[a].stored != 2 {
		t.Errorf("answered %v, %v on %d", replies, err, *stores[a].stored)
	}
}
