package rest_test

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"testing"

	"switchboard/actors/feature"
	"switchboard/actors/features"
	"switchboard/actors/runtime"
	"switchboard/cmd/storetest"
	"switchboard/rest/problem"
	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// A list of changes to live records is executed whole, or not at all, or, where something came in
// between, with an answer for each.
func TestArraysOfLiveRecords(t *testing.T) {
	w := newWorld(t)
	p := boss(w)
	ann, bob := w.person("Ann", nil), w.person("Bob", nil)
	patch := func(first, second string) *answer {
		return p.do("PATCH", "/v1/object/user", fmt.Sprintf(`[{"id":%q,"first_name":%q,"last_name":"A"},{"id":%q,"last_name":%q}]`, ann.id, first, bob.id, second))
	}
	if problem := patch("One", "Refused").problem(http.StatusConflict); problem.Index == nil || *problem.Index != 1 {
		t.Errorf("the refusal is %+v", problem)
	}
	if got := w.record("user", ann.id).Text("first_name"); got != "" {
		t.Errorf("a refused list left the first name %q", got)
	}
	if got := patch("Two", "B").is(http.StatusOK).rows(); len(got) != 2 || got[0]["first_name"] != "Two" || got[1]["last_name"] != "B" {
		t.Errorf("got %v", got)
	}
	var rows []struct {
		Index   *int
		Status  int
		Detail  string
		Record  object
		Problem *problem.Document
	}
	a := patch("Three", "Raced").is(http.StatusMultiStatus)
	a.into(&rows)
	if len(rows) != 2 || rows[0].Status != 200 || rows[0].Record["first_name"] != "Three" || rows[0].Problem != nil ||
		rows[1].Status != 409 || rows[1].Record != nil || rows[1].Problem.Code != fault.Conflict || *rows[1].Problem.Index != 1 ||
		rows[0].Index == nil || *rows[1].Index != 1 || rows[0].Detail != "" || rows[1].Detail != rows[1].Problem.Detail {
		t.Errorf("got %s", a.body)
	}
	if got := w.record("user", bob.id).Text("last_name"); got != "B" {
		t.Errorf("the refused row is %q", got)
	}
	// Of one row, and where every row is refused, nothing is left to tell but why.
	p.do("PATCH", "/v1/object/user", fmt.Sprintf(`{"id":%q,"last_name":"Raced"}`, bob.id)).problem(http.StatusConflict)
	p.do("PATCH", "/v1/object/user", fmt.Sprintf(`[{"id":%q,"last_name":"Raced"},{"id":%q,"last_name":"Raced"}]`, ann.id, bob.id)).problem(http.StatusConflict)
	if got := w.record("user", bob.id); got.Text("last_name") != "B" {
		t.Errorf("got %v", got.Fields)
	}
}

// noFiles has no file.
type noFiles struct{}

func (noFiles) Content(context.Context, id.ID, id.ID) (feature.Stored, error) {
	return feature.Stored{}, fault.New(fault.NotFound, "There is no file.")
}

// chats starts the chats' own actors in the world.
func (w *world) chats() *storetest.Meddler {
	m := &storetest.Meddler{Store: w.store}
	engine := runtime.NewLocal(runtime.Options{Logger: slog.New(slog.DiscardHandler)})
	w.t.Cleanup(func() {
		if err := engine.Stop(context.WithoutCancel(w.t.Context())); err != nil {
			w.t.Error(err)
		}
	})
	only := slices.DeleteFunc(features.All(), func(f feature.Feature) bool { return f.Name != "chat" })
	host := &feature.Host{Engine: engine, Store: m}
	host.Offer(noFiles{})
	running, err := feature.Start(host, only)
	if err != nil {
		w.t.Fatal(err)
	}
	for _, f := range running {
		for kind, factory := range f.Actors {
			engine.Register(kind, factory)
		}
		for object, owner := range f.Owners {
			w.records.Own(object, owner)
		}
	}
	return m
}

// Messages of one chat that stand in one list are said together: what is refused, be
// it by somebody else's change in the last moment, leaves none of them. Of two chats
// each has its own outcome then.
func TestArraysOfOneActor(t *testing.T) {
	w := newWorld(t)
	p := boss(w)
	m := w.chats()
	open := func() id.ID {
		return w.put("chat", row.Fields{"name": "C", "members": []id.ID{p.id}, "last_number": int64(0), "read_numbers": row.JSONValue(struct{}{})})
	}
	said := func(chat id.ID) int64 {
		n, err := w.store.Count(t.Context(), w.org, row.Query{Object: "chat_message", Where: []row.Condition{{Field: "chat", Operator: "=", Value: chat}}})
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	closes := func(chat id.ID) func() {
		return func() {
			_, err := w.store.Commit(t.Context(), row.Change{Organization: w.org, Writes: []row.Write{
				{Object: "chat", ID: chat, Op: entry.Updated, Set: row.Fields{"status": "Closed"}},
			}})
			if err != nil {
				t.Error(err)
			}
		}
	}
	a, b, c := open(), open(), open()
	message := func(chat id.ID, body string) string { return fmt.Sprintf(`{"chat":%q,"body":%q}`, chat, body) }
	post := func(bodies ...string) *answer {
		return p.do("POST", "/v1/object/chat_message", "["+strings.Join(bodies, ",")+"]")
	}
	if problem := post(message(a, "One"), message(a, " ")).problem(http.StatusUnprocessableEntity); *problem.Index != 1 || said(a) != 0 {
		t.Errorf("a refused list: %+v, %d messages", problem, said(a))
	}
	if got := post(message(a, "One"), message(a, "Two")).is(http.StatusOK).rows(); len(got) != 2 || got[1]["number"] != 2.0 || said(a) != 2 {
		t.Errorf("got %v", got)
	}
	m.Before = []func(){closes(b)}
	if problem := post(message(b, "One"), message(b, "Two")).problem(http.StatusConflict); *problem.Index != 0 || said(b) != 0 {
		t.Errorf("a chat that was closed meanwhile: %+v, %d messages", problem, said(b))
	}
	m.Before = []func(){nil, nil, closes(c)} // two commits are the rehearsal of chat c
	var rows []struct {
		Status  int
		Record  object
		Problem *problem.Document
	}
	answered := post(message(c, "One"), message(a, "Three"), message(c, "Two")).is(http.StatusMultiStatus)
	answered.into(&rows)
	if len(rows) != 3 || rows[0].Status != 409 || *rows[0].Problem.Index != 0 || rows[0].Record != nil || rows[2].Status != 409 || *rows[2].Problem.Index != 2 ||
		rows[1].Status != 200 || rows[1].Record["body"] != "Three" || said(c) != 0 || said(a) != 3 {
		t.Errorf("a race of two chats: %s, %d and %d messages", answered.body, said(c), said(a))
	}
}
