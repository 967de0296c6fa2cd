package users_test

import (
	"context"
	"log/slog"
	"reflect"
	"sync/atomic"
	"testing"

	"switchboard/actors/features"
	"switchboard/actors/runtime"
	"switchboard/actors/users"
	"switchboard/cmd/storetest"
	"switchboard/storage/entry"
	"switchboard/storage/id"
	"switchboard/storage/pg"
	"switchboard/storage/pg/relay"
	"switchboard/storage/row"
)

// counted is a store that counts an engine's requests.
type counted struct {
	*pg.Store
	reads, commits atomic.Int64
}

func (c *counted) Get(ctx context.Context, organization id.ID, object string, record id.ID) (row.Record, error) {
	c.reads.Add(1)
	return c.Store.Get(ctx, organization, object, record)
}

func (c *counted) Commit(ctx context.Context, change row.Change) ([]row.Record, error) {
	c.commits.Add(1)
	return c.Store.Commit(ctx, change)
}

// arrivals passes on the versions in the log.
type arrivals chan int64

// Append implements eventlog.Follower.
func (a arrivals) Append(_ id.ID, entries []entry.Entry) {
	for _, e := range entries {
		a <- e.Version
	}
}

func (a arrivals) await(t *testing.T, version int64) {
	t.Helper()
	for {
		select {
		case got := <-a:
			if got == version {
				return
			}
		case <-t.Context().Done():
			t.Fatalf("version %d never came", version)
		}
	}
}

// Two processes' engines both own the same user, as happens for a while when nodes
// lose contact.
func TestTwoEnginesFollowEachOther(t *testing.T) {
	first, dsn := storetest.WithDSN(t)
	quiet := slog.New(slog.DiscardHandler)
	connection, err := pg.Open(t.Context(), pg.Config{DSN: dsn, Registry: features.Registry(), MaxConns: 4, Logger: quiet})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(connection.Close)
	second, follower, told := &counted{Store: connection}, runtime.NewFollower(func(id.ID, string) bool { return false }), make(arrivals, 100)
	relay := pg.NewRelay(connection, relay.Config{Logger: quiet})
	relay.Follow(follower)
	relay.Follow(told) // after the follower, so it knows what is passed on here
	ended := make(chan error, 1)
	running, stop := context.WithCancel(context.WithoutCancel(t.Context()))
	go func() { ended <- relay.Run(running) }()
	t.Cleanup(func() {
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	engine := func(store runtime.Store, options runtime.WriterOptions) func(command any) any {
		e := runtime.NewLocal(runtime.Options{Logger: quiet})
		e.Register(users.Kind, users.Factory(store, options))
		t.Cleanup(func() {
			if err := e.Stop(context.WithoutCancel(t.Context())); err != nil {
				t.Error(err)
			}
		})
		return func(command any) any {
			t.Helper()
			reply, err := e.Ask(t.Context(), users.Kind, runtime.Identity{Organization: storetest.Organization, ID: anna}, command)
			if err != nil {
				t.Fatalf("%#v: %v", command, err)
			}
			return reply
		}
	}
	one, two := engine(first, runtime.WriterOptions{}), engine(second, runtime.WriterOptions{Follow: follower})
	if _, err := first.Commit(t.Context(), row.Change{Organization: storetest.Organization, Writes: []row.Write{{
		Object: "user", ID: anna, Op: entry.Created, Set: row.Fields{"name": "Anna", "email": "anna@demo.test"},
	}}}); err != nil {
		t.Fatal(err)
	}
	told.await(t, 1)

	available := users.SetStatus{CommandMeta: runtime.CommandMeta{By: anna, Command: "a"}, Status: users.Available}
	answer := two(available)
	told.await(t, 2)
	two(users.SetStatus{CommandMeta: runtime.CommandMeta{By: anna, Command: "b"}, Status: users.Busy})
	told.await(t, 3)
	if reads := second.reads.Load(); reads != 1 {
		t.Errorf("%d reads for two commands of one's own", reads)
	}

	call := id.New()
	one(users.OnCall{Call: call})
	told.await(t, 4)
	commits := second.commits.Load()
	two(users.SetStatus{CommandMeta: runtime.CommandMeta{By: anna, Command: "c"}, Status: users.DoNotDisturb})
	told.await(t, 5)
	if tries := second.commits.Load() - commits; tries != 1 {
		t.Errorf("it took %d commits: the first was decided upon what was true before", tries)
	}
	if again := two(available); !reflect.DeepEqual(again, answer) {
		t.Errorf("a repeated command was answered %v, then %v", answer, again)
	}

	one(users.OffCall{Call: call})
	told.await(t, 6)
	two(users.OnCall{Call: call}) // "already on this call" was true earlier
	told.await(t, 7)
	two(users.OffCall{Call: call})
	told.await(t, 8)
	one(users.OnCall{Call: call})
	told.await(t, 9)
	reads := second.reads.Load()
	two(users.OffCall{Call: call}) // "already left" too
	told.await(t, 10)
	if n := second.reads.Load() - reads; n != 1 {
		t.Errorf("%d reads after another's change", n)
	}
	stored, err := first.Get(t.Context(), storetest.Organization, "user", anna)
	if err != nil {
		t.Fatal(err)
	}
	if got := users.ChosenStatus(row.JSONValue(stored.Fields["availability"])); got != users.DoNotDisturb {
		t.Errorf("final status %s", got)
	}
}

const anna id.ID = "0198c0de-0000-7000-8000-0000000000a1"
