package runtime_test

import (
	"context"
	"fmt"
	"log/slog"
	goruntime "runtime"
	"testing"
	"time"

	"switchboard/actors/runtime"
	"switchboard/storage/entry"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// ledger is a core whose state is one row and how often it was read.
type ledger struct {
	loads int
	who   runtime.Identity
	early func(c row.Change, records []row.Record) // called within a commit
	next  int64
}

type (
	write  struct{ Command string }
	remove struct{ record id.ID }
)

func (c write) CommandID() string { return c.Command }
func (write) CommandBy() id.ID    { return "" }

func (l *ledger) Load(context.Context, runtime.Identity) (int, error) { l.loads++; return l.loads, nil }

func (*ledger) Prepare(context.Context, runtime.Identity, *int, any) error { return nil }

func (l *ledger) Decide(s int, command any, _ runtime.Input) (runtime.Decision, error) {
	w := row.Write{Object: "thing", ID: l.who.ID, Op: entry.Updated}
	if r, ok := command.(remove); ok {
		w.ID, w.Op = r.record, entry.Removed
	}
	return runtime.Decision{Writes: []row.Write{w}, Reply: s}, nil
}

func (*ledger) Apply(s int, _ []row.Record) int { return s }

func (l *ledger) Commit(_ context.Context, c row.Change) ([]row.Record, error) {
	var records []row.Record
	if w := c.Writes[0]; w.Op != entry.Removed {
		l.next++
		records = []row.Record{{Object: w.Object, ID: w.ID, Version: l.next}}
	}
	if l.early != nil {
		l.early(c, records)
	}
	return records, nil
}

// Together implements runtime.Committer. The versions of a rolled back transaction
// are reused.
func (l *ledger) Together(ctx context.Context, do func(context.Context) error) error {
	before := l.next
	err := do(ctx)
	if err != nil {
		l.next = before
	}
	return err
}

// isPart knows one object whose records are parts of things.
func isPart(_ id.ID, object string) bool { return object == "part" }

type followed struct {
	*testing.T
	follower *runtime.Follower
	core     *ledger
	writer   *runtime.Writer[int]
}

func follow(t *testing.T) *followed {
	t.Helper()
	f := runtime.NewFollower(isPart)
	core := &ledger{who: runtime.Identity{Organization: id.New(), ID: id.New()}}
	w := runtime.NewWriter[int](core.who, core, core, runtime.WriterOptions{Follow: f})
	return &followed{t, f, core, w}
}

// ask runs a command and checks how often the state was read by then.
func (f *followed) ask(command any, loads int) any {
	f.Helper()
	reply, err := f.writer.Receive(f.Context(), command)
	if err != nil {
		f.Fatal(err)
	}
	if f.core.loads != loads {
		f.Errorf("after %#v the state was read %d times, want %d", command, f.core.loads, loads)
	}
	return reply
}

func (f *followed) tell(e entry.Entry) {
	f.follower.Append(f.core.who.Organization, []entry.Entry{e})
}

func (f *followed) own(version int64) entry.Entry {
	return entry.Entry{Object: "thing", ID: f.core.who.ID, Op: entry.Updated, Version: version}
}

func TestWriterReloadsOtherWritersChanges(t *testing.T) {
	thread := func(before, after id.ID) entry.Routes {
		return entry.Routes{Before: entry.Route{Thread: before}, After: entry.Route{Thread: after}}
	}
	for name, made := range map[string]func(own id.ID) entry.Entry{
		"its row":     func(own id.ID) entry.Entry { return entry.Entry{ID: own, Op: entry.Updated, Version: 9} },
		"its removal": func(own id.ID) entry.Entry { return entry.Entry{ID: own, Op: entry.Removed, Version: 9} },
		"a part":      func(own id.ID) entry.Entry { return entry.Entry{ID: id.New(), Version: 1, Route: thread("", own)} },
		"a part gone": func(own id.ID) entry.Entry {
			return entry.Entry{ID: id.New(), Op: entry.Removed, Route: thread(own, "")}
		},
		"a part moved": func(own id.ID) entry.Entry {
			return entry.Entry{ID: id.New(), Version: 4, Route: thread(own, id.New())}
		},
		"many rows": func(own id.ID) entry.Entry {
			return entry.Entry{Object: "user", Op: entry.Bulk, IDs: []id.ID{id.New(), own}}
		},
		"many parts": func(id.ID) entry.Entry {
			return entry.Entry{Object: "part", Op: entry.Bulk, IDs: []id.ID{id.New()}}
		},
	} {
		t.Run(name, func(t *testing.T) {
			f := follow(t)
			f.ask(write{}, 1)
			f.tell(f.own(1))
			f.ask(write{}, 1)
			f.tell(made(f.core.who.ID))
			f.ask(write{}, 2)
			f.ask(write{}, 2) // one reload is enough
		})
	}
}

func TestOwnCommitsCauseNoReload(t *testing.T) {
	f := follow(t)
	for v := range int64(20) {
		f.ask(write{}, 1)
		f.tell(f.own(v + 1))
	}
	f.ask(write{}, 1)
	f.ask(write{}, 1)
	f.tell(f.own(21)) // late, both at once
	f.tell(f.own(22))
	part := id.New()
	f.ask(remove{part}, 1)
	f.tell(entry.Entry{ID: part, Op: entry.Removed, Version: 9, Route: entry.Routes{Before: entry.Route{Thread: f.core.who.ID}}})
	f.core.early = func(_ row.Change, records []row.Record) { f.tell(f.own(records[0].Version)) } // the relay is faster than the commit
	f.ask(write{}, 1)
	f.ask(write{}, 1)
	f.core.early = nil
	f.tell(f.own(23)) // each version has one entry, so this one is not ours
	f.ask(write{}, 2)
}

func TestChangesDuringLoadingAreNotLost(t *testing.T) {
	f := follow(t)
	f.core.early = func(row.Change, []row.Record) { f.tell(f.own(1000)) } // another writer's, between reading and committing
	f.ask(write{}, 1)
	f.core.early = nil
	f.ask(write{}, 2)
}

func TestUnrelatedEntriesCauseNoReload(t *testing.T) {
	f := follow(t)
	f.ask(write{}, 1)
	f.tell(entry.Entry{Object: "thing", ID: id.New(), Version: 5})
	f.tell(entry.Entry{Object: "contact", Op: entry.Bulk, IDs: []id.ID{id.New()}})
	f.follower.Append(id.New(), []entry.Entry{f.own(77)})
	f.ask(write{}, 1)
}

// A repeat gets the first reply, even though the rows have changed.
func TestRepeatAfterAReloadGetsTheFirstReply(t *testing.T) {
	f := follow(t)
	first := f.ask(write{"a"}, 1)
	f.tell(f.own(50))
	if again := f.ask(write{"a"}, 1); again != first {
		t.Errorf("answered %v, then %v", first, again)
	}
	if next := f.ask(write{"b"}, 2); next == first {
		t.Errorf("a new command was answered %v by what was read before", next)
	}
	if again := f.ask(write{"a"}, 2); again != first {
		t.Errorf("after the reload it was answered %v, before %v", again, first)
	}
}

func TestNewsAreBounded(t *testing.T) {
	f := follow(t)
	f.ask(write{}, 1)
	for v := range int64(5000) {
		f.tell(entry.Entry{ID: id.New(), Version: v, Route: entry.Routes{After: entry.Route{Thread: f.core.who.ID}}})
	}
	f.ask(write{}, 2)
	f.ask(write{}, 2)
	for range 5000 { // our own entries never arrive
		f.ask(write{}, 2)
	}
	f.tell(f.own(f.core.next))
	f.ask(write{}, 2) // the newest are still known as ours
}

// An engine drops idle actors without notice: nothing of them may remain.
func TestDroppedActorsLeaveNothingBehind(t *testing.T) {
	f := runtime.NewFollower(isPart)
	engine := runtime.NewLocal(runtime.Options{Idle: time.Millisecond, Logger: slog.New(slog.DiscardHandler)})
	t.Cleanup(func() {
		if err := engine.Stop(context.WithoutCancel(t.Context())); err != nil {
			t.Error(err)
		}
	})
	engine.Register("thing", func(who runtime.Identity) runtime.Actor {
		core := &ledger{who: who}
		return runtime.NewWriter[int](who, core, core, runtime.WriterOptions{Follow: f})
	})
	organization := id.New()
	for i := range 200 {
		who := runtime.Identity{Organization: organization, ID: id.New()}
		if _, err := engine.Ask(t.Context(), "thing", who, write{fmt.Sprint(i)}); err != nil {
			t.Fatal(err)
		}
	}
	for f.Watched() > 0 || engine.Live() > 0 { // the test's own deadline ends it
		if err := t.Context().Err(); err != nil {
			t.Fatal(err)
		}
		goruntime.GC()
		goruntime.Gosched()
	}
	// Cleanups run one after another: the map itself is emptied too.
	for f.Kept() > 0 {
		goruntime.GC()
		goruntime.Gosched()
	}
}
