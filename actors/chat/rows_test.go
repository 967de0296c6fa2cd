package chat_test

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"switchboard/actors/chat"
	"switchboard/actors/features"
	"switchboard/actors/records"
	"switchboard/actors/runtime"
	"switchboard/cmd/storetest"
	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/ephemeral/memory"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/pg/pgtest"
	"switchboard/storage/row"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(pgtest.Wrap(m)) }

// floor is an organization on a real database with two chats behind the record API.
// With two nodes, each owns one of them.
type floor struct {
	t       *testing.T
	store   *storetest.Meddler
	org     id.ID
	ann     access.Principal
	records *records.Service
	service *chat.Service
	a, b    id.ID
}

func onOneNode(t *testing.T) *floor {
	t.Helper()
	engine := runtime.NewLocal(runtime.Options{Logger: slog.New(slog.DiscardHandler)})
	t.Cleanup(func() { stop(t, engine) })
	f := newFloor(t)
	engine.Register(chat.Kind, chat.Factory(f.store, runtime.WriterOptions{}))
	f.door(engine)
	f.a, f.b = f.open("A"), f.open("B")
	return f
}

// onTwoNodes sends commands to one node. Chat A lives on the other node, chat B on
// the node itself.
func onTwoNodes(t *testing.T) *floor {
	t.Helper()
	runtime.RegisterTypes(chat.Feature.Crosses)
	f := newFloor(t)
	leases := memory.New()
	var mu sync.Mutex
	lives := map[id.ID]int{}
	nodes := make([]*runtime.Cluster, 2)
	for i := range nodes {
		var err error
		nodes[i], err = runtime.NewCluster(t.Context(), runtime.ClusterOptions{
			Options: runtime.Options{Logger: slog.New(slog.DiscardHandler)}, Node: id.New(), Addr: "127.0.0.1:0",
			Leases: leases, Key: []byte("0123456789abcdef0123456789abcdef"), Renew: 50 * time.Millisecond, TTL: 5 * time.Second,
		})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { stop(t, nodes[i]) })
		actors := chat.Factory(f.store, runtime.WriterOptions{})
		nodes[i].Register(chat.Kind, func(who runtime.Identity) runtime.Actor {
			mu.Lock()
			defer mu.Unlock()
			lives[who.ID] = i
			return actors(who)
		})
		nodes[i].Start(t.Context())
	}
	for tick := time.Tick(5 * time.Millisecond); len(nodes[0].Members()) < 2 || len(nodes[1].Members()) < 2; {
		select {
		case <-tick:
		case <-t.Context().Done():
			t.Fatal("the nodes never met")
		}
	}
	f.door(nodes[0])
	for f.a == "" || f.b == "" {
		one := f.open("A chat")
		if _, err := nodes[0].Ask(t.Context(), chat.Kind, runtime.Identity{Organization: f.org, ID: one}, chat.MarkRead{CommandMeta: runtime.CommandMeta{By: f.ann.User}}); err != nil {
			t.Fatal(err)
		}
		mu.Lock()
		if lives[one] == 1 {
			f.a = one
		} else {
			f.b = one
		}
		mu.Unlock()
	}
	return f
}

func stop(t *testing.T, engine runtime.Engine) {
	t.Helper()
	if err := engine.Stop(context.WithoutCancel(t.Context())); err != nil {
		t.Error(err)
	}
}

func newFloor(t *testing.T) *floor {
	t.Helper()
	store, org := storetest.New(t)
	f := &floor{t: t, store: &storetest.Meddler{Store: store}, org: org}
	ann := id.New()
	f.write(row.Write{Object: "user", ID: ann, Op: entry.Created, Set: row.Fields{"name": "Ann", "email": "ann@example.test"}})
	f.ann = access.Build(features.Registry(), access.Inputs{Organization: org, User: ann, Superuser: true})
	return f
}

// serve puts the record API in front of an engine's chats.
func (f *floor) door(engine runtime.Engine) {
	f.records = records.New(f.store.Store)
	f.service = chat.New(engine, f.store.Store)
	f.records.Own("chat", chat.Owner{Service: f.service})
	f.records.Own("chat_message", chat.MessageOwner{Service: f.service})
}

// write is a concurrent write, as of another node that believes it owns the chat.
func (f *floor) write(w row.Write) {
	f.t.Helper()
	if _, err := f.store.Store.Commit(f.t.Context(), row.Change{Organization: f.org, Writes: []row.Write{w}}); err != nil {
		f.t.Error(err)
	}
}

func (f *floor) open(name string) id.ID {
	f.t.Helper()
	one := id.New()
	f.write(row.Write{Object: "chat", ID: one, Op: entry.Created, Set: row.Fields{
		"name": name, "members": []id.ID{f.ann.User}, "last_number": int64(0), "read_numbers": row.JSONValue(struct{}{}),
	}})
	return one
}

func (f *floor) update(one id.ID, set row.Fields) func() {
	return func() { f.write(row.Write{Object: "chat", ID: one, Op: entry.Updated, Set: set}) }
}

type said struct {
	chat id.ID
	body string
}

func (f *floor) say(command string, messages ...said) (records.Written, error) {
	rows := make([]records.Input, len(messages))
	for i, m := range messages {
		rows[i] = records.Input{"chat": row.JSONValue(m.chat), "body": row.JSONValue(m.body)}
	}
	return f.records.Create(f.t.Context(), &f.ann, "chat_message", rows, command)
}

