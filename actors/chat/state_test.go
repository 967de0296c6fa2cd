package chat

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"switchboard/actors/runtime"
	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

const (
	ann  = id.ID("00000000-0000-7000-8000-00000000000a")
	bob  = id.ID("00000000-0000-7000-8000-00000000000b")
	eve  = id.ID("00000000-0000-7000-8000-00000000000e")
	room = id.ID("00000000-0000-7000-8000-0000000000c1")
)

// by returns the metadata of a user's command.
func by(user id.ID) runtime.CommandMeta { return runtime.CommandMeta{By: user} }

func input() runtime.Input {
	return runtime.Input{Now: time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC), NewID: id.New}
}

// play decides, writes as the committer does, and applies.
func play(t *testing.T, s State, command any) (State, runtime.Decision) {
	t.Helper()
	d, err := core{}.Decide(s, command, input())
	if err != nil {
		t.Fatalf("%T: %v", command, err)
	}
	var committed []row.Record
	for _, w := range d.Writes {
		r := row.Record{Object: w.Object, ID: w.ID, Version: 1, Fields: row.Fields{}}
		if w.Object == "chat" && s.Chat.ID != "" {
			if w.Expect != s.Chat.Version {
				t.Fatalf("%T expects version %d of %d", command, w.Expect, s.Chat.Version)
			}
			r.Version = s.Chat.Version + 1
			maps.Copy(r.Fields, s.Chat.Fields)
		}
		maps.Copy(r.Fields, w.Set)
		if w.Op == entry.Removed {
			r.Fields["deleted_date"] = input().Now
		}
		committed = append(committed, r)
	}
	return core{}.Apply(s, committed), d
}

func made(t *testing.T) State {
	t.Helper()
	s, _ := play(t, State{ID: room}, Create{CommandMeta: by(ann), Set: row.Fields{"name": "Floor", "members": []id.ID{bob, bob}}})
	return s
}

func unread(t *testing.T, s State, user id.ID) int64 {
	t.Helper()
	read, err := s.readNumbers()
	if err != nil {
		t.Fatal(err)
	}
	return s.last() - read[user]
}

func TestCreatorIsAMemberOnce(t *testing.T) {
	if got := made(t).members(); !slices.Equal(got, []id.ID{ann, bob}) {
		t.Errorf("members %v", got)
	}
}

func TestUnreadCountsPerMember(t *testing.T) {
	s := made(t)
	s, d := play(t, s, Post{CommandMeta: by(ann), Body: " Good morning "})
	if len(d.Writes) != 2 || d.Writes[1].Set["number"] != int64(1) || d.Writes[1].Set["body"] != "Good morning" {
		t.Fatalf("writes %+v", d.Writes)
	}
	s, d = play(t, s, Post{CommandMeta: by(ann), Body: "Anybody here?"})
	if d.Writes[1].Set["number"] != int64(2) || unread(t, s, ann) != 0 || unread(t, s, bob) != 2 {
		t.Errorf("unread %d and %d", unread(t, s, ann), unread(t, s, bob))
	}
	s, _ = play(t, s, MarkRead{CommandMeta: by(bob), Number: 1})
	if unread(t, s, bob) != 1 {
		t.Errorf("after reading one: %d", unread(t, s, bob))
	}
	s, d = play(t, s, MarkRead{CommandMeta: by(bob), Number: 1})
	if len(d.Writes) != 0 {
		t.Error("reading again wrote something")
	}
	s, _ = play(t, s, MarkRead{CommandMeta: by(bob)})
	if unread(t, s, bob) != 0 {
		t.Errorf("after reading all: %d", unread(t, s, bob))
	}
	if _, d = play(t, s, MarkRead{CommandMeta: by(eve)}); len(d.Writes) != 0 {
		t.Error("one who is no member has a read number")
	}
}

func TestNewMemberHasNothingUnread(t *testing.T) {
	s := made(t)
	s, _ = play(t, s, Post{CommandMeta: by(ann), Body: "One"})
	s, _ = play(t, s, Patch{runtime.Patch{CommandMeta: by(ann), Set: row.Fields{"members": []id.ID{ann, bob, eve}}}})
	if unread(t, s, eve) != 0 || unread(t, s, bob) != 1 {
		t.Errorf("unread of eve %d, of bob %d", unread(t, s, eve), unread(t, s, bob))
	}
	s, _ = play(t, s, Patch{runtime.Patch{CommandMeta: by(ann), Set: row.Fields{"members": []id.ID{ann}}}})
	read, err := s.readNumbers()
	if err != nil || len(read) != 1 {
		t.Errorf("read numbers of those who left stay: %v %v", read, err)
	}
}

func TestPostingJoinsTheChat(t *testing.T) {
	s, _ := play(t, made(t), Post{CommandMeta: by(eve), Body: "May I?"})
	if !slices.Contains(s.members(), eve) {
		t.Errorf("members %v", s.members())
	}
}

func TestMessageIsPostedOnce(t *testing.T) {
	s := made(t)
	s.Posted = bob
	if _, d := play(t, s, Post{CommandMeta: by(ann), Body: "Twice", ClientID: "x"}); len(d.Writes) != 0 || d.Reply != (Ref{ID: bob}) {
		t.Errorf("decision %+v", d)
	}
	s, _ = play(t, State{ID: room}, Create{CommandMeta: by(ann), Set: row.Fields{"name": "Floor"}})
	if _, d := play(t, s, Create{CommandMeta: by(ann), Set: row.Fields{"name": "Floor"}}); len(d.Writes) != 0 {
		t.Error("the same chat was made twice")
	}
}

