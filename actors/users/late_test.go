package users_test

import (
	"context"
	"errors"
	"log/slog"
	"testing"

	"switchboard/actors/runtime"
	"switchboard/actors/users"
	"switchboard/storage/row"
)

// A command that was delayed on a sleeping node, while another node executed it and
// more, changes nothing when the node wakes: alone and in a batch.
func TestLateCommandOverwritesNothing(t *testing.T) {
	s := open(t)
	slept := runtime.NewLocal(runtime.Options{Logger: slog.New(slog.DiscardHandler)})
	slept.Register(users.Kind, users.Factory(s.store, runtime.WriterOptions{}))
	t.Cleanup(func() { _ = slept.Stop(context.WithoutCancel(t.Context())) })
	who := runtime.Identity{Organization: s.org, ID: s.anna}
	named := func(command, zone string) users.Patch {
		return users.Patch{Patch: runtime.Patch{CommandMeta: runtime.CommandMeta{By: s.anna, Command: command}, Set: row.Fields{"time_zone": zone}}}
	}
	chosen := func(command, status string) users.SetStatus {
		return users.SetStatus{CommandMeta: runtime.CommandMeta{By: s.anna, Command: command}, Status: status}
	}
	ask := func(engine runtime.Engine, commands ...any) []any {
		t.Helper()
		if len(commands) == 1 {
			reply, err := engine.Ask(t.Context(), users.Kind, who, commands[0])
			if err != nil {
				t.Error(err)
			}
			return []any{reply}
		}
		replies, err := runtime.AskAll(t.Context(), engine, users.Kind, []runtime.Order{{Who: who, Commands: commands}})
		if err != nil {
			t.Error(err)
			return nil
		}
		return replies[0]
	}
	is := func(zone, status string) {
		t.Helper()
		user := s.user(s.anna)
		var a struct {
			Call struct {
				Status string `json:"call_status"`
			} `json:"call_availability"`
		}
		if err := user.JSON("availability", &a); err != nil || user.Text("time_zone") != zone || a.Call.Status != status {
			t.Errorf("it is %s, %s, %v; want %s, %s", user.Text("time_zone"), a.Call.Status, err, zone, status)
		}
	}
	ask(s.engine, named("a", "Europe/Berlin"))
	ask(s.engine, chosen("b", users.Available))
	ask(s.engine, named("c", "Europe/Paris"))
	ask(s.engine, chosen("d", users.Busy))
	before := s.user(s.anna).Version
	ask(slept, named("a", "Europe/Berlin"))
	if st, _ := ask(slept, chosen("b", users.Available))[0].(users.Status); st.CallStatus != users.Available {
		t.Errorf("the late choice was answered %+v", st)
	}
	is("Europe/Paris", users.Busy)
	// One of several commands in a batch.
	if replies := ask(slept, named("a", "Europe/Berlin"), named("e", "Europe/Rome"), chosen("b", users.Available)); len(replies) != 3 {
		t.Errorf("answered %v", replies)
	}
	is("Europe/Rome", users.Busy)
	if now := s.user(s.anna).Version; now != before+1 {
		t.Errorf("version %d, want %d", now, before+1)
	}
	// A command without changes counts as executed, too.
	ask(s.engine, named("f", "Europe/Rome"))
	ask(s.engine, named("g", "Europe/Oslo"))
	ask(slept, named("f", "Europe/Rome"))
	is("Europe/Oslo", users.Busy)
	if _, err := s.store.Commit(t.Context(), row.Change{Organization: s.org, By: s.anna, Command: "f", Once: "users.Patch " + string(s.anna)}); !errors.Is(err, row.ErrRepeated) {
		t.Errorf("it is not kept: %v", err)
	}
}