// expectMessages checks a chat's messages, numbered from 1, and its message count.
func (f *floor) stands(what string, one id.ID, bodies ...string) {
	f.t.Helper()
	found, err := f.store.Find(f.t.Context(), f.org, row.Query{
		Object: "chat_message", Where: []row.Condition{{Field: "chat", Operator: "=", Value: one}}, Order: []row.Order{{Field: "number"}},
	})
	if err != nil {
		f.t.Fatal(err)
	}
	var got []string
	for i, m := range found {
		if got = append(got, m.Text("body")); m.Int("number") != int64(i)+1 {
			f.t.Errorf("%s: message %d has the number %d", what, i, m.Int("number"))
		}
	}
	record, err := f.store.Get(f.t.Context(), f.org, "chat", one)
	if err != nil || !slices.Equal(got, bodies) || record.Int("last_number") != int64(len(bodies)) {
		f.t.Errorf("%s: %q was said, and the chat counts %d, %v", what, got, record.Int("last_number"), err)
	}
}

func eachWay(t *testing.T, test func(t *testing.T, f *floor)) {
	t.Helper()
	t.Run("one node", func(t *testing.T) { test(t, onOneNode(t)) })
	t.Run("another node", func(t *testing.T) { test(t, onTwoNodes(t)) })
}

// Messages of one chat are one command: if one is rejected none is posted, and a
// repeat returns the first reply.
func TestMessagesOfOneChatAreOneCommand(t *testing.T) {
	eachWay(t, func(t *testing.T, f *floor) {
		_, err := f.say("", said{f.a, "One"}, said{f.a, "Two"}, said{f.a, "  "})
		if e := fault.From(err); !fault.Is(err, fault.Invalid) || e.Index != 2 {
			t.Errorf("refused with %v", err)
		}
		f.stands("a refused list", f.a)
		var ids []string
		for range 2 {
			written, err := f.say("again", said{f.a, "One"}, said{f.a, "Two"}, said{f.a, "Three"})
			if err != nil || len(written.Records) != 3 {
				t.Fatalf("%v, %v", written, err)
			}
			var now []string
			for _, r := range written.Records {
				now = append(now, string(r["id"])+string(r["number"])+string(r["body"]))
			}
			if ids == nil {
				ids = now
			}
			if !slices.Equal(ids, now) {
				t.Errorf("first %q, again %q", ids, now)
			}
		}
		f.stands("a repeated list", f.a, "One", "Two", "Three")
	})
}

// A concurrent write between the decision and the commit: what is no longer allowed
// is not posted at all, the rest is decided again as a whole.
func TestMessagesOfOneChatInARace(t *testing.T) {
	eachWay(t, func(t *testing.T, f *floor) {
		f.store.Before = []func(){f.update(f.a, row.Fields{"topic": "Lunch"})}
		if _, err := f.say("", said{f.a, "One"}, said{f.a, "Two"}); err != nil {
			t.Error(err)
		}
		f.stands("a lost race", f.a, "One", "Two")
		f.store.Before = []func(){f.update(f.a, row.Fields{"status": "Closed"})}
		_, err := f.say("", said{f.a, "Three"}, said{f.a, "Four"})
		if e := fault.From(err); !fault.Is(err, fault.Conflict) || e.Index != 0 {
			t.Errorf("refused with %v", err)
		}
		f.stands("a chat that was closed meanwhile", f.a, "One", "Two")
	})
}

// With two chats, both decide first. A chat closed after that rejects its own
// messages, and the error names each row.
func TestMessagesOfTwoChatsInARace(t *testing.T) {
	eachWay(t, func(t *testing.T, f *floor) {
		_, err := f.say("", said{f.b, "One"}, said{f.a, "One"}, said{f.a, ""})
		if e := fault.From(err); !fault.Is(err, fault.Invalid) || e.Index != 2 {
			t.Errorf("refused with %v", err)
		}
		f.stands("a refused list", f.b)
		// Two commits are the dry run of chat A.
		f.store.Before = []func(){nil, nil, f.update(f.a, row.Fields{"status": "Closed"})}
		_, err = f.say("", said{f.a, "One"}, said{f.b, "One"}, said{f.a, "Two"})
		partial, ok := errors.AsType[*records.PartialError](err)
		if !ok || len(partial.Outcomes) != 3 || partial.Outcomes[1] != nil || !fault.Is(partial.Outcomes[0], fault.Conflict) ||
			fault.From(partial.Outcomes[0]).Index != 0 || !fault.Is(partial.Outcomes[2], fault.Conflict) || fault.From(partial.Outcomes[2]).Index != 2 {
			t.Fatalf("answered %v", err)
		}
		f.stands("the chat that was closed", f.a)
		f.stands("the other", f.b, "One")
	})
}

// A change of a chat and its read mark are one command: an outdated version writes
// neither.
func TestChangeAndReadMarkAreOneCommand(t *testing.T) {
	f := onOneNode(t)
	if _, err := f.say("", said{f.a, "One"}); err != nil {
		t.Fatal(err)
	}
	f.update(f.a, row.Fields{"read_numbers": row.JSONValue(struct{}{})})()
	rows := []records.Input{{"id": row.JSONValue(f.a), "unread_messages": row.JSONValue(0), "topic": row.JSONValue("Lunch")}}
	version := func() int64 {
		record, err := f.store.Get(t.Context(), f.org, "chat", f.a)
		if err != nil {
			t.Fatal(err)
		}
		return record.Version
	}
	before := version()
	f.store.Before = []func(){f.update(f.a, row.Fields{"private": true})}
	if _, err := f.records.Patch(t.Context(), &f.ann, "chat", rows, before, ""); !fault.Is(err, fault.VersionConflict) || version() != before+1 {
		t.Errorf("refused with %v, and the version is %d after %d", err, version(), before)
	}
	before = version()
	if _, err := f.records.Patch(t.Context(), &f.ann, "chat", rows, before, ""); err != nil || version() != before+2 {
		t.Errorf("%v, and the version is %d after %d", err, version(), before)
	}
}