func TestRefusals(t *testing.T) {
	closed, _ := play(t, made(t), Patch{runtime.Patch{CommandMeta: by(ann), Set: row.Fields{"status": "Closed"}}})
	gone, _ := play(t, made(t), Remove{CommandMeta: by(ann)})
	for name, c := range map[string]struct {
		state   State
		command any
		code    fault.Code
	}{
		"no name":      {State{ID: room}, Create{CommandMeta: by(ann), Set: row.Fields{"name": " "}}, fault.Invalid},
		"blank":        {made(t), Post{CommandMeta: by(ann), Body: " \n\t"}, fault.Invalid},
		"too long":     {made(t), Post{CommandMeta: by(ann), Body: strings.Repeat("x", maxBody+1)}, fault.Invalid},
		"closed":       {closed, Post{CommandMeta: by(ann), Body: "Hello"}, fault.Conflict},
		"not there":    {State{ID: room}, Post{CommandMeta: by(ann), Body: "Hello"}, fault.NotFound},
		"removed":      {gone, Post{CommandMeta: by(ann), Body: "Hello"}, fault.NotFound},
		"no members":   {made(t), Patch{runtime.Patch{CommandMeta: by(ann), Set: row.Fields{"members": []id.ID{}}}}, fault.Invalid},
		"empty rename": {made(t), Patch{runtime.Patch{CommandMeta: by(ann), Set: row.Fields{"name": ""}}}, fault.Invalid},
	} {
		if _, err := (core{}).Decide(c.state, c.command, input()); !fault.Is(err, c.code) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestReadNumbersAreJSONByUser(t *testing.T) {
	s, _ := play(t, made(t), Post{CommandMeta: by(ann), Body: "One"})
	raw, _ := s.Chat.Fields["read_numbers"].(json.RawMessage)
	if string(raw) != `{"`+string(ann)+`":1}` {
		t.Errorf("%s", raw)
	}
}

func TestHelpChatHasCurrentSuperusers(t *testing.T) {
	ask := func(helpers ...id.ID) Create {
		return Create{CommandMeta: by(ann), Set: row.Fields{"name": "Help Chat: Ann", "members": helpers, "private": true, "help": true}}
	}
	s, _ := play(t, State{ID: helpOf(ann)}, ask(bob))
	if _, d := play(t, s, ask(bob)); len(d.Writes) > 0 {
		t.Errorf("asked again it is the same, and %v is written", d.Writes)
	}
	s, _ = play(t, s, Patch{runtime.Patch{CommandMeta: by(bob), Set: row.Fields{"status": "Closed"}}})
	s, _ = play(t, s, ask(bob, eve))
	if !slices.Equal(s.members(), []id.ID{ann, bob, eve}) || s.Chat.Text("status") != "Open" {
		t.Errorf("it is of %v, and %s", s.members(), s.Chat.Text("status"))
	}
	if _, err := (core{}).Decide(s, Remove{CommandMeta: by(ann)}, input()); !fault.Is(err, fault.Conflict) {
		t.Errorf("it is kept, and could be begun again: %v", err)
	}
}

func TestDirectChatHasTwoMembers(t *testing.T) {
	direct := Create{CommandMeta: by(ann), Set: row.Fields{"name": "Ann, Bob", "members": []id.ID{bob}, "private": true, "direct": true}}
	s, _ := play(t, State{ID: between(ann, bob)}, direct)
	if between(ann, bob) != between(bob, ann) || !slices.Equal(s.members(), []id.ID{ann, bob}) {
		t.Errorf("it is one chat of both, not of %v", s.members())
	}
	if _, d := play(t, s, direct); len(d.Writes) > 0 {
		t.Errorf("begun again it is the same, and %v is written", d.Writes)
	}
	_, err := core{}.Decide(s, Patch{runtime.Patch{CommandMeta: by(ann), Set: row.Fields{"members": []id.ID{ann, bob, eve}}}}, input())
	if !fault.Is(err, fault.Invalid) {
		t.Errorf("nobody joins it: %v", err)
	}
	if _, err := (core{}).Decide(s, Remove{CommandMeta: by(ann)}, input()); !fault.Is(err, fault.Conflict) {
		t.Errorf("it is kept, and could be begun again: %v", err)
	}
	s, _ = play(t, s, Patch{runtime.Patch{CommandMeta: by(ann), Set: row.Fields{"status": "Closed"}}})
	if s, _ = play(t, s, direct); s.Chat.Text("status") != "Open" {
		t.Errorf("begun again it is open, not %s", s.Chat.Text("status"))
	}
}

func TestMembersMarkUnread(t *testing.T) {
	s := made(t)
	for _, body := range []string{"One", "Two", "Three"} {
		s, _ = play(t, s, Post{CommandMeta: by(ann), Body: body})
	}
	s, _ = play(t, s, MarkRead{CommandMeta: by(bob)})
	for _, step := range []struct{ from, unread int64 }{{2, 2}, {3, 2}, {1, 3}, {9, 3}} {
		s, _ = play(t, s, MarkUnread{CommandMeta: by(bob), Number: step.from})
		if got := unread(t, s, bob); got != step.unread {
			t.Errorf("from %d: %d unread, not %d", step.from, got, step.unread)
		}
	}
	if got := unread(t, s, ann); got != 0 {
		t.Errorf("the author has %d unread", got)
	}
	if _, err := (core{}).Decide(s, MarkUnread{CommandMeta: by(eve), Number: 1}, input()); !fault.Is(err, fault.Conflict) {
		t.Errorf("not a member: %v", err)
	}
}
